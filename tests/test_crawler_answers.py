"""Answers judged by what they hold: documents, shells, challenges, pictures, sitemaps."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, missing, moved, page, routes, serve

PDF = b"%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n"


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def test_a_pdf_is_judged_by_its_first_bytes_and_handed_on(crawls: Crawls):
    table = {
        "/": page("Home", "/form", "/as-html"),
        "/form": moved("/file"),
        "/file": Reply(PDF, kind="application/pdf"),
        "/as-html": Reply(PDF + b"%"),
    }
    with serve(routes(table)) as server:
        crawls.run(server.url)
    rows = crawls.rows()
    assert rows["/file"].media_type == rows["/as-html"].media_type == "application/pdf"
    assert crawls.snapshot("/as-html").body.startswith(b"%PDF")


def test_a_script_shell_is_counted_as_needing_a_browser_and_not_stored(crawls: Crawls):
    shell = Reply(f"<title>App</title><div id=root></div><script>{'var a=1;' * 500}</script>")
    with serve(routes({"/": page("Home", "/app"), "/app": shell})) as server:
        summary = crawls.run(server.url)
    assert summary.counts["needs-browser"] == 1
    assert crawls.queued() == ["/"]


@pytest.mark.parametrize("status", [200, 403, 503])
def test_a_challenge_page_is_never_taken_in(crawls: Crawls, status: int):
    wall = Reply("<title>Just a moment</title><p>Checking your browser before you go on.</p>", status)
    with serve(routes({"/": page("Home", "/wall"), "/wall": wall})) as server:
        crawls.run(server.url)
    assert crawls.statuses()["/wall"] == "challenge"
    assert crawls.queued() == ["/"]


def test_pictures_and_archives_are_said_to_be_no_text(crawls: Crawls):
    table = {"/": page("Home", "/a.jpg", "/data"), "/data": Reply(b"\x89PNG\r\n\x1a\n" + bytes(50), kind="text/html")}
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.statuses() == {"/": "ok", "/a.jpg": "not-text", "/data": "not-text"}
    assert "/a.jpg" not in server.paths()


def test_base_after_the_first_kilobytes_counts(crawls: Crawls):
    head = f"<title>L</title><!--{'x' * 6000}--><base href='/2026/'>"
    late = f"<!doctype html><html><head>{head}</head><body><a href='m.html'>m</a></body></html>"
    with serve(routes({"/": page("Home", "/x/late"), "/x/late": Reply(late), "/2026/m.html": page("M")})) as server:
        crawls.run(server.url)
    assert "/2026/m.html" in crawls.pages()


def test_a_sitemap_packed_once_twice_or_not_at_all_is_read(crawls: Crawls):
    def urls(asked: Asked, *paths: str) -> bytes:
        rows = "".join(f"<url><loc>http://127.0.0.1:{asked.port}{path}</loc></url>" for path in paths)
        return f"<urlset>{rows}</urlset>".encode()

    def site(asked: Asked) -> Reply:
        if asked.path == "/robots.txt":
            return Reply(f"Sitemap: http://127.0.0.1:{asked.port}/index.xml\n".encode(), kind="text/plain")
        if asked.path == "/index.xml":
            maps = "".join(f"<sitemap><loc>/map{n}.xml.gz</loc></sitemap>" for n in range(3))
            return Reply(f"<sitemapindex>{maps}</sitemapindex>", kind="text/xml")
        packed = {"/map0.xml.gz": 0, "/map1.xml.gz": 1, "/map2.xml.gz": 2}
        if asked.path in packed:
            body = urls(asked, f"/found{packed[asked.path]}")
            for _ in range(packed[asked.path]):
                body = gzip.compress(body)
            return Reply(body, kind="application/x-gzip")
        return page(asked.path) if asked.path.startswith("/found") or asked.path == "/" else missing()

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/found0", "/found1", "/found2"]
