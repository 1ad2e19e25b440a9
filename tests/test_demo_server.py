"""The demo server behaves as real web servers do, over real sockets."""

from __future__ import annotations

import http.client
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from demo.server import SITE, serve


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serve() as (_, url):
        yield url


def _ask(address: str, path: str, method: str = "GET", **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


def test_the_front_page_is_served_as_utf_8(address: str):
    response, body = _ask(address, "/")
    assert response.status == 200
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "北湄大学" in body.decode("utf-8")


def test_its_own_origin_becomes_the_address_asked(address: str):
    _, body = _ask(address, "/fees/")
    assert f'<link rel="canonical" href="{address}fees/">' in body.decode("utf-8")
    assert b"northmere.example/" not in body


def test_the_gbk_page_is_sent_without_a_charset_header(address: str):
    response, body = _ask(address, "/zh/guide/transport.html")
    assert response.headers["Content-Type"] == "text/html"
    assert "2 小时 35 分" in body.decode("gbk")


def test_an_unchanged_page_is_answered_304_by_etag(address: str):
    first, _ = _ask(address, "/about/")
    second, body = _ask(address, "/about/", If_None_Match=first.headers["ETag"])
    assert (second.status, body) == (304, b"")
    assert second.headers["ETag"] == first.headers["ETag"]


def test_an_unchanged_page_is_answered_304_by_date(address: str):
    first, _ = _ask(address, "/about/")
    second, _ = _ask(address, "/about/", If_Modified_Since=first.headers["Last-Modified"])
    assert second.status == 304


def test_an_unreadable_date_is_ignored(address: str):
    response, _ = _ask(address, "/about/", If_Modified_Since="yesterday")
    assert response.status == 200


def test_a_changed_page_gets_another_etag(tmp_path: Path):
    site = tmp_path / "site"
    shutil.copytree(SITE, site)
    with serve(site=site) as (_, url):
        old, _ = _ask(url, "/about/")
        page = site / "about" / "index.html"
        page.write_text(page.read_text("utf-8").replace("4,860", "4,900"), "utf-8")
        new, body = _ask(url, "/about/", If_None_Match=old.headers["ETag"])
    assert new.status == 200
    assert "4,900" in body.decode("utf-8")


def test_head_sends_the_length_without_the_body(address: str):
    got, body = _ask(address, "/fees/")
    head, nothing = _ask(address, "/fees/", method="HEAD")
    assert head.headers["Content-Length"] == got.headers["Content-Length"] == str(len(body))
    assert nothing == b""


@pytest.mark.parametrize(("path", "status", "target"), [("/apply", 302, "/admission/"), ("/fees", 301, "/fees/")])
def test_old_addresses_redirect(address: str, path: str, status: int, target: str):
    response, _ = _ask(address, path)
    assert (response.status, response.headers["Location"]) == (status, target)


def test_a_missing_page_is_a_404(address: str):
    response, body = _ask(address, "/departments/alchemy.html")
    assert response.status == 404
    assert b"could not find that page" in body


def test_missing_news_answer_200_with_the_same_words(address: str):
    response, body = _ask(address, "/news/2019-nothing.html")
    assert response.status == 200
    assert b"could not find that page" in body


@pytest.mark.parametrize("query", ["", "?month=2031-12", "?month=2031-13", "?month=nonsense"])
def test_the_calendar_always_leads_further(address: str, query: str):
    response, body = _ask(address, "/events/calendar" + query)
    assert response.status == 200
    assert body.count(b"/events/calendar?month=") == 2


def test_no_path_leads_out_of_the_folder(address: str):
    for path in ("/../server.py", "/%2e%2e/server.py", "/..%2fserver.py"):
        response, body = _ask(address, path)
        assert response.status == 404
        assert b"import" not in body


def test_the_pdf_is_served_as_it_is(address: str):
    response, body = _ask(address, "/prospectus.pdf")
    assert response.headers["Content-Type"] == "application/pdf"
    assert body == (SITE / "prospectus.pdf").read_bytes()


def test_a_session_number_changes_nothing(address: str):
    assert _ask(address, "/fees/?sid=1")[1] == _ask(address, "/fees/index.html?sid=2")[1] == _ask(address, "/fees/")[1]


def test_robots_txt_closes_one_folder_and_names_the_sitemap(address: str):
    _, body = _ask(address, "/robots.txt")
    assert b"Disallow: /internal/" in body
    assert f"Sitemap: {address}sitemap.xml".encode() in body


def test_a_form_that_is_sent_is_refused_politely(address: str):
    response, _ = _ask(address, "/forms/leave-of-absence.html", method="POST")
    assert response.status == 405


def test_two_servers_take_two_ports():
    with serve() as (one, _), serve() as (other, _):
        assert one.server_port != other.server_port
