"""Neo4j: connection, schema, statement loader, local server, backup.

The names below are imported when first used: the driver takes a quarter of a second that not every command needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graph.asynchronous import AsyncDatabase, open_async_database
    from graph.database import Database, open_database
    from graph.server import LocalServer, ServerInfo
    from graph.statements import Statements

HOMES = {
    "AsyncDatabase": "graph.asynchronous",
    "Database": "graph.database",
    "LocalServer": "graph.server",
    "ServerInfo": "graph.server",
    "Statements": "graph.statements",
    "open_async_database": "graph.asynchronous",
    "open_database": "graph.database",
}
__all__ = [
    "AsyncDatabase",
    "Database",
    "LocalServer",
    "ServerInfo",
    "Statements",
    "open_async_database",
    "open_database",
]


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module 'graph' has no attribute {name!r}")
    return getattr(import_module(HOMES[name]), name)
