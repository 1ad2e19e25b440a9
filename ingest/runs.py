"""One run of the ingest side: waves of pages, each parsed while the wave before is embedded and written."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from core.errors import DatabaseUnreachable
from core.ledger import Ledger
from core.queue import PageQueue, QueueItem
from core.records import PageGraph, PageStatus
from core.settings import Settings
from core.snapshots import SnapshotStore
from ingest.embedding import VectorMaker
from ingest.entities.llm import ModelExtractor, enrich
from ingest.merging import EntityResolver
from ingest.pages import PageOutcome
from ingest.parsing import PAGE_SECONDS, PagePool
from ingest.replacement import PageName, PageVectors, WriteReport
from ingest.runbook import IngestReport, Progress, RunBook
from ingest.state import PageState
from ingest.writer import GraphWriter, changed_blocks

WAVE = 24
WRITERS = 4
LATE_SECONDS = 5.0
GROUP_BLOCKS = 400
GONE = frozenset({PageStatus.GONE, PageStatus.SOFT_404, PageStatus.NOINDEX, PageStatus.REDIRECT})
KEEP_OLD = frozenset({PageStatus.CHALLENGE, PageStatus.LOGIN, PageStatus.MAINTENANCE, PageStatus.FAILED})


@dataclass(frozen=True, slots=True)
class Parts:
    """What a run works with."""

    settings: Settings
    queue: PageQueue
    snapshots: SnapshotStore
    ledger: Ledger
    writer: GraphWriter
    vectors: VectorMaker
    resolver: EntityResolver
    extractor: ModelExtractor | None = None


Reading = tuple[QueueItem, Future[PageOutcome] | None]
Ready = tuple["Page", tuple[PageGraph, PageVectors]]


@dataclass(frozen=True, slots=True)
class Page:
    """A page that was read."""

    item: QueueItem
    outcome: PageOutcome

    @property
    def name(self) -> PageName:
        """Its key in the graph."""
        return self.item.site, self.item.url


@dataclass(frozen=True, slots=True)
class Writing:
    """Pages that are being written together; `future` gives one report, or one error, a page."""

    items: tuple[QueueItem, ...]
    future: Future[Any]
    reasons: tuple[str, ...]


class IngestRun:
    """Claims, reads, embeds, writes, acknowledges. Not for several threads; several processes may run at once."""

    def __init__(self, parts: Parts, progress: Progress, site: str = "") -> None:
        self._site = site
        self._since: dict[int, float] = {}
        self._parts = parts
        self._book = RunBook(parts.queue, parts.ledger, progress)
        self._pool = PagePool(parts.settings.workers)
        self._writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="graph-writer")
        self._reading: list[Reading] = []
        self._writing: list[Writing] = []
        self._known_sites: set[str] = set()

    @property
    def report(self) -> IngestReport:
        """What was done so far."""
        return self._book.report

    @property
    def idle(self) -> bool:
        """Whether nothing is under way."""
        return not self._reading and not self._writing

    def take_wave(self) -> bool:
        """Start reading the next wave, embed and write the one before; false when there was nothing to do."""
        current, late = self._part()
        self._reading = [*late, *self._claim(WAVE - len(late))]
        done, self._writing = self._writing, self._start_writing(current)
        self._settle(done)
        return bool(current or done) or not self.idle

    def close(self) -> None:
        """Finish what is being written, give the rest back to the queue, end the processes."""
        self._settle(self._writing)
        self._parts.queue.release([item for item, _ in self._reading])
        self._writing, self._reading = [], []
        self._writers.shutdown(wait=True)
        self._pool.close()

    def _part(self) -> tuple[list[Reading], list[Reading]]:
        """The pages that are read, and those that take long: nobody waits for these, up to a bound."""
        wait([future for _, future in self._reading if future], timeout=LATE_SECONDS)
        since = time.monotonic() - PAGE_SECONDS
        late: list[Reading] = [
            (item, future)
            for item, future in self._reading
            if future and not future.done() and self._since[item.id] > since
        ]
        self._since = {item.id: self._since[item.id] for item, _ in late}
        return [one for one in self._reading if one not in late], late

    def _claim(self, most: int) -> list[Reading]:
        items = self._parts.queue.claim(most, self._site)
        self._since |= dict.fromkeys((item.id for item in items), time.monotonic())
        self._book.total = max(self._book.total, self._book.report.pages + self._parts.queue.depth(self._site or None))
        return [(item, self._submit(item)) for item in items]

    def _arguments(self, item: QueueItem) -> tuple[object, ...]:
        settings = self._parts.settings
        return self._parts.snapshots.folder, item.snapshot, settings.profile, settings.page_blocks

    def _submit(self, item: QueueItem) -> Future[PageOutcome] | None:
        return self._pool.submit(*self._arguments(item)) if item.kind == "page" else None

    def _start_writing(self, wave: Sequence[Reading]) -> list[Writing]:
        read = [(item, self._read(item, future)) for item, future in wave]
        gone = [item for item, outcome in read if item.kind == "gone" or (outcome and outcome.status in GONE)]
        reasons = {item.id: outcome.reason for item, outcome in read if outcome}
        started = [
            Writing((item,), self._writers.submit(self._retire, item), (reasons.get(item.id, ""),)) for item in gone
        ]
        self._load_merges({item.site for item, _ in read})
        pages = [Page(item, outcome) for item, outcome in read if outcome and item not in gone]
        self._book.note_wordless([(page.item, page.outcome) for page in pages])
        known = self._parts.writer.read_known([page.name for page in pages])
        wanted = [page for page in pages if self._needs_writing(page, known.get(page.name, PageState()))]
        return started + self._guard(wanted, known)

    def _load_merges(self, sites: set[str]) -> None:
        """Let the writer know what the entities of each site were resolved to before."""
        for site in sites:  # read anew each time: a long run must not write what is forgotten meanwhile
            self._parts.resolver.forgetter.load(site)
        for site in sites - self._known_sites:
            self._parts.resolver.load_merges(site)
        self._known_sites |= sites

    def _retire(self, item: QueueItem) -> list[WriteReport]:
        return [self._parts.writer.retire(item.site, item.url)]

    def _read(self, item: QueueItem, future: Future[PageOutcome] | None) -> PageOutcome | None:
        if future is None:
            return None
        try:
            return self._pool.collect(future, *self._arguments(item))
        except Exception as error:  # noqa: BLE001 a page may break any library; it costs that page alone
            self._book.fail(item, error)
            return None

    def _needs_writing(self, page: Page, known: PageState) -> bool:
        graph = page.outcome.graph
        if page.outcome.status is PageStatus.FAILED and not known.blocks:
            self._book.give_up(page.item, page.outcome.reason)
            return False
        if graph is None or (page.outcome.status in KEEP_OLD and known.blocks):
            self._parts.ledger.update(*page.name, reason=f"{page.outcome.reason} Kept as last seen.")
            self._book.finish(page.item, "kept", page.outcome.reason, kept=1)
            return False
        if graph.page.content_hash == known.content_hash:
            self._book.finish(page.item, "unchanged", page.outcome.reason, unchanged=1)
            return False
        return True

    def _guard(self, wanted: Sequence[Page], known: Mapping[PageName, PageState]) -> list[Writing]:
        """Embed a wave together; where that fails, page by page, so that one bad page costs itself alone."""
        try:
            return self._embed_and_write(wanted, known)
        except DatabaseUnreachable:
            raise
        except Exception as error:  # noqa: BLE001 split until the bad page stands alone
            if len(wanted) == 1:
                self._book.fail(wanted[0].item, error)
                return []
            return [writing for page in wanted for writing in self._guard([page], known)]

    def _embed_and_write(self, wanted: Sequence[Page], known: Mapping[PageName, PageState]) -> list[Writing]:
        graphs = [self._enrich(page.outcome.graph) for page in wanted if page.outcome.graph]
        changed = [changed_blocks(graph, known.get((graph.page.site, graph.page.url), PageState())) for graph in graphs]
        vectors = self._parts.vectors.embed_pages(graphs, changed)
        ready = list(zip(wanted, zip(graphs, vectors, strict=True), strict=True))
        return [self._write(group) for group in _groups(ready)]

    def _enrich(self, graph: PageGraph) -> PageGraph:
        """The page with what a language model finds in its blocks; unchanged blocks come from its cache."""
        extractor = self._parts.extractor
        return enrich(graph, extractor.extract(graph.blocks), extractor.profile) if extractor else graph

    def _write(self, group: Sequence[Ready]) -> Writing:
        future = self._writers.submit(self._write_group, [pair for _, pair in group])
        items, reasons = zip(*((page.item, page.outcome.reason) for page, _ in group), strict=True)
        return Writing(items, future, reasons)

    def _write_group(self, pairs: Sequence[tuple[PageGraph, PageVectors]]) -> list[WriteReport | Exception]:
        """Write pages together; where that fails, one by one, so that each has its own fate."""
        try:
            return list(self._parts.writer.write_all(pairs))
        except DatabaseUnreachable:
            raise
        except Exception as error:  # noqa: BLE001 each page is tried alone, and fails with its own reason
            return [error] if len(pairs) == 1 else [one for pair in pairs for one in self._write_group([pair])]

    def _settle(self, writing: Sequence[Writing]) -> None:
        for number, one in enumerate(writing):
            try:
                reports = one.future.result()
            except DatabaseUnreachable:
                self._parts.queue.release([item for left in writing[number:] for item in left.items])
                raise
            except Exception as error:  # noqa: BLE001 counted and reported; the other pages go on
                reports = [error for _ in one.items]
            for item, reason, report in zip(one.items, one.reasons, reports, strict=True):
                self._settle_page(item, reason, report)

    def _settle_page(self, item: QueueItem, reason: str, report: WriteReport | Exception) -> None:
        if isinstance(report, Exception):
            self._book.fail(item, report)
            return
        status = "retired" if not report.new + report.changed + report.kept and report.gone else "written"
        if item.kind == "gone":
            status = "retired"
        blocks = {"blocks_new": report.new, "blocks_changed": report.changed, "blocks_gone": report.gone}
        self._book.finish(item, status, reason, **{status: 1}, **blocks)


def _groups(ready: Sequence[Ready]) -> Iterator[list[Ready]]:
    """Pages that go into one transaction together: as many as make up a fair number of blocks."""
    group: list[Ready] = []
    size = 0
    for one in ready:
        blocks = len(one[1][0].blocks)
        if group and size + blocks > GROUP_BLOCKS:
            yield group
            group, size = [], 0
        group.append(one)
        size += blocks
    if group:
        yield group
