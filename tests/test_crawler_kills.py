"""A crawl that is killed at random moments ends as one that was never disturbed."""

from __future__ import annotations

import multiprocessing
import os
import random
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from core.queue import QueueItem
from core.settings import Settings
from crawler.process import run_crawl
from crawler.request import CrawlRequest
from tests.sites.crawls import SITE, Crawls
from tests.sites.reader import inspect
from tests.sites.server import Asked, Reply, missing, page, serve

PAGES = 120
WORDS = ["river", "garden", "bridge", "tower", "market", "winter", "lantern", "meadow"]


def university(asked: Asked) -> Reply:
    """Sections, mirrors, redirects, a calendar, wrong canonicals and links to nothing."""
    if asked.path == "/":
        return page("Home", *(f"/s{n % 5}/p{n}" for n in range(0, PAGES, 7)), "/cal/1", "/old", "/mirror/p3", "/none")
    if asked.path == "/old":
        return Reply(status=301, headers=(("Location", "/s1/p1"),))
    if asked.path.startswith("/cal/") and asked.path[5:].isdigit():
        return page(f"Day {asked.path[5:]}", f"/cal/{int(asked.path[5:]) + 1}", text="Nothing is planned.")
    name = asked.path.rsplit("/", 1)[1]
    if not (name.startswith("p") and name[1:].isdigit() and int(name[1:]) < PAGES):
        return missing()
    number = int(name[1:])
    links = [f"/s{n % 5}/p{n}" for n in ((number * 3 + 1) % PAGES, (number + 1) % PAGES, (number * 5 + 2) % PAGES)]
    text = " ".join(WORDS[(number >> shift) % 8] for shift in range(7))
    head = '<link rel="canonical" href="/">' if number % 9 == 0 else ""
    return page(f"Page {number}", *links, text=f"{text} and {number}.", head=head)


def _crawl(home: Path, url: str) -> None:
    request = CrawlRequest(
        site=SITE, seeds=(url,), allow_private=True, politeness="none", retry_wait=0.01, queue_limit=0, concurrency=4
    )
    run_crawl(request, Settings(home=home), inspect)


def _killed_crawls(crawls: Crawls, kills: int, seed: int) -> list[QueueItem]:
    """Crawl with kills after random numbers of requests, taking the queue as ingest would; all the items taken."""
    chance = random.Random(seed)
    child: list[BaseProcess] = []
    left = [0]

    def deadly(asked: Asked) -> Reply:
        left[0] -= 1
        if left[0] == 0 and child[0].pid:
            os.kill(child[0].pid, 9)
        return university(asked)

    items: list[QueueItem] = []
    with serve(deadly) as server:
        for _ in range(kills):
            left[0] = chance.randrange(3, 60)
            child[:] = [_start(crawls.home, server.url)]
            child[0].join()
            if crawls.state.exists():
                items += crawls.take_queue()
        left[0] = -1
        child[:] = [_start(crawls.home, server.url)]
        child[0].join()
        assert child[0].exitcode == 0
        return [*items, *crawls.take_queue()]


def _start(home: Path, url: str) -> BaseProcess:
    """Crawl in a process of its own."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.test_crawler_kills"])  # so that a kill costs no new start of Python
    process = context.Process(target=_crawl, args=(home, url))
    process.start()
    return process


def _outcome(crawls: Crawls) -> dict[str, tuple[str, str, str]]:
    rows = crawls.rows()
    return {
        path: (row.status, row.target.split("/", 3)[-1], row.snapshot.split("-")[-1])
        for path, row in rows.items()
        if not path.startswith("/cal/")
    }


def _graph(items: list[QueueItem]) -> set[str]:
    """The pages that ingest holds after these items."""
    pages: set[str] = set()
    for item in items:
        path = item.url.split("/", 3)[3]
        if item.kind == "page":
            pages.add(path)
        else:
            pages.discard(path)
    return pages


@pytest.mark.soak  # `make test` kills crawl and ingest together: test_app_kills.py
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [1])
def test_ten_kills_lose_nothing_and_double_nothing(tmp_path: Path, seed: int):
    calm, shaken = Crawls(tmp_path / "calm"), Crawls(tmp_path / "shaken")
    with serve(university) as server:
        calm.run(server.url, concurrency=4)
    undisturbed = calm.take_queue()
    items = _killed_crawls(shaken, 10, seed)
    assert _outcome(shaken) == _outcome(calm)
    assert {path for path in _graph(items) if not path.startswith("cal/")} == {
        path for path in _graph(undisturbed) if not path.startswith("cal/")
    }
    assert shaken.aliases() == calm.aliases()
    assert all(row.pending == 0 for row in shaken.rows().values())


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_hundred_kills_lose_nothing(tmp_path: Path):
    for seed in range(10):
        test_ten_kills_lose_nothing_and_double_nothing(tmp_path / str(seed), seed + 100)
