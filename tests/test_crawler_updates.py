"""Crawling again: what is asked, what is queued, what is retired, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ledger import NOT_TAKEN_IN, Ledger
from core.records import FINGERPRINT
from crawler.report import Broken, make_report
from tests.sites.changing import ChangingPages, many
from tests.sites.crawls import SITE, Crawls
from tests.sites.server import Asked, Reply, serve


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def test_an_unchanged_site_is_asked_conditionally_and_queues_nothing(crawls: Crawls):
    site = ChangingPages(many(60))
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        summary = crawls.run(server.url)
    assert (summary.conditional, summary.unchanged, summary.new, summary.changed) == (61, 61, 0, 0)
    assert site.conditional == 61
    assert crawls.take_queue() == []


def test_without_validators_the_same_bytes_queue_nothing(crawls: Crawls):
    with serve(ChangingPages(many(), validators=False)) as server:
        crawls.run(server.url)
        crawls.take_queue()
        summary = crawls.run(server.url)
    assert (summary.unchanged, summary.queued) == (11, 0)
    assert crawls.take_queue() == []


@pytest.mark.parametrize("validators", [True, False])
def test_a_page_that_could_not_be_taken_in_is_queued_again_though_unchanged(crawls: Crawls, validators: bool):
    with serve(ChangingPages(many(), validators=validators)) as server:
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
    site = ChangingPages(many())
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        site.texts["/p3"] = "Six credits now."
        summary = crawls.run(server.url)
    assert crawls.queued() == ["/p3"]
    assert summary.changed == 1
    assert b"Six credits" in crawls.snapshot("/p3").body


def test_a_clock_in_the_footer_is_no_change(crawls: Crawls):
    site = ChangingPages(many())
    with serve(site) as server:
        crawls.run(server.url)
        before = crawls.rows()["/p1"].changed_at
        site.clock = 7
        summary = crawls.run(server.url)
    assert summary.changed == 0
    assert crawls.rows()["/p1"].changed_at == before


def test_the_interval_grows_while_a_page_stays_and_shrinks_when_it_changes(crawls: Crawls):
    site = ChangingPages(many(3))
    with serve(site) as server:
        for turn in range(3):
            site.texts["/p1"] = f"Turn {'abc'[turn]} of the news."
            crawls.run(server.url)
    rows = crawls.rows()
    assert rows["/p1"].interval_hours < rows["/p0"].interval_hours
    assert rows["/p1"].next_visit < rows["/p0"].next_visit


def test_a_schedule_asks_only_what_is_due(crawls: Crawls):
    with serve(ChangingPages(many())) as server:
        crawls.run(server.url)
        server.asked.clear()
        summary = crawls.run(server.url, due_only=True)
    assert summary.fetched == 0
    assert server.paths() == []


def test_a_sitemap_lastmod_makes_a_page_due(crawls: Crawls):
    site = ChangingPages(many())
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
    site = ChangingPages(many())
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        summary = crawls.run(server.url, full=True)
    assert site.conditional == 0
    assert summary.queued == 11
    assert len(crawls.take_queue()) == 11


def test_a_dry_run_says_what_it_would_fetch_and_changes_nothing(crawls: Crawls):
    with serve(ChangingPages(many())) as server:
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

    with serve(ChangingPages(many())) as server:
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
    with serve(ChangingPages(many())) as server:
        crawls.run(server.url)
        crawls.take_queue()
        key = crawls.rows()["/p3"].snapshot
        (crawls.home / "snapshots" / f"{key}.warc.gz").unlink()
        crawls.run(server.url)
    assert crawls.queued() == ["/p3"]
    assert crawls.snapshot("/p3").body


def test_a_budget_leaves_the_rest_for_the_next_crawl(crawls: Crawls):
    with serve(ChangingPages(many(30))) as server:
        first = crawls.run(server.url, max_pages=10)
        assert "left for the next crawl" in {row.reason.split(":")[0] for row in crawls.rows().values()}
        second = crawls.run(server.url)
    assert "budget of 10 pages" in first.reason
    assert first.fetched == 10
    assert first.fetched + second.fetched == 31
    assert len(crawls.pages()) == 31


def test_a_crawl_without_any_page_fails_and_says_why(crawls: Crawls):
    with serve(ChangingPages({}, status=404)) as server:
        summary = crawls.run(server.url)
    assert summary.exit_code == 1
    assert "nothing to take in" in summary.reason


def test_an_update_that_nobody_answers_fails_and_retires_nothing(crawls: Crawls):
    with serve(ChangingPages(many())) as server:
        assert crawls.run(server.url).exit_code == 0
        url = server.url
    summary = crawls.run(url)
    assert (summary.exit_code, summary.gone) == (1, 0)
    assert len(crawls.pages()) == 11


def test_an_update_in_which_nothing_changed_succeeds(crawls: Crawls):
    with serve(ChangingPages(many())) as server:
        crawls.run(server.url)
        assert crawls.run(server.url).exit_code == 0


def test_a_link_is_broken_only_while_a_page_still_has_it(crawls: Crawls):
    site = ChangingPages(many())
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
    site = ChangingPages(many(5), validators=validators)
    with serve(site) as server:
        crawls.run(server.url)
        ledger = Ledger(crawls.state)
        ledger.state.write("UPDATE ledger SET fingerprint = 'of an older form ' || id WHERE snapshot != ''")
        ledger.close()
        site.clock += not validators
        again = crawls.run(server.url)
    assert (again.changed, again.unchanged) == (0, 6)
    assert all(row.fingerprint.startswith(FINGERPRINT) for row in crawls.rows().values() if row.snapshot)
