"""Spellings, mirrors and canonicals: one page, one address."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.state import State
from core.urls import page_key
from tests.sites.crawls import SITE, Crawls
from tests.sites.server import Asked, Reply, missing, page, routes, serve


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def test_spellings_of_one_address_are_one_page_with_aliases(crawls: Crawls):
    links = ["/staff", "/staff/", "/staff/index.html", "/staff/#people", "/staff/?sid=a1b2c3d4e5f60718",
             "/staff/;jsessionid=77AA",
             "/STAFF/../staff/", "/%73taff/", "/staff/?utm_source=mail"]  # fmt: skip

    def site(asked: Asked) -> Reply:
        if asked.path == "/":
            return page("Home", *links)
        head = f'<link rel="canonical" href="http://127.0.0.1:{asked.port}/staff/">'
        return page("Staff", head=head) if asked.path.startswith("/staff") else missing()

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/staff/"]
    assert len([target for target in server.paths() if "staff" in target]) == 1
    folded = "/staff/?sid=a1b2c3d4e5f60718"
    assert crawls.aliases() == {"/staff": "/staff/", "/staff/index.html": "/staff/", folded: "/staff/"}


def test_one_address_with_a_session_is_shown_for_each_page_and_terms_are_pages(crawls: Crawls):
    ids = [f"{number:032x}" for number in (3**80, 5**54, 7**44)]

    def site(asked: Asked) -> Reply:
        links = [f"/fees?session={ids[len(server.asked) % 3]}", "/exams?session=2024spring", "/exams?session=2024fall"]
        return (
            page(f"Page {asked.target}", *links, text=f"All of {asked.target}.")
            if asked.path in ("/", "/fees", "/exams")
            else missing()
        )

    with serve(site) as server:
        crawls.run(server.url)
        first = crawls.aliases()
        crawls.run(server.url)
    assert {"/", "/fees", "/exams?session=2024spring", "/exams?session=2024fall"} <= set(crawls.pages())
    assert list(first.values()) == ["/fees"]
    assert crawls.aliases() == first


def test_another_spelling_is_tried_where_the_first_leads_nowhere(crawls: Crawls):
    table = {"/": page("Home", "/docs/", "/docs/index.html"), "/docs/index.html": page("Docs")}
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/docs/index.html"]


def test_mirrors_become_aliases_of_one_page(crawls: Crawls):
    same = page("Statutes", text="Paragraph one of the statutes.")
    with serve(routes({"/": page("Home", "/mirror/statutes", "/st"), "/mirror/statutes": same, "/st": same})) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/st"]
    assert crawls.aliases() == {"/mirror/statutes": "/st"}
    assert sorted(crawls.queued("page")) == ["/", "/st"]


def test_a_wrong_canonical_loses_no_page(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        wrong = f'<link rel="canonical" href="http://127.0.0.1:{asked.port}/">'
        away = '<link rel="canonical" href="https://elsewhere.example/">'
        names = ["law", "art", "sea", "sky"]
        if asked.path == "/":
            return page("Home", *(f"/{name}" for name in names))
        name = asked.path[1:]
        return (
            page(name, text=f"All there is to say of {name}.", head=wrong if name in names[:2] else away)
            if name in names
            else missing()
        )

    with serve(site) as server:
        summary = crawls.run(server.url)
    assert crawls.pages() == ["/", "/art", "/law", "/sea", "/sky"]
    assert any("canonical" in warning for warning in summary.warnings)


def test_a_true_canonical_makes_a_sorted_view_an_alias(crawls: Crawls):
    items = [f"item{n} is a thing of some worth" for n in "abcdefgh"]

    def site(asked: Asked) -> Reply:
        head = f'<link rel="canonical" href="http://127.0.0.1:{asked.port}/list">'
        if asked.path == "/list":
            return page("List", head=head, text=" ".join(items if not asked.query else reversed(items)))
        return page("Home", "/list?sort=down", "/list") if asked.path == "/" else missing()

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/list"]
    assert crawls.aliases() == {"/list?sort=down": "/list"}


@pytest.mark.parametrize("canonical", ["{}/", "{}/index.html", "{}/?"])
def test_a_canonical_that_nobody_asked_for_is_no_address_of_a_page(crawls: Crawls, canonical: str):
    def site(asked: Asked) -> Reply:
        named = canonical.format(f"http://127.0.0.1:{asked.port}{asked.path}")
        head = f'<link rel="canonical" href="{named}">'
        table = {"/": page("Home", "/law", "/art"), "/law": page("Law", head=head), "/art": page("Art", head=head)}
        return table.get(asked.path, missing())

    with serve(site) as server:
        crawls.run(server.url)
        assert crawls.pages() == ["/", "/art", "/law"]
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/art", "/law"]
    assert "/law/" not in server.paths()


def test_a_page_that_was_booked_under_an_address_which_leads_nowhere_gets_its_own_back(crawls: Crawls):
    table = {"/": page("Home", "/law"), "/law": page("Law")}
    with serve(routes(table)) as server:
        crawls.run(server.url)
        state, own = State(crawls.state), f"{server.url}law"
        state.write("UPDATE ledger SET url = ? WHERE url = ?", f"{own}/", own)
        state.write("INSERT INTO alias (site, alias, key) VALUES (?, ?, ?)", SITE, own, page_key(own))
        state.close()
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/law"]
