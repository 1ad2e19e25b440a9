"""Pages that are gone, down, moved or locked: which are retired, and which are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ledger import Ledger
from tests.sites.changing import ChangingPages, many
from tests.sites.crawls import SITE, Crawls
from tests.sites.server import Asked, Reply, missing, page, serve


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def test_a_page_that_is_gone_is_asked_once_more_and_then_retired(crawls: Crawls):
    site = ChangingPages(many())
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        site.gone.add("/p4")
        server.asked.clear()
        summary = crawls.run(server.url)
    assert summary.gone == 1
    assert server.paths().count("/p4") == 2
    assert crawls.queued("gone") == ["/p4"]
    assert crawls.statuses()["/p4"] == "gone"


def test_a_page_that_comes_back_at_the_second_question_stays(crawls: Crawls):
    site = ChangingPages(many())

    def flaky(asked: Asked) -> Reply:
        if asked.path == "/p4" and site.gone:
            site.gone.clear()
            return missing()
        return site(asked)

    with serve(flaky) as server:
        crawls.run(server.url)
        site.gone.add("/elsewhere")
        summary = crawls.run(server.url)
    assert summary.gone == 0
    assert crawls.statuses()["/p4"] == "ok"


def test_a_page_changes_when_it_goes_and_not_again_while_it_stays_away(crawls: Crawls):
    site = ChangingPages(many())
    with serve(site) as server:
        crawls.run(server.url)
        before = set_back(crawls, "/p4")
        site.gone.add("/p4")
        crawls.run(server.url)
        assert crawls.rows()["/p4"].changed_at > before
        before = set_back(crawls, "/p4")
        interval = crawls.rows()["/p4"].interval_hours
        crawls.run(server.url)
    row = crawls.rows()["/p4"]
    assert (row.status, row.changed_at) == ("gone", before)
    assert row.interval_hours > interval


def set_back(crawls: Crawls, path: str) -> str:
    """Let a row have changed long ago; the time."""
    url, ledger = crawls.rows()[path].url, Ledger(crawls.state)
    ledger.update(SITE, url, changed_at="2020-01-01T00:00:00Z")
    ledger.close()
    return "2020-01-01T00:00:00Z"


@pytest.mark.parametrize("validators", [True, False])
def test_a_page_that_was_gone_and_is_back_as_it_was_is_a_page_again(crawls: Crawls, validators: bool):
    site = ChangingPages(many(), validators=validators)
    with serve(site) as server:
        crawls.run(server.url)
        site.gone.add("/p4")
        crawls.run(server.url)
        site.gone.clear()
        crawls.take_queue()
        crawls.run(server.url)
    assert crawls.statuses()["/p4"] == "ok"
    assert crawls.queued() == ["/p4"]


def test_a_host_that_is_down_retires_nothing(crawls: Crawls):
    site = ChangingPages(many())
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        site.status = 500
        summary = crawls.run(server.url)
        site.status = 0
        again = crawls.run(server.url)
    assert summary.gone == summary.kept == 0
    assert crawls.take_queue() == []
    assert len(crawls.pages()) == 11
    assert again.unchanged == 11


def test_a_host_whose_pages_fail_is_left_alone_after_a_while(crawls: Crawls):
    site = ChangingPages(many(60))

    def failing(asked: Asked) -> Reply:
        broken = asked.path.startswith("/p") and site.gone
        return Reply("<p>Broken</p>", 500) if broken else site(asked)

    with serve(failing) as server:
        crawls.run(server.url)
        site.gone.add("/all")
        server.asked.clear()
        summary = crawls.run(server.url, concurrency=2, retry_wait=0)
    assert summary.gone == 0
    assert len(crawls.pages()) == 61
    assert len(server.asked) < 120


def test_too_many_deletions_at_once_are_kept_until_they_are_accepted(crawls: Crawls):
    site = ChangingPages(many())
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        site.gone.update(f"/p{n}" for n in range(5))
        kept = crawls.run(server.url)
        assert crawls.queued("gone") == []
        accepted = crawls.run(server.url, accept_deletions=True)
    assert (kept.exit_code, kept.kept, kept.gone) == (3, 5, 0)
    assert "--accept-deletions" in kept.reason
    assert (accepted.exit_code, accepted.gone) == (0, 5)
    assert len(crawls.queued("gone")) == 5


def test_a_page_that_turns_into_a_soft_404_or_noindex_is_retired(crawls: Crawls):
    site = ChangingPages(many())
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        site.texts["/p1"] = "Sorry, this page was not found."
        site.texts["/p2"] = "Hidden <meta name='robots' content='noindex'>"
        crawls.run(server.url)
    assert sorted(crawls.queued("gone")) == ["/p1", "/p2"]


def test_a_page_behind_a_new_login_or_challenge_is_kept(crawls: Crawls):
    site = ChangingPages(many())
    locked: dict[str, Reply] = {}

    def door(asked: Asked) -> Reply:
        return locked.get(asked.path) or site(asked)

    with serve(door) as server:
        crawls.run(server.url)
        crawls.take_queue()
        locked["/p1"] = Reply("<p>Who are you?</p>", 401)
        locked["/p2"] = Reply("<p>Please verify you are human.</p>")
        crawls.run(server.url)
    assert crawls.take_queue() == []
    assert "kept" in crawls.rows()["/p1"].reason
    assert {"/p1", "/p2"} <= set(crawls.pages())


def test_a_site_whose_pages_all_turn_into_a_login_is_kept_and_says_so(crawls: Crawls):
    site, doors = ChangingPages(many()), [False]
    with serve(lambda asked: Reply("<p>Who are you?</p>", 401) if doors[-1] else site(asked)) as server:
        crawls.run(server.url)
        known = crawls.pages()
        doors.append(True)
        summary = crawls.run(server.url)
    assert crawls.pages() == known
    assert f"behind a login: {len(known)} pages" in summary.reason
    assert summary.exit_code == 1


def test_a_page_that_moves_is_retired_under_its_old_address(crawls: Crawls):
    site = ChangingPages(many())
    moves: dict[str, Reply] = {}

    def mover(asked: Asked) -> Reply:
        return moves.get(asked.path) or site(asked)

    with serve(mover) as server:
        crawls.run(server.url)
        crawls.take_queue()
        moves["/p1"] = Reply(status=301, headers=(("Location", "/new1"),))
        moves["/new1"] = page("/p1", text="It has a new place.")
        crawls.run(server.url)
    items = crawls.take_queue()
    assert {(item.kind, item.url.rsplit("/", 1)[1]) for item in items} == {("gone", "p1"), ("page", "new1")}
    assert crawls.aliases() == {"/p1": "/new1"}


def test_a_duplicate_comes_alive_when_its_page_is_gone(crawls: Crawls):
    site = ChangingPages(many())
    twins: dict[str, Reply] = {name: page("Twin", text="The very same words.") for name in ("/t", "/t-too")}
    site.texts.update({"/t": "", "/t-too": ""})

    def both(asked: Asked) -> Reply:
        return twins.get(asked.path) or (missing() if asked.path.startswith("/t") else site(asked))

    with serve(both) as server:
        crawls.run(server.url)
        assert crawls.statuses()["/t-too"] == "duplicate"
        del twins["/t"]
        crawls.run(server.url)
    assert (crawls.statuses()["/t"], crawls.aliases()["/t"]) == ("redirect", "/t-too")
    assert crawls.statuses()["/t-too"] == "ok"
