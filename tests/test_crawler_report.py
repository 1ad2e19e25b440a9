"""The report names the faults of a site: sitemaps that are broken, canonicals that lead nowhere; long rows are cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.reporting import LONGEST, shorten
from core.ledger import Ledger
from crawler.report import make_report, render_html
from tests.sites.crawls import SITE, Crawls
from tests.sites.server import Asked, Reply, missing, page, routes, serve

HOST = "http://mill.example"


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def test_a_broken_canonical_stands_on_the_pages_that_name_it(tmp_path: Path):
    ledger = Ledger(tmp_path / "state.sqlite")
    for name in ("a", "b", "c"):
        ledger.update(SITE, f"{HOST}/{name}", status="ok", snapshot="s", canonical=f"{HOST}/gone" * (name != "c"))
    ledger.update(SITE, f"{HOST}/gone", status="gone", source="canonical", referrer=f"{HOST}/a")
    broken = make_report(ledger, SITE).broken
    ledger.close()
    assert [(one.stands_on, one.places) for one in broken] == [((f"{HOST}/a", f"{HOST}/b"), 2)]


def test_a_long_address_is_cut_in_tables_and_whole_in_the_title_of_its_cell(tmp_path: Path):
    ledger, long = Ledger(tmp_path / "state.sqlite"), f"{HOST}/" + "x" * 3000
    ledger.update(SITE, long, status="skipped", reason="longer than addresses are")
    report = make_report(ledger, SITE)
    ledger.close()
    html = render_html(report)
    assert f'<span title="{long}">' in html
    assert f">{long}<" not in html
    assert report.not_taken[0].url == long
    assert shorten(long) == long[: LONGEST - 1] + "…"
    assert (shorten(HOST), shorten(3000)) == (HOST, 3000)


def test_sitemaps_that_are_missing_or_cut_off_are_named(crawls: Crawls):
    table = {
        "/": page("Home"),
        "/half.xml": Reply("<urlset><url><loc>/</loc></url><url><loc>/fa", kind="text/xml"),
        "/page.xml": Reply("<html><p>No map here</p></html>"),
        "/none.xml": missing(),
    }
    with serve(routes(table)) as server:
        lines = "".join(f"Sitemap: {server.url}{path}\n" for path in ("/half.xml", "/page.xml", "/none.xml"))
        table["/robots.txt"] = Reply(lines, kind="text/plain")
        warnings = crawls.run(server.url).warnings
    said = [warning.removeprefix(f"the sitemap {server.url}") for warning in warnings]
    assert said == [
        "/half.xml is broken or cut off; what could be read of it was",
        "/page.xml cannot be read: neither sitemap nor feed but <html>",
        "/none.xml answered 404",
    ]


def test_sitemaps_that_name_further_ones_for_ever_are_left_and_named(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        if asked.path.startswith("/sitemap"):
            deeper = f"<sitemap><loc>/sitemap-{len(asked.path)}x{asked.path[8:-4]}.xml</loc></sitemap>"
            return Reply(f"<sitemapindex>{deeper}</sitemapindex>", kind="application/xml")
        return page("Home") if asked.path == "/" else missing()

    with serve(site) as server:
        summary = crawls.run(server.url)
    assert sum(asked.path.startswith("/sitemap") for asked in server.asked) == 5
    assert any("5 levels deep" in said for said in summary.warnings)
