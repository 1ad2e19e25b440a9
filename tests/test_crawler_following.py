"""What is followed beside plain links: refreshes, embedded and next pages; tags for one robot; walls."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from crawler.robots import page_directives
from ingest.html import inspect
from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, missing, page, routes, serve

NOTE = "The reading room moves its lamps to the north wall, and the map cases follow in spring. " * 6


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path, reader=inspect)


def refreshing(content: str, text: str) -> Reply:
    return page("Notice", text=text, head=f'<meta http-equiv="refresh" content="{content}">')


def test_a_page_that_refreshes_late_is_kept_and_its_target_followed(crawls: Crawls):
    table = {
        "/": page("Home", "/ticker"),
        "/ticker": refreshing("30; url=/ticker2", NOTE),
        "/ticker2": page("Second", text="The second notice."),
    }
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/ticker", "/ticker2"]


def test_a_refresh_header_is_a_redirect(crawls: Crawls):
    table = {
        "/": page("Home", "/old"),
        "/old": Reply("<p>Moved.</p>", headers=(("Refresh", "0; url=/new"),)),
        "/new": page("New", text="The new place."),
    }
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.statuses() == {"/": "ok", "/old": "redirect", "/new": "ok"}


def test_a_stub_that_refreshes_to_another_spelling_of_itself_is_read_there(crawls: Crawls):
    table = {
        "/": Reply('<meta http-equiv="refresh" content="0; url=/index.html"><p>Enter</p>'),
        "/index.html": page("Home", text="The whole home page."),
    }
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert [row.title for row in crawls.rows().values() if row.snapshot] == ["Home"]


def test_embedded_pages_and_next_ones_are_followed(crawls: Crawls):
    home = page("Home", head='<link rel="next" href="/two">')
    body = str(home.body).replace("</main>", '<iframe src="/inner"></iframe><object data="/shown"></object></main>')
    table = {"/": Reply(body)} | {path: page(path, text=f"Of {path}. {NOTE}") for path in ("/two", "/inner", "/shown")}
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/inner", "/shown", "/two"]


def test_a_tag_for_this_crawler_alone_is_obeyed_and_one_for_another_is_not(crawls: Crawls):
    table = {
        "/": page("Home", "/ours", "/theirs"),
        "/ours": page("Ours", "/behind", text=NOTE, head='<meta name="SiteQuest" content="noindex, nofollow">'),
        "/theirs": page("Theirs", text=NOTE, head='<meta name="otherbot" content="noindex">'),
        "/behind": page("Behind", text=NOTE),
    }
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.statuses() == {"/": "ok", "/ours": "noindex", "/theirs": "ok"}


def test_a_limit_on_previews_does_not_hide_what_follows_it():
    assert "noindex" in page_directives((), "max-video-preview:-1, noindex", "SiteQuest")
    assert page_directives(("otherbot: noindex", "sitequest: nofollow"), "", "SiteQuest") == {"nofollow"}


@pytest.mark.parametrize("status", [300, 301, 302, 307])
def test_a_redirect_that_names_no_place_is_what_it_shows(crawls: Crawls, status: int):
    choices = page("Choices", "/one", text="Take one of these.")
    table = {
        "/": page("Home", "/which", "/bare"),
        "/which": Reply(choices.body, status),
        "/bare": Reply("", status),
        "/one": page("One", text=NOTE),
    }
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/one", "/which"]
    assert crawls.rows()["/bare"].reason == f"answered {status} without saying where to"


def test_a_proof_of_work_page_is_a_challenge_though_it_asks_not_to_be_indexed(crawls: Crawls):
    wall = (
        "<title>Making sure you&#39;re not a bot!</title><meta name=robots content=noindex>"
        "<script id=anubis_challenge type=application/json>{}</script><h1>Making sure you&#39;re not a bot!</h1>"
    )
    with serve(routes({"/": page("Home", "/wall"), "/wall": Reply(wall)})) as server:
        summary = crawls.run(server.url)
    assert crawls.statuses()["/wall"] == "challenge"
    assert "behind a challenge: 1 page" in summary.reason


def test_what_a_link_header_names_is_followed_as_a_link_element_is(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        here = f"http://127.0.0.1:{asked.port}"
        links = f'<{here}/es/>; rel="alternate"; hreflang="es", </de/>; REL=alternate; hreflang=de'
        table = {
            "/": replace(page("Home"), headers=(("Link", links), ("Link", '</more>; rel="next"'))),
            "/es/": page("Inicio", text="La sala de lectura abre a las nueve."),
            "/de/": page("Start", text="Der Lesesaal öffnet um neun."),
            "/more": replace(
                page("More", "/more?view=wide", text=NOTE), headers=(("Link", '</more>; rel="canonical"'),)
            ),
        }
        table["/more?view=wide"] = table["/more"]
        return table.get(asked.target, missing())

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/de/", "/es/", "/more"]
    assert crawls.aliases() == {"/more?view=wide": "/more"}


def test_a_link_header_is_read_like_the_elements_of_the_page():
    headers = {
        "link": '<es/>; rel=alternate; hreflang=es, <2>; rel="next", <https://a.example/x>; rel=canonical, <>; broken'
    }
    facts = inspect(b"<base href='/elsewhere/'><p>Lamps</p>", "https://a.example/in/", "text/html", headers)
    assert facts.alternates == (("es", "https://a.example/in/es/"),)
    assert facts.further == ("https://a.example/in/2",)
    assert facts.canonical == "https://a.example/x"


def test_the_canonical_of_the_page_goes_before_that_of_the_header():
    body = b"<link rel=canonical href=/own><p>Lamps</p>"
    facts = inspect(body, "https://a.example/in/", "text/html", {"Link": "</other>; rel=canonical"})
    assert facts.canonical == "https://a.example/own"
