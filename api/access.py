"""Who may do what: anyone may ask; the operator's endpoints want the key, or a caller on this machine."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Callable
from dataclasses import dataclass

from fastapi import Request

from core.errors import SiteQuestError


class KeyWanted(SiteQuestError):
    """The operator's key is missing or wrong."""

    http_status = 401


@dataclass(frozen=True, slots=True)
class Access:
    """`key` is the operator's key; without one only callers on this machine count as the operator."""

    key: str | None = None

    def check(self, request: Request) -> None:
        """Raise `KeyWanted` unless the request is the operator's."""
        if self.key is None:
            if not _is_local(request):
                raise KeyWanted("This is the operator's; set SITEQUEST_API_KEY on the server and send it as Bearer.")
            return
        sent = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not hmac.compare_digest(sent.encode(), self.key.encode()):
            raise KeyWanted("The operator's key is missing or wrong; send it as `Authorization: Bearer KEY`.")


def _is_local(request: Request) -> bool:
    if "x-forwarded-for" in request.headers or request.client is None:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return request.client.host == "testclient"


def operator_only(access: Access) -> Callable[[Request], None]:
    """The check as a FastAPI dependency."""

    def check(request: Request) -> None:
        access.check(request)

    return check
