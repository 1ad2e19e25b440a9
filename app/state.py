"""What `sitequest status` shows: what runs, and what the graph holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from app.homes import check_home
from app.wiring import open_graph
from core.settings import Settings

if TYPE_CHECKING:
    from core.ledger import Ledger
    from core.queue import PageQueue


def read_state(settings: Settings) -> dict[str, Any]:
    """Plain JSON; starts nothing: with a stopped local server, sites are as the crawler knows them."""
    from app.daemons import web_daemon

    check_home(settings)
    web = web_daemon(settings).find()
    database = _database(settings)
    sites = _crawled_sites(settings) if database == "stopped" else _graph_sites(settings)
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


def _graph_sites(settings: Settings) -> list[dict[str, Any]]:
    with _books(settings) as books:
        return [{**row, "waiting": books[1].depth(row["site"]) if books else 0} for row in read_sites(settings)]


def _crawled_sites(settings: Settings) -> list[dict[str, Any]]:
    """Sites as they are without a graph: from the crawler's books."""
    from crawler.outcome import live_pages

    with _books(settings) as books:
        if books is None:
            return []
        ledger, queue = books
        return [
            {
                "site": site,
                "pages": live_pages(ledger.counts(site)),
                "last_crawl": ledger.noted(site, "finished_at"),
                "waiting": queue.depth(site),
            }
            for site in ledger.sites()
        ]


@contextmanager
def _books(settings: Settings) -> Iterator[tuple[Ledger, PageQueue] | None]:
    """Ledger and queue, if anything was ever crawled."""
    from core.ledger import Ledger
    from core.queue import PageQueue
    from core.state import STATE_NAME, State

    if not (settings.home / STATE_NAME).exists():
        yield None
        return
    state = State(settings.home / STATE_NAME)
    try:
        yield Ledger(state), PageQueue(state)
    finally:
        state.close()
