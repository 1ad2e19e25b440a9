"""Which Neo4j to use: the one of the settings, a container, or a local server of our own."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.settings import Settings
from graph.progress import Progress, keep_silent


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


def find_address(settings: Settings, progress: Progress = keep_silent) -> Address:
    """The address of the settings, or that of our own server, started if need be."""
    name = settings.neo4j_database
    if settings.neo4j_uri:
        password = settings.database_password()
        return Address(settings.neo4j_uri, name, settings.neo4j_user if password is not None else None, password or "")
    if settings.neo4j_docker:
        from graph.container import DockerServer

        info = DockerServer(settings).ensure(progress)
    else:
        from graph.server import LocalServer

        info = LocalServer(settings).ensure(progress)
    return Address(info.uri, name, info.user, info.password)
