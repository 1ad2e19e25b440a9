"""How fast a polite crawl may go: which answers shorten the pause between two requests."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from statistics import median
from types import SimpleNamespace

import pytest
from scrapy.http import Response
from scrapy.settings import Settings

from crawler.throttle import FlooredThrottle
from tests.sites.crawls import Crawls
from tests.sites.server import Reply, page, routes, serve

PACE = 0.4


def throttle() -> FlooredThrottle:
    settings = Settings({"AUTOTHROTTLE_ENABLED": True, "AUTOTHROTTLE_TARGET_CONCURRENCY": 2.0})
    signals = SimpleNamespace(connect=lambda *_, **__: None)
    return FlooredThrottle(SimpleNamespace(settings=settings, signals=signals, spider=None))  # type: ignore[arg-type]


def delay_after(status: int, latency: float = 0.02, answers: int = 12) -> float:
    """The pause after some answers of one kind, from half a second on."""
    slot, watched = SimpleNamespace(delay=0.5), throttle()
    watched.mindelay, watched.maxdelay = 0.0, 60.0
    for _ in range(answers):
        watched._adjust_delay(slot, latency, Response("https://uni.example/", status=status))
    return float(slot.delay)


@pytest.mark.parametrize("status", [200, 301, 302, 304])
def test_pages_redirects_and_unchanged_pages_shorten_the_pause(status: int):
    assert delay_after(status) < 0.02


@pytest.mark.parametrize("status", [403, 404, 429, 500, 503])
def test_errors_shorten_nothing(status: int):
    assert delay_after(status) == 0.5


def test_a_slow_server_is_asked_less_often_whatever_it_says():
    assert delay_after(304, latency=4.0) == delay_after(200, latency=4.0) == 2.0


@pytest.mark.parametrize("politeness", ["auto", "none"])
def test_the_pause_that_robots_txt_asks_for_lies_between_all_requests(tmp_path: Path, politeness: str):
    site = {"/robots.txt": Reply(f"User-agent: *\nCrawl-delay: {PACE}\n", kind="text/plain"), "/": page("Home", *"abc")}
    site |= {f"/{name}": page(f"Page {name}", text=f"The {name} of it.") for name in "abc"}
    with serve(routes(site)) as server:
        Crawls(tmp_path).run(server.url, politeness=politeness)
    asked = [request for request in server.asked if request.target != "/robots.txt"]
    assert len(asked) >= 4
    pauses = [later.at - earlier.at for earlier, later in pairwise(asked)]
    assert median(pauses) > 0.9 * PACE
    assert min(pauses) > 0.5 * PACE  # a busy server notes one request late, and the next one in time


def test_a_wished_delay_is_the_least_pause(tmp_path: Path):
    with serve(routes({"/": page("Home", "/a"), "/a": page("Page a", text="All of a.")})) as server:
        Crawls(tmp_path).run(server.url, politeness="auto", delay=PACE)
    asked = [request for request in server.asked if request.target != "/robots.txt"]
    assert min(later.at - earlier.at for earlier, later in pairwise(asked)) > 0.9 * PACE
