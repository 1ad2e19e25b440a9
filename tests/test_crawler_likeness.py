"""What says the same as the page its canonical names, and what only looks like it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from crawler.likeness import stands_in
from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, missing, page, serve

MENU = (
    "<table><tr><td>" + "<br>".join(f"Part {word} of the school" for word in "abcdefghijklmnop") + "</td></tr></table>"
)
WORDS = ("loom", "wool", "thread", "dye", "needle", "spindle", "cloth", "weaver", "pattern", "shuttle", "frame", "hue")


def prose(seed: int, sentences: int = 6) -> str:
    pick = Random(seed)
    return " ".join(f"The {' '.join(pick.choice(WORDS) for _ in range(7))}." for _ in range(sentences))


def timetable(group: int) -> str:
    rows = "".join(
        f"<tr><td>{day}</td><td>Weaving for all groups of the first year</td><td>Room {group * 7 + number}</td></tr>"
        for number, day in enumerate(("Monday", "Tuesday", "Friday"))
    )
    return f"<h1>Timetable of group {group}</h1><table>{rows}</table><p>Bring thread, needles and an apron.</p>"


def same(one: str, two: str) -> bool:
    return stands_in(f"<body>{one}</body>".encode(), f"<body>{two}</body>".encode())


@pytest.mark.parametrize("around", ["", MENU])
def test_other_sentences_of_the_same_words_are_another_page(around: str):
    assert not same(f"{around}<p>{prose(1, 3)}</p>", f"{around}<p>{prose(2, 3)}</p>")


@pytest.mark.parametrize("around", ["", MENU * 4])
def test_a_timetable_with_other_rooms_is_another_page(around: str):
    assert not same(around + timetable(3), around + timetable(0))


def test_rooms_that_change_places_make_another_page():
    cells = "<tr><td>Monday</td><td>Room {}</td></tr><tr><td>Friday</td><td>Room {}</td></tr>"
    assert not same(f"<table>{cells.format(1, 2)}</table>", f"<table>{cells.format(2, 1)}</table>")


@pytest.mark.parametrize("form", ["<li>Lot {0}, cloth of {1} colours</li>", "<tr><td>{0}</td><td>{1}</td></tr>"])
def test_a_list_sorted_another_way_or_filtered_says_the_same(form: str):
    items = [form.format(number, number * 3) for number in range(20)]
    whole = f"<ul>{''.join(items)}</ul>"
    assert same(f"<ul>{''.join(reversed(items))}</ul>", whole)
    assert same(f"<ul>{''.join(items[:7])}</ul>", whole)
    assert not same(whole, f"<ul>{''.join(items[:7])}</ul>")


def test_a_word_more_and_a_running_clock_are_the_same_page():
    assert same(f"<p>{prose(1, 12)}</p><p>Print 10:11:12</p>", f"<p>{prose(1, 12)}</p><p>Time 12:13:14</p>")


def test_a_page_in_a_script_without_spaces_is_compared_by_its_signs():
    assert same("<p>图书馆每天早上开门</p>", "<p>图书馆每天早上开门</p>")
    assert not same("<p>图书馆每天早上开门</p>", "<p>食堂每天晚上关门了</p>")


def test_timetables_that_all_name_the_first_are_all_kept(tmp_path: Path):
    def site(asked: Asked) -> Reply:
        if asked.path == "/":
            return page("Home", *(f"/t/{group}" for group in range(6)))
        name = asked.path.removeprefix("/t/")
        head = f'<link rel="canonical" href="http://127.0.0.1:{asked.port}/t/0">'
        return page("Timetable", text=timetable(int(name)), head=head) if name.isdigit() else missing()

    crawls = Crawls(tmp_path)
    with serve(site) as server:
        summary = crawls.run(server.url)
    assert len([path for path in crawls.pages() if path.startswith("/t/")]) == 6
    assert any("5 pages name a canonical" in warning for warning in summary.warnings)
