"""`sitequest forget`: a page or an entity removed on request, and kept out of every later crawl."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from app.exploring import chosen_site
from app.pipeline import open_ingest, queue_of
from app.wiring import open_graph
from core.errors import SiteUnknown
from core.settings import Settings


def forget(settings: Settings, what: str, site: str | None) -> dict[str, Any]:
    """Forget a page by its address, or an entity by name or id. Raises `SiteUnknown` when there is no such thing."""
    with open_graph(settings) as database:
        name = chosen_site([row["site"] for row in database.read("explore/api_sites")], site)
    if what.startswith(("http://", "https://")):
        return _forget_page(settings, name, what)
    return _forget_entity(settings, name, what)


def _forget_page(settings: Settings, site: str, url: str) -> dict[str, Any]:
    from core.snapshots import SnapshotStore

    address = _strike_off(settings, site, url)
    snapshots = SnapshotStore(settings.home / "snapshots").forget(site, address)
    with queue_of(settings) as queue:
        queue.forget(site, address)
        queue.put(site, address, "gone")
    with open_ingest(settings) as service:
        report = service.run(until_idle=True)
        service.finish_site(site)
    # Taking it in noted its end in the ledger; off the books again, or the next crawl would know it.
    _strike_off(settings, site, address)
    return {"site": site, "page": address, "snapshots": snapshots, "retired": report.retired}


def _strike_off(settings: Settings, site: str, url: str) -> str:
    """Take an address off the ledger for good; the address of its page."""
    from core.ledger import Ledger
    from core.state import STATE_NAME

    ledger = Ledger(settings.home / STATE_NAME)
    try:
        row = ledger.get(site, ledger.resolve(site, url))
        address = row.url if row else url
        ledger.forget(site, address, datetime.now(UTC).isoformat(timespec="seconds"))
    finally:
        ledger.close()
    return address


def _forget_entity(settings: Settings, site: str, name: str) -> dict[str, Any]:
    with open_graph(settings) as database:
        rows = database.read("explore/api_entities_named", site=site, name=name)
        if not rows:
            raise SiteUnknown(f"{site} has no entity named {name}; `sitequest entities list` shows them.")
    with open_ingest(settings) as service:
        removed = service.forget(site, [row["id"] for row in rows])
        service.finish_site(site)
    return {"site": site, "entities": [row["name"] for row in rows], "removed": removed}
