"""Whether the database is there and its indexes are filled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.errors import DatabaseUnreachable
from graph.asynchronous import AsyncDatabase
from graph.database import Database, Row
from graph.schema import to_index

State = Literal["starting", "indexing", "ready"]


@dataclass(frozen=True, slots=True)
class Health:
    """`filling` maps each index that is not online to the percentage done; `reason` is a sentence unless ready."""

    state: State
    reason: str = ""
    filling: dict[str, float] = field(default_factory=dict)


def check_health(database: Database) -> Health:
    """Ask once. Raises only what waiting would not mend, as `DatabaseRefused`."""
    try:
        return summarise(database.batch("schema/show_indexes"))
    except DatabaseUnreachable as error:
        return Health("starting", str(error))


async def check_health_async(database: AsyncDatabase) -> Health:
    """The same for asynchronous callers."""
    try:
        return summarise(await database.batch("schema/show_indexes"))
    except DatabaseUnreachable as error:
        return Health("starting", str(error))


def summarise(rows: Sequence[Row]) -> Health:
    """Health from the rows of `schema/show_indexes`."""
    indexes = [to_index(row) for row in rows]
    if not indexes:
        return Health("ready", "The graph is empty; run `sitequest crawl URL`.")
    filling = {index.name: index.percent for index in indexes if index.state != "ONLINE"}
    if filling:
        return Health("indexing", f"Filling {', '.join(filling)}.", filling)
    return Health("ready")
