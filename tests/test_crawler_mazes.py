"""Parts of a site without an end whose words are all new, and honest ones that look like them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from crawler.traps import TrapWatch
from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, missing, page, serve
from tests.sites.words import WORDS, babble

HOST = "http://campus.example"


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def watch_tree(watch: TrapWatch, form: str, most: int, text: Callable[[int], str], width: int = 1) -> int:
    """Read pages that each lead to some that no other leads to, until their part is capped; how many were read."""
    for number in range(most):
        here = HOST + form.format(number)
        if watch.capped(here):
            return number
        for step in range(width):
            watch.found(HOST + form.format(number * width + step + 1), here, 3)
        watch.count(here, 3, f"{form} {number}", f"<p>{text(number)}</p>".encode())
    return most


@pytest.mark.parametrize("form", ["/maze/w{}", "/w{}", "/maze?w={}", "/a/maze/w{}/more"])
@pytest.mark.parametrize("width", [1, 5])
def test_pages_of_made_up_words_that_lead_on_for_ever_are_capped_soon(form: str, width: int):
    chance = Random(7)
    watch = TrapWatch()
    assert watch_tree(watch, form, 1000, lambda number: babble(chance), width) < 330
    assert len(watch.log()) == 1


def test_pages_of_common_words_that_nothing_else_leads_to_end_after_thousands():
    chance = Random(7)
    watch = TrapWatch()
    assert watch_tree(watch, "/maze/w{}", 4000, lambda number: " ".join(chance.choices(WORDS, k=30))) == 3000


def test_a_long_story_in_chinese_that_is_linked_page_by_page_is_no_babble():
    chance = Random(7)
    signs = [chr(0x4E00 + number) for number in range(2000)]
    watch = TrapWatch()
    watch_tree(
        watch, "/story/w{}", 600, lambda number: "，".join("".join(chance.choices(signs, k=9)) for _ in range(60))
    )
    assert watch.log() == []


def test_pages_that_lead_to_what_others_lead_to_have_no_such_end():
    chance = Random(7)
    watch = TrapWatch()
    for number in range(3500):
        here = f"{HOST}/wiki/{number}"
        watch.found(f"{HOST}/wiki/{number + 40}", here, 3)
        watch.found_again(f"{HOST}/wiki/{number + chance.randint(1, 39)}", here)
        watch.count(here, 3, f"wiki {number}", f"<p>{' '.join(chance.choices(WORDS, k=30))}</p>".encode())
    assert watch.log() == []


def test_a_dictionary_whose_pages_all_bring_new_words_is_no_maze():
    chance = Random(7)
    watch = TrapWatch()
    for number in range(600):
        here = f"{HOST}/words/{number}"
        watch.found(f"{HOST}/words/{number + 5}", here, 3)
        for step in range(1, 5):
            watch.found_again(f"{HOST}/words/{number + step}", here)
        watch.count(here, 3, f"words {number}", f"<p>{babble(chance)}</p>".encode())
    assert watch.log() == []


def test_a_calendar_that_leads_to_real_events_costs_no_more_than_they_are_worth():
    chance = Random(7)
    watch = TrapWatch()
    for month in range(600):
        here = f"{HOST}/cal/{month}"
        if watch.capped(here):
            break
        for number in range(5) if month < 30 else ():
            watch.found(f"{HOST}/event/{month}-{number}", here, 3)
            watch.count(f"{HOST}/event/{month}-{number}", 4, f"event {month} {number}", babble(chance).encode())
        watch.found(f"{HOST}/cal/{month + 1}", here, 3)
        watch.count(here, 3, f"cal {month}", b"<p>Nothing is planned.</p>")
    assert month < 30 + 150 + 40


@pytest.mark.parametrize("form", ["/news?page={}", "/news/older/{}"])
def test_an_archive_that_shows_nothing_of_its_own_but_leads_to_articles_is_read_to_its_end(crawls: Crawls, form: str):
    chance = Random(5)
    stories = {f"/story/{n}.html": babble(chance, 12) for n in range(480)}

    def site(asked: Asked) -> Reply:
        if asked.target == "/":
            return page("Home", form.format(1))
        if asked.target in stories:
            return page("Story", text=stories[asked.target])
        number = int(re.findall(r"\d+", asked.target)[-1]) if asked.target.startswith("/news") else 0
        links = "".join(f"<a href='/story/{4 * number + n - 4}.html'><img src=x></a>" for n in range(4))
        older = f"<a href='{form.format(number + 1)}'>Older</a>" if number < 120 else ""
        return Reply(f"<title>News</title><p>News</p>{links}{older}") if 0 < number <= 120 else missing()

    with serve(site) as server:
        summary = crawls.run(server.url)
    assert (summary.capped, summary.counts.get("gone", 0)) == ((), 0)
    assert sum(path.startswith("/story/") for path in crawls.pages()) == 480
