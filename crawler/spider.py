"""The spider: takes entries from the frontier and gives answers to `visits`, which decides what they mean."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from time import monotonic
from typing import Any

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Request, Response
from twisted.python.failure import Failure

from core.errors import StateDamaged
from core.records import LIVE, PageStatus
from core.sizes import format_size
from core.urls import host_of, read_location, resolve, split_url
from crawler.answers import Answer, Entry
from crawler.books import FLUSH_PAGES
from crawler.job import Job
from crawler.opening import Opening
from crawler.outcome import count_pages
from crawler.parts import make_parts
from crawler.render import Renderer
from crawler.request import Progress
from crawler.wire import Wire

FLUSH_SECONDS = 0.5
QUEUE_PATIENCE = 120.0


class SiteSpider(Spider):
    """One crawl of one site, over the parts in its `Job`."""

    name = "sitequest"

    def __init__(self, job: Job) -> None:
        super().__init__()
        self.job = job
        self.request = job.request
        self.books = job.books
        self.wire = Wire(job)
        self.parts = make_parts(job, self.fetch_checked, self.ask_robots)
        self.opening = Opening(job, self.parts, self.ask)
        self.renderer = Renderer(self.fetch_checked, job.user_agent) if self.request.render else None
        self.parts.visits.render = self.renderer.render if self.renderer else None
        self.active = 0
        self.is_ready = False
        self.stop_reason = ""
        self._last_flush = monotonic()
        self._depth_seen = (0, monotonic())
        self._seeds_read = 0

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> SiteSpider:
        """As Scrapy makes it, with the limits on bodies connected."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.wire.limit_body, signal=signals.bytes_received)
        crawler.signals.connect(spider.wire.skip_body, signal=signals.headers_received)
        crawler.signals.connect(spider._on_idle, signal=signals.spider_idle)
        crawler.signals.connect(spider._close_browser, signal=signals.spider_closed)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        """Robots rules and sitemaps first, then the frontier as the ledger has it."""
        with self._breaking_off():
            for seed in self.job.scope.seeds:
                await self._pace(seed)
            self.opening.load()
            await self._read_sitemaps()
            self.books.flush()
        self.is_ready = True
        if False:
            yield None

    async def _read_sitemaps(self) -> None:
        """Those of the seeds that were not read yet, as when a seed has just led to another name of the site."""
        new = self.job.scope.seeds[self._seeds_read :]
        self._seeds_read += len(new)
        if new and self.request.sitemaps:
            for seed in new:
                await self._pace(seed)
            await self.opening.read_sitemaps(new)

    # what is asked next

    def next_request(self, now: float) -> Request | None:
        """The next request, or None while nothing may be sent."""
        if not self.is_ready or self.stop_reason or self.request.dry_run:
            return None
        with self._breaking_off():
            return self._next(now)
        return None

    def _next(self, now: float) -> Request | None:
        self._flush_in_time(now)
        self.stop_reason = self._budget()
        if self.stop_reason or self._is_full(now):
            return None
        while (entry := self.parts.frontier.next(now)) is not None:
            if self._may_ask(entry, now):
                self.active += 1
                reachable = self.parts.robots.reachable(entry.asked)
                entry = entry if reachable == entry.asked else replace(entry, address=reachable)
                return self._request(entry).replace(callback=self.parse, errback=self.lost)
        return None

    def is_over(self) -> bool:
        """Whether nothing is left to ask or to wait for."""
        if not self.is_ready or self.active:
            return False
        return bool(self.stop_reason) or self.request.dry_run or self.parts.frontier.size == 0

    def _may_ask(self, entry: Entry, now: float) -> bool:
        if not self.parts.robots.knows(entry.asked):
            self.parts.frontier.later(entry, now + 0.1)
            asyncio.ensure_future(self._pace(entry.asked))  # noqa: RUF006 - the frontier waits for its result
            return False
        status, reason = self.parts.discovery.judge(entry.url, entry.depth)
        if status == PageStatus.TRAPPED and entry.known is not None and entry.known.status in LIVE:
            status = "queued"  # a page of the site, whatever is around it
        if self.parts.retries.is_down(host_of(entry.url)):
            status, reason = PageStatus.FAILED, "its host did not answer; asked again at the next crawl"
        if status != "queued":
            self._set_aside(entry, status, reason)
        return status == "queued"

    def _set_aside(self, entry: Entry, status: str, reason: str) -> None:
        known = entry.known is not None and entry.known.status in LIVE
        changes = {"reason": f"{reason}; kept as last seen"} if known else {"status": status, "reason": reason}
        self.parts.booking.tally.troubles[status] += 1
        self.books.close_row(entry.url, **changes)

    def _budget(self) -> str:
        tally = self.parts.booking.tally
        if self._spent() and not self.active:
            return f"the budget of {count_pages(self.request.max_pages)} was reached"
        if 0 < self.request.max_bytes <= tally.bytes:
            return f"the budget of {format_size(self.request.max_bytes)} was reached"
        return ""

    def _spent(self) -> bool:
        return 0 < self.request.max_pages <= self.parts.booking.tally.fetched + self.active

    def _is_full(self, now: float) -> bool:
        """Back-pressure: whether ingest is so far behind that fetching waits. Without any ingest it does not."""
        if self._spent():
            return True
        limit = self.request.queue_limit
        if not limit or self.parts.booking.tally.queued < limit:
            return False
        depth = self.books.queue.depth(self.request.site)
        before, since = self._depth_seen
        if depth != before:
            self._depth_seen = (depth, now)
        return depth >= limit and now - since < QUEUE_PATIENCE

    # requests and answers

    def _request(self, entry: Entry) -> Request:
        self.parts.booking.tally.requests += 1
        return self.wire.request_for(entry)

    async def parse(self, response: Response) -> None:
        """An answer came."""
        entry: Entry = response.meta["entry"]
        try:
            await self._visit(entry, self.wire.answer(response, entry))
        finally:
            self.active -= 1

    async def lost(self, failure: Failure) -> None:
        """No answer came."""
        entry: Entry = failure.request.meta["entry"]  # type: ignore[attr-defined]
        try:
            await self._visit(entry, self.wire.failure(entry, failure.value))
        finally:
            self.active -= 1

    async def _visit(self, entry: Entry, answer: Answer) -> None:
        with self._breaking_off():
            await self._follow(entry, answer)
            self._flush_in_time(monotonic())

    async def _follow(self, entry: Entry, answer: Answer) -> None:
        again: Entry | None = entry
        try:
            while again is not None:
                entry = again
                again = await self.parts.visits.take(entry, answer)
                await self._read_sitemaps()
                if again is not None:
                    answer = await self.fetch(again)
        except StateDamaged:
            raise
        except Exception as error:  # one bad page must not end the crawl
            self.logger.exception("page %s", entry.url)
            reason = f"error while reading it: {type(error).__name__}: {str(error)[:200]}"
            self.books.close_row(entry.url, status=PageStatus.FAILED, reason=reason)

    async def fetch(self, entry: Entry) -> Answer:
        """Ask at once, outside the frontier."""
        try:
            return self.wire.answer(await self.crawler.engine.download_async(self._request(entry)), entry)
        except Exception as error:  # noqa: BLE001 - whatever went wrong on the wire is the answer
            return self.wire.failure(entry, error)

    async def fetch_checked(self, entry: Entry) -> Answer:
        """The same, if robots.txt allows it."""
        return Answer(entry.url, 403) if self.parts.robots.refusal(entry.url) else await self.fetch(entry)

    async def ask(self, entry: Entry) -> Answer:
        """Ask for a file of the host's own (a sitemap), following redirects within the site, trying twice."""
        return await self._ask(entry, self.job.scope.holds)

    async def ask_robots(self, entry: Entry) -> Answer:
        """Ask for a robots.txt, following redirects wherever they lead (RFC 9309, 2.3.1.2), trying twice."""
        return await self._ask(entry, bool)

    async def _ask(self, entry: Entry, may_follow: Callable[[str], bool]) -> Answer:
        answer = await self.fetch(entry)
        if answer.status == 0 or answer.status >= 500:
            answer = await self.fetch(entry)
        for _ in range(5):
            target = (
                resolve(answer.url, read_location(answer.headers.get("location", "")))
                if 300 <= answer.status < 400
                else ""
            )
            if not target or not may_follow(target):
                break
            answer = await self.fetch(replace(entry, address=target))
        return answer

    async def _pace(self, url: str) -> None:
        rules = await self.parts.robots.ensure(url)
        delay = max(self.request.delay, 0.0 if self.request.ignore_robots else rules.delay)
        host = split_url(url).hostname or ""
        if delay > self.job.floors.get(host, 0.0):
            self.job.floors[host] = delay
            downloader = self.crawler.engine.downloader
            downloader.per_slot_settings[host] = {"delay": delay, "concurrency": 1, "jitter": 0.0}
            if host in downloader.slots:
                slot = downloader.slots[host]
                slot.delay, slot.jitter = max(slot.delay, delay), 0.0

    # books and end

    def _flush_in_time(self, now: float) -> None:
        due = self.books.waiting() >= FLUSH_PAGES or now - self._last_flush > FLUSH_SECONDS
        if due and not self.request.dry_run and self.job.broken is None:
            self._last_flush = now
            self.books.flush(self.parts.traps.take_changed())
            self._tell()

    def _tell(self) -> None:
        if self.job.progress is None:
            return
        tally = self.parts.booking.tally
        progress = Progress(
            site=self.request.site,
            fetched=tally.fetched,
            known=len(self.books.known),
            pending=self.parts.frontier.size + self.active,
            queued=self.books.queue.depth(self.request.site),
            bytes=tally.bytes,
            url=tally.last_url,
        )
        with suppress(OSError):
            self.job.progress(progress)

    def _on_idle(self, spider: Any) -> None:
        if not self.is_over():
            raise DontCloseSpider
        more = False
        if not self.stop_reason and not self.request.dry_run:
            with self._breaking_off():
                more = self.opening.take_foreign() or self.parts.ending.more_to_ask()
        if more:
            raise DontCloseSpider

    @contextmanager
    def _breaking_off(self) -> Iterator[None]:
        """End the crawl where its books cannot be written (a full disk): nothing done after it would be kept."""
        try:
            yield
        except StateDamaged as error:
            self.job.broken = self.job.broken or error
            self.stop_reason = self.stop_reason or str(error)

    def closed(self, reason: str) -> None:
        """Called by Scrapy at the end, also after Ctrl-C."""
        if reason != "finished" and not self.stop_reason:
            self.stop_reason = "it was stopped"
        with self._breaking_off():
            if self.job.broken is None:
                self.parts.ending.end(self.stop_reason)

    async def _close_browser(self) -> None:
        if self.renderer is not None:
            await self.renderer.close()
