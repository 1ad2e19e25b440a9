"""Lists and counts over an invented catalogue that was ingested for real: the exact set, in people's many wordings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.records import Question
from graph.asynchronous import AsyncDatabase
from graph.database import Database
from tests.retrieval_samples import ingest, make_retriever


def course(code: str, title: str, units: str, text: str) -> str:
    anchor = code.replace(" ", "").lower()
    return f'<h3 id="{anchor}">{code}. {title} ({units})</h3><p>{text}</p>'


BOTANY = "".join(
    [
        "<h1>Botany</h1><h2>Lower Division</h2>",
        course("BOTN 4", "Mosses and Ferns", "4", "Walks along the brook with a hand lens and a notebook."),
        course("BOTN 40", "Field Methods", "2", "Plots, transects and keys. Prerequisites: BOTN 4."),
        "<h2>Upper Division</h2>",
        course("BOTN 120", "Methods of Grafting", "4", "Orchard work in spring. Prerequisites: BOTN 40."),
        course("BOTN 150", "Pollen", "6", "Microscopes and old honey. Prerequisites: BOTN 4."),
        "<h2>Graduate</h2>",
        course("BOTN 220", "Seminar on Lichens", "2", "Papers are read aloud. Prerequisites: graduate standing."),
    ]
)
GLASS = "".join(
    [
        "<h1>Glass Making</h1><h2>Lower Division</h2>",
        course("GLAS 10", "Furnaces", "4", "Heat, sand and patience."),
        course("GLAS 30", "Field Trips to Kilns", "2", "By coach. Prerequisites: GLAS 10."),
    ]
)
PAGES = {"courses/botn.html": BOTANY, "courses/glas.html": GLASS}

ASKED = {
    "Give me all BOTN courses of 2 units": "BOTN 40, BOTN 220",
    "How many 4-unit BOTN courses are there?": "BOTN 4, BOTN 120",
    "BOTN courses with more than two units": "BOTN 4, BOTN 120, BOTN 150",
    "Which BOTN courses are worth 4 units or more?": "BOTN 4, BOTN 120, BOTN 150",
    "List the BOTN courses between 4 and 6 units": "BOTN 4, BOTN 120, BOTN 150",
    "Which BOTN courses are not 2 units?": "BOTN 4, BOTN 120, BOTN 150",
    "BOTN 有几门 4 学分的课？": "BOTN 4, BOTN 120",
    "Which upper-division BOTN courses are there?": "BOTN 120, BOTN 150",
    "How many undergraduate BOTN courses are there?": "BOTN 4, BOTN 40, BOTN 120, BOTN 150",
    "List the BOTN courses numbered 150 or above": "BOTN 150, BOTN 220",
    "How many BOTN course numbers lie between 1 and 99?": "BOTN 4, BOTN 40",
    "Which 100-level BOTN courses are there?": "BOTN 120, BOTN 150",
    'Name the BOTN courses with "Methods" in the name.': "BOTN 40, BOTN 120",
    "BOTN courses with the word Methods in the title": "BOTN 40, BOTN 120",
    'Which BOTN courses do not have "Methods" in their title?': "BOTN 4, BOTN 150, BOTN 220",
    "For which BOTN courses is BOTN 4 a prerequisite?": "BOTN 40, BOTN 150",
    "BOTN 4 is a prerequisite for which BOTN courses?": "BOTN 40, BOTN 150",
    "What BOTN courses can I take only after BOTN 40?": "BOTN 120",
    "Which BOTN courses with 6 units require BOTN 4?": "BOTN 150",
    "List the BOTN courses without prerequisites": "BOTN 4",
    "Which botany courses are 2 units?": "BOTN 40, BOTN 220",
    "How many glass making courses are there?": "GLAS 10, GLAS 30",
    "botn courses about honey": "BOTN 150",
}


@pytest.fixture
def catalogue(database: Database, tmp_path: Path) -> Database:
    ingest(database, tmp_path / "catalogue", PAGES)
    return database


async def test_lists_in_many_wordings_give_exactly_the_set(catalogue: Database, async_database: AsyncDatabase):
    retriever = make_retriever(async_database)
    wrong = {}
    for text, expected in ASKED.items():
        answer = await retriever.ask(Question(text=text))
        given = {match.group() for one in answer.sentences if (match := re.match(r"[A-Z]{4} \d+", one.text))}
        if given != set(expected.split(", ")) or len(given) != len(answer.sentences):
            wrong[text] = answer.answer
    assert not wrong


async def test_the_note_of_a_list_says_how_its_conditions_were_read(catalogue: Database, async_database: AsyncDatabase):
    retriever = make_retriever(async_database)
    one = await retriever.ask(Question(text="Which BOTN courses are 6 units?"))
    several = await retriever.ask(Question(text="Which BOTN courses are not 2 units?"))
    assert one.notes[0].endswith("1 course meets the condition (code BOTN; units 6).")
    assert several.notes[0].endswith("3 courses meet the condition (code BOTN; not units 2).")


def person(name: str, kind: str, body: str) -> tuple[str, str]:
    """A person's own page."""
    return f"people/{kind}/{name.lower().replace(' ', '-')}.html", f"<h1>{name}</h1>{body}"


