"""A crawl under way in a process of its own, so that the ingest side can work beside it."""

from __future__ import annotations

import os
import signal
import threading
import time
from dataclasses import dataclass, field
from multiprocessing import active_children
from typing import TYPE_CHECKING

from app.bars import Bars
from core.errors import SiteQuestError
from core.settings import Settings

if TYPE_CHECKING:
    from crawler.request import CrawlRequest, CrawlSummary

POLL_SECONDS = 0.1


@dataclass(slots=True)
class Crawling:
    """A crawl under way in a child process, watched by a thread. True while false: see `ended`."""

    settings: Settings
    request: CrawlRequest
    bars: Bars
    summary: CrawlSummary | None = None
    error: BaseException | None = None
    thread: threading.Thread | None = field(default=None)

    def start(self) -> None:
        """Start the child."""
        self.thread = threading.Thread(target=self._run, name="crawl", daemon=True)
        self.thread.start()

    def run(self) -> CrawlSummary:
        """Start, wait, and give the result."""
        self.start()
        try:
            while not self.ended:
                time.sleep(POLL_SECONDS)
        except KeyboardInterrupt:
            self.cancel()
            raise
        return self.result()

    def __bool__(self) -> bool:
        return self.ended

    @property
    def ended(self) -> bool:
        """Whether the child is gone."""
        return self.thread is not None and not self.thread.is_alive()

    def result(self) -> CrawlSummary:
        """How it ended; raises what ended it."""
        if self.error is not None:
            raise self.error
        assert self.summary is not None
        return self.summary

    def cancel(self) -> None:
        """Ask the child to end in order and wait for it."""
        for child in active_children():
            if child.name.startswith("crawl ") and child.pid:
                os.kill(child.pid, signal.SIGINT)
        if self.thread is not None:
            self.thread.join(30)

    def _run(self) -> None:
        from crawler.process import spawn_crawl
        from ingest.html import inspect
        from ingest.parsing import PRELOAD

        try:
            self.summary = spawn_crawl(
                self.request, self.settings, inspect, progress=self.bars.crawl, preload=(PRELOAD,)
            )
        except (SiteQuestError, OSError) as error:
            self.error = error
