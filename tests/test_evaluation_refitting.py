"""What people found helpful teaches the router only through the gate."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from api.journal import Journal
from app.main import make_app
from evaluation.refitting import helpful_routes, try_teaching
from retrieval.router import RouteClassifier, route_by_examples
from retrieval.taught import TAUGHT_NAME, Example, read_taught, shipped_examples, write_taught


class WordEmbedder:
    """One direction a word: questions are alike when they share words."""

    name, size, languages = "words", 512, ("en",)

    def embed_questions(self, texts: list[str]) -> np.ndarray:
        rows = np.zeros((len(texts), self.size), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                row[sum(word.encode()) % self.size] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    embed_passages = embed_questions


def local_words(mode: str, count: int = 30) -> list[Example]:
    return [(mode, f"glorp zib vrant number {number}") for number in range(count)]  # type: ignore[misc]


SHIPPED: list[Example] = [("A", "zebra opening xylophone"), ("A", "quokka yodel fee")]


def test_words_of_a_place_are_learnt_when_held_back_feedback_agrees():
    gate = try_teaching(WordEmbedder(), SHIPPED, local_words("C"))
    assert gate.passed
    assert gate.feedback.after == gate.feedback.total > gate.feedback.before
    assert gate.shipped.after == gate.shipped.before == 2
    assert 0 < len(gate.examples) < 30


def test_too_little_feedback_changes_nothing():
    gate = try_teaching(WordEmbedder(), SHIPPED, local_words("C", 5))
    assert not gate.passed
    assert gate.examples == ()
    assert "12 are needed" in gate.why


def test_feedback_that_spoils_shipped_routes_is_refused():
    spoiling = [("C", f"zebra opening xylophone {number}") for number in range(30)]
    gate = try_teaching(WordEmbedder(), SHIPPED, spoiling)  # type: ignore[arg-type]
    assert not gate.passed
    assert gate.shipped.after < gate.shipped.before


def test_feedback_that_teaches_nothing_new_is_not_kept():
    gate = try_teaching(WordEmbedder(), SHIPPED, local_words("A"))
    assert not gate.passed
    assert gate.feedback.after == gate.feedback.before


def test_only_what_helped_and_never_failed_is_an_example():
    rows = [
        {"site": "uni", "question": "one", "mode": "B", "helpful": True},
        {"site": "uni", "question": "two", "mode": "C", "helpful": True},
        {"site": "uni", "question": "two", "mode": "C", "helpful": False},
        {"site": "uni", "question": "three", "mode": "none", "helpful": True},
        {"site": "uni", "question": "four", "mode": "", "helpful": True},
        {"site": "else", "question": "five", "mode": "A", "helpful": True},
    ]
    assert helpful_routes(rows, "uni") == [("B", "one")]
    assert helpful_routes(rows) == [("A", "five"), ("B", "one")]


def test_what_was_taught_is_read_again_and_can_be_taken_back(tmp_path: Path):
    write_taught(tmp_path, [("C", "glorp zib"), ("B", "both of them")])
    assert sorted(read_taught(tmp_path)) == [("B", "both of them"), ("C", "glorp zib")]
    embedder = WordEmbedder()
    route = route_by_examples(
        RouteClassifier(embedder, taught=read_taught(tmp_path)), embedder.embed_questions(["glorp zib"])[0]
    )
    assert route is not None
    assert route.mode == "C"
    write_taught(tmp_path, [])
    assert read_taught(tmp_path) == []
    assert not (tmp_path / TAUGHT_NAME).exists()


@pytest.mark.parametrize("content", ["", "[]", "{", '{"X": ["a"], "C": "b", "B": [1]}'])
def test_a_damaged_file_of_examples_teaches_nothing(tmp_path: Path, content: str):
    (tmp_path / TAUGHT_NAME).write_text(content, encoding="utf-8")
    assert read_taught(tmp_path) == []
    assert shipped_examples()


def test_the_command_says_what_it_did_and_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SITEQUEST_HOME", str(tmp_path))
    monkeypatch.setattr("models.factory.make_embedders", lambda _: type("Set", (), {"primary": WordEmbedder()})())
    runner = CliRunner()
    refused = runner.invoke(make_app(), ["eval", "teach"])
    assert refused.exit_code == 1
    assert "12 are needed" in refused.stdout
    journal = Journal(tmp_path / "journal.sqlite")
    for mode, text in local_words("C"):
        journal.add_feedback(site="uni", question=text, answer="yes", helpful=True, comment="", mode=mode)
    tried = json.loads(runner.invoke(make_app(), ["eval", "teach", "--dry-run", "--json"]).stdout)
    assert (tried["passed"], tried["kept"]) == (True, None)
    kept = runner.invoke(make_app(), ["eval", "teach"])
    assert kept.exit_code == 0
    assert len(read_taught(tmp_path)) == tried["examples"]
    assert runner.invoke(make_app(), ["eval", "teach", "--forget"]).exit_code == 0
    assert read_taught(tmp_path) == []
