"""Whether the graph of a site keeps its promises: every fact has a block, every block a page, every count is right."""

from __future__ import annotations

from dataclasses import dataclass

from graph import Database


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that should not be there, how often, and one example."""

    text: str
    count: int
    example: str


def check_site(database: Database, site: str) -> list[Problem]:
    """All problems of a site; an empty list is the answer to hope for."""
    rows = database.read("ingest/check_site", site=site)
    return [Problem(row["problem"], row["count"], row["example"]) for row in rows]
