"""What became of each page of a run: acknowledged in the queue, noted in the ledger, counted in the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from core.errors import SiteQuestError
from core.ledger import NOT_TAKEN_IN, Ledger
from core.queue import PageQueue, QueueItem
from core.records import PageStatus
from ingest.pages import PageOutcome

WORDLESS = frozenset({PageStatus.EMPTY, PageStatus.NEEDS_OCR, PageStatus.NOT_TEXT})
"""Statuses of files without text, which only reading them shows: the crawler took them for pages."""

BOOKED = WORDLESS | {PageStatus.TRUNCATED}


class Progress(Protocol):
    """Called after each page: what step, how far, how many there are."""

    def __call__(self, step: str, done: int, total: int, /) -> None: ...


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What a run did, counted. `failures` are (address, reason) pairs.

    `unread` of the failed pages are files that cannot be read, however often they are tried, as (site, address);
    `wordless` are files that were read and hold no text.
    """

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
    unread: tuple[tuple[str, str], ...] = ()
    wordless: tuple[tuple[str, str], ...] = ()

    @property
    def pages(self) -> int:
        """All pages that were handled."""
        return self.written + self.unchanged + self.retired + self.kept + self.failed


class RunBook:
    """Writes down the end of every page once. `total` is the greatest number of pages known so far."""

    def __init__(self, queue: PageQueue, ledger: Ledger, progress: Progress) -> None:
        self._queue, self._ledger, self._progress = queue, ledger, progress
        self.total = 0
        self.report = IngestReport()

    def finish(self, item: QueueItem, status: str, reason: str, **counts: int) -> None:
        """The page is handled: it leaves the queue."""
        self._queue.done(item)
        self._note(item, status, reason)
        self._count(item, **counts)

    def fail(self, item: QueueItem, error: Exception) -> None:
        """The page goes back to the queue; after its last try it is counted as failed."""
        reason = str(error) if isinstance(error, SiteQuestError) else f"{type(error).__name__}: {error}"
        if not self._queue.failed(item, reason):
            return
        self._note(item, NOT_TAKEN_IN, reason)
        failures = (*self.report.failures, (item.url, reason))
        self.report = replace(self.report, failures=failures)
        self._count(item, failed=1)

    def give_up(self, item: QueueItem, reason: str) -> None:
        """End a file that cannot be read: another try would end the same."""
        self._ledger.update(item.site, item.url, status=PageStatus.FAILED.value, reason=reason)
        self.report = replace(
            self.report,
            failures=(*self.report.failures, (item.url, reason)),
            unread=(*self.report.unread, (item.site, item.url)),
        )
        self.finish(item, NOT_TAKEN_IN, reason, failed=1)

    def note_wordless(self, pages: Sequence[tuple[QueueItem, PageOutcome]]) -> None:
        """Book files without text as what they are, and pages that were cut; what they had leaves the graph as well."""
        for item, outcome in pages:
            if outcome.status not in BOOKED:
                continue
            self._ledger.update(item.site, item.url, status=outcome.status.value, reason=outcome.reason)
            if outcome.status in WORDLESS:
                self.report = replace(self.report, wordless=(*self.report.wordless, (item.site, item.url)))

    def _note(self, item: QueueItem, status: str, reason: str) -> None:
        self._ledger.update(item.site, item.url, ingest_status=status, ingest_reason=reason)

    def _count(self, item: QueueItem, **counts: int) -> None:
        sums = {name: getattr(self.report, name) + count for name, count in counts.items()}
        sites = tuple(sorted({*self.report.sites, item.site}))
        self.report = replace(self.report, sites=sites, **sums)
        self._progress("ingest", self.report.pages, max(self.total, self.report.pages))
