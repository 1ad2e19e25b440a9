"""Whether a page answers at all, on pages that are no ten paragraphs: small ones, tables, long ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ingest.html import parse
from ingest.html.selection import BlockIndex, BuiltinSelector, index_of
from ingest.html.selection.judge import FEWEST, MOST, is_judged, judge_features, load_judges
from ingest.html.selection.tables import add_rows, name_cells

POOL = (
    "<html><head><title>Pool</title></head><body><nav><a href=/>Home</a></nav><main><h1>University pool</h1>"
    "<p>The pool is on the north campus and has eight lanes.</p><h2>Opening hours</h2><table><tr><th>Day</th><th>Opens"
    "</th><th>Closes</th></tr><tr><td>Monday</td><td>7:00</td><td>21:00</td></tr><tr><td>Saturday</td><td>9:00</td><td>"
    "18:00</td></tr></table><h2>Prices</h2><table><tr><td>Students</td><td>2.50</td></tr><tr><td>Staff</td><td>4.00</td>"
    "</tr><tr><td>Guests</td><td>6.50</td></tr></table><p>Bring a padlock for the lockers.</p></main></body></html>"
)


@pytest.fixture
def pool() -> BlockIndex:
    return index_of(parse(POOL.encode(), "http://site.example/pool"))


def told(index: BlockIndex, question: str) -> str:
    selection = BuiltinSelector().select_question(index, question)
    return " / ".join(segment.text for segment in selection.segments(index)) if selection.answerable else "NA"


def test_a_row_of_a_small_page_answers(pool: BlockIndex) -> None:
    assert "9:00" in told(pool, "When does the pool open on Saturday?")
    assert "eight lanes" in told(pool, "How many lanes does the pool have?")


def test_a_header_that_bears_on_the_question_brings_its_table(pool: BlockIndex) -> None:
    rows = [segment.index for segment in pool.segments if segment.kind == "row"]
    assert add_rows(pool.segments, [rows[0]]) == rows[:3]
    assert add_rows(pool.segments, [rows[0], rows[2]]) == [rows[0], rows[2]]
    assert add_rows(pool.segments, [rows[1]]) == [rows[1]]
    assert add_rows(pool.segments, [rows[3]]) == [rows[3]]  # the first row of a table without a header


def test_a_small_page_about_something_else_is_na(pool: BlockIndex) -> None:
    assert told(pool, "Which minister signed the treaty of Utrecht?") == "NA"


def test_pages_of_the_size_that_the_question_weights_know_are_not_judged_here(pool: BlockIndex) -> None:
    segment = pool.segments[2]
    assert is_judged([segment] * (FEWEST - 1))
    assert not is_judged([segment] * FEWEST)
    assert not is_judged([segment] * MOST)
    assert is_judged([segment] * (MOST + 1))


def test_one_segment_is_judged_and_every_number_is_finite(pool: BlockIndex) -> None:
    from ingest.html.selection.evidence import question_features

    segments = [pool.segments[2]]
    features = question_features("How many lanes?", segments, None)
    row = judge_features("How many lanes?", segments, features, np.array([1.0]))
    assert np.isfinite(row).all()
    assert all(0.0 <= judge.answers(row) <= 1.0 for judge in load_judges().values())


SECTIONS = (
    "<h2>Section {0}</h2><p>The library holds books on subject {0}, and students may borrow {0} of them at a time.</p>"
)
DEADLINES = (
    "<table><tr><th>Programme</th><th>Deadline</th></tr><tr><td>Law</td><td>1 May</td></tr>"
    "<tr><td>Medicine</td><td>2 June</td></tr></table>"
)
FEES = (
    "<table><thead><tr><th rowspan=2>Service</th><th colspan=2>Charge</th></tr><tr><th>Late fee</th><th>Office</th>"
    "</tr></thead><tr><td>Housing</td><td>$40</td><td>Room 3</td></tr><tr><td>Parking</td><td>$15</td><td>Gate</td>"
    "</tr></table>"
)
TERMS = "<dl><dt>Deadline for Law</dt><dd>1 May</dd><dt>Deadline for Medicine</dt><dd>2 June</dd></dl>"


@pytest.mark.parametrize("count", [3, 12, 25, 40, 80])
@pytest.mark.parametrize(
    ("table", "question", "answer"),
    [
        (DEADLINES, "What is the deadline for Medicine?", "2 June"),
        (FEES, "What is the late fee for housing?", "$40"),
        (TERMS, "What is the deadline for Medicine?", "2 June"),
    ],
)
def test_a_row_answers_together_with_the_names_of_its_columns(count: int, table: str, question: str, answer: str):
    sections = [SECTIONS.format(number) for number in range(count)]
    html = f"<main><h1>Library</h1>{''.join(sections[1:])}<h2>Rules</h2><p>They hold all year.</p>{table}{sections[0]}"
    index = index_of(parse(html.encode(), "http://site.example/", metadata=False))
    chosen = BuiltinSelector().select_question(index, question)
    assert answer in "\n".join(segment.text for segment in chosen.segments(index))
    assert not BuiltinSelector().select_question(index, "Who discovered the moons of Jupiter?").answerable


def test_cells_are_judged_with_their_columns_and_shown_without():
    index = index_of(parse(f"<main>{FEES}{TERMS}</main>".encode(), "http://site.example/", metadata=False))
    named = name_cells(index.segments)
    assert [segment.text for segment in named if segment.kind in {"row", "definition"} and not segment.header] == [
        "Service: Housing | Charge Late fee: $40 | Charge Office: Room 3",
        "Service: Parking | Charge Late fee: $15 | Charge Office: Gate",
        "Deadline for Law: 1 May",
        "Deadline for Medicine: 2 June",
    ]
    assert [replace(one, text=other.text) for one, other in zip(named, index.segments, strict=True)] == list(
        index.segments
    )
