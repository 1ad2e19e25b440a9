"""The question sets keep their documented form, and their answers stand in the pages where those are at hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent.parent / "evaluation" / "questions"
MODES = {"A", "B", "C", "G", "list"}
FIELDS = {"id", "question", "lang", "kind", "history", "answerable", "answer", "accept", "pages", "mode"}
OPTIONAL = {"items", "verdict", "half", "quote", "gold_pages", "exact", "count", "conditions", "current", "outdated"}
SIZES = {"catalogue": 120}
HALVED = {"catalogue"}


def _load(name: str) -> list[dict[str, Any]]:
    questions: list[dict[str, Any]] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["questions"]
    return questions


ALL = [(name, question) for name in SIZES for question in _load(name)]


@pytest.mark.parametrize("name", SIZES)
def test_each_set_has_its_number_of_questions(name: str):
    assert len(_load(name)) == SIZES[name]


@pytest.mark.parametrize(("name", "question"), ALL, ids=lambda value: value["id"] if isinstance(value, dict) else "")
def test_a_question_has_the_documented_fields(name: str, question: dict[str, Any]):
    assert FIELDS <= set(question) <= FIELDS | OPTIONAL
    assert question["lang"] in {"en", "zh"}
    assert question["mode"] in MODES
    assert question["question"].strip()
    assert all(set(turn) == {"role", "content"} for turn in question["history"])


@pytest.mark.parametrize(("name", "question"), ALL, ids=lambda value: value["id"] if isinstance(value, dict) else "")
def test_an_answerable_question_can_be_judged(name: str, question: dict[str, Any]):
    judged = question["accept"] or question.get("items") or question.get("verdict") or "exact" in question
    assert bool(judged or question.get("gold_pages")) is question["answerable"]
    assert bool(question["pages"] or question.get("gold_pages")) is question["answerable"]


@pytest.mark.parametrize("name", sorted(HALVED))
def test_the_halves_are_equal_within_one(name: str):
    unseen = sum(question["half"] == "unseen" for question in _load(name))
    assert abs(2 * unseen - len(_load(name))) <= 2


def test_identifiers_are_unique_over_all_sets():
    identifiers = [question["id"] for _, question in ALL]
    assert len(set(identifiers)) == len(identifiers)


def test_a_quarter_of_the_catalogue_questions_has_no_answer():
    assert sum(not question["answerable"] for question in _load("catalogue")) == 30


def test_catalogue_questions_are_of_many_kinds_and_two_languages():
    questions = _load("catalogue")
    assert len({question["kind"] for question in questions}) >= 10
    assert sum(question["lang"] == "zh" for question in questions) >= 5
    assert sum(bool(question["history"]) for question in questions) >= 5
