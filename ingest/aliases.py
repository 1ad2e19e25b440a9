"""Links to other addresses of a page lead to that page; when the other address is no longer its own, they come back."""

from __future__ import annotations

from collections.abc import Mapping

from core.ledger import Ledger
from graph import Database
from ingest.transactions import batches

MOVES = 500


def settle_links(database: Database, ledger: Ledger, site: str) -> int:
    """Lead every link of a site to where its address belongs now; how many moved."""
    pages = _aliases(database, ledger, site)
    rows = []
    emptied = set()
    for row in database.read("ingest/stub_links", site=site):
        url = pages.get(row["target"], row["target"])
        if url != row["page"]:
            rows.append({**row, "url": url})
            emptied.add(row["page"])
    for batch in batches(rows, MOVES):
        database.write("ingest/move_links", site=site, rows=batch)
    database.write("ingest/drop_stubs", rows=[{"site": site, "url": url} for url in sorted(emptied)])
    return len(rows)


def _aliases(database: Database, ledger: Ledger, site: str) -> Mapping[str, str]:
    """Other address → page, for pages that are in the graph."""
    versions = database.read("ingest/page_versions", site=site)
    found = {alias: row["url"] for row in versions for alias in row["aliases"]}
    known = {row["url"] for row in database.read("ingest/page_urls", site=site)}
    found.update({alias: page for alias, page in ledger.aliases(site).items() if page in known})
    return {alias: page for alias, page in found.items() if alias not in known}
