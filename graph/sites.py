"""The sites of a graph: which there are, what each has, and how one goes without a trace."""

from __future__ import annotations

from dataclasses import dataclass, fields

from core.errors import DatabaseError
from graph.database import Database
from graph.progress import Progress, keep_silent

BATCH = 1000
ROUNDS = 5
LABEL = "Deleting"


@dataclass(frozen=True, slots=True)
class SiteCount:
    """How many nodes of each kind a site has, its entries in the bookkeeping, and the edges that touch each kind."""

    pages: int
    blocks: int
    entities: int
    topics: int
    notes: int
    links: int
    block_edges: int
    entity_edges: int
    topic_edges: int

    @property
    def total(self) -> int:
        """0 when nothing of the site is left."""
        return sum(getattr(self, one.name) for one in fields(self))


def list_sites(database: Database) -> list[str]:
    """The names of all sites, sorted."""
    return [row["site"] for row in database.read("sites/list_sites")]


def count_site(database: Database, site: str) -> SiteCount:
    """What the graph has of a site."""
    return SiteCount(**database.read("sites/count_site", site=site)[0])


def delete_site(database: Database, site: str, progress: Progress = keep_silent, batch: int = BATCH) -> SiteCount:
    """Delete a site in transactions of `batch` nodes; what it had. Stopped half-way, it can be run again.

    Raises `DatabaseError` when a crawl or an ingest keeps adding to the site meanwhile.
    """
    before = count_site(database, site)
    for _round in range(ROUNDS):
        progress(LABEL, 0, before.total)
        database.batch("sites/delete_site", site=site, batch=batch)
        if not count_site(database, site).total:
            return before
    raise DatabaseError(
        f"The site {site} grows while it is deleted; stop its crawl and its ingest, then delete it again."
    )
