"""Small page graphs and a way to see the whole database, for the tests of the ingest side."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np

from core.records import BlockRecord, LinkRecord, PageGraph, PageRecord
from graph.database import Database
from ingest.entities.findings import Findings
from ingest.identity import block_id, digest
from ingest.writer import PageVectors
from models.factory import EmbedderSet
from models.protocols import Vectors

SITE = "demo"
ROOT = "https://site.example/"
NOW = datetime(2026, 3, 1, tzinfo=UTC)


class HashEmbedder:
    """A deterministic embedder: words hashed into a few dozen numbers."""

    languages = ("*",)

    def __init__(self, name: str = "hash-32", size: int = 32) -> None:
        self.name, self.size, self.texts = name, size, 0

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text."""
        self.texts += len(texts)
        rows = np.zeros((len(texts), self.size), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split() or [""]:
                number = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest(), "big")
                row[number % self.size] += 1 if number >> 16 & 1 else -1
            row[0] += 0.001
            row /= np.linalg.norm(row)
        return rows

    embed_questions = embed_passages


def hash_embedders(second: bool = False) -> EmbedderSet:
    """A set of hashing embedders."""
    return EmbedderSet(HashEmbedder(), HashEmbedder("hash-16", 16) if second else None)


def make_page(
    name: str,
    texts: Sequence[str],
    people: Sequence[tuple[str, str]] = (),
    links: Sequence[str] = (),
    topics: Sequence[tuple[str, str]] = (),
    lang: str = "en",
) -> PageGraph:
    """A page whose blocks are `texts`; `people` are (name, role) facts and `topics` (name, keyword) of its first block.

    Each name is mentioned by every block that holds it.
    """
    url = ROOT + name
    page = PageRecord(
        SITE, url, name.title(), lang, "ok", digest(name, *texts, repr(people), repr(topics), *links), NOW.isoformat()
    )
    seen: dict[str, int] = {}
    blocks = []
    for order, text in enumerate(texts):
        ident = block_id(SITE, url, text, seen.get(text, 0))
        seen[text] = seen.get(text, 0) + 1
        words = len(text.split())
        blocks.append(
            BlockRecord(
                ident, url, "paragraph", text, text, (), None, order, words, 1.0, True, digest(text), searchable=text
            )
        )
    findings = Findings(SITE)
    for person, role in people:
        entity = findings.entity("person", person)
        for block in blocks:
            if person in block.text:
                findings.mention(block.id, entity, person, block.text.index(person))
        if blocks:
            findings.attribute(entity, "role", role, blocks[0].id)
            findings.relate(entity, findings.entity("department", "Rivers"), "member_of", blocks[0].id)
    for person, keyword in topics:
        if blocks:
            findings.about(findings.entity("person", person), keyword, blocks[0].id)
    return PageGraph(
        page,
        tuple(blocks),
        tuple(LinkRecord(ROOT + target, target, "main") for target in sorted(set(links)) if target != name),
        tuple(findings.entities.values()),
        findings.mentions,
        findings.relations,
        tuple(findings.topics.values()),
    )


def make_vectors(graph: PageGraph) -> PageVectors:
    """Vectors for all leaf blocks of a page and the page itself."""
    embedder = HashEmbedder()
    leaves = [block for block in graph.blocks if block.leaf]
    rows = embedder.embed_passages([block.searchable for block in leaves]).tolist()
    page = embedder.embed_passages([graph.page.title]).tolist()[0]
    return PageVectors(blocks={block.id: row for block, row in zip(leaves, rows, strict=True)}, page=page)


def see_graph(database: Database) -> tuple[list[Any], list[Any]]:
    """All nodes and all edges with their properties, in an order of their own: equal graphs look equal."""
    with database.driver.session() as session:
        nodes = session.run("MATCH (n) RETURN labels(n) AS labels, properties(n) AS properties").data()
        edges = session.run(
            "MATCH (a)-[r]->(b) RETURN type(r) AS type, properties(r) AS properties, "
            "coalesce(a.id, a.url, a.key) AS source, coalesce(b.id, b.url, b.key) AS target"
        ).data()
    return sorted(map(_text, nodes)), sorted(map(_text, edges))


def _text(row: dict[str, Any]) -> str:
    return repr(
        {key: sorted(value.items()) if isinstance(value, dict) else value for key, value in sorted(row.items())}
    )
