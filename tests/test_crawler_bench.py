"""How fast and how big a crawl is, beside a plain Scrapy spider in the same run."""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import psutil
import pytest

from core.settings import Settings
from crawler.process import run_crawl
from crawler.request import CrawlRequest, Progress
from ingest.html import inspect
from tests.sites.generated import serve_generated

PAGES = 500
ROUNDS = 2
Record = Callable[[str, object], None]


def say(what: str, figures: object) -> None:
    """Show figures also where pytest keeps what tests print."""
    sys.__stdout__.write(f"\n{what}: {figures}\n") if sys.__stdout__ else None


def _plain_spider(url: str, pipe: Connection) -> None:
    import lxml.html
    import scrapy
    from scrapy.crawler import AsyncCrawlerProcess

    class Plain(scrapy.Spider):
        name = "plain"
        start_urls = [url]  # noqa: RUF012
        seen = 0

        def parse(self, response: Any) -> Any:
            Plain.seen += 1
            root = lxml.html.fromstring(response.body)
            for link in root.xpath("//a/@href"):
                yield response.follow(link)

    settings = {
        "LOG_ENABLED": False,
        "CONCURRENT_REQUESTS": 16,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
        "TELNETCONSOLE_ENABLED": False,
    }
    process = AsyncCrawlerProcess(settings)
    started = time.perf_counter()
    process.crawl(Plain)
    process.start()
    pipe.send(Plain.seen / (time.perf_counter() - started))


def _ours(url: str, pipe: Connection, home: Path) -> None:
    request = CrawlRequest(
        site="bench", seeds=(url,), allow_private=True, politeness="none", queue_limit=0, concurrency=16
    )
    started = time.perf_counter()
    summary = run_crawl(request, Settings(home=home), inspect)
    pipe.send(summary.fetched / (time.perf_counter() - started))


def _measured(work: Callable[..., None], *arguments: object) -> float:
    context = multiprocessing.get_context("forkserver")
    mine, theirs = context.Pipe()
    process = context.Process(target=work, args=(*arguments[:1], theirs, *arguments[1:]))
    process.start()
    speed = mine.recv()
    process.join()
    return float(speed)


@pytest.mark.bench
@pytest.mark.timeout(1200)
def test_pages_a_second_against_a_plain_spider(tmp_path: Path, record_property: Record):
    with serve_generated(PAGES) as url:
        pairs = [(_measured(_plain_spider, url), _measured(_ours, url, tmp_path / str(n))) for n in range(ROUNDS)]
    ratios = sorted(ours / plain for plain, ours in pairs)
    shown = [f"plain {plain:.0f}, ours {ours:.0f}: {ours / plain:.2f} x" for plain, ours in pairs]
    say("pages a second over loopback", shown)
    record_property("pages_a_second", shown)
    assert ratios[0] >= 0.7


def _soak(url: str, pipe: Connection, home: Path) -> None:
    process = psutil.Process()
    sizes: list[tuple[int, float]] = []

    def note(progress: Progress) -> None:
        if not sizes or progress.fetched >= sizes[-1][0] + 2500:
            sizes.append((progress.fetched, process.memory_info().rss / 1e6))

    request = CrawlRequest(
        site="soak", seeds=(url,), allow_private=True, politeness="none", queue_limit=0, concurrency=16
    )
    summary = run_crawl(request, Settings(home=home), inspect, progress=note)
    pipe.send((summary.fetched, sizes))


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_memory_stays_flat_over_fifty_thousand_pages(tmp_path: Path, record_property: Record):
    context = multiprocessing.get_context("forkserver")
    mine, theirs = context.Pipe()
    with serve_generated(50_000) as url:
        process = context.Process(target=_soak, args=(url, theirs, tmp_path))
        process.start()
        fetched, sizes = mine.recv()
        process.join()
    say("pages fetched, megabytes", sizes)
    record_property("megabytes", sizes)
    assert fetched == 50_001
    assert max(size for _, size in sizes) <= 400
    warm = next(size for count, size in sizes if count >= 10_000)
    assert sizes[-1][1] <= warm * 1.25


def _twice(url: str, pipe: Connection, home: Path) -> None:
    _ours(url, pipe, home)


@pytest.mark.bench
@pytest.mark.timeout(600)
def test_an_unchanged_site_is_updated_with_conditional_requests_alone(tmp_path: Path, record_property: Record):
    with serve_generated(300) as url:
        first = 300 / _measured(_twice, url, tmp_path)
        second = 300 / _measured(_twice, url, tmp_path)
    say("seconds without ingest", {"first": first, "update": second})
    record_property("seconds", {"first": first, "update": second})
    assert second < first * 1.5
