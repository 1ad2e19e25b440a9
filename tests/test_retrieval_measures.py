"""Sizes and weights are told by their units, repetition by a number of times, a programme by its whole."""

from __future__ import annotations

import pytest

from retrieval.analysis import analyse
from retrieval.answers.extractive import answer_extractively
from retrieval.answers.measures import asks_measure, asks_times, asks_total, tells_measure, tells_times, tells_total
from retrieval.answers.scoring import score_spans
from retrieval.relevance import Relevance
from tests.retrieval_samples import item


@pytest.mark.parametrize(
    ("asked", "text", "told"),
    [
        ("How tall is the lighthouse?", "It is 31 metres tall.", True),
        ("How tall is the lighthouse?", "It was built in 1881.", False),
        ("How high is the tower?", "The tower has twelve storeys.", True),
        ("How high is the tower?", "The tower has eleven storeys.", True),
        ("How far is the campus from the station?", "A walk of 1.2 km.", True),
        ("How far is the campus from the station?", "Line 12 goes there.", False),
        ("How heavy is the bell?", "It weighs two tonnes.", True),
        ("How heavy is the bell?", "It is 2 m high.", False),
        ("灯塔有多高？", "灯塔高 31 米。", True),
        ("How long is the wall?", "It is 12 m long.", False),
    ],
)
def test_a_size_is_a_number_with_a_unit_of_its_kind(asked: str, text: str, told: bool):
    assert tells_measure(asked, text) is told


@pytest.mark.parametrize("asked", ["How high are the fees?", "How far in advance must I apply?", "How far can I go?"])
def test_no_size_is_asked_for_by_a_manner_of_speaking(asked: str):
    assert not asks_measure(asked)


def test_the_sentence_with_the_size_answers_and_not_the_one_with_the_name():
    lighthouse = item(
        "The old lighthouse was built in 1881. It is 31 metres tall.",
        title="Old lighthouse",
        heading_path=("Old lighthouse",),
    )
    analysis = analyse("How tall is the old lighthouse?")
    best = score_spans(analysis, Relevance(analysis, [lighthouse.text]), [lighthouse])[0]
    assert best.span.text == "It is 31 metres tall."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("May be taken for credit eighteen times.", True),
        ("It may be repeated once.", True),
        ("Up to 3 attempts are allowed.", True),
        ("The shuttle leaves every 20 minutes.", True),
        ("Meets weekly.", True),
        ("最多可以修读两次。", True),
        ("The course enhances your success as a student.", False),
        ("Several times in the past the hall was closed.", False),
        ("It has 18 students.", False),
    ],
)
def test_how_often_is_a_number_of_times_or_a_rhythm(text: str, told: bool):
    assert tells_times(text) is told


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("How often may I repeat the course?", True),
        ("number of tries for the exam", True),
        ("这门课可以修几次？", True),
        ("How many students are there?", False),
    ],
)
def test_how_often_is_asked_in_several_ways(asked: str, wanted: bool):
    assert asks_times(asked) is wanted


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("How many units does the maths degree need?", True),
        ("how many courses are in the history minor", True),
        ("数据科学专业一共要修多少学分？", True),
        ("How many units of electives do I need?", False),
        ("How many upper-division courses does the minor require?", False),
        ("How many units is COMP 20 per quarter?", False),
        ("When does the term begin?", False),
    ],
)
def test_the_size_of_a_whole_programme_is_told_from_that_of_a_part(asked: str, wanted: bool):
    assert asks_total(asked) is wanted


def test_a_whole_is_told_before_its_parts():
    block = item(
        "The maths degree has twenty units of elective courses. The maths degree consists of 116 units.",
        heading_path=("Maths",),
    )
    analysis = analyse("How many units does the maths degree need?")
    draft = answer_extractively(analysis, Relevance(analysis, [block.text]), [block], 20)
    assert tells_total("The degree consists of 116 units.")
    assert not tells_total("It has twenty units of elective courses.")
    assert draft.claims[0].text.endswith("116 units.")
