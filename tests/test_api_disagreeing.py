"""What answers call "pages disagree" is what the operator sees: the same quotes, for as long as they stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi import BackgroundTasks
from fastapi.testclient import TestClient

from api.application import create_api
from api.journal import Journal
from api.routes.asking import timed
from api.services import Services
from core.records import Answer, Citation, Question, Step
from tests.api_fakes import SITE, FakeGraph, FakeRetriever, connect_to

OLD, NEW = f"{SITE}:old", f"{SITE}:new"
BLOCKS = [
    {"id": NEW, "url": "https://uni.example/fees", "title": "Fees", "anchor": "f", "fetched_at": "2026-01-01"},
    {"id": OLD, "url": "https://uni.example/old", "title": "Old fees", "anchor": None, "fetched_at": "2026-01-01"},
]


class Torn(FakeRetriever):
    """Answers with two pages that disagree when the question is about fees."""

    async def ask(self, question: Question) -> Answer:
        """The answer."""
        answer = await super().ask(question)
        if "fees" not in question.text:
            return answer
        quotes = ((NEW, "The fee is 300."), (OLD, "The fee is 200."))
        cited = tuple(
            Citation(
                n=n, url=f"https://uni.example/{n}", title="", heading_path=(), quote=words, block_id=block, anchor=None
            )
            for n, (block, words) in enumerate(quotes, 1)
        )
        trace = (*answer.trace, Step(step="extract", ms=1.0, detail={"disagreeing": 2}))
        return answer.model_copy(update={"citations": cited, "trace": trace})


async def ask(folder: Path, text: str) -> None:
    services = Services(answering=Torn(), graph=FakeGraph(), journal=Journal(folder / "journal.sqlite"))
    later = BackgroundTasks()
    await timed(services, Question(text=text, site=SITE), later)
    await later()


def conflicts(folder: Path, **rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    with TestClient(create_api(connect_to(folder, FakeGraph(**rows)))) as client:
        answer = client.get(f"/v1/sites/{SITE}/conflicts")
    assert answer.status_code == 200
    return list(answer.json()["items"])


async def test_quotes_that_an_answer_found_to_disagree_are_listed_once_with_their_places(tmp_path: Path):
    await ask(tmp_path, "What are the fees?")
    await ask(tmp_path, "How high are fees?")
    (item,) = conflicts(tmp_path, api_quoted=BLOCKS)
    assert [(value["value"], value["title"]) for value in item["values"]] == [
        ("The fee is 300.", "Fees"),
        ("The fee is 200.", "Old fees"),
    ]
    assert item["met_at"]


async def test_they_go_when_one_of_the_pages_is_gone_or_says_something_else(tmp_path: Path):
    await ask(tmp_path, "What are the fees?")
    assert conflicts(tmp_path, api_quoted=BLOCKS[:1]) == []


async def test_answers_on_which_pages_agree_leave_nothing(tmp_path: Path):
    await ask(tmp_path, "When does it open?")
    assert Journal(tmp_path / "journal.sqlite").differing(SITE) == []


async def test_no_question_is_kept_with_them(tmp_path: Path):
    await ask(tmp_path, "What are the fees of my friend Ann?")
    assert b"friend Ann" not in (tmp_path / "journal.sqlite").read_bytes()


@pytest.mark.parametrize("site", ["other", ""])
async def test_other_sites_do_not_see_them(tmp_path: Path, site: str):
    await ask(tmp_path, "What are the fees?")
    assert Journal(tmp_path / "journal.sqlite").differing(site) == []