def keywords(*names: str) -> str:
    return "<p>Keywords: " + ", ".join(f'<a href="/keywords/{name}">{name}</a>' for name in names) + "</p>"


def pupil(teacher: str, year: str, track: str) -> str:
    link = f'<a href="/people/faculty/{teacher.lower().replace(" ", "-")}.html">{teacher}</a>'
    return f"<p>Supervisors: {link}<br>Cohort: {year}</p><h5>{track}</h5>"


PEOPLE = dict(
    [
        person("Ada Quill", "faculty", keywords("Optics", "Tides", "Mosses")),
        person("Bo Larsen", "faculty", keywords("Optics", "Lichens")),
        person("Cleo Marsh", "faculty", keywords("Tides", "Lichens")),
        person("Dora Finch", "students", pupil("Ada Quill", "2031", "Water and Life")),
        person("Emil Roe", "students", pupil("Ada Quill", "2032", "Stone and Sand")),
        person("Fay Holt", "students", pupil("Bo Larsen", "2031", "Stone and Sand")),
        person("Gus Thorn", "students", pupil("Cleo Marsh", "2032", "Water and Life")),
    ]
)
COMPOSED = {
    "Who works on optics and tides?": "Ada Quill",
    "optics AND lichens, who is it?": "Bo Larsen",
    "Which faculty work on optics but not on mosses?": "Bo Larsen",
    "Who works on mosses or on lichens?": "Ada Quill, Bo Larsen, Cleo Marsh",
    "Which students of Ada Quill are in the water and life track?": "Dora Finch",
    "Which students are supervised by Ada Quill and started in 2032?": "Emil Roe",
    "Which students of the 2031 cohort have a supervisor who works on lichens?": "Fay Holt",
    "Which students are advised by someone working on tides?": "Dora Finch, Emil Roe, Gus Thorn",
    "Which student of 2031 is in stone and sand, and who supervises them?": "Fay Holt, Bo Larsen",
}
NO_LISTS = ["Who works on optics and falconry?", "Which students like optics and are easy?"]


async def test_several_conditions_on_people_are_all_applied(
    database: Database, async_database: AsyncDatabase, tmp_path: Path
):
    ingest(database, tmp_path / "people", PEOPLE)
    retriever = make_retriever(async_database)
    everyone = {page.split("<h1>")[1].split("</h1>")[0] for page in PEOPLE.values()}
    wrong = {}
    for text, expected in COMPOSED.items():
        answer = await retriever.ask(Question(text=text))
        given = {name for name in everyone if name in answer.answer}
        if given != set(expected.split(", ")):
            wrong[text] = answer.answer
    assert not wrong
    for text in NO_LISTS:
        answer = await retriever.ask(Question(text=text))
        assert not any("Complete" in note for note in answer.notes), text
