"""Whether a page answers at all, on pages that are no ten paragraphs: small ones, tables, long ones."""

from __future__ import annotations

import numpy as np
import pytest

from ingest.html import parse
from ingest.html.selection import BlockIndex, BuiltinSelector, index_of
from ingest.html.selection.judge import FEWEST, MOST, is_judged, judge_features, load_judges
from ingest.html.selection.tables import add_rows

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
