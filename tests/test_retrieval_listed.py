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
