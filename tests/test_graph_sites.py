"""The sites of a graph, and how one goes without a trace."""

from __future__ import annotations

from itertools import pairwise

import pytest
from neo4j.exceptions import Neo4jError

from graph.database import Database
from graph.portable import Selection, export_graph, write_graph
from graph.schema import Model, read_notes
from graph.sites import count_site, delete_site, list_sites
from tests.graph_samples import sample_lines


def test_sites_are_listed_by_name(database: Database) -> None:
    for site in ("b", "a", "c"):
        write_graph(database, sample_lines(site))
    assert list_sites(database) == ["a", "b", "c"]


def test_an_empty_graph_has_no_site(database: Database) -> None:
    assert list_sites(database) == []
    assert count_site(database, "demo").total == 0


def test_a_deleted_site_leaves_nothing_and_its_neighbours_whole(database: Database) -> None:
    write_graph(database, sample_lines("a"))
    before = list(export_graph(database, Selection(everything=True)))
    write_graph(database, sample_lines("ab", pages=4))
    gone = delete_site(database, "ab")
    assert (gone.pages, gone.blocks, gone.entities, gone.topics, gone.notes) == (4, 16, 5, 1, 1)
    assert count_site(database, "ab").total == 0
    assert list(export_graph(database, Selection(everything=True))) == before


def test_deleting_the_only_site_leaves_only_the_schemas_own_notes(database: Database) -> None:
    write_graph(database, sample_lines())
    delete_site(database, "demo")
    rows = database.driver.execute_query("MATCH (n) RETURN labels(n) AS labels, n.key AS key ORDER BY key").records
    assert [row["key"] for row in rows] == ["schema", "vectors:embedding"]


def test_a_site_named_like_a_vector_property_takes_no_note_of_the_schema_along(database: Database) -> None:
    write_graph(database, sample_lines("embedding"))
    delete_site(database, "embedding")
    assert read_notes(database)[1] == {"embedding": Model("sample", 4)}
    keys = database.driver.execute_query("MATCH (m:Meta) RETURN collect(m.key) AS keys").records[0]["keys"]
    assert sorted(keys) == ["schema", "vectors:embedding"]


def test_a_site_can_be_deleted_again(database: Database) -> None:
    write_graph(database, sample_lines())
    delete_site(database, "demo")
    assert delete_site(database, "demo").total == 0


def test_a_deletion_that_was_cut_off_is_finished_by_the_next(database: Database) -> None:
    write_graph(database, sample_lines(pages=30, blocks=10))
    with database.driver.session() as session, pytest.raises(Neo4jError):
        session.run(
            "MATCH (n:Block {site: 'demo'}) WITH n ORDER BY n.id CALL (n) { "
            "WITH n, CASE WHEN n.id ENDS WITH '0002000005' THEN 1 / 0 ELSE 1 END AS one DETACH DELETE n "
            "} IN TRANSACTIONS OF 10 ROWS"
        ).consume()
    left = count_site(database, "demo").blocks
    assert 0 < left < 300
    delete_site(database, "demo")
    assert count_site(database, "demo").total == 0


@pytest.mark.bench
@pytest.mark.timeout(1800)
def test_60000_blocks_with_hubs_go_within_a_heap_of_one_gibibyte(database: Database) -> None:
    import time

    marks = [time.perf_counter()]
    write_graph(database, sample_lines(pages=6000, blocks=10, size=384))
    marks.append(time.perf_counter())
    lines = sum(1 for _line in export_graph(database))
    marks.append(time.perf_counter())
    gone = delete_site(database, "demo")
    marks.append(time.perf_counter())
    assert gone.blocks == 60_000
    assert count_site(database, "demo").total == 0
    written, read, deleted = (after - before for before, after in pairwise(marks))
    print(f"\n60,000 blocks, 120,000 mentions (half of one hub), {lines:,} lines: ", end="")  # noqa: T201
    print(f"written in {written:.1f} s, read in {read:.1f} s, deleted in {deleted:.1f} s")  # noqa: T201
