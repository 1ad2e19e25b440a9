"""Constraints, indexes, and the model behind every vector."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from shutil import copytree

import pytest
from neo4j.exceptions import Neo4jError

from core.errors import DatabaseError, DatabaseRefused, VectorMismatch
from graph.asynchronous import AsyncDatabase
from graph.database import Database
from graph.faults import explain
from graph.portable import write_graph
from graph.schema import (
    Index,
    Model,
    await_indexes,
    check_schema,
    clear_vectors,
    create,
    ensure_schema,
    latest_version,
    list_indexes,
    migrations,
    read_notes,
)
from graph.statements import Statements
from tests.graph_samples import sample_lines

SMALL, LARGE = Model("small", 4), Model("large", 8)
TABLES = {"CONSTRAINT": "SHOW CONSTRAINTS YIELD name RETURN name", "INDEX": "SHOW INDEXES YIELD name, type RETURN *"}


@pytest.fixture
def bare(database: Database) -> Iterator[Database]:
    """A database without any index, and without any afterwards."""
    drop_all(database)
    yield database
    drop_all(database)


def drop_all(database: Database) -> None:
    for kind, table in TABLES.items():
        for row in database.driver.execute_query(table).records:
            if row.get("type") != "LOOKUP":
                database.driver.execute_query(f"DROP {kind} {row['name']} IF EXISTS")


def by_name(database: Database) -> Mapping[str, Index]:
    return {index.name: index for index in list_indexes(database)}


def test_an_empty_database_gets_every_key_and_index_online(bare: Database) -> None:
    ensure_schema(bare, {"embedding": SMALL, "embedding_2": LARGE})
    found = by_name(bare)
    assert {
        *("page_key", "block_id", "entity_id", "topic_id", "meta_key"),
        *("block_text", "block_codes", "entity_text", "page_text"),
        *("block_vector", "page_vector", "entity_vector", "topic_vector", "relation_vector"),
        *("block_vector_2", "page_vector_2"),
    } <= set(found)
    assert {index.state for index in found.values()} == {"ONLINE"}
    sizes = {name: index.size for name, index in found.items() if "_vector" in name}
    assert set(sizes.values()) == {4, 8}
    assert {name for name, size in sizes.items() if size == 8} == {"block_vector_2", "page_vector_2"}


def test_keys_are_unique(bare: Database) -> None:
    ensure_schema(bare, {})
    rows = bare.driver.execute_query("SHOW CONSTRAINTS YIELD labelsOrTypes, properties, type RETURN *").records
    found = {(row["labelsOrTypes"][0], *row["properties"]) for row in rows if row["type"] == "UNIQUENESS"}
    assert found == {("Page", "site", "url"), ("Block", "id"), ("Entity", "id"), ("Topic", "id"), ("Meta", "key")}


def test_the_second_call_writes_nothing(bare: Database) -> None:
    ensure_schema(bare, {"embedding": SMALL})
    before = bare.mark()
    ensure_schema(bare, {"embedding": SMALL})
    assert bare.mark() == before


def test_a_second_model_can_come_later(bare: Database) -> None:
    ensure_schema(bare, {"embedding": SMALL})
    assert "block_vector_2" not in by_name(bare)
    ensure_schema(bare, {"embedding": SMALL, "embedding_2": LARGE})
    assert by_name(bare)["block_vector_2"].size == 8
    assert read_notes(bare) == (latest_version(bare.statements), {"embedding": SMALL, "embedding_2": LARGE})


def test_processes_that_start_together_make_one_schema(bare: Database) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: ensure_schema(bare, {"embedding": SMALL}), range(4)))
    assert {index.state for index in list_indexes(bare)} == {"ONLINE"}


def test_a_schema_that_another_process_takes_long_to_make_is_waited_for() -> None:
    error = Neo4jError._hydrate_neo4j(code="Neo.ClientError.Schema.IndexWithNameAlreadyExists", message="there")
    asked: list[object] = []

    class Busy:
        def transaction(self, work: object) -> None:
            asked.append(work)
            if len(asked) <= 12:
                raise explain(error, "bolt://x", "neo4j") from error

    create(Busy(), ["schema/keys/entity_id"])  # type: ignore[arg-type]
    assert len(asked) == 13


def test_of_two_models_at_once_one_wins_and_no_index_mixes_them(bare: Database) -> None:
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda model: ensure_schema(bare, {"embedding": model}), (SMALL, LARGE)))
    ensure_schema(bare, {"embedding": read_notes(bare)[1]["embedding"]})
    sizes = {index.size for index in list_indexes(bare) if index.name.endswith("_vector")}
    assert sizes == {read_notes(bare)[1]["embedding"].size}


@pytest.mark.parametrize("other", [Model("other", 4), Model("sample", 8)])
def test_vectors_of_another_model_are_refused_with_both_names_and_the_way_out(database: Database, other: Model) -> None:
    write_graph(database, sample_lines(size=4))
    with pytest.raises(VectorMismatch) as raised:
        ensure_schema(database, {"embedding": other})
    assert all(word in str(raised.value) for word in ("sample (4 numbers)", str(other), "sitequest reembed"))
    assert by_name(database)["block_vector"].size == 4
    assert read_notes(database)[1]["embedding"] == Model("sample", 4)


async def test_a_reader_with_another_model_is_refused_also_when_the_sizes_agree(
    database: Database, async_database: AsyncDatabase
) -> None:
    write_graph(database, sample_lines(size=4))
    await check_schema(async_database, {"embedding": Model("sample", 4)})
    for other in (Model("other", 4), LARGE):
        with pytest.raises(VectorMismatch, match="sitequest reembed"):
            await check_schema(async_database, {"embedding": other})


def test_vectors_whose_model_nobody_noted_are_refused_when_their_size_differs(database: Database) -> None:
    write_graph(database, sample_lines(size=4))
    database.driver.execute_query("MATCH (m:Meta) DELETE m")
    with pytest.raises(VectorMismatch, match="not noted"):
        ensure_schema(database, {"embedding": LARGE})


def test_a_graph_without_vectors_takes_another_model_at_once(database: Database) -> None:
    ensure_schema(database, {"embedding": SMALL})
    ensure_schema(database, {"embedding": LARGE})
    assert by_name(database)["block_vector"].size == 8
    assert read_notes(database)[1]["embedding"] == LARGE


def test_cleared_vectors_make_room_for_another_model(database: Database) -> None:
    write_graph(database, sample_lines(size=4))
    database.driver.execute_query("MATCH ()-[r:RELATES]->() SET r.embedding = [1.0, 0.0, 0.0, 0.0]")
    clear_vectors(database, "embedding")
    clear_vectors(database, "embedding")
    ensure_schema(database, {"embedding": LARGE})
    assert by_name(database)["relation_vector"].size == 8
    query = "MATCH (n) WHERE n.embedding IS NOT NULL RETURN count(n) AS n"
    assert database.driver.execute_query(query).records[0]["n"] == 0
    assert database.driver.execute_query("MATCH (n:Block) RETURN count(n) AS n").records[0]["n"] == 12


def test_the_vector_index_finds_the_nearest_and_scores_it_from_0_to_1(database: Database) -> None:
    write_graph(database, sample_lines(size=4))
    row = database.driver.execute_query(
        "MATCH (b:Block) RETURN b.id AS id, b.embedding AS v ORDER BY id LIMIT 1"
    ).records[0]
    query = "CALL db.index.vector.queryNodes('block_vector', 1, $v) YIELD node, score RETURN node.id AS id, score"
    await_indexes(database)
    found = database.driver.execute_query(query, v=row["v"]).records[0]
    assert found["id"] == row["id"]
    assert found["score"] == pytest.approx(1.0, abs=0.01)


def test_full_text_finds_chinese_words_and_exact_codes(database: Database) -> None:
    ensure_schema(database, {})
    create = "CREATE (:Block {id: 'a:1', text: '香港科技大學的研究生課程', headings: '', codes: 'cse100 c++ tb-'})"
    database.driver.execute_query(create)
    assert full_text(database, "block_text", "研究生") == ["a:1"]
    assert full_text(database, "block_text", "大學") == ["a:1"]
    assert full_text(database, "block_codes", "c\\+\\+") == ["a:1"]
    assert full_text(database, "block_codes", "c") == []


def full_text(database: Database, index: str, words: str) -> list[str]:
    query = "CALL db.index.fulltext.queryNodes($index, $words) YIELD node RETURN node.id AS id"
    return [row["id"] for row in database.driver.execute_query(query, index=index, words=words).records]


async def test_a_graph_of_a_newer_program_is_refused(database: Database, async_database: AsyncDatabase) -> None:
    ensure_schema(database, {})
    database.write("schema/write_version", version=99)
    with pytest.raises(DatabaseRefused, match="upgrade SiteQuest"):
        ensure_schema(database, {})
    with pytest.raises(DatabaseRefused, match="upgrade SiteQuest"):
        await check_schema(async_database, {})


def test_migrations_run_once_in_order_and_only_on_graphs_that_are_older(database: Database, tmp_path: Path) -> None:
    ensure_schema(database, {})
    newer = Database(database.driver, database.address, with_migrations(tmp_path, 3, 4, 10))
    ensure_schema(newer, {})
    ensure_schema(newer, {})
    assert steps_of(newer) == [3, 4, 10]
    assert read_notes(newer)[0] == 10


def test_an_empty_graph_needs_no_migration(database: Database, tmp_path: Path) -> None:
    newer = Database(database.driver, database.address, with_migrations(tmp_path, 3))
    ensure_schema(newer, {})
    assert (steps_of(newer), read_notes(newer)[0]) == ([], 3)


def with_migrations(folder: Path, *numbers: int) -> Statements:
    """The product's statements and some migrations, each of which notes that it ran."""
    copytree(Path(str(files("cypher"))), folder / "cypher")
    target = folder / "cypher/schema/migrations"
    target.mkdir(exist_ok=True)
    for number in numbers:
        (target / f"{number:04}_step.cypher").write_text(f"CREATE (:Meta {{key: 'step:{number}', ran: {number}}})")
    statements = Statements(folder / "cypher")
    assert [number for number, _name in migrations(statements)][-len(numbers) :] == sorted(numbers)
    return statements


