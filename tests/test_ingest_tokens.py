"""The states of tokens beside the vectors: written with a block, gone with it, and carried by an export."""

from __future__ import annotations

import pytest

from core.records import PageGraph
from graph import schema
from graph.database import Database
from graph.portable import Selection, export_graph, import_graph
from ingest.embedding import VectorMaker
from ingest.writer import GraphWriter
from models.factory import EmbedderSet
from models.late import compare
from tests.ingest_samples import ROOT, SITE, HashEmbedder, hash_embedders, make_page
from tests.token_samples import TokenEmbedder, read_words

TEXTS = ["Ferries cross the river at noon.", "The mill grinds oats."]
TOLD = "MATCH (b:Block) WHERE b.tokens IS NOT NULL RETURN count(b)"


@pytest.fixture
def maker(database: Database) -> VectorMaker:
    schema.ensure_schema(database, {"embedding": HashEmbedder()})
    return VectorMaker(database, EmbedderSet(TokenEmbedder()))


def write(database: Database, maker: VectorMaker, graph: PageGraph) -> None:
    writer = GraphWriter(database)
    vectors = maker.embed_pages([graph], [writer.changed_blocks(graph)])[0]
    writer.write(graph, vectors)


def count(database: Database, query: str = TOLD) -> int:
    return int(database.driver.execute_query(query).records[0][0])


def test_a_block_is_written_with_its_tokens(database: Database, maker: VectorMaker):
    write(database, maker, make_page("river", TEXTS))
    rows = database.driver.execute_query("MATCH (b:Block) RETURN b.tokens AS t ORDER BY b.order").records
    likeness = compare(read_words("oats mill"), [row["t"] for row in rows])
    assert likeness[1] == pytest.approx(1.0, abs=0.01)
    assert (likeness[0] or 0.0) < 0.9


def test_a_sweep_gives_tokens_with_the_missing_vectors(database: Database, maker: VectorMaker):
    write(database, maker, make_page("river", TEXTS))
    schema.clear_vectors(database, "embedding")
    assert count(database) == 0
    schema.ensure_schema(database, {"embedding": HashEmbedder()})
    maker.fill(SITE, lambda *_: None)
    assert count(database) == 2
    assert count(database, "MATCH (b:Block) WHERE b.embedding IS NOT NULL RETURN count(b)") == 2


def test_vectors_of_the_second_model_go_without_the_tokens(database: Database, maker: VectorMaker):
    write(database, maker, make_page("river", TEXTS))
    schema.clear_vectors(database, "embedding_2")
    assert count(database) == 2


def test_a_block_that_stays_keeps_its_tokens_and_a_new_one_gets_its_own(database: Database, maker: VectorMaker):
    write(database, maker, make_page("river", TEXTS))
    write(database, maker, make_page("river", [TEXTS[1], "Swans nest in April."]))
    rows = database.driver.execute_query("MATCH (b:Block) RETURN b.tokens AS t ORDER BY b.order").records
    assert [round(value or 0, 1) for value in compare(read_words("swans nest"), [row["t"] for row in rows])][1] == 1.0
    assert count(database) == 2


def test_a_graph_of_before_gets_its_tokens_with_new_vectors(database: Database, maker: VectorMaker):
    write(database, maker, make_page("river", TEXTS))
    database.driver.execute_query("MATCH (b:Block) WHERE b.text CONTAINS 'mill' SET b.tokens = null")
    database.batch("schema/clear_tokenless")
    database.batch("schema/clear_tokenless")
    assert count(database, "MATCH (b:Block) WHERE b.embedding IS NOT NULL RETURN count(b)") == 1
    maker.fill(SITE, lambda *_: None)
    assert count(database) == 2
    assert count(database, "MATCH (b:Block) WHERE b.embedding IS NOT NULL RETURN count(b)") == 2


def test_a_page_taken_out_leaves_no_tokens(database: Database, maker: VectorMaker):
    write(database, maker, make_page("river", TEXTS))
    GraphWriter(database).retire(SITE, ROOT + "river")
    assert count(database) == 0


def test_a_model_without_states_writes_none(database: Database, maker: VectorMaker):
    plain = VectorMaker(database, hash_embedders())
    write(database, plain, make_page("river", TEXTS))
    assert count(database) == 0
    assert count(database, "MATCH (b:Block) WHERE b.embedding IS NOT NULL RETURN count(b)") == 2


def test_an_export_carries_tokens_as_it_carries_vectors(database: Database, maker: VectorMaker):
    write(database, maker, make_page("river", TEXTS))
    lines = list(export_graph(database))
    before = database.driver.execute_query("MATCH (b:Block) RETURN b.id AS id, b.tokens AS t ORDER BY id").records
    import_graph(database, lines, replace=True)
    assert list(export_graph(database)) == lines
    after = database.driver.execute_query("MATCH (b:Block) RETURN b.id AS id, b.tokens AS t ORDER BY id").records
    assert [list(row) for row in after] == [list(row) for row in before]
    assert '"tokens"' not in "".join(export_graph(database, Selection(vectors=False)))


def test_a_graph_of_before_is_read_without_tokens(database: Database, maker: VectorMaker):
    write(database, maker, make_page("river", TEXTS))
    bare = list(export_graph(database, Selection(vectors=False)))
    import_graph(database, [line.replace('"version":2', '"version":1') for line in bare], replace=True)
    assert count(database, "MATCH (b:Block) RETURN count(b)") == 2
    assert count(database) == 0
