"""neo4j-graphrag as a baseline, by its own retrievers over a real database."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from core.errors import SettingsError
from evaluation.baselines import FlatIndex, build_index, chunk_pages
from evaluation.graphrag import INDEXES, KINDS, open_graphrag
from evaluation.records import Dataset, GoldQuestion, Passage
from evaluation.run import evaluate
from evaluation.systems import Bench, Plan
from graph.database import Database
from graph.schema import list_indexes
from models.factory import EmbedderSet
from models.protocols import Vectors
from models.rerank import BuiltinReranker
from tests.ingest_samples import hash_embedders

pytestmark = pytest.mark.filterwarnings("ignore:The default returned 'id' field:DeprecationWarning")
pytest.importorskip("neo4j_graphrag", reason="needs neo4j-graphrag, of the extra `baselines`")
PAGES = [
    Passage("/fees/", "Fees", "Tuition is 900 euros a term. " + "Nothing else is said of it here. " * 60),
    Passage("/library/", "Library", "The library opens at nine and closes at ten in the evening."),
]
QUESTION = GoldQuestion("q1", "How much is tuition (a term)?", "lookup", groups=(("900 euros",),), pages=("/fees/",))


@pytest.fixture
def index() -> FlatIndex:
    return build_index(chunk_pages(PAGES), hash_embedders().primary)


async def test_each_retriever_finds_chunks_and_leaves_nothing_behind(database: Database, index: FlatIndex):
    with open_graphrag(database, index, KINDS) as systems:
        assert [system.name for system in systems] == [
            "neo4j-graphrag vector", "neo4j-graphrag hybrid", "neo4j-graphrag cypher",
        ]  # fmt: skip
        for system in systems:
            reply = await system.ask(QUESTION)
            assert {found.url for found in reply.evidence} <= {"/fees/", "/library/"}
            assert reply.evidence[0].text
            assert reply.candidates
    assert not {found.name for found in list_indexes(database)} & set(INDEXES)
    rows, _, _ = database.driver.execute_query("MATCH (n) RETURN count(n) AS total")
    assert rows[0]["total"] == 0


async def test_hybrid_cypher_adds_the_neighbours_in_reading_order(database: Database, index: FlatIndex):
    with open_graphrag(database, index, KINDS[2:]) as (system,):
        reply = await system.ask(QUESTION)
    first = next(found for found in reply.evidence if found.block_id == "/fees/#0")
    assert first.text.startswith("Tuition is 900 euros")
    assert len(first.text.split()) > 150


@pytest.mark.parametrize("text", ["C++?", "room:B12", 'a "quote', "tb- (x", "2 * 3 / 4"])
async def test_signs_of_the_search_language_in_a_question_do_no_harm(database: Database, index: FlatIndex, text: str):
    with open_graphrag(database, index, KINDS[1:2]) as (system,):
        reply = await system.ask(GoldQuestion("q", text, "lookup"))
    assert reply.evidence


async def test_it_runs_beside_the_flat_baselines_and_answers_alike(database: Database):
    bench = Bench(
        pages=lambda: PAGES, embedders=hash_embedders(), reranker=BuiltinReranker(), database=database,
    )  # fmt: skip
    data = Dataset("small", (QUESTION,))
    run = await evaluate(data, bench, Plan(baselines=("bm25", "graphrag-hybrid")))
    assert list(run["systems"]) == ["flat bm25", "neo4j-graphrag hybrid"]
    assert "citation_precision" in run["systems"]["flat bm25"]["all"]


async def test_without_a_database_it_says_so():
    bench = Bench(pages=lambda: PAGES, embedders=EmbedderSet(Ones()))
    with pytest.raises(SettingsError, match="need the graph database"):
        await evaluate(Dataset("small", (QUESTION,)), bench, Plan(baselines=("graphrag-vector",)))


class Ones:
    """The same vector for every text."""

    name, size, languages = "ones", 4, ("*",)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return np.full((len(texts), 4), 0.5, np.float32)

    embed_questions = embed_passages
