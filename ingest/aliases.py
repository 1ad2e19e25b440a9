"""Links to other addresses of a page lead to that page; when the other address is no longer its own, they come back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.ledger import Ledger
from core.urls import normalize, page_key
from graph import Database
from ingest.transactions import batches

MOVES = 500


def settle_links(database: Database, ledger: Ledger, site: str) -> int:
    """Lead every link of a site to where its address belongs now; how many moved."""
    pages = _Pages.read(database, ledger, site)
    rows = []
    emptied = set()
    for row in database.read("ingest/stub_links", site=site):
        url = pages.page_of(row["target"])
        if url != row["page"]:
            rows.append({**row, "url": url})
            emptied.add(row["page"])
    for batch in batches(rows, MOVES):
        database.write("ingest/move_links", site=site, rows=batch)
    database.write("ingest/drop_stubs", rows=[{"site": site, "url": url} for url in sorted(emptied)])
    return len(rows)


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages of a site that are in the graph, with what else leads to them."""

    urls: frozenset[str]
    aliases: Mapping[str, str]
    keys: Mapping[str, str]

    @classmethod
    def read(cls, database: Database, ledger: Ledger, site: str) -> _Pages:
        """Other addresses as pages and ledger know them; `keys` bring spellings that nobody has met yet to a page."""
        urls = frozenset(row["url"] for row in database.read("ingest/page_urls", site=site))
        versions = database.read("ingest/page_versions", site=site)
        aliases = {alias: row["url"] for row in versions for alias in row["aliases"]}
        aliases.update({alias: page for alias, page in ledger.aliases(site).items() if page in urls})
        keys = {page_key(alias): page for alias, page in sorted(aliases.items())}
        keys.update({page_key(url): url for url in sorted(urls, reverse=True)})
        keys.pop("", None)
        return cls(urls, aliases, keys)

    def page_of(self, address: str) -> str:
        """The page that an address leads to; where there is none, the address as the crawler spells it."""
        if address in self.urls:
            return address
        return self.aliases.get(address) or self.keys.get(page_key(address)) or normalize(address) or address
