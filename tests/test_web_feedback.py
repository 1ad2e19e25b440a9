"""Feedback on its way from a reader to the operator."""

from __future__ import annotations

from pathlib import Path

from fastapi.testclient import TestClient

from api.application import create_api
from api.journal import Journal
from tests.api_fakes import FakeGraph, connect_to

TWO = [{"site": name, "pages": 1, "blocks": 1, "entities": 0, "topics": 0, "languages": []} for name in ("one", "two")]


def send(folder: Path, graph: FakeGraph | None = None, **body: object) -> int:
    with TestClient(create_api(connect_to(folder, graph))) as client:
        while client.get("/health/live").json()["status"] != "ok":
            continue
        answered = client.post("/v1/feedback", json={"question": "When?", "helpful": True, **body})
        assert answered.status_code == 201
        return int(answered.json()["id"])


def test_feedback_without_a_site_is_that_of_the_only_one(tmp_path: Path):
    send(tmp_path)
    assert [row["site"] for row in Journal(tmp_path / "journal.sqlite").feedback(site="uni")] == ["uni"]


def test_feedback_without_a_site_is_that_of_the_site_which_answered(tmp_path: Path):
    asked = {"mode": "A", "answered": True, "ms": 1.0, "prompt_tokens": 0, "completion_tokens": 0}
    Journal(tmp_path / "journal.sqlite").add_asked(question="When?", site="two", **asked)
    send(tmp_path, FakeGraph(api_sites=TWO))
    assert [row["site"] for row in Journal(tmp_path / "journal.sqlite").feedback(site="two")] == ["two"]


def test_what_was_kept_without_a_site_is_shown_for_each_of_them(tmp_path: Path):
    journal = Journal(tmp_path / "journal.sqlite")
    journal.add_feedback(question="When?", answer="", helpful=True, comment="", site="", mode="A")
    assert len(journal.feedback(site="one")) == len(journal.feedback(site="two")) == 1


def test_a_comment_revises_the_thought_that_it_was_added_to(tmp_path: Path):
    first = send(tmp_path, answer="At nine.")
    assert send(tmp_path, answer="At nine.", helpful=False, comment="Not in summer.", revises=first) == first
    [row] = Journal(tmp_path / "journal.sqlite").feedback()
    assert (row["helpful"], row["comment"]) == (False, "Not in summer.")


def test_nobody_rewrites_what_was_said_of_another_answer(tmp_path: Path):
    first = send(tmp_path, answer="At nine.")
    assert send(tmp_path, answer="At ten.", comment="Mine.", revises=first) != first
    assert send(tmp_path, answer="At nine.", comment="Mine.", revises=first + 100) != first
    rows = Journal(tmp_path / "journal.sqlite").feedback()
    assert sorted(row["comment"] for row in rows) == ["", "Mine.", "Mine."]
