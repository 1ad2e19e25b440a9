"""One page taken in at once, beside the queue: what is pushed can be asked for when its sender has the answer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from core.records import PageGraph, PageStatus
from ingest.embedding import VectorMaker
from ingest.entities.llm import ModelExtractor, enrich
from ingest.merging import EntityResolver
from ingest.parsing import PagePool
from ingest.runs import GONE, KEEP_OLD
from ingest.state import PageState
from ingest.writer import GraphWriter, changed_blocks

NO_PAGE = GONE | KEEP_OLD | frozenset({PageStatus.NOT_TEXT, PageStatus.EMPTY, PageStatus.NEEDS_BROWSER})
"""Statuses of what is not taken in: it asks to stay out, stands in place of a page, or brings no text."""
News = Literal["written", "unchanged", "retired", "refused"]


@dataclass(frozen=True, slots=True)
class Taken:
    """How a page ended: `status` says what sort of page it is, `reason` why, `news` what was done.

    Refused is what brings no page: nothing was changed.
    """

    status: PageStatus
    reason: str
    news: News


class PageTaker:
    """Takes single pages in. Its process for reading stays until `close`, so that only the first page waits for it."""

    def __init__(
        self,
        writer: GraphWriter,
        vectors: VectorMaker,
        resolver: EntityResolver,
        extractor: ModelExtractor | None,
        profile: str,
        most_blocks: int,
    ) -> None:
        self._writer = writer
        self._vectors = vectors
        self._resolver = resolver
        self._extractor = extractor
        self._profile = profile
        self._most_blocks = most_blocks
        self._pool = PagePool(1)

    def take(self, site: str, url: str, snapshots: Path, key: str) -> Taken:
        """Read the snapshot of `key` and write its page. Raises `IngestError` for a page that cannot be read at all."""
        arguments = (snapshots, key, self._profile, self._most_blocks)
        outcome = self._pool.collect(self._pool.submit(*arguments), *arguments)
        if outcome.graph is None or outcome.status in NO_PAGE or not outcome.words:
            return self.turn_away(site, url, outcome.status, outcome.reason)
        known = self._writer.read_known([(site, url)]).get((site, url), PageState())
        if outcome.graph.page.content_hash == known.content_hash:
            return Taken(outcome.status, outcome.reason, "unchanged")
        self._write(site, outcome.graph, known)
        return Taken(outcome.status, outcome.reason, "written")

    def turn_away(self, site: str, url: str, status: PageStatus, reason: str) -> Taken:
        """End what is no page: it is refused, but for one that was there and now asks to leave."""
        if status in GONE and self.holds(site, url):
            self.retire(site, url)
            return Taken(status, reason, "retired")
        return Taken(status, reason, "refused")

    def holds(self, site: str, url: str) -> bool:
        """Whether the graph holds a page of that address, not only links to it."""
        known = self._writer.read_known([(site, url)]).get((site, url))
        return known is not None and bool(known.content_hash)

    def retire(self, site: str, url: str) -> None:
        """Take a page out with what only it supports."""
        self._writer.retire(site, url)

    def close(self) -> None:
        """End the process."""
        self._pool.close()

    def _write(self, site: str, graph: PageGraph, known: PageState) -> None:
        self._resolver.forgetter.load(site)
        self._resolver.load_merges(site)
        if self._extractor is not None:
            graph = enrich(graph, self._extractor.extract(graph.blocks), self._extractor.profile)
        vectors = self._vectors.embed_pages([graph], [changed_blocks(graph, known)])[0]
        self._writer.write(graph, vectors)
