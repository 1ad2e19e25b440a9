"""Scrapy's scheduler over the frontier: requests are made when they can be sent, from rows of the ledger."""

from __future__ import annotations

from time import monotonic
from typing import Any

from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.http import Request

POLL_SECONDS = 0.05


class FrontierScheduler(BaseScheduler):
    """Asks the spider for the next request; says that more may come until the spider has ended."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._spider: Any = None
        self._waker: Any = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> FrontierScheduler:
        """As Scrapy makes it."""
        return cls(crawler)

    def open(self, spider: Any) -> None:
        """Called when the crawl starts."""
        self._spider = spider

    def close(self, reason: str) -> None:
        """Called when the crawl ends."""
        if self._waker is not None and self._waker.active():
            self._waker.cancel()

    def has_pending_requests(self) -> bool:
        """Whether the crawl goes on."""
        return not self._spider.is_over()

    def enqueue_request(self, request: Request) -> bool:
        """No request comes from Scrapy's side."""
        return False

    def next_request(self) -> Request | None:
        """The next request that may be sent now; otherwise ask again soon."""
        request: Request | None = self._spider.next_request(monotonic())
        if request is None:
            self._wake_soon()
        return request

    def _wake_soon(self) -> None:
        from twisted.internet import reactor  # an import at the top would install one

        if self._waker is None or not self._waker.active():
            slot = self._crawler.engine._slot
            if slot is not None and slot.closing is None:
                self._waker = reactor.callLater(POLL_SECONDS, slot.nextcall.schedule)  # type: ignore[arg-type]
