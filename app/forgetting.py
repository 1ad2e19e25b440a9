"""`sitequest forget`: a page or an entity removed on request, and kept out of every later crawl."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from app.exploring import chosen_site
from app.wiring import open_graph, open_ingest, queue_of
from core.errors import SiteUnknown
from core.ledger import Ledger
from core.settings import Settings
from core.state import STATE_NAME
from core.urls import page_key

REMAINS = (
    "The graph, the snapshots and the crawler's books hold it no more. Neo4j's own files keep deleted words until it "
    "uses their places again, and {}; docs/neo4j.md says how to write them anew."
)
OURS = "its transaction log until 1 MB more was written and the server was stopped"
THEIRS = "its transaction logs as long as the server's db.tx_log.rotation.retention_policy says"


def forget(settings: Settings, what: str, site: str | None) -> dict[str, Any]:
    """Forget a page by its address, or an entity by name or id. Raises `SiteUnknown` when there is no such thing.

    With a page go its twins: the addresses that say the same.
    """
    with open_graph(settings) as database:
        name = chosen_site([row["site"] for row in database.read("explore/api_sites")], site)
    is_page = what.startswith(("http://", "https://"))
    result = _forget_page(settings, name, what) if is_page else _forget_entity(settings, name, what)
    _clear_copies(settings)
    return {**result, "remains": REMAINS.format(OURS if settings.neo4j_uri is None else THEIRS)}


def _clear_copies(settings: Settings) -> None:
    """Leave no word in the freed places of the state file, nor in the copy of the graph that `db browse` shows."""
    from graph.backup import BrowseServer

    with _ledger(settings) as ledger:
        ledger.state.tidy()
    BrowseServer(settings).discard()


def _forget_page(settings: Settings, site: str, url: str) -> dict[str, Any]:
    from core.snapshots import SnapshotStore

    address, twins = _known(settings, site, url)
    addresses = [address, *twins]
    _strike_off(settings, site, addresses)
    store = SnapshotStore(settings.home / "snapshots")
    snapshots = sum(store.forget(site, one) for one in addresses)
    with queue_of(settings) as queue:
        for one in addresses:
            queue.forget(site, one)
            queue.put(site, one, "gone")
    with open_ingest(settings) as service:
        report = service.run(until_idle=True)
        service.finish_site(site)
    # Taking it in noted its end in the ledger; off the books again, or the next crawl would know it.
    _strike_off(settings, site, addresses)
    result = {"site": site, "page": address, "snapshots": snapshots, "retired": report.retired}
    return {**result, "twins": twins} if twins else result


def _known(settings: Settings, site: str, url: str) -> tuple[str, list[str]]:
    """The address of the page that an address leads to, and its twins; `SiteUnknown` where nobody met it."""
    with _ledger(settings) as ledger:
        row = ledger.get(site, ledger.resolve(site, url))
        if row is not None:
            return row.url, ledger.twins(site, row.url)
        was_forgotten = page_key(url) in ledger.forgotten(site)
    with open_graph(settings) as database:
        in_graph = database.read("ingest/read_pages", pages=[{"site": site, "url": url}])
    if not (was_forgotten or in_graph):
        raise SiteUnknown(f"{site} has no page at {url[:200]}; `sitequest report` shows its addresses.")
    return url, []


def _strike_off(settings: Settings, site: str, addresses: Sequence[str]) -> None:
    """Take addresses off the ledger for good."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with _ledger(settings) as ledger:
        for address in addresses:
            ledger.forget(site, address, now)


@contextmanager
def _ledger(settings: Settings) -> Iterator[Ledger]:
    ledger = Ledger(settings.home / STATE_NAME)
    try:
        yield ledger
    finally:
        ledger.close()


def _forget_entity(settings: Settings, site: str, name: str) -> dict[str, Any]:
    with open_graph(settings) as database:
        rows = database.read("explore/api_entities_named", site=site, name=name)
        if not rows:
            raise SiteUnknown(f"{site} has no entity named {name}; `sitequest entities list` shows them.")
    with open_ingest(settings) as service:
        removed = service.forget(site, [row["id"] for row in rows])
        service.finish_site(site)
    return {"site": site, "entities": [row["name"] for row in rows], "removed": removed}
