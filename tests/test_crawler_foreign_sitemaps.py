"""Sitemaps that name a site by another host alone: copies, drafts and renamed sites."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.sites.crawls import Crawls
from tests.sites.server import Reply, page, routes, serve

STAGING = "https://staging.uni.example:8443"
PAGES = {
    "/": page("Home", "/law"),
    "/law": page("Law", text="The faculty of law."),
    "/hidden": page("Hidden", text="Nothing leads here."),
}


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def sitemap(paths: Sequence[str], host: str = STAGING) -> Reply:
    listed = "".join(f"<url><loc>{host}{path}</loc></url>" for path in paths)
    return Reply(f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}</urlset>', kind="text/xml")


def test_one_that_names_pages_which_only_links_make_known_is_read_in_the_first_crawl(crawls: Crawls):
    with serve(routes({**PAGES, "/sitemap.xml": sitemap(["/law", "/hidden"])})) as server:
        summary = crawls.run(server.url)
    assert crawls.pages() == ["/", "/hidden", "/law"]
    assert [warning for warning in summary.warnings if "staging.uni.example:8443" in warning]


def test_one_that_names_none_of_the_sites_pages_is_left(crawls: Crawls):
    with serve(routes({**PAGES, "/sitemap.xml": sitemap(["/hidden"])})) as server:
        summary = crawls.run(server.url)
    assert crawls.pages() == ["/", "/law"]
    assert summary.warnings == ()


def test_one_whose_addresses_robots_txt_refuses_tells_how_many_pages_were_refused(crawls: Crawls):
    robots = Reply("User-agent: *\nDisallow: /\nSitemap: /sitemap.xml\n", kind="text/plain")
    listed = [f"/page/{number}" for number in range(12)]
    with serve(routes({**PAGES, "/robots.txt": robots, "/sitemap.xml": sitemap(listed)})) as server:
        summary = crawls.run(server.url)
        assert not [path for path in server.paths() if path.startswith("/page")]
    assert "refused by robots.txt: 13 pages" in summary.reason
