"""Crawl a test site in a child process and look at what it left behind."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from core.ledger import Ledger, LedgerRow
from core.queue import PageQueue, QueueItem
from core.records import Snapshot
from core.settings import Settings
from core.snapshots import SnapshotStore
from core.state import State
from crawler.process import spawn_crawl
from crawler.reading import Inspect
from crawler.request import CrawlRequest, CrawlSummary
from tests.sites.reader import inspect

SITE = "test"


@dataclass(slots=True)
class Crawls:
    """The crawls of one home folder, and what they left."""

    home: Path
    summaries: list[CrawlSummary] = field(default_factory=list)
    reader: Inspect = inspect

    @property
    def settings(self) -> Settings:
        return Settings(home=self.home)

    @property
    def state(self) -> Path:
        return self.home / "state.sqlite"

    def run(self, *seeds: str, **wishes: object) -> CrawlSummary:
        """Crawl at full speed, loopback allowed."""
        chosen: dict[str, object] = {"allow_private": True, "politeness": "none", "retry_wait": 0.01, "queue_limit": 0}
        request = CrawlRequest(site=SITE, seeds=seeds, **(chosen | wishes))
        summary = spawn_crawl(request, self.settings, self.reader)
        self.summaries.append(summary)
        return summary

    def rows(self) -> dict[str, LedgerRow]:
        """The ledger by path and query."""
        ledger = Ledger(State(self.state))
        try:
            return {_path(row.url): row for row in ledger.rows(SITE)}
        finally:
            ledger.close()

    def statuses(self) -> dict[str, str]:
        """Status by path and query."""
        return {path: row.status for path, row in self.rows().items()}

    def pages(self) -> list[str]:
        """Paths of the pages that are live."""
        return sorted(path for path, row in self.rows().items() if row.snapshot)

    def aliases(self) -> dict[str, str]:
        """Paths of other addresses, each with the path of its page."""
        ledger = Ledger(State(self.state))
        try:
            return {_path(alias): _path(url) for alias, url in ledger.aliases(SITE).items()}
        finally:
            ledger.close()

    def take_queue(self) -> list[QueueItem]:
        """Take everything off the queue, as ingest would."""
        queue = PageQueue(self.state)
        items = queue.claim(100_000)
        for item in items:
            queue.done(item)
        queue.close()
        return items

    def queued(self, kind: str = "page") -> list[str]:
        """Take everything off the queue; the paths of one kind, in order."""
        return [_path(item.url) for item in self.take_queue() if item.kind == kind]

    def snapshot(self, path: str) -> Snapshot:
        """The snapshot of a live page."""
        return SnapshotStore(self.home / "snapshots").get(self.rows()[path].snapshot)


def _path(url: str) -> str:
    return "/" + url.split("/", 3)[3]
