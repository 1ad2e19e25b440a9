"""One run of the ingest side: waves of pages, each parsed while the wave before is embedded and written."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Protocol

from core.errors import DatabaseUnreachable, SiteQuestError
from core.ledger import Ledger
from core.queue import PageQueue, QueueItem
from core.records import PageGraph, PageStatus
from core.settings import Settings
from core.snapshots import SnapshotStore
from ingest.embedding import VectorMaker
from ingest.pages import PageOutcome
from ingest.parsing import PagePool
from ingest.writer import GraphWriter, WriteReport

WAVE = 24
WRITERS = 4
GONE = frozenset({PageStatus.GONE, PageStatus.SOFT_404, PageStatus.NOINDEX, PageStatus.REDIRECT})
KEEP_OLD = frozenset({PageStatus.CHALLENGE, PageStatus.LOGIN, PageStatus.FAILED})


class Progress(Protocol):
    """Called after each page: what step, how far, how many there are."""

    def __call__(self, step: str, done: int, total: int, /) -> None: ...


@dataclass(frozen=True, slots=True)
class Parts:
    """What a run works with."""

    settings: Settings
    queue: PageQueue
    snapshots: SnapshotStore
    ledger: Ledger
    writer: GraphWriter
    vectors: VectorMaker


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What a run did, counted. `failures` are (address, reason) pairs."""

    written: int = 0
    unchanged: int = 0
    retired: int = 0
    kept: int = 0
    failed: int = 0
    blocks_new: int = 0
    blocks_changed: int = 0
    blocks_gone: int = 0
    seconds: float = 0.0
    sites: tuple[str, ...] = ()
    failures: tuple[tuple[str, str], ...] = ()

    @property
    def pages(self) -> int:
        """All pages that were handled."""
        return self.written + self.unchanged + self.retired + self.kept + self.failed


Reading = tuple[QueueItem, Future[PageOutcome] | None]
Writing = tuple[QueueItem, Future[WriteReport], PageOutcome | None]


