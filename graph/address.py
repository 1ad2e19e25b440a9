"""Which Neo4j to use: the one of the settings, a container, or a local server of our own."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from core.errors import SettingsError
from core.settings import Settings
from graph.progress import Progress, keep_silent

SCHEMES = tuple(f"{name}{tls}" for name in ("bolt", "neo4j") for tls in ("", "+s", "+ssc"))


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database is and who we are there."""

    uri: str
    database: str
    user: str | None = None
    password: str = field(default="", repr=False)

    @property
    def auth(self) -> tuple[str, str] | None:
        """User and password as the driver takes them; None for a server without authentication."""
        return (self.user, self.password) if self.user else None


def quiet_driver() -> None:
    """Keep the driver's log off the terminal of programs that set no logging up: what matters comes as an error."""
    log = logging.getLogger("neo4j")
    if not log.handlers:
        log.addHandler(logging.NullHandler())


def find_address(settings: Settings, progress: Progress = keep_silent) -> Address:
    """The address of the settings, or that of our own server, started if need be."""
    quiet_driver()
    name = settings.neo4j_database
    if settings.neo4j_uri:
        check_uri(settings.neo4j_uri)
        password = settings.database_password()
        return Address(settings.neo4j_uri, name, settings.neo4j_user if password is not None else None, password or "")
    if settings.neo4j_docker:
        from graph.container import DockerServer

        info = DockerServer(settings).ensure(progress)
    else:
        from graph.server import LocalServer

        info = LocalServer(settings).ensure(progress)
    return Address(info.uri, name, info.user, info.password)


def check_uri(uri: str) -> None:
    """Raise `SettingsError` for an address that no Neo4j can have."""
    try:
        parts = urlsplit(uri)
        good = parts.scheme in SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good:
        raise SettingsError(
            f"The database address {uri} is wrong; NEO4J_URI is like bolt://host:7687, neo4j://host:7687 or neo4j+s://host."
        )
