"""Many pages leave at once, in whichever way: none is retired until that is accepted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.ledger import Ledger
from tests.sites.crawls import SITE, Crawls
from tests.sites.server import Asked, Reply, missing, page, serve

Change = Callable[[str], Reply]
COUNT = 12


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


@dataclass
class Shelf:
    """A home page and a dozen others, of which the first `touched` answer as `change` says."""

    change: Change | None = None
    touched: int = COUNT
    home_too: bool = False

    def __call__(self, asked: Asked) -> Reply:
        names = [f"/book/{number}" for number in range(COUNT)]
        if self.change and (asked.path in names[: self.touched] or (self.home_too and asked.path == "/")):
            return self.change(asked.path)
        if asked.path == "/":
            return page("Shelf", *names)
        if asked.path in names:
            return page(asked.path, text=f"Volume {'abcdefghijkl'[names.index(asked.path)] * 5} is about bees.")
        return self.change(asked.path) if self.change and asked.path.startswith(("/new", "/in")) else missing()


def to_home(path: str) -> Reply:
    return Reply(status=302, headers=(("Location", "/"),))


def to_login_host(path: str) -> Reply:
    return Reply(status=302, headers=(("Location", f"https://login.example/?back={path}"),))


def to_one_notice(path: str) -> Reply:
    if path == "/new":
        return page("Works", text="We rebuild the library and open in autumn.")
    return Reply(status=301, headers=(("Location", "/new"),))


def to_a_page_each(path: str) -> Reply:
    if path.startswith("/new"):
        return page(path, text=f"Volume {'abcdefghijkl'[int(path[4:])] * 5} is about bees.")
    return Reply(status=301, headers=(("Location", f"/new{path.rsplit('/', 1)[1]}"),))


WAYS = {
    "maintenance": lambda path: page("Works", text="We rebuild the library and open in autumn."),
    "nothing": lambda path: Reply(""),
    "gone": lambda path: Reply("<p>Off the shelf.</p>", 410),
    "soft": lambda path: page("Not found", text="This page does not exist any more."),
    "hidden": lambda path: page(path, text=f"Volume {path}", head='<meta name="robots" content="noindex">'),
    "picture": lambda path: Reply(b"\x89PNG\r\n\x1a\n" + bytes(50), kind="image/png"),
    "home": to_home,
    "login": to_login_host,
    "notice": to_one_notice,
}


def live(crawls: Crawls) -> list[str]:
    return [path for path in crawls.pages() if path.startswith("/book/")]


@pytest.mark.parametrize("way", WAYS)
def test_however_many_pages_leave_at_once_they_stay_until_that_is_accepted(crawls: Crawls, way: str):
    site = Shelf()
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        site.change = WAYS[way]
        kept = crawls.run(server.url)
        assert crawls.queued("gone") == []
        assert len(live(crawls)) == COUNT
        again = crawls.run(server.url)
        assert (again.exit_code, crawls.queued("gone")) == (3, [])
        accepted = crawls.run(server.url, accept_deletions=True)
    assert kept.exit_code == 3
    assert kept.kept >= COUNT - 1
    assert f"{kept.kept} of 13 pages would go at once" in kept.reason
    assert "--accept-deletions" in kept.reason
    assert accepted.exit_code == 0
    assert len(live(crawls)) <= 1
    assert len(crawls.queued("gone")) >= COUNT - 1


@pytest.mark.parametrize("way", WAYS)
def test_a_site_that_is_back_is_as_it_was(crawls: Crawls, way: str):
    site = Shelf()
    with serve(site) as server:
        crawls.run(server.url)
        site.change = WAYS[way]
        crawls.run(server.url)
        site.change = None
        crawls.take_queue()
        back = crawls.run(server.url)
    assert back.exit_code == 0
    assert crawls.queued("gone") == ["/new"] * (way == "notice")
    assert len(live(crawls)) == COUNT
    assert all(b"is about bees" in crawls.snapshot(path).body for path in live(crawls))
    assert {crawls.rows()[path].target for path in live(crawls)} == {""}


def test_different_ways_of_leaving_are_counted_together(crawls: Crawls):
    ways = [WAYS[name] for name in ("nothing", "hidden", "picture", "home", "gone")]
    site = Shelf(touched=5)
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        site.change = lambda path: ways[int(path[6:])](path) if path.startswith("/book/") else missing()
        summary = crawls.run(server.url)
    assert (summary.exit_code, summary.kept) == (3, 5)
    assert crawls.take_queue() == []


def test_the_sentence_says_what_happened_and_to_how_many(crawls: Crawls):
    site = Shelf()
    with serve(site) as server:
        crawls.run(server.url)
        site.change = to_home
        summary = crawls.run(server.url)
    assert f"12 of 13 pages would go at once: 12 redirected to {server.url}/" in summary.reason


def test_few_pages_leave_at_once_without_a_word(crawls: Crawls):
    site = Shelf(touched=3)
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        site.change = to_home
        summary = crawls.run(server.url)
    assert (summary.exit_code, summary.kept) == (0, 0)
    assert len(crawls.queued("gone")) == 3


def test_pages_that_move_to_pages_of_their_own_are_no_loss(crawls: Crawls):
    site = Shelf()
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        site.change = to_a_page_each
        summary = crawls.run(server.url)
    assert (summary.exit_code, summary.kept) == (0, 0)
    assert crawls.aliases()["/book/3"] == "/new3"
    assert len(crawls.queued("gone")) == COUNT


def test_an_answer_whose_body_never_comes_is_a_failure_and_no_empty_page(crawls: Crawls):
    site = Shelf()
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        site.change = lambda path: Reply("", length=100)
        server.asked.clear()
        summary = crawls.run(server.url, retries=1)
    assert summary.kept == 0
    assert crawls.take_queue() == []
    assert len(live(crawls)) == COUNT
    assert server.paths().count("/book/1") == 2
    assert "the body ended early" in crawls.rows()["/book/1"].reason


def test_a_stopped_crawl_judges_what_leaves_when_it_goes_on(crawls: Crawls):
    site = Shelf()
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        site.change = WAYS["hidden"]
        stopped = crawls.run(server.url, max_pages=6)
        assert crawls.queued("gone") == []
        done = crawls.run(server.url)
    assert not stopped.finished
    assert (done.exit_code, done.kept) == (3, COUNT)


def test_a_deleted_site_leaves_no_departures(crawls: Crawls):
    ledger = Ledger(crawls.home / "state.sqlite")
    ledger.state.write("INSERT INTO leaving VALUES (?, 'k', 'https://x.example/', '{}')", SITE)
    ledger.delete_site(SITE)
    assert ledger.state.rows("SELECT * FROM leaving") == []
    ledger.close()
