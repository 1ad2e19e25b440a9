"""How fast pages are written beside plain batches of the same blocks on the same driver and server."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from core.records import EntityRecord, Mention, PageGraph
from graph.database import Database
from graph.schema import ensure_schema
from ingest.replacement import PageVectors
from ingest.transactions import batches
from ingest.writer import GraphWriter
from tests.ingest_samples import HashEmbedder, make_page

PAGES, BLOCKS, SIZE = 4_240, 31_086, 384
WRITERS, GROUP = 6, 40


def make_pages() -> list[tuple[PageGraph, PageVectors]]:
    """Pages of seven or eight blocks that all mention one entity and link to one page."""
    random = np.random.default_rng(1)
    rows = random.standard_normal((BLOCKS, SIZE), dtype=np.float32)
    made, used = [], 0
    for number in range(PAGES):
        count = BLOCKS * (number + 1) // PAGES - used
        texts = [f"Block {used + place} of the river and of {number} other things." for place in range(count)]
        texts[0] += f" Ada Quill and Person{number} Ott."
        people = [(f"Person{number} Ott", f"role {number % 50}")]
        graph = with_hub(make_page(f"p{number}", texts, people, ["home", f"p{number * 7 % PAGES}"]))
        vectors = {block.id: row.tolist() for block, row in zip(graph.blocks, rows[used : used + count], strict=True)}
        made.append((graph, PageVectors(vectors)))
        used += count
    return made


def with_hub(graph: PageGraph) -> PageGraph:
    """The page with a mention of an entity that every page mentions."""
    hub = EntityRecord("demo:person:ada quill", "Ada Quill", "person", "ada quill")
    first = graph.blocks[0]
    mention = Mention(first.id, hub.id, "Ada Quill", first.text.index("Ada Quill"), first.text.index("Ada Quill") + 9)
    return replace(graph, entities=(*graph.entities, hub), mentions=(*graph.mentions, mention))


def write_plainly(database: Database, pages: Sequence[tuple[PageGraph, PageVectors]]) -> float:
    """Seconds for the bare blocks with their vectors, one UNWIND batch after another."""
    rows = [
        {"id": block.id, "properties": {"site": "demo", "text": block.text, "embedding": vectors.blocks[block.id]}}
        for graph, vectors in pages
        for block in graph.blocks
    ]
    started = time.perf_counter()
    for batch in batches(rows, 500):
        database.write("ingest/write_blocks", rows=batch)
    return time.perf_counter() - started


def write_pages(database: Database, pages: Sequence[tuple[PageGraph, PageVectors]]) -> float:
    """Seconds for whole pages with their facts, by several writers."""
    writer = GraphWriter(database)
    started = time.perf_counter()
    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(writer.write_all, batches(pages, GROUP)))
    return time.perf_counter() - started


@pytest.mark.bench
@pytest.mark.timeout(3600)
def test_pages_are_written_about_as_fast_as_bare_blocks(database: Database, capsys: pytest.CaptureFixture[str]):
    ensure_schema(database, {"embedding": HashEmbedder("bench", SIZE)})
    pages = make_pages()
    plain = write_plainly(database, pages)
    with database.driver.session() as session:
        session.run("MATCH (n:Block) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS").consume()
    whole = write_pages(database, pages)
    with capsys.disabled():
        print(f"\nplain batches {BLOCKS / plain:.0f} blocks/s, whole pages {BLOCKS / whole:.0f} blocks/s")  # noqa: T201
    count = database.driver.execute_query("MATCH (b:Block) RETURN count(b)").records[0][0]
    assert count == BLOCKS
