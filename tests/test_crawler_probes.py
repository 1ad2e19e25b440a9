"""Pages that are not there although they are answered with 200."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.html import inspect
from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, missing, moved, page, routes, serve


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def test_pages_that_say_what_any_address_says_are_missing(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        if asked.path in ("/robots.txt", "/sitemap.xml"):
            return missing()
        if asked.path == "/":
            return page("Institute", "/staff/", "/staff/people", "/staff/gone-1", "/staff/gone-2")
        if asked.path == "/staff/":
            return page("Staff", text="Who works here.")
        if asked.path == "/staff/people":
            return page("People", text="Nine people work here, in three rooms.")
        return page("Oh no", text=f"Nothing is stored under {asked.path}, try the search.")

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/staff/", "/staff/people"]
    assert crawls.statuses()["/staff/gone-1"] == crawls.statuses()["/staff/gone-2"] == "soft-404"


def test_a_site_that_answers_every_address_with_its_home_page_keeps_its_home_page(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        if asked.path in ("/robots.txt", "/sitemap.xml"):
            return missing()
        return page("About", text="All about us.") if asked.path == "/about" else page("Home", "/about", "/x", "/y")

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/about"]


PROSE = (
    "Lenders of the map room keep ledgers in ink, and every sheet that leaves it is signed for at the oak desk. " * 5
)
ERRORS = {
    "/shop/a": page("Oops! Page not found", text="We are sorry."),
    "/shop/b": page("404", text="Sorry."),
    "/shop/c": page("College", text="Seite nicht gefunden. Die gewünschte Seite existiert nicht mehr."),
    "/shop/d": page("College", text="La page demandée est introuvable."),
    "/shop/e": page("College", text="Página no encontrada"),
    "/shop/f": page("Object not found!", text="The requested URL was not found on this server."),
    "/shop/g": page("学院", text="您访问的页面不存在或已被删除。"),
}
REAL = {
    "/help/lost": page("Lost and found", text="If your umbrella was not found at the desk, ask the porter."),
    "/help/404": page("What a 404 error means", text="Error 404: Page not found. So a server answers for a lost page."),
    "/help/policy": page(
        "Page not found policy of the web team", text=f"When a page could not be found, tell us. {PROSE}"
    ),
    "/help/explained": page("404 Not Found errors explained", text=f"A page was not found. {PROSE}"),
    "/help/void": page("Withdrawn courses", text="These courses no longer exist. The page of each was removed."),
    "/help/404-main-street": page("404 Main Street", text="The annex stands at 404 Main Street, behind the mill."),
}


@pytest.fixture
def readings(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path, reader=inspect)


def test_error_pages_in_other_words_are_missing_and_pages_about_errors_are_not(readings: Crawls):
    table = {"/": page("Home", *ERRORS, *REAL, text=PROSE), **ERRORS, **REAL}
    with serve(routes(table)) as server:
        readings.run(server.url)
    statuses = readings.statuses()
    assert {path: statuses[path] for path in ERRORS} == dict.fromkeys(ERRORS, "soft-404")
    assert {path: statuses[path] for path in REAL} == dict.fromkeys(REAL, "ok")


@pytest.mark.parametrize("target", ["/errorpage", "/errors/notfound.html", "/Error.aspx?aspxerrorpath={}"])
def test_a_page_to_which_missing_addresses_are_redirected_is_no_page(readings: Crawls, target: str):
    def site(asked: Asked) -> Reply:
        if asked.path in ("/robots.txt", "/sitemap.xml"):
            return missing()
        if asked.path in ("/", "/c/real"):
            return page(f"Page {asked.path}", "/c/gone1", "/c/gone2", "/c/real", text=f"Of {asked.path}. {PROSE}")
        if asked.path in (target.partition("?")[0], "/errorpage"):
            return page("Error", text=f"Sorry, this did not work. {PROSE[:200]}")
        return moved(target.format(asked.path))

    with serve(site) as server:
        readings.run(server.url)
    assert readings.pages() == ["/", "/c/real"]


def test_a_folder_that_answers_anything_in_ever_other_words_is_believed_when_it_says_that_nothing_is_there(
    readings: Crawls,
):
    def site(asked: Asked) -> Reply:
        if asked.path in ("/robots.txt", "/sitemap.xml"):
            return missing()
        if asked.path in ("/", "/f/real", "/f/"):
            return page(f"Page {asked.path}", "/f/real", "/f/gone1", "/f/gone2", text=f"Of {asked.path}. {PROSE}")
        tip = " ".join(sorted(PROSE.split()[:40], key=lambda word: hash((word, asked.path))))[:120]
        return page("Hm", text=f"That could not be found here. Have you read this? {tip}")

    with serve(site) as server:
        readings.run(server.url)
    assert readings.pages() == ["/", "/f/", "/f/real"] or readings.pages() == ["/", "/f/real"]


# closed for now


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Site under maintenance", "We are currently down for maintenance. Please come back later."),
        ("Wartung", "Wegen Wartungsarbeiten ist die Website derzeit nicht erreichbar."),
        ("Site en maintenance", "Nous revenons bientôt."),
        ("系统维护中", "请稍后再访问。"),
        ("Library", "The upstairs hall is closed, maintenance of its roof goes on."),
    ],
)
def test_a_site_that_is_closed_for_now_brings_no_page_and_says_so(readings: Crawls, title: str, text: str):
    def site(asked: Asked) -> Reply:
        if asked.path == "/sitemap.xml":
            rows = "".join(f"<url><loc>/p{n}</loc></url>" for n in range(12))
            return Reply(f"<urlset>{rows}</urlset>", kind="text/xml")
        return missing() if asked.path == "/robots.txt" else page(title, text=text)

    with serve(site) as server:
        summary = readings.run(server.url)
    assert readings.pages() == []
    assert set(readings.statuses().values()) == {"maintenance"}
    assert summary.exit_code == 1
    assert "cannot be used now" in summary.reason


def test_a_page_about_maintenance_is_a_page(readings: Crawls):
    table = {
        "/": page("Home", "/lift", "/plan", text=PROSE),
        "/lift": page("North lift under maintenance", text="Take the stairs beside the map room until Friday."),
        "/plan": page("Maintenance", text=f"Who repairs what. {PROSE}"),
    }
    with serve(routes(table)) as server:
        readings.run(server.url)
    assert readings.pages() == ["/", "/lift", "/plan"]


def test_pages_stay_while_their_site_is_closed_for_now(readings: Crawls):
    closed: list[bool] = []

    def site(asked: Asked) -> Reply:
        if asked.path == "/robots.txt":
            return missing()
        if closed:
            return page("We are back soon", text="Maintenance of this website goes on.")
        return page(f"Page {asked.path}", *(f"/p{n}" for n in range(6)), text=f"Of {asked.path}. {PROSE}")

    with serve(site) as server:
        readings.run(server.url)
        before = readings.pages()
        closed.append(True)
        summary = readings.run(server.url, full=True)
    assert readings.pages() == before
    assert summary.exit_code == 1
    assert "closed for now: 7 pages" in summary.reason
