"""What a crawl says at its end: one sentence with what to do, and numbers that add up."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ledger import LedgerRow
from core.records import PageStatus
from crawler.outcome import ADVICE, LATER, explain
from crawler.request import CrawlSummary
from ingest.html import inspect
from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, Site, missing, page, routes, serve


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def lone(reply: Reply, robots: str = "") -> object:
    """A site of one page, with rules."""

    def site(asked: Asked) -> Reply:
        if asked.path == "/robots.txt":
            return Reply(robots, kind="text/plain") if robots else missing()
        return reply if asked.path == "/" else missing()

    return site


LOGIN = "<title>Sign in</title><form action=/in method=post><input name=user><input type=password name=word></form>"
STARTS = [
    (page("Home"), "User-agent: *\nDisallow: /\n", "--ignore-robots"),
    (Reply("", 401), "", "--secrets FILE"),
    (Reply(status=301, headers=(("Location", "https://new.example/"),)), "", "start there instead"),
    (missing(), "", "check the address"),
    (Reply(b"\x89PNG\r\n\x1a\n" + bytes(40), kind="image/png"), "", "start at a page"),
    (page("Home", head='<meta name="robots" content="noindex">'), "", "--ignore-robots"),
    (Reply("", 500), "", LATER),
]


@pytest.mark.parametrize(("reply", "robots", "advice"), STARTS)
def test_a_crawl_that_brings_nothing_says_why_and_what_to_do(crawls: Crawls, reply: Reply, robots: str, advice: str):
    with serve(lone(reply, robots)) as server:  # type: ignore[arg-type]
        summary = crawls.run(server.url, retries=0)
    assert summary.exit_code == 1
    assert f"{server.url}/: " in summary.reason or "refused by robots.txt: 1 page" in summary.reason
    assert summary.reason.endswith(advice)
    assert "\n" not in summary.reason


def test_a_site_behind_its_login_asks_for_credentials_and_not_to_start_at_the_login(crawls: Crawls):
    table = {"/": Reply(status=302, headers=(("Location", "/in"),)), "/in": Reply(LOGIN)}
    crawls.reader = inspect
    with serve(routes(table)) as server:
        summary = crawls.run(server.url)
    assert f"{server.url}/in: The page asks for a password" in summary.reason
    assert summary.reason.endswith("give its credentials with --secrets FILE")


@pytest.mark.parametrize("status", [status for status in PageStatus if status in ADVICE])
def test_every_bad_start_has_its_advice(status: PageStatus):
    start = LedgerRow("uni", "https://uni.example/", status=status, reason="because")
    assert explain(CrawlSummary(site="uni"), "", start).endswith(ADVICE[status])


def test_an_update_that_no_page_answers_says_that_all_are_kept(crawls: Crawls):
    with serve(lone(page("Home"))) as server:  # type: ignore[arg-type]
        crawls.run(server.url)
    summary = crawls.run(server.url, retries=0)
    assert (summary.exit_code, summary.silent) == (1, True)
    assert "all are kept as they were last seen" in summary.reason


class Changing:
    """A site of pages, redirects, copies, pictures and refusals that changes between two crawls."""

    def __init__(self) -> None:
        self.later = False

    def __call__(self, asked: Asked) -> Reply:
        name = asked.path.removeprefix("/p")
        if asked.path == "/robots.txt":
            return Reply("User-agent: *\nDisallow: /secret\n", kind="text/plain")
        if asked.path == "/":
            more = ("/p12", "/p13") if self.later else ()
            return page("Home", *(f"/p{n}" for n in range(12)), *more, "/old", "/copy", "/a.png", "/secret", "/none")
        if asked.path == "/old":
            return Reply(status=302, headers=(("Location", "/p1"),))
        if asked.path == "/copy":
            return page("Page 2", text="What page 2 says, word for word.")
        if self.later and name in ("3", "4"):
            return missing()
        if self.later and name == "5":
            return Reply(status=301, headers=(("Location", "/p1"),))
        if self.later and name == "6":
            return page("Page 2", text="What page 2 says, word for word.")
        edited = " It was edited." if self.later and name in ("7", "8") else ""
        text = f"What page {name} says, word for word.{edited}"
        return page(f"Page {name}", text=text) if name.isdigit() else missing()


def test_the_numbers_of_a_crawl_and_of_an_update_add_up(crawls: Crawls):
    site = Changing()
    with serve(site) as server:
        first = crawls.run(server.url)
        site.later = True
        second = crawls.run(server.url, accept_deletions=True)
        budget = crawls.run(server.url, max_pages=5)
    for summary in (first, second, budget):
        assert summary.known == sum(summary.counts.values()) == len(crawls.rows()) - (summary is first) * 2
        assert summary.pages == summary.new + summary.changed + summary.unchanged + summary.as_before
    assert (first.pages, first.new, first.as_before) == (13, 13, 0)
    assert first.counts == {"duplicate": 1, "gone": 1, "not-text": 1, "ok": 13, "redirect": 1, "refused": 1}
    assert (second.new, second.changed, second.gone, second.as_before) == (2, 3, 2, 0)
    assert second.counts == {"duplicate": 2, "gone": 3, "not-text": 1, "ok": 11, "redirect": 2, "refused": 1}
    assert (budget.pages, budget.new, budget.changed) == (11, 0, 0)
    assert budget.as_before > 0


def test_a_byte_budget_ends_a_crawl_in_words_and_the_next_one_goes_on(crawls: Crawls):
    with serve(Changing()) as server:
        first = crawls.run(server.url, max_bytes=1500, concurrency=1)
        second = crawls.run(server.url)
    assert "stopped, since the budget of 1.5 kB was reached" in first.reason
    assert 1500 <= first.bytes < 4000
    assert second.finished


def test_a_crawl_that_was_cut_off_after_its_last_page_ends_well(crawls: Crawls):
    from core.ledger import Ledger

    with serve(lone(page("Home"))) as server:  # type: ignore[arg-type]
        crawls.run(server.url)
        ledger = Ledger(crawls.state)
        ledger.note("test", "run", "running")
        ledger.close()
        summary = crawls.run(server.url)
    assert (summary.fetched, summary.exit_code, summary.has_nothing) == (0, 0, False)


def failing(*, after: int) -> Site:
    """A site of forty pages whose server dies in the middle of a crawl."""
    seen: set[str] = set()

    def site(asked: Asked) -> Reply:
        if asked.path == "/robots.txt":
            return missing()
        seen.add(asked.path)
        name = asked.path.removeprefix("/p")
        if len(seen) > after:
            return Reply(drop=True)
        if asked.path == "/":
            return page("Home", *(f"/p{n}" for n in range(40)))
        return page(f"Page {name}", text=f"What page {name} says.") if name.isdigit() else missing()

    return site


def test_a_server_that_dies_in_the_middle_of_a_first_crawl_is_said_in_its_headline(crawls: Crawls):
    with serve(failing(after=20)) as server:
        summary = crawls.run(server.url, retries=1)
    assert summary.exit_code == 1
    assert f"127.0.0.1:{server.port} stopped answering" in summary.reason
    assert f"failed: {summary.counts['failed']} pages" in summary.reason
    assert summary.reason.endswith("run the same command again")


def test_one_broken_page_is_said_and_is_no_failure_of_the_crawl(crawls: Crawls):
    table = {"/": page("Home", "/a", "/b"), "/a": Reply("", 500), "/b": page("B")}
    with serve(routes(table)) as server:
        summary = crawls.run(server.url, retries=0)
    assert summary.exit_code == 0
    assert "failed: 1 page" in summary.reason


def test_pages_behind_a_login_are_counted_where_there_are_several():
    said = [
        explain(CrawlSummary(site="uni", pages=9, new=9, counts={"ok": 9, "login": count}), "") for count in (0, 1, 6)
    ]
    assert said == ["finished; 9 pages", "finished; 9 pages", "finished; 9 pages; behind a login: 6 pages"]
