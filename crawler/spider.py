"""The spider: turns entries into requests and answers into visits. What an answer means is decided in `visits`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Any

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CannotResolveHostError, DontCloseSpider, DownloadTimeoutError, StopDownload
from scrapy.http import Request, Response
from twisted.python.failure import Failure

from core.records import PageStatus
from core.urls import host_of, resolve
from crawler.answers import Answer, Entry
from crawler.bodies import unpack
from crawler.booking import LIVE
from crawler.books import FLUSH_PAGES
from crawler.freshness import is_newer
from crawler.job import Job
from crawler.parts import make_parts
from crawler.redirects import cookie_header
from crawler.render import Renderer
from crawler.request import Progress
from crawler.retries import REFUSED_ADDRESS
from crawler.sitemaps import read_listing

FLUSH_SECONDS = 0.5
QUEUE_PATIENCE = 120.0
MAX_SITEMAPS = 500
ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,application/pdf;q=0.8,*/*;q=0.5"
SKIPPED_TYPES = ("video/", "audio/", "image/", "font/", "application/zip", "application/x-iso")
BIG = 1_000_000


class SiteSpider(Spider):
    """One crawl of one site, over the parts in its `Job`."""

    name = "sitequest"

    def __init__(self, job: Job) -> None:
        super().__init__()
        self.job = job
        self.request = job.request
        self.books = job.books
        self.parts = make_parts(job, self.fetch_checked, self.ask)
        self.resumed = self.parts.resumed
        self.traps = self.parts.traps
        self.frontier = self.parts.frontier
        self.robots = self.parts.robots
        self.discovery = self.parts.discovery
        self.booking = self.parts.booking
        self.retries = self.parts.retries
        self.visits = self.parts.visits
        self.ending = self.parts.ending
        self.renderer = Renderer(self.fetch_checked, job.user_agent) if self.request.render else None
        self.visits.render = self.renderer.render if self.renderer else None
        self.active = 0
        self.is_ready = False
        self.stop_reason = ""
        self._last_flush = monotonic()
        self._depth_seen = (0, monotonic())

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> SiteSpider:
        """As Scrapy makes it, with the limits on bodies connected."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider._limit_body, signal=signals.bytes_received)
        crawler.signals.connect(spider._skip_body, signal=signals.headers_received)
        crawler.signals.connect(spider._on_idle, signal=signals.spider_idle)
        crawler.signals.connect(spider._close_browser, signal=signals.spider_closed)
        return spider

    async def start(self) -> AsyncIterator[Any]:
        """Robots rules and sitemaps first, then the frontier as the ledger has it."""
        for seed in self.job.scope.seeds:
            await self._pace(seed)
        self._load()
        if self.request.sitemaps:
            await self._read_sitemaps()
        self.books.flush()
        self.is_ready = True
        if False:
            yield None

    # what is asked next

    def next_request(self, now: float) -> Request | None:
        """The next request, or None while nothing may be sent."""
        if not self.is_ready or self.stop_reason or self.request.dry_run:
            return None
        self._flush_in_time(now)
        self.stop_reason = self._budget()
        if self.stop_reason or self._is_full(now):
            return None
        while (entry := self.frontier.next(now)) is not None:
            request = self._request_for(entry, now)
            if request is not None:
                self.active += 1
                return request
        return None

    def is_over(self) -> bool:
        """Whether nothing is left to ask or to wait for."""
        if not self.is_ready or self.active:
            return False
        return bool(self.stop_reason) or self.request.dry_run or self.frontier.size == 0

    def _request_for(self, entry: Entry, now: float) -> Request | None:
        if not self.robots.knows(entry.asked):
            self.frontier.later(entry, now + 0.1)
            asyncio.ensure_future(self._pace(entry.asked))  # noqa: RUF006 - the frontier waits for its result
            return None
        if self.retries.is_down(host_of(entry.url)):
            self._set_aside(entry, PageStatus.FAILED, "its host did not answer; asked again at the next crawl")
            return None
        status, reason = self.discovery.judge(entry.url, entry.depth)
        if status != "queued":
            self._set_aside(entry, status, reason)
            return None
        return self.make_request(entry)

    def _set_aside(self, entry: Entry, status: str, reason: str) -> None:
        known = entry.known is not None and entry.known.status in LIVE
        changes = {"reason": f"{reason}; kept as last seen"} if known else {"status": status, "reason": reason}
        self.books.close_row(entry.url, **changes)

    def _budget(self) -> str:
        if 0 < self.request.max_pages <= self.booking.tally.fetched + self.active:
            return f"the budget of {self.request.max_pages} pages was reached" if not self.active else ""
        if 0 < self.request.max_bytes <= self.booking.tally.bytes:
            return f"the budget of {self.request.max_bytes} bytes was reached"
        return ""

    def _is_full(self, now: float) -> bool:
        """Back-pressure: whether ingest is so far behind that fetching waits. Without any ingest it does not."""
        if 0 < self.request.max_pages <= self.booking.tally.fetched + self.active:
            return True
        if not self.request.queue_limit or self.booking.tally.queued < self.request.queue_limit:
            return False
        depth = self.books.queue.depth(self.request.site)
        before, since = self._depth_seen
        if depth != before:
            self._depth_seen = (depth, now)
        return depth >= self.request.queue_limit and now - since < QUEUE_PATIENCE

    # requests and answers

    def make_request(self, entry: Entry, *, timeout: float = 0.0) -> Request:
        """The request of an entry: conditional where its history allows, with its host's credentials."""
        headers = {"Accept": ACCEPT, "Accept-Encoding": "gzip, deflate, br, zstd", "User-Agent": self.job.user_agent}
        headers.update(self._conditions(entry))
        headers.update(self.job.credentials.headers(entry.asked))
        if entry.cookies:
            headers["Cookie"] = cookie_header(entry)
        self.booking.tally.requests += 1
        return Request(
            entry.asked,
            callback=self.parse,
            errback=self.lost,
            headers=headers,
            meta={"entry": entry, "download_timeout": timeout or self.request.timeout},
            dont_filter=True,
        )

    def _conditions(self, entry: Entry) -> dict[str, str]:
        known = entry.known
        if known is None or self.request.full or entry.asked != known.url or not known.body_hash:
            return {}
        if known.snapshot and not self.books.snapshots.has(known.snapshot):
            return {}
        conditions = {"If-None-Match": known.etag or "", "If-Modified-Since": known.last_modified or ""}
        return {name: value for name, value in conditions.items() if value}

    async def parse(self, response: Response) -> None:
        """An answer came."""
        entry: Entry = response.meta["entry"]
        try:
            await self._visit(entry, self._answer(response))
        finally:
            self.active -= 1

    async def lost(self, failure: Failure) -> None:
        """No answer came."""
        entry: Entry = failure.request.meta["entry"]  # type: ignore[attr-defined]
        try:
            await self._visit(entry, self._failed(entry, failure.value or failure))
        finally:
            self.active -= 1

    async def _visit(self, entry: Entry, answer: Answer) -> None:
        again: Entry | None = entry
        try:
            while again is not None:
                entry = again
                again = await self.visits.take(entry, answer)
                if again is not None:
                    answer = await self.fetch(again)
        except Exception as error:  # one bad page must not end the crawl
            self.logger.exception("page %s", entry.url)
            reason = f"error while reading it: {type(error).__name__}: {str(error)[:200]}"
            self.books.close_row(entry.url, status=PageStatus.FAILED, reason=reason)
        self._flush_in_time(monotonic())

    async def fetch(self, entry: Entry) -> Answer:
        """Ask at once, outside the frontier."""
        request = self.make_request(entry)
        request.callback = request.errback = None
        try:
            return self._answer(await self.crawler.engine.download_async(request))
        except Exception as error:  # noqa: BLE001 - whatever went wrong on the wire is the answer
            return self._failed(entry, error)

    async def fetch_checked(self, entry: Entry) -> Answer:
        """The same, if robots.txt allows it."""
        return Answer(entry.url, 403) if self.robots.refusal(entry.url) else await self.fetch(entry)

    async def ask(self, entry: Entry, hops: int = 5) -> Answer:
        """Ask for a file of the host's own (robots.txt, sitemap), following redirects, trying twice."""
        answer = await self.fetch(entry)
        if answer.status == 0 or answer.status >= 500:
            answer = await self.fetch(entry)
        for _ in range(hops):
            target = resolve(answer.url, answer.headers.get("location", "")) if 300 <= answer.status < 400 else ""
            if not target or (not self.job.scope.holds(target)):
                break
            answer = await self.fetch(replace(entry, address=target))
        return answer

    def _answer(self, response: Response) -> Answer:
        encodings = ",".join(value.decode("latin-1") for value in response.headers.getlist("Content-Encoding"))
        body = unpack(response.body, encodings, self.request.max_body)
        lost = "dataloss" in response.flags
        return Answer(
            url=response.url,
            status=response.status,
            headers=_headers(response),
            body=body.data[: self.request.max_body],
            cookies=tuple(value.decode("latin-1") for value in response.headers.getlist("Set-Cookie")),
            truncated=body.truncated or lost or "download_stopped" in response.flags,
            warnings=body.warnings,
            failure="the body ended early" if lost else "",
        )

    def _failed(self, entry: Entry, error: object) -> Answer:
        if isinstance(error, CannotResolveHostError):
            refused = self.job.guard.has_refused(entry.asked)
            return Answer(entry.asked, 0, failure=REFUSED_ADDRESS if refused else "its host was not found")
        if isinstance(error, DownloadTimeoutError):
            return Answer(entry.asked, 0, failure=f"no whole answer within {self.request.timeout:g} seconds")
        return Answer(entry.asked, 0, failure=f"no answer ({type(error).__name__})")

    def _limit_body(self, data: bytes, request: Request, spider: Any) -> None:
        received = request.meta["received"] = request.meta.get("received", 0) + len(data)
        if received > self.request.max_body:
            raise StopDownload(fail=False)

    def _skip_body(self, headers: Any, body_length: int, request: Request, spider: Any) -> None:
        kind = (headers.get("Content-Type") or b"").decode("latin-1").lower()
        if kind.startswith(SKIPPED_TYPES) and (not isinstance(body_length, int) or body_length > BIG):
            raise StopDownload(fail=False)

    # beginning and end

    async def _pace(self, url: str) -> None:
        rules = await self.robots.ensure(url)
        delay = max(self.request.delay, 0.0 if self.request.ignore_robots else rules.delay)
        host = host_of(url).partition(":")[0]
        if delay > self.job.floors.get(host, 0.0):
            self.job.floors[host] = delay
            slot = {"delay": delay, "concurrency": 1, "jitter": 0.0}
            downloader = self.crawler.engine.downloader
            downloader.per_slot_settings[host] = slot
            if host in downloader.slots:
                downloader.slots[host].delay = delay

    def _load(self) -> None:
        if not self.resumed:
            self._make_due()
        self.books.ledger.note(self.request.site, "run", "running")
        self.frontier.load()
        for seed in self.job.scope.seeds:
            self.discovery.offer(seed, depth=0, source="seed")

    def _make_due(self) -> None:
        now = self.ending.now()
        due = "next_visit <= ?" if self.request.due_only else "(status NOT IN ('gone', 'soft-404') OR next_visit <= ?)"
        self.books.state.write(
            f"UPDATE ledger SET pending = 1, tries = 0 WHERE site = ? AND {due} "  # noqa: S608
            "AND NOT (status = 'not-text' AND fetched_at = '')",
            *(self.request.site, now if not self.request.full else "9999"),
        )

    async def _read_sitemaps(self) -> None:
        waiting = [address for seed in self.job.scope.seeds for address in self._sitemap_addresses(seed)]
        seen: set[str] = set()
        while waiting and len(seen) < MAX_SITEMAPS:
            address = waiting.pop(0)
            if address in seen or not self.job.scope.holds(address) or self.robots.refusal(address):
                continue
            seen.add(address)
            answer = await self.ask(Entry(url=address))
            if answer.status == 200:
                waiting += self._take_sitemap(answer)

    def _sitemap_addresses(self, seed: str) -> list[str]:
        listed = self.robots.rules(seed).sitemaps
        return [resolve(seed, address) for address in (*listed, "/sitemap.xml")]

    def _take_sitemap(self, answer: Answer) -> list[str]:
        listing = read_listing(answer.body, answer.url)
        for item in listing.pages:
            url = resolve(answer.url, item.url)
            if not self.discovery.offer(url, depth=1, source="sitemap", lastmod=item.lastmod):
                self._hint(url, item.lastmod)
        return [resolve(answer.url, item.url) for item in listing.sitemaps]

    def _hint(self, url: str, lastmod: str) -> None:
        if not (lastmod and self.request.due_only and url):
            return
        row = self.books.ledger.get(self.request.site, url)
        if row is not None and not row.pending and is_newer(lastmod, row.fetched_at):
            self.books.state.write(
                "UPDATE ledger SET pending = 1, lastmod = ? WHERE site = ? AND url = ?",
                *(lastmod, self.request.site, row.url),
            )
            self.frontier.push_front(Entry(url=row.url, depth=row.depth, known=row))

    def _flush_in_time(self, now: float) -> None:
        if self.books.waiting() >= FLUSH_PAGES or now - self._last_flush > FLUSH_SECONDS:
            self._last_flush = now
            if self.request.dry_run:
                return
            self.books.flush(self.traps.take_changed())
            self._tell()

    def _tell(self) -> None:
        if self.job.progress is None:
            return
        tally = self.booking.tally
        with suppress(OSError):
            self.job.progress(
                Progress(
                    site=self.request.site,
                    fetched=tally.fetched,
                    known=len(self.books.known),
                    pending=self.frontier.size + self.active,
                    queued=self.books.queue.depth(self.request.site),
                    bytes=tally.bytes,
                    url=tally.last_url,
                )
            )

    def _on_idle(self, spider: Any) -> None:
        if not self.is_over():
            raise DontCloseSpider
        if not self.stop_reason and not self.request.dry_run and self.ending.more_to_ask():
            raise DontCloseSpider

    def closed(self, reason: str) -> None:
        """Called by Scrapy at the end, also after Ctrl-C."""
        if reason != "finished" and not self.stop_reason:
            self.stop_reason = "it was stopped"
        self.ending.end(self.stop_reason)

    async def _close_browser(self) -> None:
        if self.renderer is not None:
            await self.renderer.close()


def _headers(response: Response) -> dict[str, str]:
    return {
        name.decode("latin-1").lower(): b", ".join(values).decode("latin-1")
        for name, values in response.headers.items()
    }
