"""Addresses that were forgotten leave the graph also as mere ends of links."""

from __future__ import annotations

from core.ledger import Ledger
from core.urls import page_key
from graph import Database


def drop_forgotten(database: Database, ledger: Ledger, site: str) -> int:
    """Remove the stubs of forgotten addresses with the links to them; how many."""
    forgotten = ledger.forgotten(site)
    if not forgotten:
        return 0
    ends = {str(row["page"]) for row in database.read("ingest/stub_links", site=site)}
    urls = sorted({url for url in ends if page_key(url) in forgotten} | set(forgotten.values()))
    database.write("ingest/drop_forgotten", rows=[{"site": site, "url": url} for url in urls])
    return len(urls)
