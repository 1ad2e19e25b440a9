"""What every request must obey before any endpoint sees it: the name it calls, the size of its body; HEAD, OPTIONS."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problems import methods_at, problem
from api.schemas import MOST_BYTES

BODY_BYTES = MOST_BYTES + MOST_BYTES // 4
"""Pages of `MOST_BYTES` may be escaped in JSON."""


class BodyTooLong(Exception):
    """More came than the limit allows."""


class Meter:
    """Counts the body of one request; past the limit, what the application says of it is not sent."""

    def __init__(self, limit: int, receive: Receive, send: Send) -> None:
        self._left = limit
        self._receive = receive
        self._send = send
        self._begun = False

    @property
    def refuses(self) -> bool:
        """Whether the limit was passed before an answer began."""
        return self._left < 0 and not self._begun

    async def receive(self) -> Message:
        """The next piece; raises `BodyTooLong`, which frameworks turn into answers of their own."""
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise BodyTooLong
        return message

    async def send(self, message: Message) -> None:
        """Send, unless the request is refused."""
        if not self.refuses:
            self._begun = True
            await self._send(message)


class LimitBody:
    """Refuses a body over `limit` bytes with 413: at once when its length is told, else when the limit is passed."""

    def __init__(self, app: ASGIApp, limit: int = BODY_BYTES) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        told = dict(scope["headers"]).get(b"content-length", b"0")
        if told.isdigit() and int(told) > self._limit:
            await self._refuse(scope, receive, send)
            return
        meter = Meter(self._limit, receive, send)
        with suppress(BodyTooLong):
            await self._app(scope, meter.receive, meter.send)
        if meter.refuses:
            await self._refuse(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        sentence = f"A request may have {self._limit // 1_000_000} MB at most; send less, or in parts."
        answer = problem(413, sentence, "urn:sitequest:too-large", Request(scope))
        answer.headers["Connection"] = "close"
        await answer(scope, receive, send)


class AnswerHead:
    """Answers HEAD as GET without the body, as load balancers and link checkers expect."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self._app({**scope, "method": "GET"}, receive, send_head)


class TellMethods:
    """Answers OPTIONS with 204 and the methods of the path, and, with no origin let in, nothing for preflights."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        methods = methods_at(Request(scope)) if scope["type"] == "http" and scope["method"] == "OPTIONS" else []
        if methods:
            await Response(status_code=204, headers={"Allow": ", ".join(methods)})(scope, receive, send)
        else:
            await self._app(scope, receive, send)


class KnownHosts:
    """Refuses names that are not this server's with a problem, so that no page elsewhere reaches it by rebinding.

    `hosts` are names without ports; `*.name` stands for all below a name, `*` for any.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self._app = app
        self._hosts = tuple(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] not in ("http", "websocket") or self._knows(host_in(scope)):
            await self._app(scope, receive, send)
            return
        asked = host_in(scope)[:100]
        sentence = f"This server does not answer to the name {asked!r}; its operator can add it to SITEQUEST_HOSTS."
        await problem(400, sentence, "urn:sitequest:host-unknown", Request(scope))(scope, receive, send)

    def _knows(self, host: str) -> bool:
        return any(one in ("*", host) or (one.startswith("*.") and host.endswith(one[1:])) for one in self._hosts)


def host_in(scope: Scope) -> str:
    """The name by which a request calls this server, without its port."""
    return re.sub(r":\d*$", "", Headers(scope=scope).get("host", "")).lower()
