"""Running a crawl: once in this process (`run_crawl`), or in a child of it (`spawn_crawl`)."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scrapy.crawler import AsyncCrawlerProcess

from core.children import begin_child
from core.errors import CrawlError, SiteQuestError
from core.settings import Settings
from core.state import STATE_NAME
from crawler.addresses import check_address
from crawler.job import Job, Report, make_job
from crawler.offline import FolderPages, take_answers
from crawler.reading import Inspect
from crawler.request import CrawlRequest, CrawlSummary, Progress
from crawler.spider import SiteSpider
from crawler.warc import WarcPages, first_address

HANDLER = "crawler.network.BoundedHandler"
SLOT_BYTES, MOST_BIG = 5_000_000, 3
"""Bytes of answers that may wait to be read before no more are asked for, and how many answers of the greatest size."""


def run_crawl(
    request: CrawlRequest, settings: Settings, inspect: Inspect, *, progress: Report | None = None
) -> CrawlSummary:
    """Crawl a site into the ledger, the snapshot store and the queue of `settings.home`; returns how it ended.

    A process can do this once, since a Twisted reactor cannot be started again: use `spawn_crawl` for more.
    Ctrl-C ends it in order, and the same request goes on where it stopped, as it does after a kill.
    Raises `AddressRefused` for a seed that must not be crawled; `CrawlError` when the crawl itself breaks.
    """
    if request.warc is not None or request.folder is not None:
        return _from_disk(request, settings, inspect)
    for seed in request.seeds:
        check_address(seed, allow_private=request.allow_private)
    with TemporaryDirectory() as scratch:
        state = _copy_of_state(settings, Path(scratch)) if request.dry_run else None
        job = make_job(request, settings, inspect, progress, state)
        try:
            _run(job)
        finally:
            job.books.state.close()
    if job.broken is not None:
        raise job.broken
    if job.summary is None:
        raise CrawlError(f"The crawl of {request.site} broke off before its end; the log says why.")
    return job.summary


def _from_disk(request: CrawlRequest, settings: Settings, inspect: Inspect) -> CrawlSummary:
    pages: WarcPages | FolderPages
    if request.warc is not None:
        seeds = request.seeds or tuple(first_address(request.warc))
        pages = WarcPages(request.warc, request.max_body)
    else:
        assert request.folder is not None
        seeds = (*request.seeds, request.base_url or "")
        pages = FolderPages(request.folder, request.base_url or "", request.max_body)
    job = make_job(request.model_copy(update={"seeds": seeds}), settings, inspect)
    try:
        return take_answers(job, pages, lambda: pages.trouble)
    finally:
        job.books.state.close()


def _copy_of_state(settings: Settings, folder: Path) -> Path:
    """A dry run works on a copy, so that it changes nothing."""
    source, copy = settings.home / STATE_NAME, folder / STATE_NAME
    if source.exists():
        with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(copy)) as there:
            here.backup(there)
    return copy


def spawn_crawl(
    request: CrawlRequest,
    settings: Settings,
    inspect: Inspect,
    *,
    progress: Report | None = None,
    preload: Sequence[str] = (),
) -> CrawlSummary:
    """The same in a child process, as often as wanted. `inspect` must be a function of a module.

    `preload` names modules that the fork server imports once, for this and all children after it.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["crawler.process", *preload])
    mine, theirs = context.Pipe()
    arguments = (request, settings, inspect, theirs, dict(os.environ))
    child = context.Process(target=_child, args=arguments, name=f"crawl {request.site}")
    child.start()
    theirs.close()
    try:
        result = _listen(mine, progress)
    finally:
        child.join()
    if isinstance(result, CrawlSummary):
        return result
    if isinstance(result, SiteQuestError):
        raise result
    raise CrawlError(f"The crawl of {request.site} was ended from outside; run it again and it goes on.")


def _listen(pipe: Connection, progress: Callable[[Progress], None] | None) -> object:
    while True:
        try:
            message = pipe.recv()
        except EOFError:
            return None
        if not isinstance(message, Progress):
            return message
        if progress is not None:
            progress(message)


def _child(
    request: CrawlRequest, settings: Settings, inspect: Inspect, pipe: Connection, environment: dict[str, str]
) -> None:
    begin_child(interruptible=True)
    os.environ.clear()
    os.environ.update(environment)  # the fork server was started with an older one
    try:
        pipe.send(run_crawl(request, settings, inspect, progress=pipe.send))
    except SiteQuestError as error:
        pipe.send(error)
    except KeyboardInterrupt:
        pass  # before the crawl began: there is nothing to end
    finally:
        pipe.close()


def _run(job: Job) -> None:
    process = AsyncCrawlerProcess(scrapy_settings(job))
    logging.getLogger("scrapy").setLevel(logging.WARNING)
    task: asyncio.Task[None] = process.crawl(SiteSpider, job=job)
    process.start()
    error = task.exception() if task.done() and not task.cancelled() else None
    if error is not None:
        raise CrawlError(f"The crawl of {job.request.site} broke off: {error}") from error


def scrapy_settings(job: Job) -> dict[str, Any]:
    """Scrapy's settings for a job: only the parts that are needed, and nothing that calls home."""
    polite = job.request.politeness == "auto"
    return {
        "SITEQUEST_GUARD": job.guard,
        "LOG_ENABLED": False,
        "LOG_INSTALL_ROOT_HANDLER": False,
        "CONCURRENT_ITEMS": 1,
        "TELNETCONSOLE_ENABLED": False,
        "REMOTE_CONTROL_ENABLED": False,
        "SCHEDULER": "crawler.scheduler.FrontierScheduler",
        "TWISTED_DNS_RESOLVER": "crawler.network.GuardedResolver",
        "DOWNLOAD_HANDLERS_BASE": {"http": HANDLER, "https": HANDLER},
        "DOWNLOADER_MIDDLEWARES_BASE": _downloader_parts(job),
        "SPIDER_MIDDLEWARES_BASE": {},
        "EXTENSIONS_BASE": {"crawler.throttle.FlooredThrottle": 0},
        "SCRAPER_SLOT_MAX_ACTIVE_SIZE": max(SLOT_BYTES, MOST_BIG * job.request.max_body),
        "DOWNLOAD_TIMEOUT": job.request.timeout,
        "DOWNLOAD_MAXSIZE": 0,
        "DOWNLOAD_WARNSIZE": 0,
        "DOWNLOAD_FAIL_ON_DATALOSS": False,
        "DOWNLOAD_VERIFY_CERTIFICATES": bool(job.credentials),
        "DOWNLOAD_DELAY": job.request.delay,
        "CONCURRENT_REQUESTS": job.request.concurrency * 2,
        "CONCURRENT_REQUESTS_PER_DOMAIN": job.request.concurrency,
        "AUTOTHROTTLE_ENABLED": polite,
        "AUTOTHROTTLE_START_DELAY": max(0.1 if job.request.allow_private else 0.5, job.request.delay),
        "AUTOTHROTTLE_TARGET_CONCURRENCY": 2.0,
        "AUTOTHROTTLE_MAX_DELAY": 60.0,
        "WARN_ON_GENERATOR_RETURN_VALUE": False,
    }


def _downloader_parts(job: Job) -> dict[str, int]:
    parts = {"scrapy.downloadermiddlewares.httpproxy.HttpProxyMiddleware": 750}
    if job.request.cookies:
        parts["scrapy.downloadermiddlewares.cookies.CookiesMiddleware"] = 700
    return parts
