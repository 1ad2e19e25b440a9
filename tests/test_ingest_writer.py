"""Pages in and out of a real Neo4j."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.records import PageGraph
from graph.database import Database
from ingest.writer import GraphWriter
from tests.ingest_samples import ROOT, SITE, HashEmbedder, make_page, make_vectors, see_graph

QUIET = (HealthCheck.function_scoped_fixture, HealthCheck.too_slow)


@pytest.fixture
def writer(database: Database) -> GraphWriter:
    """A writer on an empty graph with its constraints."""
    from graph.schema import ensure_schema

    ensure_schema(database, {"embedding": HashEmbedder()})
    return GraphWriter(database)


def put(writer: GraphWriter, graph: PageGraph) -> None:
    """Write a page with vectors for all its blocks."""
    writer.write(graph, make_vectors(graph))


def count(database: Database, query: str) -> int:
    """The single number that a query gives."""
    return int(database.driver.execute_query(query).records[0][0])


def test_a_page_is_written_with_its_blocks_links_and_facts(database: Database, writer: GraphWriter):
    put(writer, make_page("river", ["Ada Quill studies rivers.", "Open at nine."], [("Ada Quill", "reader")], ["home"]))
    assert count(database, "MATCH (:Page)-[:CONTAINS]->(b:Block) RETURN count(b)") == 2
    assert count(database, "MATCH (:Page)-[:HYPERLINK]->(p:Page {status: 'unseen'}) RETURN count(p)") == 1
    assert (
        count(
            database,
            "MATCH (:Entity {name: 'Ada Quill'})-[r:RELATES {type: 'role'}]->(:Entity {name: 'reader'}) RETURN count(r)",  # noqa: E501
        )
        == 1
    )


def test_writing_a_page_twice_changes_nothing(database: Database, writer: GraphWriter):
    page = make_page("river", ["Ada Quill studies rivers."], [("Ada Quill", "reader")], ["home"])
    put(writer, page)
    before = see_graph(database)
    put(writer, page)
    assert see_graph(database) == before


def test_only_new_and_changed_blocks_need_vectors(writer: GraphWriter):
    put(writer, make_page("river", ["One stays.", "Two goes."]))
    changed = make_page("river", ["New.", "One stays."])
    assert writer.changed_blocks(changed) == (changed.blocks[0].id,)


def test_a_changed_page_loses_what_only_its_old_version_said(database: Database, writer: GraphWriter):
    put(writer, make_page("alg", ["ALG 101 by Ada Quill is worth 4 credits."], [("Ada Quill", "4 credits")]))
    put(writer, make_page("alg", ["ALG 101 by Ada Quill is worth 6 credits."], [("Ada Quill", "6 credits")]))
    values = database.driver.execute_query("MATCH (e:Entity {type: 'value'}) RETURN e.name AS name").records
    assert [record["name"] for record in values] == ["6 credits"]


def test_a_fact_lives_while_another_page_still_states_it(database: Database, writer: GraphWriter):
    for name in ("one", "two"):
        put(writer, make_page(name, [f"Ada Quill on page {name}."], [("Ada Quill", "reader")]))
    writer.retire(SITE, ROOT + "one")
    relation = "MATCH (:Entity)-[r:RELATES {type: 'role'}]->() RETURN size(r.sources)"
    assert count(database, relation) == 1


def test_a_page_added_and_taken_out_leaves_nothing(database: Database, writer: GraphWriter):
    put(writer, make_page("home", ["Ada Quill."], [("Ada Quill", "reader")], ["river"], [("Ada Quill", "Floods")]))
    before = see_graph(database)
    put(
        writer,
        make_page(
            "river",
            ["ADA QUILL, Bo Lee."],
            [("ADA QUILL", "dean"), ("Bo Lee", "dean")],
            ["home", "x"],
            [("Bo Lee", "Floods"), ("Bo Lee", "Mud")],
        ),
    )
    assert see_graph(database) != before
    writer.retire(SITE, ROOT + "river")
    assert see_graph(database) == before


def test_a_retired_page_stays_as_a_stub_while_others_link_to_it(database: Database, writer: GraphWriter):
    put(writer, make_page("home", ["Hello."], links=["river"]))
    put(writer, make_page("river", ["Water."]))
    writer.retire(SITE, ROOT + "river")
    page = database.driver.execute_query("MATCH (p:Page {url: $url}) RETURN p", url=ROOT + "river").records[0]["p"]
    assert dict(page) == {"site": SITE, "url": ROOT + "river", "status": "unseen"}


def test_retiring_a_page_that_is_not_there_is_no_error(writer: GraphWriter):
    assert writer.retire(SITE, ROOT + "none").gone == 0


def test_spellings_of_one_name_are_aliases_of_one_entity(database: Database, writer: GraphWriter):
    put(writer, make_page("one", ["ADA QUILL"], [("ADA QUILL", "a")]))
    put(writer, make_page("two", ["Dr. Ada Quill"], [("Dr. Ada Quill", "a")]))
    records = database.driver.execute_query(
        "MATCH (e:Entity {type: 'person'}) RETURN e.name AS name, e.aliases AS aliases"
    ).records
    assert [(record["name"], record["aliases"]) for record in records] == [
        ("Ada Quill", ["ADA QUILL", "Dr. Ada Quill"])
    ]


NAMES = ("Ada Quill", "ADA QUILL", "Quill, Ada", "Bo Lee", "Zoë Ek", "Zoe Ek")
PAGES = ("home", "river", "people", "fees")
texts = st.lists(
    st.sampled_from([*(f"{name} is here." for name in NAMES), "Open at nine.", "Open at ten."]), max_size=4
)
facts = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(["reader", "dean"])), max_size=3)
about = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(["Floods", "floods", "Mud"])), max_size=2)
pages = st.builds(make_page, st.sampled_from(PAGES), texts, facts, st.lists(st.sampled_from(PAGES), max_size=3), about)
edits = st.lists(st.one_of(pages, st.sampled_from(PAGES)), min_size=1, max_size=20)


def _wipe(database: Database) -> None:
    database.driver.execute_query("MATCH (n) DETACH DELETE n")


def _play(writer: GraphWriter, sequence: list[PageGraph | str]) -> dict[str, PageGraph]:
    left: dict[str, PageGraph] = {}
    for edit in sequence:
        if isinstance(edit, str):
            writer.retire(SITE, ROOT + edit)
            left.pop(ROOT + edit, None)
        else:
            put(writer, edit)
            left[edit.page.url] = edit
    return left


def check_edits(database: Database, writer: GraphWriter, sequence: list[PageGraph | str], shuffle: int) -> None:
    """After any edits the graph is the one that the pages left would make, in whatever order they are written."""
    _wipe(database)
    left = list(_play(writer, sequence).values())
    after = see_graph(database)
    _wipe(database)
    random.Random(shuffle).shuffle(left)
    _play(writer, left)
    assert see_graph(database) == after


def check_addition(database: Database, writer: GraphWriter, sequence: list[PageGraph | str], page: PageGraph) -> None:
    """A page that is added and deleted leaves the graph as it was."""
    _wipe(database)
    if page.page.url in _play(writer, sequence):
        writer.retire(SITE, page.page.url)
    before = see_graph(database)
    put(writer, page)
    writer.retire(SITE, page.page.url)
    assert see_graph(database) == before


@settings(max_examples=20, deadline=None, suppress_health_check=QUIET, derandomize=True)
@given(sequence=edits, shuffle=st.integers(0, 99))
def test_any_edits_leave_the_graph_that_the_remaining_pages_make(
    database: Database, writer: GraphWriter, sequence: list[PageGraph | str], shuffle: int
):
    check_edits(database, writer, sequence, shuffle)


@settings(max_examples=20, deadline=None, suppress_health_check=QUIET, derandomize=True)
@given(sequence=edits, page=pages)
def test_adding_and_deleting_a_page_is_undone_exactly(
    database: Database, writer: GraphWriter, sequence: list[PageGraph | str], page: PageGraph
):
    check_addition(database, writer, sequence, page)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@settings(max_examples=40, deadline=None, suppress_health_check=QUIET)
@given(sequence=st.lists(st.one_of(pages, st.sampled_from(PAGES)), min_size=200, max_size=200), page=pages)
def test_long_sequences_of_edits_leave_nothing_behind(
    database: Database, writer: GraphWriter, sequence: list[PageGraph | str], page: PageGraph
):
    check_addition(database, writer, sequence, page)


def test_eight_writers_on_the_same_five_entities_make_exactly_five(database: Database, writer: GraphWriter):
    names = ["Ada Quill", "Bo Lee", "Cy Ng", "Di Ott", "Ed Fox"]
    people = [(name, "reader") for name in names]

    def write(number: int) -> None:
        text = f"Page {number}: " + ", ".join(names)
        put(
            writer,
            make_page(f"page{number}", [text, f"More of {number}."], people, [f"page{number * 7 % 200}", "home"]),
        )

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(200)))
    assert count(database, "MATCH (e:Entity {type: 'person'}) RETURN count(e)") == 5
    assert count(database, "MATCH ()-[m:MENTIONS]->(:Entity {type: 'person'}) RETURN count(m)") == 1000
    assert count(database, "MATCH (:Entity)-[r:RELATES {type: 'member_of'}]->() RETURN count(r)") == 5
    assert count(database, "MATCH ()-[r:RELATES {type: 'member_of'}]->() RETURN min(size(r.sources))") == 200


def test_writers_and_deleters_at_once_leave_the_graph_of_the_pages_left(database: Database, writer: GraphWriter):
    def churn(number: int) -> None:
        page = make_page(f"p{number}", [f"Ada Quill {number}."], [("Ada Quill", f"role {number % 3}")], ["home"])
        put(writer, page)
        writer.retire(SITE, page.page.url)

    put(writer, make_page("home", ["Hello."]))
    before = see_graph(database)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(churn, range(120)))
    assert see_graph(database) == before
