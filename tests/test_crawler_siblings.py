"""Halves of a site that no link leads to: another language, and what a sitemap lists under another name of the site."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from crawler.answers import Answer, Entry
from crawler.siblings import MISSES, Siblings, language_folder
from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, missing, page, serve


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def spoken(lang: str, title: str, *links: str) -> Reply:
    """A page in a language."""
    made = page(title, *links)
    return Reply(str(made.body).replace("lang=en", f"lang={lang}"))


def bilingual(asked: Asked) -> Reply:
    """Two halves that only a script joins."""
    table = {
        "/": Reply('<meta http-equiv="refresh" content="0; url=/zh/"><title>...</title>'),
        "/zh/": spoken("zh-CN", "首页", "/zh/people/"),
        "/zh/people/": spoken("zh-CN", "人员"),
        "/en/": spoken("en", "Home", "/en/people/"),
        "/en/people/": spoken("en", "People"),
    }
    return table.get(asked.path, missing())


def test_the_english_half_of_a_site_is_found_though_only_a_script_leads_to_it(crawls: Crawls):
    with serve(bilingual) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/en/", "/en/people/", "/zh/", "/zh/people/"]
    assert crawls.rows()["/en/"].referrer.endswith("/zh/")


def unreachable(count: int, english: int, asked: Asked) -> Reply:
    """Two halves whose every link leads into the Chinese one; the English one has fewer pages."""
    lang, _, name = asked.path.strip("/").partition("/")
    if asked.path == "/":
        return Reply('<meta http-equiv="refresh" content="0; url=/zh/"><title>...</title>')
    number = name.removeprefix("p").rstrip("/")
    most = {"zh": count, "en": english}.get(lang, 0)
    if not most or (name and not (number.isdigit() and int(number) < most)):
        return missing()
    links = [f"/zh/p{n}/" for n in range(count)]
    title = f"Project {name} of the institute" if lang == "en" else f"研究所的项目 {name}"
    return spoken("en" if lang == "en" else "zh-CN", title, *links)


def test_a_half_that_no_link_leads_into_is_found_page_by_page(crawls: Crawls):
    with serve(lambda asked: unreachable(12, 12, asked)) as server:
        crawls.run(server.url)
        again = crawls.run(server.url)
    assert len([path for path in crawls.pages() if path.startswith("/en/")]) == 13
    assert crawls.rows()["/en/p3/"].referrer.endswith("/zh/p3/")
    assert set(crawls.statuses().values()) == {"ok", "redirect"}
    assert (again.pages, again.new) == (26, 0)


def test_guessing_ends_when_nothing_is_there_and_leaves_no_broken_link(crawls: Crawls):
    with serve(
        lambda asked: unreachable(40, 0, asked) if asked.path != "/en/" else spoken("en", "Home", "/zh/")
    ) as server:
        crawls.run(server.url)
    assert [path for path in crawls.statuses() if path.startswith("/en/")] == ["/en/"]
    assert len({path for path in server.paths() if re.match(r"/en/p\d", path)}) == MISSES  # a probe may begin with p


async def test_guesses_that_begin_at_once_are_no_more_than_those_one_after_the_other():
    asked: list[str] = []

    async def ask(entry: Entry) -> Answer:
        asked.append(entry.url)
        await asyncio.sleep(0)
        return Answer(entry.url, 200)

    async def judge(answer: Answer) -> list[str] | None:
        return [] if answer.url.endswith("/en/") else None

    siblings = Siblings(ask, judge)
    pages = (siblings.find(f"http://college.example/zh/p{n}", "zh", lambda url: "") for n in range(20))
    await asyncio.gather(*pages)
    assert [url.rpartition("/")[2] for url in asked] == ["", "p0", "p1", "p2"]


def test_a_half_with_links_of_its_own_is_not_guessed(crawls: Crawls):
    with serve(bilingual) as server:
        crawls.run(server.url)
    assert server.paths().count("/en/people/") == 1


def test_a_site_without_another_half_is_asked_once_and_has_no_broken_link_by_it(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        if asked.path in ("/", "/de/", "/de/a", "/de/b"):
            return spoken("de", f"Seite {asked.path}", "/de/", "/de/a", "/de/b")
        return missing()

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/de/", "/de/a", "/de/b"]
    assert server.paths().count("/en/") == 1
    assert "/en/" not in crawls.statuses()


def test_a_half_that_robots_refuses_is_left_alone(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        if asked.path == "/robots.txt":
            return Reply(b"User-agent: *\nDisallow: /en/\n", kind="text/plain")
        return bilingual(asked)

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/zh/", "/zh/people/"]
    assert "/en/" not in server.paths()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_site_that_answers_anything_has_no_other_half(crawls: Crawls, lang: str):
    def site(asked: Asked) -> Reply:
        if asked.path in ("/", "/fr/", "/fr/a"):
            return spoken("fr", f"Bonjour {asked.path}", "/fr/", "/fr/a")
        return spoken(lang, "Page introuvable")

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/fr/", "/fr/a"]


@pytest.mark.parametrize(
    ("path", "lang", "folder"),
    [
        ("/zh/a", "zh-CN", "zh"),
        ("/zh-hk/a", "zh", "zh-hk"),
        ("/cn/a", "zh", "cn"),
        ("/de_at/a", "de-AT", "de_at"),
        ("/en/a", "en", ""),
        ("/de/a", "en", ""),
        ("/it/services", "en", ""),
        ("/zh/a", "", ""),
        ("/zhang/a", "zh", ""),
        ("/", "zh", ""),
    ],
)
def test_a_folder_is_a_language_when_the_pages_in_it_say_so(path: str, lang: str, folder: str):
    assert language_folder(f"https://college.example{path}", lang) == folder


def listing(*urls: str) -> Reply:
    """A sitemap."""
    return Reply(f"<urlset>{''.join(f'<url><loc>{url}</loc></url>' for url in urls)}</urlset>", kind="text/xml")


def copied(asked: Asked) -> Reply:
    """A copy of a site whose sitemap names the original; /orphan is linked from nowhere."""
    if asked.path == "/robots.txt":
        return Reply(b"Sitemap: https://original.example/maps.xml\n", kind="text/plain")
    if asked.path == "/maps.xml":
        return Reply("<sitemapindex><sitemap><loc>https://original.example/map.xml</loc></sitemap></sitemapindex>",
                     kind="text/xml")  # fmt: skip
    if asked.path == "/map.xml":
        return listing("https://original.example/", "https://original.example/orphan")
    return page(asked.path) if asked.path in ("/", "/orphan") else missing()


def test_a_sitemap_that_names_the_site_by_another_host_is_read_for_this_one(crawls: Crawls):
    with serve(copied) as server:
        summary = crawls.run(server.url)
    assert crawls.pages() == ["/", "/orphan"]
    assert any("original.example" in warning for warning in summary.warnings)


@pytest.mark.parametrize(
    "urls",
    [
        ("https://other.example/about", "https://other.example/team"),
        ("https://other.example/", "https://third.example/"),
        ("https://other.example/", "/here"),
    ],
)
def test_a_sitemap_of_somebody_else_is_not_taken_for_ours(crawls: Crawls, urls: tuple[str, ...]):
    def site(asked: Asked) -> Reply:
        if asked.path == "/sitemap.xml":
            return listing(*urls)
        return page(asked.path) if asked.path in ("/", "/about", "/team", "/here") else missing()

    with serve(site) as server:
        crawls.run(server.url)
    assert set(crawls.pages()) <= {"/", "/here"}
