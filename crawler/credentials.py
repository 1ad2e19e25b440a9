"""Credentials of intranets: headers by host from a file, sent to that host alone.

The file is TOML, one table a host (with its port, if any):

    ["intranet.example.org"]
    user = "reader"
    password = "…"

    ["wiki.example.org:8443"]
    headers = { Authorization = "Bearer …" }
    audience = "staff"

Pages that were fetched with credentials belong to an audience (`members`, or the one named), so that a copy of the
graph for the public can leave them out.
"""

from __future__ import annotations

import tomllib
from base64 import b64encode
from pathlib import Path
from typing import Any

from core.errors import SettingsError
from core.urls import host_of

MEMBERS = "members"


class Credentials:
    """Which headers go to which host."""

    def __init__(
        self, headers: dict[str, dict[str, str]] | None = None, audiences: dict[str, str] | None = None
    ) -> None:
        self._headers = headers or {}
        self._audiences = audiences or {}

    def __bool__(self) -> bool:
        return bool(self._headers)

    def headers(self, url: str) -> dict[str, str]:
        """The headers for an address: those of exactly its host and port, or none."""
        return self._headers.get(host_of(url), {})

    def audience(self, url: str) -> str:
        """Who may see what is at an address; empty where no credentials are sent."""
        return self._audiences.get(host_of(url), MEMBERS) if self.headers(url) else ""


def load_credentials(path: Path | None) -> Credentials:
    """Read a secrets file; one clear `SettingsError` when it cannot be."""
    if path is None:
        return Credentials()
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"The secrets file {path} cannot be read ({error.strerror}).") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"The secrets file {path} is no TOML: {error}.") from error
    headers = {host.lower(): _headers(host, table, path) for host, table in tables.items()}
    return Credentials(headers, {host.lower(): str(table.get("audience") or MEMBERS) for host, table in tables.items()})


def _headers(host: str, table: Any, path: Path) -> dict[str, str]:
    if not isinstance(table, dict) or not set(table) <= {"user", "password", "headers", "audience"}:
        known = "user, password, headers and audience"
        raise SettingsError(f"The secrets file {path} has a wrong entry for {host}: {known} only.")
    headers = {str(name): str(value) for name, value in dict(table.get("headers", {})).items()}
    if "user" in table:
        pair = f"{table['user']}:{table.get('password', '')}".encode()
        headers.setdefault("Authorization", "Basic " + b64encode(pair).decode())
    return headers
