"""What `sitequest status` shows: what runs, and what the graph holds."""

from __future__ import annotations

from typing import Any

from app.wiring import open_graph
from core.settings import Settings


def read_state(settings: Settings) -> dict[str, Any]:
    """Plain JSON; starts nothing: a stopped local server is said to be stopped, and the sites are then unknown."""
    from app.daemons import web_daemon

    web = web_daemon(settings).find()
    database = _database(settings)
    sites = [_with_state(settings, row) for row in read_sites(settings)] if database != "stopped" else []
    return {"database": database, "web": web.url if web else None, "home": str(settings.home), "sites": sites}


def _database(settings: Settings) -> str:
    if settings.neo4j_uri:
        return settings.neo4j_uri
    from graph.server import LocalServer

    status = LocalServer(settings).status()
    return status.info.uri if status.info else status.state


def read_sites(settings: Settings) -> list[dict[str, Any]]:
    """The sites in the graph with their counts."""
    with open_graph(settings) as database:
        return database.read("explore/api_sites")


def _with_state(settings: Settings, row: dict[str, Any]) -> dict[str, Any]:
    from app.pipeline import queue_of
    from core.state import STATE_NAME

    if not (settings.home / STATE_NAME).exists():
        return {**row, "waiting": 0}
    with queue_of(settings) as queue:
        return {**row, "waiting": queue.depth(row["site"])}
