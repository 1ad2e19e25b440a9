"""Sizes and weights are told by their units."""

from __future__ import annotations

import pytest

from retrieval.analysis import analyse
from retrieval.answers.measures import asks_measure, tells_measure
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
