"""Deciding drafts in the terminal and in the web page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.evalmaking import decide
from app.evalweb import make_app
from evaluation.drafting import Draft
from evaluation.review import Review


def a_draft(name: str, **more: object) -> Draft:
    row = {"id": name, "question": f"What is {name}?", "kind": "lookup", "answer": "4", "accept": ["4"],
           "answerable": True, "pages": ["/a"], **more}  # fmt: skip
    return Draft(row, f"{name} —units→ 4", (("https://college.example/a", "It has <b>4</b> units."),))


DRAFTS = [a_draft("one"), a_draft("two"), a_draft("three")]


@pytest.fixture
def review(tmp_path: Path) -> Review:
    return Review(tmp_path / "questions.json", "college")


def typed(*lines: str) -> Callable[[str], str]:
    waiting = list(lines)

    def ask(_prompt: str) -> str:
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    return ask


def test_a_person_accepts_rejects_and_stops(review: Review, capsys: pytest.CaptureFixture[str]):
    decide(review, DRAFTS, typed("a", "r", "q"))
    assert review.counts() == (1, 1)
    assert review.pending(DRAFTS) == [DRAFTS[2]]
    shown = capsys.readouterr().out
    assert "1/3" in shown
    assert "What is one?" in shown
    assert "one —units→ 4" in shown


def test_words_are_changed_before_they_are_accepted(review: Review):
    decide(review, DRAFTS[:1], typed("e", "How many?", "w", "four|4", ""))
    (row,) = review.read()["questions"]
    assert (row["question"], row["accept"]) == ("How many?", ["four", "4"])


def test_an_unknown_key_shows_the_keys_and_later_decides_nothing(review: Review, capsys: pytest.CaptureFixture[str]):
    decide(review, DRAFTS[:1], typed("x", "s"))
    assert review.counts() == (0, 0)
    assert capsys.readouterr().out.count("a accept") == 2


def test_the_end_of_input_stops_and_keeps_what_was_decided(review: Review):
    decide(review, DRAFTS, typed("a"))
    assert review.counts() == (1, 0)


@pytest.fixture
def client(review: Review) -> TestClient:
    return TestClient(make_app(review, DRAFTS, "secret"))


def test_the_page_shows_one_draft_and_goes_on_to_the_next(client: TestClient, review: Review):
    first = client.get("/secret/")
    assert "What is one?" in first.text
    assert "&lt;b&gt;4&lt;/b&gt;" in first.text
    given = {"id": "one", "question": "How many units?", "answer": "4", "verdict": "accept"}
    second = client.post("/secret/decide", data=given)
    assert "What is two?" in second.text
    assert review.read()["questions"][0]["question"] == "How many units?"


def test_what_is_put_off_comes_last(client: TestClient):
    page = client.post("/secret/decide", data={"id": "one", "verdict": "later"})
    assert "What is two?" in page.text
    client.post("/secret/decide", data={"id": "two", "verdict": "reject"})
    page = client.post("/secret/decide", data={"id": "three", "verdict": "reject"})
    assert "What is one?" in page.text


def test_all_decided_is_said(client: TestClient):
    for name in ("one", "two", "three"):
        page = client.post("/secret/decide", data={"id": name, "verdict": "reject"})
    assert "All drafts are decided" in page.text
    assert client.post("/secret/decide", data={"id": "one", "verdict": "accept"}).status_code == 200


def test_nobody_reaches_the_page_without_its_secret(client: TestClient):
    assert client.get("/").status_code == 404
    assert client.post("/other/decide", data={"id": "one", "verdict": "accept"}).status_code == 404


def test_an_earlier_turn_and_a_refusal_are_shown(review: Review):
    draft = a_draft("four", answer="", answerable=False, history=[{"role": "user", "content": "Before that?"}])
    page = TestClient(make_app(review, [draft], "s")).get("/s/").text
    assert "Before that?" in page
    assert "should not be able to answer" in page
