"""Extraction from prose: which passages are taken, when two names are one, and how both prompts are counted.

The model is scripted here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.errors import LLMError
from evaluation.extraction_prose import (
    Graph,
    Prose,
    Tally,
    lightrag,
    measure,
    ours,
    pick_passages,
    read_graph,
    same_name,
    same_pair,
    scores_of,
)
from ingest.entities.llm import FindingsCache, ModelExtractor
from ingest.entities.profile import load_profile
from models.protocols import Completion

FERRY = Prose("The Ferry", "The Ferry is a film by Ada Quill, shot in Porto in 1961.", (("The Ferry", "Ada Quill"),))


class Scripted:
    """Gives one answer, or fails."""

    name = "scripted"

    def __init__(self, text: str) -> None:
        self._text = text

    async def complete(
        self, system: str, user: str, *, schema: dict[str, Any] | None = None, max_tokens: int = 512
    ) -> Completion:
        if not self._text:
            raise LLMError("down")
        return Completion(self._text, 300, 40, True)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ada Quill", "ADA  QUILL", True),
        ("Ada Quill", "the painter Ada Quill", True),
        ("José Álvarez", "Jose Alvarez", True),
        ("Port", "Porto", False),
        ("", "Porto", False),
    ],
)
def test_names_are_equal_when_one_holds_the_other_as_whole_words(one: str, other: str, same: bool):
    assert same_name(one, other) is same
    assert same_name(other, one) is same


def test_a_pair_is_the_same_in_either_order():
    assert same_pair(("The Ferry", "Ada Quill"), ("Ada Quill", "The Ferry"))
    assert not same_pair(("The Ferry", "Ada Quill"), ("The Ferry", "Porto"))


def test_precision_recall_and_f1_come_from_sums():
    tally = Tally()
    tally.add(FERRY, Graph(("The Ferry", "Porto"), (("Ada Quill", "The Ferry"), ("The Ferry", "Porto")), 10))
    assert tally.names == [1, 2, 2, 1]
    assert scores_of(tally.pairs) == pytest.approx((0.5, 1.0, 2 / 3))


def test_the_richest_passages_come_first_and_skipped_ones_stay_out(tmp_path: Path):
    corpus = [{"title": name, "text": f"{name} joins Porto and Lyon."} for name in ("A one", "B two", "C three")]
    evidence = [
        ["A one", "in", "Porto"],
        ["B two", "in", "Porto"],
        ["B two", "near", "Lyon"],
        ["C three", "in", "Rome"],
    ]
    (tmp_path / "corpus.json").write_text(json.dumps(corpus))
    (tmp_path / "questions.dev400.json").write_text(json.dumps([{"evidence": evidence}]))
    assert [prose.title for prose in pick_passages(tmp_path, 9)] == ["B two", "A one"]
    assert [prose.title for prose in pick_passages(tmp_path, 9, 1)] == ["A one"]


async def test_our_names_must_stand_in_the_passage(tmp_path: Path):
    entities = [["The Ferry", "other"], ["Tom Reed", "person"]]
    answer = json.dumps({"entities": entities, "relations": [["The Ferry", "by", "Ada Quill"]]})
    extractor = ModelExtractor(Scripted(answer), load_profile("university"), FindingsCache(tmp_path / "c"))  # type: ignore[arg-type]
    graph = await ours(extractor)(FERRY)
    assert graph == Graph(("The Ferry", "Ada Quill"), (("The Ferry", "Ada Quill"),), 340)


async def test_an_answer_that_cannot_be_read_and_a_model_that_fails_are_counted():
    prompt = {"system": "s", "user": "{{PASSAGE}}"}
    for text, tokens in (("no json", 340), ("", 0)):
        tally = await measure(lightrag(Scripted(text), prompt), [FERRY])  # type: ignore[arg-type]
        assert (tally.failed, tally.tokens, tally.names) == (1, tokens, [0, 0, 2, 0])


def test_the_foreign_form_is_read_without_its_incomplete_items():
    data = {
        "entities": [{"name": "Porto", "type": "Location"}, {"type": "Person"}, "Lyon"],
        "relationships": [{"source": "Porto", "target": "Lyon"}, {"source": "Porto"}],
    }
    assert read_graph(data, 7) == Graph(("Porto",), (("Porto", "Lyon"),), 7)
