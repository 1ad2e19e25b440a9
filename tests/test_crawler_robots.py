"""What robots.txt, meta tags and headers allow, and how a crawl says that it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, missing, moved, page, routes, serve


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def test_a_robots_file_with_a_byte_order_mark_is_obeyed(crawls: Crawls):
    rules = Reply(b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /private/\r\n", kind="text/plain")
    table = {
        "/": page("Home", "/private/a", "/open"),
        "/robots.txt": rules,
        "/open": page("Open"),
        "/private/a": page("No"),
    }
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.statuses() == {"/": "ok", "/open": "ok", "/private/a": "refused"}
    assert "/private/a" not in server.paths()


@pytest.mark.parametrize(("status", "pages"), [(403, ["/"]), (404, ["/"]), (500, []), (503, [])])
def test_robots_errors_of_the_client_allow_and_of_the_server_refuse(crawls: Crawls, status: int, pages: list[str]):
    with serve(routes({"/": page("Home"), "/robots.txt": Reply(b"", status)})) as server:
        summary = crawls.run(server.url)
    assert crawls.pages() == pages
    assert summary.robots_refused == 0
    assert ("refused for now: robots.txt answered" in summary.reason) == (not pages)


def test_a_site_that_refuses_everything_says_so_at_the_end(crawls: Crawls):
    table = {"/": page("Home"), "/robots.txt": Reply(b"User-agent: *\nDisallow: /\n", kind="text/plain")}
    with serve(routes(table)) as server:
        summary = crawls.run(server.url)
    assert "refused by robots.txt: 1 page" in summary.reason
    assert "0 pages" in summary.reason
    assert summary.fetched == 0


def test_a_site_that_refuses_everything_later_says_so_and_a_dry_run_would_fetch_nothing(crawls: Crawls):
    rules = [Reply(b"", 404)]

    def site(asked: Asked) -> Reply:
        if asked.path == "/robots.txt":
            return rules[-1]
        return page(asked.path, "/a", text=f"What {asked.path} says.") if asked.path in ("/", "/a") else missing()

    with serve(site) as server:
        crawls.run(server.url)
        rules.append(Reply(b"User-agent: *\nDisallow: /\n", kind="text/plain"))
        refused = crawls.run(server.url)
        dry = crawls.run(server.url, dry_run=True)
        rules.append(Reply(b"", 404))
        again = crawls.run(server.url)
    assert (refused.pages, refused.robots_refused) == (2, 2)
    assert refused.reason.endswith("give --ignore-robots")
    assert dry.would_fetch == ()
    assert again.robots_refused == 0
    assert {row.reason for row in crawls.rows().values()} == {"fetched"}


def test_what_a_sitemap_lists_but_robots_refuses_is_counted(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        if asked.path == "/robots.txt":
            return Reply(b"User-agent: *\nDisallow: /\nSitemap: /map.xml\n", kind="text/plain")
        rows = "".join(f"<url><loc>/p{n}</loc></url>" for n in range(40))
        return Reply(f"<urlset>{rows}</urlset>", kind="text/xml") if asked.path == "/map.xml" else page("Home")

    with serve(site) as server:
        summary = crawls.run(server.url)
    assert "refused by robots.txt: 41 pages" in summary.reason
    assert server.paths() == ["/map.xml"]


def test_a_start_that_leads_elsewhere_says_where(crawls: Crawls):
    with serve(routes({"/": moved("https://new.example/")})) as server:
        summary = crawls.run(server.url)
    assert "https://new.example/" in summary.reason


def test_an_owner_may_override_the_rules_of_their_own_host(crawls: Crawls):
    table = {"/": page("Home"), "/robots.txt": Reply(b"User-agent: *\nDisallow: /\n", kind="text/plain")}
    with serve(routes(table)) as server:
        summary = crawls.run(server.url, ignore_robots=True)
    assert crawls.pages() == ["/"]
    assert any("robots.txt" in warning for warning in summary.warnings)


def test_noindex_keeps_a_page_out_and_nofollow_its_links(crawls: Crawls):
    table = {
        "/": page("Home", "/no", "/header", "/stop"),
        "/no": page("No", "/behind", head='<meta name="robots" content="noindex">'),
        "/behind": page("Behind"),
        "/header": Reply("<title>H</title><p>Words</p>", headers=(("X-Robots-Tag", "noindex"),)),
        "/stop": page("Stop", "/beyond", head='<meta name="robots" content="nofollow">'),
        "/beyond": page("Beyond"),
    }
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.statuses() == {"/": "ok", "/no": "noindex", "/behind": "ok", "/header": "noindex", "/stop": "ok"}


def test_a_robots_file_at_another_host_is_read_there_and_where_it_cannot_be_nothing_is_asked(crawls: Crawls):
    rules = Reply(b"User-agent: *\nDisallow: /private/\n", kind="text/plain")
    with serve(routes({"/": page("Central"), "/robots.txt": rules})) as central:
        there = f"{central.url}/robots.txt"
        table = {"/": page("Home", "/private/a"), "/private/a": page("No"), "/robots.txt": moved(there)}
        with serve(routes(table)) as server:
            alone = crawls.run(server.url)  # the other port is as private as any, and no seed
            together = crawls.run(server.url, central.url)
    assert alone.fetched == 0
    assert f"robots.txt (moved to {there}) did not answer" in alone.reason
    assert together.robots_refused == 1
    assert server.paths().count("/private/a") == 0
