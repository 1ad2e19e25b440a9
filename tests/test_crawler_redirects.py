"""Redirects of every kind: cookies on the way, loops, chains, refreshes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, moved, page, routes, serve


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def test_a_page_that_sets_a_cookie_and_redirects_to_itself_is_reached(crawls: Crawls):
    def desk(asked: Asked) -> Reply:
        welcome = "been=here" in asked.headers.get("cookie", "")
        return (
            page("Reception", text="Second floor, left.") if welcome else moved("/desk", 302, "been=here; Path=/desk")
        )

    with serve(routes({"/": page("Home", "/desk"), "/desk": desk})) as server:
        crawls.run(server.url)
    assert crawls.statuses() == {"/": "ok", "/desk": "ok"}
    assert b"Second floor" in crawls.snapshot("/desk").body


def test_a_cookie_set_on_a_detour_is_kept_for_the_way_back(crawls: Crawls):
    def hall(asked: Asked) -> Reply:
        return page("Hall") if "pass=1" in asked.headers.get("cookie", "") else moved("/gate")

    table = {"/": page("Home", "/hall"), "/hall": hall, "/gate": moved("/hall", 302, "pass=1")}
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.statuses()["/hall"] == "ok"


@pytest.mark.parametrize(
    "table",
    [
        {"/round": moved("/round")},
        {"/round": moved("/about"), "/about": moved("/round")},
        {"/round": lambda asked: moved(f"/round?n={int(asked.query.get('n', ['0'])[0]) + 1}")},
        {"/round": lambda asked: moved("/round", 302, f"n={len(asked.headers.get('cookie', ''))}")},
    ],
)
def test_a_redirect_loop_ends_with_a_failed_address(crawls: Crawls, table: dict[str, Reply]):
    with serve(routes({"/": page("Home", "/round"), **table})) as server:
        summary = crawls.run(server.url)
    failed = [row for row in crawls.rows().values() if row.status == "failed"]
    assert failed
    assert all("loop" in row.reason for row in failed)
    assert summary.finished
    assert crawls.pages() == ["/"]


def test_each_hop_of_a_redirect_is_in_the_ledger_and_leads_to_the_page(crawls: Crawls):
    table = {"/": page("Home", "/a"), "/a": moved("/b", 301), "/b": moved("/c", 307), "/c": page("End")}
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.statuses() == {"/": "ok", "/a": "redirect", "/b": "redirect", "/c": "ok"}
    assert crawls.aliases() == {"/a": "/c", "/b": "/c"}


def test_a_meta_refresh_stub_is_a_redirect_and_one_to_itself_a_page(crawls: Crawls):
    stub = '<meta http-equiv="Refresh" content="0; URL=staff/list.html"><base href="/archive/">'
    table = {
        "/": page("Home", "/old", "/clock"),
        "/old": page("Moved", head=stub, text="This page has moved."),
        "/archive/staff/list.html": page("Staff"),
        "/clock": page("Clock", head='<meta http-equiv="refresh" content="30; url=/clock">', text="It is late."),
    }
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.statuses() == {"/": "ok", "/old": "redirect", "/archive/staff/list.html": "ok", "/clock": "ok"}
    assert [target for target in server.paths() if target == "/clock"] == ["/clock"]
