"""Crawling again: what is asked, what is queued, what is retired, and what is not."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import pytest

from core.ledger import NOT_TAKEN_IN, Ledger
from core.records import FINGERPRINT
from crawler.report import Broken, make_report
from tests.sites.crawls import SITE, Crawls
from tests.sites.server import Asked, Reply, missing, page, serve


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


@dataclass
class Pages:
    """A site whose pages can be changed between crawls; with validators or without."""

    texts: dict[str, str]
    validators: bool = True
    status: int = 0
    clock: int = 0
    conditional: int = 0
    gone: set[str] = field(default_factory=set)

    def __call__(self, asked: Asked) -> Reply:
        if self.status:
            return Reply("<title>Out of order</title><p>Please come back.</p>", self.status)
        if asked.path in ("/robots.txt", "/sitemap.xml") or asked.path in self.gone:
            return missing()
        if asked.path == "/":
            return self._reply(asked, page("Home", *sorted(self.texts)))
        return (
            self._reply(asked, page(asked.path, text=self.texts[asked.path])) if asked.path in self.texts else missing()
        )

    def _reply(self, asked: Asked, reply: Reply) -> Reply:
        body = str(reply.body).replace("</body>", f"<footer>{self.clock} o'clock</footer></body>")
        etag = f'"{sha256(body.encode()).hexdigest()[:12]}"'
        self.conditional += "if-none-match" in asked.headers
        if self.validators and asked.headers.get("if-none-match") == etag:
            return Reply(status=304, headers=(("ETag", etag),))
        return Reply(body, headers=(("ETag", etag),) if self.validators else ())


def many(count: int = 10) -> dict[str, str]:
    return {f"/p{n}": f"Page number {n} speaks of {'abcdefghijklmnop'[n % 16]}{n}." for n in range(count)}


def test_an_unchanged_site_is_asked_conditionally_and_queues_nothing(crawls: Crawls):
    site = Pages(many(60))
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        summary = crawls.run(server.url)
    assert (summary.conditional, summary.unchanged, summary.new, summary.changed) == (61, 61, 0, 0)
    assert site.conditional == 61
    assert crawls.take_queue() == []


def test_without_validators_the_same_bytes_queue_nothing(crawls: Crawls):
    with serve(Pages(many(), validators=False)) as server:
        crawls.run(server.url)
        crawls.take_queue()
        summary = crawls.run(server.url)
    assert (summary.unchanged, summary.queued) == (11, 0)
    assert crawls.take_queue() == []


@pytest.mark.parametrize("validators", [True, False])
def test_a_page_that_could_not_be_taken_in_is_queued_again_though_unchanged(crawls: Crawls, validators: bool):
    with serve(Pages(many(), validators=validators)) as server:
        crawls.run(server.url)
        crawls.take_queue()
        ledger = Ledger(crawls.state)
        ledger.update(SITE, f"{server.url}/p3", ingest_status=NOT_TAKEN_IN, ingest_reason="a fault of ours")
        report = make_report(ledger, SITE)
        ledger.close()
        summary = crawls.run(server.url)
    assert [(named.url, named.reason) for named in report.not_taken] == [
        (f"{server.url}/p3", "not taken in: a fault of ours")
    ]
    assert (summary.unchanged, summary.queued) == (11, 1)
    assert crawls.queued("page") == ["/p3"]


def test_a_changed_page_is_queued_alone(crawls: Crawls):
    site = Pages(many())
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        site.texts["/p3"] = "Six credits now."
        summary = crawls.run(server.url)
    assert crawls.queued() == ["/p3"]
    assert summary.changed == 1
    assert b"Six credits" in crawls.snapshot("/p3").body


def test_a_clock_in_the_footer_is_no_change(crawls: Crawls):
    site = Pages(many())
    with serve(site) as server:
        crawls.run(server.url)
        before = crawls.rows()["/p1"].changed_at
        site.clock = 7
        summary = crawls.run(server.url)
    assert summary.changed == 0
    assert crawls.rows()["/p1"].changed_at == before


def test_a_page_that_is_gone_is_asked_once_more_and_then_retired(crawls: Crawls):
    site = Pages(many())
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
    site = Pages(many())

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
    site = Pages(many())
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
    site = Pages(many(), validators=validators)
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
    site = Pages(many())
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
    site = Pages(many(60))

    def failing(asked: Asked) -> Reply:
        broken = asked.path.startswith("/p") and site.gone
        return Reply("<p>Broken</p>", 500) if broken else site(asked)

    with serve(failing) as server:
        crawls.run(server.url)
        site.gone.add("/all")
        server.asked.clear()
        summary = crawls.run(server.url, concurrency=2)
    assert summary.gone == 0
    assert len(crawls.pages()) == 61
    assert len(server.asked) < 120


def test_too_many_deletions_at_once_are_kept_until_they_are_accepted(crawls: Crawls):
    site = Pages(many())
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
    site = Pages(many())
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        site.texts["/p1"] = "Sorry, this page was not found."
        site.texts["/p2"] = "Hidden <meta name='robots' content='noindex'>"
        crawls.run(server.url)
    assert sorted(crawls.queued("gone")) == ["/p1", "/p2"]


def test_a_page_behind_a_new_login_or_challenge_is_kept(crawls: Crawls):
    site = Pages(many())
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
    site, doors = Pages(many()), [False]
    with serve(lambda asked: Reply("<p>Who are you?</p>", 401) if doors[-1] else site(asked)) as server:
        crawls.run(server.url)
        known = crawls.pages()
        doors.append(True)
        summary = crawls.run(server.url)
    assert crawls.pages() == known
    assert f"behind a login: {len(known)} pages" in summary.reason
    assert summary.exit_code == 1


def test_a_page_that_moves_is_retired_under_its_old_address(crawls: Crawls):
    site = Pages(many())
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


def test_the_interval_grows_while_a_page_stays_and_shrinks_when_it_changes(crawls: Crawls):
    site = Pages(many(3))
    with serve(site) as server:
        for turn in range(3):
            site.texts["/p1"] = f"Turn {'abc'[turn]} of the news."
            crawls.run(server.url)
    rows = crawls.rows()
    assert rows["/p1"].interval_hours < rows["/p0"].interval_hours
    assert rows["/p1"].next_visit < rows["/p0"].next_visit


def test_a_schedule_asks_only_what_is_due(crawls: Crawls):
    with serve(Pages(many())) as server:
        crawls.run(server.url)
        server.asked.clear()
        summary = crawls.run(server.url, due_only=True)
    assert summary.fetched == 0
    assert server.paths() == []


def test_a_sitemap_lastmod_makes_a_page_due(crawls: Crawls):
    site = Pages(many())
    lastmod = "2020-01-01"

    def listed(asked: Asked) -> Reply:
        if asked.path != "/sitemap.xml":
            return site(asked)
        rows = "".join(
            f"<url><loc>/p{n}</loc><lastmod>{lastmod if n == 5 else '2020-01-01'}</lastmod></url>" for n in range(9)
        )
        return Reply(f"<urlset>{rows}</urlset>", kind="text/xml")

    with serve(listed) as server:
        crawls.run(server.url)
        lastmod = "2099-01-01T00:00:00+02:00"
        server.asked.clear()
        crawls.run(server.url, due_only=True)
    assert server.paths() == ["/p5"]


def test_full_fetches_and_queues_everything_again(crawls: Crawls):
    site = Pages(many())
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        summary = crawls.run(server.url, full=True)
    assert site.conditional == 0
    assert summary.queued == 11
    assert len(crawls.take_queue()) == 11


def test_a_dry_run_says_what_it_would_fetch_and_changes_nothing(crawls: Crawls):
    with serve(Pages(many())) as server:
        first = crawls.run(server.url, dry_run=True)
        assert not crawls.state.exists()
        crawls.run(server.url)
        server.asked.clear()
        again = crawls.run(server.url, dry_run=True)
        before = crawls.rows()
    assert first.would_fetch == (f"{server.url}/",)
    assert len(again.would_fetch) == 11
    assert server.paths() == []
    assert crawls.rows() == before


def test_a_forgotten_page_stays_out(crawls: Crawls):
    from core.ledger import Ledger
    from core.snapshots import SnapshotStore

    with serve(Pages(many())) as server:
        crawls.run(server.url)
        ledger = Ledger(crawls.state)
        ledger.forget("test", f"{server.url}/p3", "2026-01-01")
        ledger.close()
        assert SnapshotStore(crawls.home / "snapshots").forget("test", f"{server.url}/p3") == 1
        server.asked.clear()
        crawls.run(server.url, full=True)
    assert "/p3" not in crawls.statuses()
    assert "/p3" not in server.paths()


def test_a_page_whose_snapshot_was_lost_is_fetched_again(crawls: Crawls):
    with serve(Pages(many())) as server:
        crawls.run(server.url)
        crawls.take_queue()
        key = crawls.rows()["/p3"].snapshot
        (crawls.home / "snapshots" / f"{key}.warc.gz").unlink()
        crawls.run(server.url)
    assert crawls.queued() == ["/p3"]
    assert crawls.snapshot("/p3").body


def test_a_duplicate_comes_alive_when_its_page_is_gone(crawls: Crawls):
    site = Pages(many())
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


def test_a_budget_leaves_the_rest_for_the_next_crawl(crawls: Crawls):
    with serve(Pages(many(30))) as server:
        first = crawls.run(server.url, max_pages=10)
        assert "left for the next crawl" in {row.reason.split(":")[0] for row in crawls.rows().values()}
        second = crawls.run(server.url)
    assert "budget of 10 pages" in first.reason
    assert first.fetched == 10
    assert first.fetched + second.fetched == 31
    assert len(crawls.pages()) == 31


def test_a_crawl_without_any_page_fails_and_says_why(crawls: Crawls):
    with serve(Pages({}, status=404)) as server:
        summary = crawls.run(server.url)
    assert summary.exit_code == 1
    assert "nothing to take in" in summary.reason


def test_an_update_that_nobody_answers_fails_and_retires_nothing(crawls: Crawls):
    with serve(Pages(many())) as server:
        assert crawls.run(server.url).exit_code == 0
        url = server.url
    summary = crawls.run(url)
    assert (summary.exit_code, summary.gone) == (1, 0)
    assert len(crawls.pages()) == 11


def test_an_update_in_which_nothing_changed_succeeds(crawls: Crawls):
    with serve(Pages(many())) as server:
        crawls.run(server.url)
        assert crawls.run(server.url).exit_code == 0


def test_a_link_is_broken_only_while_a_page_still_has_it(crawls: Crawls):
    site = Pages(many())
    with serve(site) as server:
        crawls.run(server.url)
        site.gone.add("/p4")
        crawls.run(server.url)
        assert [(link.url, link.stands_on) for link in broken_of(crawls)] == [(f"{server.url}/p4", (f"{server.url}/",))]
        del site.texts["/p4"]
        crawls.run(server.url)
    assert broken_of(crawls) == ()


def broken_of(crawls: Crawls) -> tuple[Broken, ...]:
    ledger = Ledger(crawls.state)
    try:
        return make_report(ledger, SITE).broken
    finally:
        ledger.close()


@pytest.mark.parametrize("validators", [True, False])
def test_an_upgrade_that_makes_fingerprints_another_way_changes_no_page(crawls: Crawls, validators: bool):
    site = Pages(many(5), validators=validators)
    with serve(site) as server:
        crawls.run(server.url)
        ledger = Ledger(crawls.state)
        ledger.state.write("UPDATE ledger SET fingerprint = 'of an older form ' || id WHERE snapshot != ''")
        ledger.close()
        site.clock += not validators
        again = crawls.run(server.url)
    assert (again.changed, again.unchanged) == (0, 6)
    assert all(row.fingerprint.startswith(FINGERPRINT) for row in crawls.rows().values() if row.snapshot)
