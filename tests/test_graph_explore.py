"""The saved queries for Neo4j Browser: each runs as it stands and shows what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.settings import Settings
from graph.database import Database, open_database
from graph.lines import EdgeLine, Line, NodeLine
from graph.portable import write_graph
from graph.statements import Statements
from tests.graph_samples import block_end, entity_end, page_end, sample_lines

OTHERS = ("explore/api_", "explore/paste_")  # of the web page
QUERIES = sorted(name for name in Statements() if name.startswith("explore/") and not name.startswith(OTHERS))
GUIDE = Path(__file__).parents[1] / "docs/neo4j.md"
PARAMS = {
    "site": "demo",
    "url": page_end("demo", 0)[2],
    "id": entity_end("demo", 1)[2],
    "from_id": entity_end("demo", 1)[2],
    "to_id": entity_end("demo", 2)[2],
    "words": "thing OR words",
    "type": "part_of",
    "limit": 10,
}


def rich_lines() -> Iterator[Line]:
    """The sample with a gone page, a double, two values for one fact, and blocks that share something."""
    nodes, edges = [], []
    for line in sample_lines():
        if isinstance(line, EdgeLine):
            edges.append(line)
        elif isinstance(line, NodeLine) and line.label == "Block":
            nodes.append(fill_block(line))
        else:
            nodes.append(line)
    gone = NodeLine("Page", "demo", "https://demo.example/gone", {"site": "demo", "url": "https://demo.example/gone"})
    nodes.append(NodeLine("Page", "demo", gone.key, {**gone.properties, "status": "gone"}))
    for key, name, kind in (
        ("demo:other:1", "Thing 1", "other"),
        ("demo:value:1", "10", "value"),
        ("demo:value:2", "20", "value"),
    ):
        nodes.append(NodeLine("Entity", "demo", key, {"id": key, "site": "demo", "name": name, "type": kind}))
    edges.append(EdgeLine("HYPERLINK", page_end("demo", 0), ("Page", "demo", gone.key), {"region": "main"}))
    edges.append(EdgeLine("RELATES", block_end("demo", 0, 0), block_end("demo", 1, 0), {"type": "shares", "shared": 2}))
    for value in (1, 2):
        facts = {"type": "fee", "sources": [block_end("demo", value - 1, 0)[2]]}
        edges.append(EdgeLine("RELATES", entity_end("demo", 1), ("Entity", "demo", f"demo:value:{value}"), facts))
    yield from nodes
    yield from edges


def fill_block(line: NodeLine) -> NodeLine:
    page, number = int(line.key[5:10]), int(line.key[10:])
    more = {
        "url": page_end("demo", page)[2],
        "leaf": True,
        "order": number,
        "words": 4,
        "kind": "paragraph",
        "main": 1.0,
    }
    return NodeLine("Block", "demo", line.key, {**line.properties, **more, "anchor": f"a{number}"})


@pytest.fixture(scope="module")
def explored(server: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """One rich graph for all queries."""
    uri, secret = server.uri, server.secret  # type: ignore[attr-defined]
    settings = Settings(home=tmp_path_factory.mktemp("home"), neo4j_uri=uri, neo4j_password=secret)
    with open_database(settings) as opened:
        opened.driver.execute_query("MATCH (n) DETACH DELETE n")
        write_graph(opened, rich_lines())
        yield opened


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_shows_something(explored: Database, name: str) -> None:
    statement = explored.statements.record(name)
    params = {key: PARAMS[key] for key in statement.parameters}
    if name == "explore/topic_pages":
        params["id"] = "demo:keyword:1"
    if name == "explore/pages_nobody_links_to":
        explored.driver.execute_query("MATCH (:Page)-[l:HYPERLINK]->(p:Page {url: $url}) DELETE l", url=PARAMS["url"])
    assert explored.read(name, **params)


def test_the_guide_names_every_query() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert [name for name in QUERIES if f"`{name.removeprefix('explore/')}`" not in text] == []


def test_the_guide_names_no_query_that_is_not_there() -> None:
    guide = GUIDE.read_text(encoding="utf-8").partition("## Looking around")[2]
    rows = re.findall(r"^\| `(\w+)` \|", guide, flags=re.MULTILINE)
    assert sorted(f"explore/{name}" for name in rows) == QUERIES


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("10", "20", True),
        ("June", "1 to 26 June 2027", False),
        ("4", "4 units", False),
        ("4", "24", True),
        ("Room A", "room a", False),
    ],
)
def test_pages_contradict_each_other_only_when_neither_value_says_the_other(
    database: Database, one: str, other: str, differ: bool
):
    values = {"demo:value:1": one, "demo:value:2": other}
    lines = [
        replace(line, properties={**line.properties, "name": values[line.key]})
        if isinstance(line, NodeLine) and line.key in values
        else line
        for line in rich_lines()
    ]
    write_graph(database, iter(lines))
    found = database.read("explore/api_conflicts", site="demo", skip=[], limit=5)
    assert [row["attribute"] for row in found] == (["fee"] if differ else [])