class IngestRun:
    """Claims, reads, embeds, writes, acknowledges. Not for several threads; several processes may run at once."""

    def __init__(self, parts: Parts, progress: Progress) -> None:
        self._parts = parts
        self._progress = progress
        self._pool = PagePool(parts.settings.workers)
        self._writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="graph-writer")
        self._reading: list[Reading] = []
        self._writing: list[Writing] = []
        self._total = 0
        self.report = IngestReport()

    @property
    def idle(self) -> bool:
        """Whether nothing is under way."""
        return not self._reading and not self._writing

    def take_wave(self) -> bool:
        """Start reading the next wave, embed and write the one before; false when there was nothing to do."""
        current, self._reading = self._reading, self._claim()
        done, self._writing = self._writing, self._start_writing(current)
        self._settle(done)
        return not self.idle

    def close(self) -> None:
        """Finish what is being written, give the rest back to the queue, end the processes."""
        self._settle(self._writing)
        self._parts.queue.release([item for item, _ in self._reading])
        self._writing, self._reading = [], []
        self._writers.shutdown(wait=True)
        self._pool.close()

    def _claim(self) -> list[Reading]:
        items = self._parts.queue.claim(WAVE)
        self._total = max(self._total, self.report.pages + self._parts.queue.depth())
        return [(item, self._submit(item)) for item in items]

    def _arguments(self, item: QueueItem) -> tuple[object, ...]:
        return self._parts.snapshots.folder, item.snapshot, self._parts.settings.profile

    def _submit(self, item: QueueItem) -> Future[PageOutcome] | None:
        return self._pool.submit(*self._arguments(item)) if item.kind == "page" else None

    def _start_writing(self, wave: Sequence[Reading]) -> list[Writing]:
        started: list[Writing] = []
        wanted: list[tuple[QueueItem, PageOutcome, PageGraph]] = []
        for item, future in wave:
            outcome = self._read(item, future)
            if item.kind == "gone" or (outcome and outcome.status in GONE):
                started.append((item, self._writers.submit(self._parts.writer.retire, item.site, item.url), outcome))
            elif outcome and self._needs_writing(item, outcome) and outcome.graph:
                wanted.append((item, outcome, outcome.graph))
        return started + self._guard(wanted)

    def _read(self, item: QueueItem, future: Future[PageOutcome] | None) -> PageOutcome | None:
        if future is None:
            return None
        try:
            return self._pool.collect(future, *self._arguments(item))
        except Exception as error:  # noqa: BLE001 a page may break any library; it costs that page alone
            self._fail(item, error)
            return None

    def _needs_writing(self, item: QueueItem, outcome: PageOutcome) -> bool:
        known = self._parts.writer.content_hash(item.site, item.url)
        if outcome.graph is None or (outcome.status in KEEP_OLD and known):
            self._finish(item, outcome, "kept", kept=1)
            return False
        if outcome.graph.page.content_hash == known:
            self._finish(item, outcome, "unchanged", unchanged=1)
            return False
        return True

    def _guard(self, wanted: Sequence[tuple[QueueItem, PageOutcome, PageGraph]]) -> list[Writing]:
        """Embed a wave together; where that fails, page by page, so that one bad page costs itself alone."""
        try:
            return self._embed_and_write(wanted)
        except DatabaseUnreachable:
            raise
        except Exception as error:  # noqa: BLE001 split until the bad page stands alone
            if len(wanted) == 1:
                self._fail(wanted[0][0], error)
                return []
            return [writing for one in wanted for writing in self._guard([one])]

    def _embed_and_write(self, wanted: Sequence[tuple[QueueItem, PageOutcome, PageGraph]]) -> list[Writing]:
        graphs = [graph for _, _, graph in wanted]
        changed = [self._parts.writer.changed_blocks(graph) for graph in graphs]
        vectors = self._parts.vectors.embed_pages(graphs, changed)
        return [
            (item, self._writers.submit(self._parts.writer.write, graph, one), outcome)
            for (item, outcome, graph), one in zip(wanted, vectors, strict=True)
        ]

    def _settle(self, writing: Sequence[Writing]) -> None:
        for item, future, outcome in writing:
            try:
                report = future.result()
            except DatabaseUnreachable:
                self._parts.queue.release([one for one, _, _ in writing])
                raise
            except Exception as error:  # noqa: BLE001 counted and reported; the other pages go on
                self._fail(item, error)
                continue
            retired = item.kind == "gone" or bool(outcome and outcome.status in GONE)
            counts = {"retired": 1} if retired else {"written": 1}
            blocks = {"blocks_new": report.new, "blocks_changed": report.changed, "blocks_gone": report.gone}
            self._finish(item, outcome, "retired" if retired else "written", **counts, **blocks)

    def _finish(self, item: QueueItem, outcome: PageOutcome | None, status: str, **counts: int) -> None:
        self._parts.queue.done(item)
        self._note(item, status, outcome.reason if outcome else "")
        self._count(item, **counts)

    def _fail(self, item: QueueItem, error: Exception) -> None:
        reason = str(error) if isinstance(error, SiteQuestError) else f"{type(error).__name__}: {error}"
        self._parts.queue.failed(item, reason)
        self._note(item, "failed", reason)
        failures = (*self.report.failures, (item.url, reason))
        self.report = replace(self.report, failures=failures)
        self._count(item, failed=1)

    def _note(self, item: QueueItem, status: str, reason: str) -> None:
        self._parts.ledger.update(item.site, item.url, ingest_status=status, ingest_reason=reason)

    def _count(self, item: QueueItem, **counts: int) -> None:
        sums = {name: getattr(self.report, name) + count for name, count in counts.items()}
        sites = tuple(sorted({*self.report.sites, item.site}))
        self.report = replace(self.report, sites=sites, **sums)
        self._progress("ingest", self.report.pages, max(self._total, self.report.pages))
