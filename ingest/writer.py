"""The one writer of pages: a page is replaced in one transaction, and what only its old version supported goes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import TypeVar

from neo4j.exceptions import ClientError
from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from core.records import PageGraph
from graph import Database
from ingest.facts import StaleWrite, apply_facts
from ingest.forgotten import Forgotten, without
from ingest.replacement import (
    NewPage,
    PageName,
    PageVectors,
    WriteReport,
    block_hashes,
    page_row,
    read_states,
    replace_pages,
)
from ingest.rows import Merges, page_rows
from ingest.state import FactChanges, PageState
from ingest.transactions import Row, Work

__all__ = ["GraphWriter", "PageVectors", "WriteReport", "changed_blocks"]

_STALE_CODES = frozenset(
    {
        "Neo.ClientError.Statement.EntityNotFound",
        "Neo.ClientError.Schema.ConstraintValidationFailed",
    }
)
ATTEMPTS = 12
STRIPES = 64
T = TypeVar("T")


class GraphWriter:
    """Writes and retires pages. Threads may share it: pages of one address wait for each other, others do not.

    `merges` (entity id → id it was resolved to) is looked up at every write; `finish_site` replaces it.
    `forgotten` (by site) is left out of every page.
    """

    def __init__(self, database: Database, merges: Merges | None = None) -> None:
        self._database = database
        self._locks = tuple(threading.Lock() for _ in range(STRIPES))
        self.merges: Merges = merges or {}
        self.forgotten: Mapping[str, Forgotten] = {}

    def read_states(self, pages: Sequence[PageName]) -> dict[PageName, PageState]:
        """What the graph holds of some pages now."""
        return self._transact(lambda work: read_states(work, pages))

    def read_known(self, pages: Sequence[PageName]) -> dict[PageName, PageState]:
        """Content hashes of some pages and of their blocks, without their facts."""
        rows = self._database.read("ingest/read_pages", pages=[page_row(page) for page in pages])
        return {(row["site"], row["url"]): PageState(row["content_hash"], block_hashes(row)) for row in rows}

    def changed_blocks(self, graph: PageGraph) -> tuple[str, ...]:
        """Ids of the leaf blocks that need a new vector: new ones, and those whose content hash differs."""
        name = (graph.page.site, graph.page.url)
        return changed_blocks(graph, self.read_known([name]).get(name, PageState()))

    def write(self, graph: PageGraph, vectors: PageVectors) -> WriteReport:
        """Replace one page in one transaction, tried again on deadlocks and on races with other writers."""
        return self.write_all([(graph, vectors)])[0]

    def write_all(self, pages: Sequence[tuple[PageGraph, PageVectors]]) -> list[WriteReport]:
        """Replace several pages in one transaction: for bulk loads, where a commit costs more than a page."""
        return self._replace([self._new_page(graph, vectors) for graph, vectors in pages])

    def retire(self, site: str, url: str) -> WriteReport:
        """Take a page out, with all that only it supports; it stays as a stub while others link to it."""
        return self._replace([NewPage((site, url))])[0]

    def apply(self, changes: FactChanges, entities: Mapping[str, Row]) -> None:
        """Apply changes of facts that come from no page, such as a merge of entities."""
        self._transact(lambda work: apply_facts(work, changes, entities, {}))

    def _new_page(self, graph: PageGraph, vectors: PageVectors) -> NewPage:
        kept = without(graph, self.forgotten.get(graph.page.site), self.merges)
        return NewPage((graph.page.site, graph.page.url), page_rows(kept, self.merges), vectors)

    def _replace(self, pages: Sequence[NewPage]) -> list[WriteReport]:
        with ExitStack() as held:
            for number in sorted({hash(page.name) % STRIPES for page in pages}):
                held.enter_context(self._locks[number])
            return self._transact(lambda work: replace_pages(work, pages))

    def _transact(self, function: Callable[[Work], T]) -> T:
        retrying = Retrying(
            retry=retry_if_exception(_is_stale),
            stop=stop_after_attempt(ATTEMPTS),
            wait=wait_random_exponential(multiplier=0.02, max=2),
            reraise=True,
        )
        return retrying(lambda: self._database.transaction(lambda running: function(Work(running))))


def changed_blocks(graph: PageGraph, known: PageState) -> tuple[str, ...]:
    """Ids of the leaf blocks of a page that the graph does not have with the same content."""
    return tuple(block.id for block in graph.blocks if block.leaf and known.blocks.get(block.id) != block.content_hash)


def _is_stale(error: BaseException) -> bool:
    cause = error.__cause__ or error
    return isinstance(error, StaleWrite) or (isinstance(cause, ClientError) and cause.code in _STALE_CODES)
