from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from typer.testing import CliRunner

from app.main import make_app
from app.topictree import draw_topics, nest_topics
from graph.database import Database
from graph.schema import ensure_schema
from graph.server import ServerInfo


def topic(ident: str, level: int, size: int = 1, kind: str = "community", summary: str = "") -> dict[str, Any]:
    return {
        "id": ident, "kind": kind, "level": level, "title": ident.title(), "summary": summary, "size": size
    }  # fmt: skip


def drawn(roots: list[dict[str, Any]]) -> str:
    console = Console(file=StringIO(), width=120)
    console.print(draw_topics("campus", roots), soft_wrap=True)
    return console.file.getvalue()


ROWS = [topic("fees", 1, 3), topic("water", 1, 9), topic("all", 2, 2), topic("tides", 0, 0, "keyword")]
LINKS = [("all", "fees"), ("all", "water")]


def test_topics_stand_under_the_topic_that_holds_them_the_largest_first():
    roots = nest_topics(ROWS, LINKS)
    assert [root["id"] for root in roots] == ["all", "tides"]
    assert [child["id"] for child in roots[0]["children"]] == ["water", "fees"]
    assert roots[1]["children"] == []


def test_a_topic_without_a_parent_among_them_is_a_root():
    roots = nest_topics([ROWS[0], ROWS[1]], LINKS)
    assert [root["id"] for root in roots] == ["water", "fees"]


def test_no_topics_are_an_empty_list_and_a_bare_tree():
    assert nest_topics([], []) == []
    assert drawn([]).strip() == "campus"


def test_the_tree_shows_levels_by_indent_with_sizes_and_summaries():
    rows = [*ROWS[1:], topic("fees", 1, 3, summary="What study costs.\nAll of it.")]
    lines = drawn(nest_topics(rows, LINKS)).splitlines()
    depth = {line.strip("│├└─ ").split("  ")[0]: len(line) - len(line.lstrip("│├└─ ")) for line in lines}
    assert depth["campus"] < depth["What the site is about (1)"] < depth["All"] < depth["Water"] == depth["Fees"]
    assert depth["Tides"] == depth["All"]
    assert any("What study costs. All of it." in line for line in lines)


def test_titles_of_web_origin_are_text_and_never_markup():
    rows = [topic("[red]x[/red] [/]", 1)]
    assert "[Red]X[/Red] [/]" in drawn(nest_topics(rows, []))


@given(
    st.lists(st.integers(0, 4), max_size=12),
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=30),
)
def test_every_topic_stands_in_the_tree_exactly_once(levels: list[int], links: list[tuple[int, int]]):
    rows = [topic(str(number), level) for number, level in enumerate(levels)]
    waiting = nest_topics(rows, [(str(one), str(other)) for one, other in links])
    seen = []
    while waiting:
        row = waiting.pop()
        seen.append(row["id"])
        waiting += row["children"]
    assert sorted(seen) == sorted(row["id"] for row in rows)


def test_the_command_draws_a_tree_and_nests_its_json(
    database: Database, server: ServerInfo, monkeypatch: pytest.MonkeyPatch
):
    ensure_schema(database, {})
    database.driver.execute_query(
        "CREATE (:Page {site: 'campus', url: 'https://campus.example/', status: 'ok'}) "
        "CREATE (a:Topic {id: 'a', site: 'campus', kind: 'community', level: 2, title: 'All', summary: ''}) "
        "CREATE (b:Topic {id: 'b', site: 'campus', kind: 'community', level: 1, title: 'Water', summary: 'Rivers.'}) "
        "CREATE (:Topic {id: 'k', site: 'campus', kind: 'keyword', level: 0, title: 'Tides', summary: ''}) "
        "CREATE (a)-[:CONTAINS]->(b)"
    )
    monkeypatch.setenv("NEO4J_URI", server.uri)
    monkeypatch.setenv("NEO4J_PASSWORD", server.password)
    shown = CliRunner().invoke(make_app(), ["topics"])
    assert shown.exit_code == 0, shown.stderr
    assert [name for name in ("All", "Water", "Tides") if name in shown.stdout] == ["All", "Water", "Tides"]
    found = json.loads(CliRunner().invoke(make_app(), ["topics", "--json"]).stdout)
    assert [child["title"] for child in found[0]["children"]] == ["Water"]
    assert found[1]["kind"] == "keyword"
    only = json.loads(CliRunner().invoke(make_app(), ["topics", "--json", "--kind", "keyword"]).stdout)
    assert [row["title"] for row in only] == ["Tides"]
    wrong = CliRunner().invoke(make_app(), ["topics", "--kind", "colour"])
    assert wrong.exit_code != 0
    assert "keyword or community" in wrong.stderr
