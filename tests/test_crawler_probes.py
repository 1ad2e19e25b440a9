"""Pages that are not there although they are answered with 200."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, missing, page, serve


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
