"""Traps are capped by what they yield, and nothing that brings new content is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.figures import figures_of
from crawler.novelty import Novelty, visible
from crawler.traps import TrapWatch
from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, missing, page, routes, serve
from tests.sites.words import WORDS

HOST = "http://campus.example"


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def trap_site(asked: Asked) -> Reply:
    parts = asked.path.strip("/").split("/")
    if asked.path == "/":
        return page("Events", "/cal/2026/9", *(f"/filter/{n}" for n in range(300)), *(f"/real/{n}" for n in "abc"))
    if parts[0] == "cal" and parts[-1].isdigit():
        year, month = int(parts[1]), int(parts[2]) + 1
        year, month = (year + 1, 1) if month > 12 else (year, month)
        return page(f"Calendar {parts[1]}-{parts[2]}", f"/cal/{year}/{month}", text="Nothing is planned.")
    if parts[0] == "filter":
        return page("Events", text="The list, sorted another way.")
    if parts[0] == "real" and parts[1] in "abc":
        return page(f"Event {parts[1]}", text=f"What happens at {parts[1]}.")
    return missing()


def test_a_calendar_and_facets_are_capped_by_name_and_cost_no_real_page(crawls: Crawls):
    with serve(trap_site) as server:
        summary = crawls.run(server.url)
    assert {"/real/a", "/real/b", "/real/c"} <= set(crawls.pages())
    assert [line.split(" capped")[0] for line in summary.capped] == ["prefix /cal", "prefix /filter"]
    assert len(server.asked) < 150


def test_a_capped_prefix_stays_capped_at_the_next_crawl(crawls: Crawls):
    with serve(trap_site) as server:
        crawls.run(server.url)
        before = len(server.asked)
        crawls.run(server.url)
    assert len(server.asked) - before <= before


def test_a_big_honest_folder_is_no_trap(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        if asked.path == "/":
            return page("Courses", *(f"/course/{n}" for n in range(250)))
        number = int(asked.path.rsplit("/", 1)[1]) if asked.path.startswith("/course/") else 0
        words = " ".join(
            f"{'abcdefghijklm'[number % 13]}{'nopqrstuvwxyz'[number // 13 % 13]}word{'xyzabc'[number % 6]}"
            for _ in "123"
        )
        return page(
            f"Course {number}", text=f"{words} taught in room {number} {chr(97 + number % 26)}{chr(97 + number // 26)}"
        )

    with serve(site) as server:
        summary = crawls.run(server.url)
    assert summary.capped == ()
    assert len(crawls.pages()) == 251


def test_a_long_list_of_pages_that_differ_in_numbers_alone_is_no_trap(crawls: Crawls):
    def rooms(asked: Asked) -> Reply:
        if asked.path == "/":
            return page("Home", "/rooms/")
        if asked.path == "/rooms/":
            return page("Rooms", *(f"/rooms/{n}" for n in range(700)))
        number = asked.path.removeprefix("/rooms/")
        text = f"Room {number} has {int(number) % 7 * 10} seats." if number.isdigit() else ""
        return page(f"Room {number}", "/rooms/", text=text) if text and int(number) < 700 else missing()

    with serve(rooms) as server:
        summary = crawls.run(server.url)
    assert summary.pages == 702
    assert summary.capped == ()


def test_a_trap_that_goes_to_and_fro_between_two_folders_is_capped(crawls: Crawls):
    def swing(asked: Asked) -> Reply:
        folder, _, number = asked.path.strip("/").partition("/")
        if not number.isdigit():
            return page("Home", "/left/1") if asked.path == "/" else missing()
        other = "right" if folder == "left" else "left"
        return page(f"Day {number}", f"/{other}/{int(number) + 1}", text=f"Nothing on day {number}.")

    with serve(swing) as server:
        summary = crawls.run(server.url, max_pages=600)
    assert summary.finished
    assert len(summary.capped) >= 1


def seats(number: int) -> str:
    return f"Room {number} on floor {number // 100} has {(number * 37) % 90 + 10} seats."


@pytest.mark.parametrize("links", [(1,), (1, 2), (-1, 1)])
@pytest.mark.parametrize("form", ["/rooms/{}", "/room?id={}", "/b/2/rooms/{}.html"])
def test_a_finite_list_that_is_linked_page_by_page_is_read_to_its_end(
    crawls: Crawls, form: str, links: tuple[int, ...]
):
    numbers = range(101, 341)

    def site(asked: Asked) -> Reply:
        if asked.target == "/":
            return page("Home", form.format(101))
        number = int(re.findall(r"\d{3}", asked.target)[-1]) if re.search(r"\d{3}", asked.target) else 0
        near = [form.format(number + step) for step in links if number + step in numbers]
        return page(f"Room {number}", *near, text=seats(number)) if number in numbers else missing()

    with serve(site) as server:
        summary = crawls.run(server.url)
    assert (summary.pages, summary.capped) == (241, ())


CALENDARS = {
    "a day in words": "Monday {day} November {year}. Nothing is planned on the {day}th of March.",
    "a grid of days": "Mo Tu We Th Fr Sa Su " + " ".join(map(str, range(1, 29))) + ". Week {day}. No events.",
    "a counter": "This is view {n} of the list; nothing is in it.",
    "a clock": "Free slot at {day}:30:15, {day}/11/{year}. Made in 0.{n}3 seconds.",
    "a free room": "The room with 40 seats is free.",
}


@pytest.mark.parametrize("text", CALENDARS.values(), ids=CALENDARS)
def test_what_differs_in_dates_and_in_its_address_alone_is_capped_and_named_in_the_last_sentence(
    crawls: Crawls, text: str
):
    def site(asked: Asked) -> Reply:
        number = int(asked.path.removeprefix("/view/")) if asked.path.startswith("/view/") else 0
        said = text.format(n=number, day=number % 28 + 1, year=2020 + number // 28)
        return page("View", f"/view/{number + 1}", text=said) if number or asked.path == "/" else missing()

    with serve(site) as server:
        summary = crawls.run(server.url, max_pages=300)
    assert summary.finished
    assert summary.fetched < 100
    assert "1 part of the site was cut off: /view after" in summary.reason


def test_choices_of_many_new_addresses_are_no_list_whatever_figures_they_have():
    watch = TrapWatch()
    for number in range(80):
        for step in range(5):
            watch.found(f"{HOST}/shop/{5 * number + step + 1}", f"{HOST}/shop/{number}", 3)
        watch.count(f"{HOST}/shop/{number}", 3, f"shop{number}", f"<p>{number * 7919 % 997} things</p>".encode())
    assert watch.capped(f"{HOST}/shop/999") == "/shop"


def test_a_list_that_never_ends_is_cut_off_at_last():
    watch = TrapWatch()
    texts = ((f"/visit/{n}", f"{n * 7919 % 9973} visitors were here.") for n in range(2100))
    watch_folder(watch, texts, leads_on=True)
    assert watch.log()[0].startswith("prefix /visit capped after 2000 pages")


def test_the_figures_of_a_page_are_neither_dates_nor_those_of_its_address():
    text = b"<title>7</title><p>Room 12, 31 seats, since 4 May 1998, 3.5 m, 10:30</p><a href=13>13</a><p>2026-11-30</p>"
    assert figures_of(text, f"{HOST}/room/12") == (31, 3, 5)
    assert figures_of("<p>2026年11月30日 有 40 座位</p>".encode(), f"{HOST}/room/12") == (40,)


@pytest.mark.parametrize(
    "link",
    [
        "/a/b/a/b/a/b/",
        "/x/x/x/x",
        "/deep" + "/d1/d2/d3/d4/d5" * 5 + "/e",
        "/q?" + "&".join(f"p{n}=1" for n in range(30)),
        "/l/" + "y" * 3000,
    ],
)
def test_an_address_shaped_like_a_trap_is_not_asked(crawls: Crawls, link: str):
    with serve(routes({"/": page("Home", link)})) as server:
        crawls.run(server.url)
    assert sorted(crawls.statuses().values()) == ["ok", "trapped"]


def test_one_huge_folder_does_not_starve_the_others(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        if asked.path == "/":
            return page("Home", *(f"/huge/{n}" for n in range(200)), *(f"/small/{n}" for n in range(5)))
        if not asked.path.rsplit("/", 1)[1].isdigit():
            return missing()
        return page(asked.path, text=f"Text of {asked.path.replace('/', ' ')} {chr(97 + len(asked.path))}")

    with serve(site) as server:
        crawls.run(server.url, max_pages=20, concurrency=1)
    assert {f"/small/{n}" for n in range(5)} <= set(crawls.pages())


# what a prefix yields


def watch_folder(watch: TrapWatch, pages: Iterable[tuple[str, str]], *, leads_on: bool) -> None:
    """Count pages of a site in order; each leads to the next, or none does."""
    before = ""
    for number, (path, text) in enumerate(pages):
        if leads_on and before:
            watch.found(f"{HOST}{path}", before, number)
        watch.count(f"{HOST}{path}", number if leads_on else 2, f"{path} {text}", f"<p>{text}</p>".encode())
        before = f"{HOST}{path}"


def test_one_trap_does_not_close_its_neighbours():
    watch = TrapWatch()
    for number in range(80):
        watch.count(f"{HOST}/site/facet/{number}", 2, "same", b"<p>same</p>")
        watch.found(f"{HOST}/site/cal/{number}", f"{HOST}/site/cal/0", number)
        watch.count(f"{HOST}/site/cal/{number}", number, f"cal{number}", b"<p>month</p>")
    assert watch.capped(f"{HOST}/site/facet/new") == "/site/facet"
    assert watch.capped(f"{HOST}/site/cal/new") == "/site/cal"
    assert watch.capped(f"{HOST}/site/real/new") == ""


def test_days_months_and_years_in_folders_of_their_own_are_one_shape():
    days = [(f"/y/{year}/m/{month}/d/{day}", f"Nothing is planned on {day} {month} {year}.")
            for year in range(2026, 2030) for month in range(1, 13) for day in range(1, 29)]  # fmt: skip
    watch = TrapWatch()
    watch_folder(watch, days[:60], leads_on=True)
    assert watch.capped(f"{HOST}{days[-1][0]}")


def test_a_folder_that_repeats_itself_closes_no_other_that_differs_in_numbers():
    watch = TrapWatch()
    for number in range(60):
        watch.count(f"{HOST}/2024/gallery/{number}", 2, "same", b"<p>No picture yet.</p>")
    assert watch.log() == ["prefix /2024/gallery capped after 33 pages with 1 new"]
    assert watch.capped(f"{HOST}/2025/gallery/1") == ""


def test_a_trap_is_named_once():
    watch = TrapWatch()
    days = [(f"/7/cal/{number // 30}/{number % 30}", f"Day {number}") for number in range(300)]
    watch_folder(watch, days, leads_on=True)
    assert [line.split(" capped")[0] for line in watch.log()] == ["prefix /7/cal"]


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=10, deadline=None)
def test_an_archive_of_two_thousand_different_pages_is_never_capped(seed: int, leads_on: bool):
    chance = Random(seed)
    texts = (" ".join(chance.choices(WORDS, k=30)) for _ in range(2000))
    watch = TrapWatch()
    watch_folder(watch, ((f"/archive/{n}", text) for n, text in enumerate(texts)), leads_on=leads_on)
    assert watch.log() == []


@given(st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_choices_and_orders_of_thirty_known_items_are_nothing_new(seed: int):
    chance = Random(seed)
    items = [f"{chance.choice(WORDS)} {chance.choice(WORDS)} number {n} costs little" for n in range(30)]
    views = ((f"/shop?cut={n}", ". ".join(chance.sample(items, chance.randint(5, 30)))) for n in range(200))
    watch = TrapWatch()
    watch_folder(watch, views, leads_on=True)
    assert watch.capped(f"{HOST}/shop?cut=new")


def test_a_productive_query_stays_open_beside_the_endless_ones_of_the_same_script():
    watch = TrapWatch()
    chance = Random(3)
    for number in range(400):
        text = " ".join(chance.choices(WORDS, k=30))
        watch.count(f"{HOST}/index.php?id={number}", 2, f"id{number}", f"<p>{text}</p>".encode())
        view = f"/index.php?id={number}&{'abcdefgh'[number % 8]}=1"
        watch.count(f"{HOST}{view}", 3, "Log in to edit.", b"<p>Log in to edit.</p>")
    assert watch.capped(f"{HOST}/index.php?id=900&h=1")
    assert watch.capped(f"{HOST}/index.php?id=900") == ""


def test_a_month_says_nothing_new_and_a_person_does():
    novelty = Novelty()
    assert novelty.unmet(visible(b"<h1>March 2026</h1><p>No events</p>"), HOST).is_news
    assert not novelty.unmet(visible(b"<h1>April 2027</h1><p>No events</p>"), HOST).is_news
    assert novelty.unmet(visible(b"<p>Ada Lovelace</p>"), HOST).is_news
    assert not novelty.unmet(visible(b"<h1>Events</h1><p>lovelace quux</p>"), f"{HOST}/tag/quux").is_news
