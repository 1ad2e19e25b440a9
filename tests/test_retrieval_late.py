"""The likeness of tokens in retrieval: a score of its own where the graph has tokens, nothing where it has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.records import Answer, Question
from core.settings import Settings
from graph.asynchronous import AsyncDatabase
from graph.database import Database
from models.factory import EmbedderSet
from models.rerank import BuiltinReranker
from retrieval import Options, Retriever
from tests import retrieval_samples
from tests.token_samples import TokenEmbedder

ASKED = "How long may a book be borrowed?"


@pytest.fixture
def college(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrieval_samples, "hash_embedders", lambda: EmbedderSet(TokenEmbedder()))
    retrieval_samples.ingest(database, tmp_path, retrieval_samples.PAGES)


async def ask(database: AsyncDatabase, text: str = ASKED) -> Answer:
    embedders = EmbedderSet(TokenEmbedder())
    retriever = Retriever(database, embedders, BuiltinReranker(), None, Settings(), Options(facts_seconds=0))
    return await retriever.ask(Question(text=text, site="college"))


def forget_tokens(database: Database, where: str = "true") -> None:
    database.driver.execute_query(f"MATCH (b:Block) WHERE {where} SET b.tokens = null")


async def test_the_evidence_tells_how_well_its_tokens_meet_the_question(college: None, async_database: AsyncDatabase):
    answer = await ask(async_database)
    assert "28 days" in answer.answer
    assert all(0.0 < item.scores["late"] <= 1.01 for item in answer.evidence)


async def test_a_graph_without_tokens_answers_as_before(
    college: None, database: Database, async_database: AsyncDatabase
):
    forget_tokens(database)
    answer = await ask(async_database)
    assert "28 days" in answer.answer
    assert not any("late" in item.scores for item in answer.evidence)


async def test_blocks_without_tokens_among_others_are_ranked_too(
    college: None, database: Database, async_database: AsyncDatabase
):
    forget_tokens(database, "b.text CONTAINS 'borrowed'")
    answer = await ask(async_database)
    assert any("28 days" in item.text and "late" not in item.scores for item in answer.evidence)
    assert any("late" in item.scores for item in answer.evidence)


async def test_no_answer_carries_the_bytes(college: None, async_database: AsyncDatabase):
    assert "tokens" not in (await ask(async_database)).evidence[0].model_dump()
