"""What is asked for of something has to be told: its noun, its building, its price and not its pay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.analysis import analyse
from retrieval.answers.properties import (
    find_property,
    is_place_of_another,
    is_sum_of_another,
    label_is_asked,
    lacks_property,
)
from retrieval.relevance import Relevance


@pytest.mark.parametrize(
    ("asked", "noun"),
    [
        ("Who is the rector of the university?", "rector"),
        ("When are the office hours of Dr. Marsh?", "hour"),
        ("What is the telephone number of the library?", ""),
        ("Who is the person in charge of exchanges?", ""),
        ("Who teaches Greek?", ""),
        ("Which textbook is used in COMP 20?", "textbook"),
        ("Which journal is Ada Quill the editor of?", ""),
        ("校长是谁？", ""),
    ],
)
def test_the_noun_that_is_asked_for_of_something_is_found_unless_it_shows_by_its_form(asked: str, noun: str):
    assert find_property(analyse(asked)) == noun


@pytest.mark.parametrize(
    ("asked", "text", "lacks"),
    [
        ("Who is the rector of the university?", "Ada Quill is a professor of the university.", True),
        ("Who is the rector of the university?", "Rector of the university: Ada Quill", False),
        ("What is the average class size?", "At most 30 students are in a class.", True),
        ("What is the average class size?", "The average size of a class is 30.", False),
        ("Who is the head of the college?", "The college is chaired by Ada Quill; its chair sits in K3.", False),
        ("In which building is the lab?", "The lab is building large models.", True),
        ("In which building is the lab?", "The lab is on the second floor of Kestrel Hall.", False),
        ("Can I do the master part time?", "In the first part students spend most time on courses.", True),
        ("Can I do the master part time?", "The master may be taken part-time.", False),
    ],
)
def test_a_text_without_the_thing_asked_for_lacks_it(asked: str, text: str, lacks: bool):
    analysis = analyse(asked)
    assert lacks_property(analysis, Relevance(analysis, [text]), text) == lacks


@pytest.mark.parametrize(
    ("asked", "text", "other"),
    [
        (
            "How much is the application fee?",
            "Fellowships cover fees and provide a salary of about 1200 € a month.",
            True,
        ),
        ("How much is the application fee?", "The fee is 40 €; the scholarship is 900 €.", False),
        ("How much salary does a fellow get?", "The fee is 40 €.", True),
        ("How much salary does a fellow get?", "They get a salary of about 1200 €.", False),
        ("When is the fee due?", "The salary is 1200 €.", False),
    ],
)
def test_what_somebody_gets_is_no_price(asked: str, text: str, other: bool):
    assert is_sum_of_another(analyse(asked), text) == other


@pytest.mark.parametrize(
    ("asked", "text", "other"),
    [
        ("Where is the library?", "The café moved to the library, room T0.12.", True),
        ("Where is the library?", "The library stands between Kestrel Hall and the Old Mill.", False),
        ("Where is the library?", "Rooms are let on the second floor.", False),
        ("图书馆在哪里？", "语言咖啡馆改在图书馆 T0.12 举行。", True),
        ("图书馆在哪里？", "图书馆位于灯塔路 2 号。", False),
    ],
)
def test_a_thing_that_is_only_the_place_of_another_is_not_placed(asked: str, text: str, other: bool):
    assert is_place_of_another(analyse(asked), text) == other


def test_a_label_that_only_repeats_a_name_of_the_question_is_not_asked_for():
    named = analyse("Which professors of the Department of Computing won a prize?")
    relevance = Relevance(named, ["Head of department: Ada Quill", "a prize"])
    assert not label_is_asked(named, relevance, "Head of department")
    plain = analyse("Who is head of the department?")
    assert label_is_asked(plain, Relevance(plain, ["Head of department: Ada Quill"]), "Head of department")


@given(st.text(max_size=80), st.text(max_size=120))
def test_any_question_and_text_are_judged_without_failing(asked: str, text: str):
    analysis = analyse(asked or "x")
    assert lacks_property(analysis, Relevance(analysis, [text]), text) in {True, False}
    assert is_place_of_another(analysis, text) in {True, False}
    assert is_sum_of_another(analysis, text) in {True, False}
