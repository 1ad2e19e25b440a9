"""`neo4j-graphrag` as a baseline: its own retrievers over the same chunks, vectors and database server as ours.

The chunks stand in the database for the time of the run, under labels of their own, and go afterwards. Settings: top 5
as for every system; hybrid and hybrid-cypher with the library's default ranker; the question with Lucene's signs
taken out, since the library hands it to Lucene as it is; hybrid-cypher adds the chunks before and after.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from core.errors import SettingsError
from evaluation.answerer import Answerer
from evaluation.baselines import FlatIndex
from evaluation.faults import Texts
from evaluation.records import Found, GoldQuestion, Place, Reply
from graph import Database
from graph.schema import await_indexes
from models.protocols import Embedder
from retrieval.followups import resolve

KINDS = ("graphrag-vector", "graphrag-hybrid", "graphrag-cypher")
VECTORS, TEXTS = "baseline_vector", "baseline_text"
INDEXES = (VECTORS, TEXTS, "baseline_id", "baseline_url")
POOL = 20
BATCH = 500
_LUCENE = re.compile(r'[+\-&|!(){}\[\]^"~*?:\\/]')


@dataclass(frozen=True, slots=True)
class GraphRagSystem:
    """One of the library's retrievers as a system."""

    retriever: Any
    kind: str
    k: int = 5
    answerer: Answerer | None = None
    texts: Any = None

    @property
    def name(self) -> str:
        """What reports call it."""
        return self.kind.replace("graphrag-", "neo4j-graphrag ")

    async def ask(self, question: GoldQuestion) -> Reply:
        """The evidence of one question, and an answer when there is an answerer."""
        text = _LUCENE.sub(" ", resolve(question.text, question.history))
        found = await asyncio.to_thread(self._search, text)
        if self.answerer is not None:
            return await self.answerer.answer(question, found, self.k)
        return Reply(evidence=tuple(found[: self.k]), candidates=tuple(one.block_id for one in found))

    def locate(self, question: GoldQuestion) -> Place:
        """Where the gold stands in the chunks."""
        texts: Texts | None = self.texts() if self.texts is not None else None
        return texts.locate(question) if texts is not None else Place()

    def _search(self, text: str) -> list[Found]:
        found = self.retriever.search(query_text=text, top_k=POOL)
        return [Found(**item.metadata) for item in found.items]


@contextmanager
def open_graphrag(
    database: Database, index: FlatIndex, kinds: Sequence[str], answerer: Answerer | None = None
) -> Iterator[list[GraphRagSystem]]:
    """The systems, over chunks that are in the database for as long as the block runs.

    Raises `SettingsError` when the library is not installed.
    """
    try:
        import neo4j_graphrag  # noqa: F401
    except ImportError as error:
        raise SettingsError(
            "neo4j-graphrag is not installed; `pip install 'sitequest[baselines]'` brings it."
        ) from error
    if index.embedder is None or index.vectors is None:
        raise SettingsError("neo4j-graphrag needs vectors of the chunks; an embedder must be given.")
    remove_chunks(database)
    try:
        write_chunks(database, index)
        yield [
            GraphRagSystem(_retriever(database, index.embedder, kind), kind, 5, answerer, index.texts) for kind in kinds
        ]
    finally:
        remove_chunks(database)


def write_chunks(database: Database, index: FlatIndex) -> None:
    """Chunks, their documents and their order, with indexes that are online."""
    assert index.vectors is not None
    for name in ("baseline_ids", "baseline_urls", "baseline_texts"):
        database.write(f"evaluation/{name}")
    database.write("evaluation/baseline_vectors", size=int(index.vectors.shape[1]))
    rows = [
        {"id": index.chunk_id(row), "url": chunk.url, "text": chunk.text, "embedding": index.vectors[row].tolist()}
        for row, chunk in enumerate(index.chunks)
    ]
    pairs = [{"before": one["id"], "after": other["id"]} for one, other in pairwise(rows) if one["url"] == other["url"]]
    for statement, batch in (("baseline_chunks", rows), ("baseline_order", pairs)):
        for start in range(0, len(batch), BATCH):
            database.write(f"evaluation/{statement}", rows=batch[start : start + BATCH])
    await_indexes(database)


def remove_chunks(database: Database) -> None:
    """Take out whatever a baseline left, also one that was killed."""
    for name in INDEXES:
        database.write("schema/drop_index", name=name)
    database.batch("evaluation/baseline_delete", batch=1000)


def _retriever(database: Database, embedder: Embedder, kind: str) -> Any:
    from neo4j_graphrag.retrievers import HybridCypherRetriever, HybridRetriever, VectorRetriever

    given: dict[str, Any] = {"embedder": _adapt(embedder), "neo4j_database": database.address.database}
    properties: dict[str, Any] = {"return_properties": ["id", "url", "text"], "result_formatter": _from_node}
    if kind == "graphrag-vector":
        return VectorRetriever(database.driver, VECTORS, **given, **properties)
    if kind == "graphrag-hybrid":
        return HybridRetriever(database.driver, VECTORS, TEXTS, **given, **properties)
    around = database.statements["evaluation/baseline_around"].partition("// ----------\n")[2]
    return HybridCypherRetriever(database.driver, VECTORS, TEXTS, around, result_formatter=_from_row, **given)


def _adapt(embedder: Embedder) -> Any:
    """Our embedder behind the library's interface."""
    from neo4j_graphrag.embeddings.base import Embedder as Base

    class Adapted(Base):  # type: ignore[misc, unused-ignore]
        def embed_query(self, text: str) -> list[float]:
            return [float(value) for value in embedder.embed_questions([text])[0]]

    return Adapted()


def _from_node(record: Any) -> Any:
    return _item(record["node"], record["score"])


def _from_row(record: Any) -> Any:
    return _item(record, record["score"])


def _item(row: Any, score: float) -> Any:
    from neo4j_graphrag.types import RetrieverResultItem

    found = {"url": row["url"], "text": row["text"], "block_id": row["id"], "scores": (("dense", 2 * score - 1),)}
    return RetrieverResultItem(content=row["text"], metadata=found)
