"""Settings that lead to no server that lets us in, and a port where nothing listens."""

from __future__ import annotations

import socket

from pydantic import SecretStr

from core.settings import Settings


def with_uri(settings: Settings, uri: str) -> Settings:
    return settings.model_copy(update={"neo4j_uri": uri})


def with_password(settings: Settings, password: str) -> Settings:
    return settings.model_copy(update={"neo4j_password": SecretStr(password)})


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