def steps_of(database: Database) -> list[int]:
    query = "MATCH (m:Meta) WHERE m.ran IS NOT NULL RETURN m.ran AS n ORDER BY elementId(m)"
    return sorted(row["n"] for row in database.driver.execute_query(query).records)


def test_waiting_for_indexes_has_a_limit_and_tells_its_progress(database: Database) -> None:
    told: list[tuple[str, int, int]] = []
    filling = replace(by_name(database).get("page_key") or Index("page_key", "ONLINE", 100, None), state="POPULATING")
    slow = SlowDatabase([[row_of(filling)]])
    with pytest.raises(DatabaseError, match="page_key are still filling"):
        await_indexes(slow, lambda *step: told.append(step), seconds=0)  # type: ignore[arg-type]
    assert told == [("Filling indexes", 100, 100)]


def test_a_failed_index_is_named() -> None:
    slow = SlowDatabase([[row_of(Index("block_text", "FAILED", 0, None))]])
    with pytest.raises(DatabaseError, match="block_text"):
        await_indexes(slow)  # type: ignore[arg-type]


def row_of(index: Index) -> dict[str, object]:
    return {"name": index.name, "state": index.state, "percent": index.percent, "size": index.size}


class SlowDatabase:
    """Answers the question for the indexes with rows made up beforehand; the last ones again and again."""

    def __init__(self, answers: list[list[dict[str, object]]]) -> None:
        self._answers = answers

    def read(self, _name: str) -> list[dict[str, object]]:
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
