"""Statements by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import DatabaseError
from graph.statements import Statements, parse_statement

SOURCE = """// Finds pages,
// by title.
// params: site, probes [{index, of {property, vector}}], text ("" for all, or words), limit
//   (at most 50); a text is cut, then searched
// returns: url, title
// plan: index seek
MATCH (p:Page {site: $site}) WHERE p.title = $text
// a comment inside stays
CALL db.index.vector.queryNodes($probes[0].index, 3, []) YIELD node
RETURN p.url AS url, p.title AS title LIMIT $limit;
"""


def test_the_header_is_read_and_left_out_of_the_text() -> None:
    statement = parse_statement("x/y", SOURCE)
    assert statement.about == "Finds pages, by title."
    assert statement.returns == "url, title"
    assert statement.plan == "index seek"
    assert statement.text.startswith("MATCH (p:Page")
    assert statement.text.endswith("LIMIT $limit")
    assert "// a comment inside stays" in statement.text


def test_the_parameters_of_header_and_text_are_told() -> None:
    statement = parse_statement("x/y", SOURCE)
    assert statement.parameters == statement.described == ("limit", "probes", "site", "text")


def test_a_statement_without_parameters_describes_none() -> None:
    assert parse_statement("x", "// A.\n// params: none\nRETURN 1").described == ()


def test_a_file_without_header_is_all_text() -> None:
    assert parse_statement("x", "RETURN 1").text == "RETURN 1"
    assert parse_statement("x", "").text == ""


def test_an_unknown_name_is_one_sentence() -> None:
    with pytest.raises(DatabaseError, match=r"cypher/ingest/nothing\.cypher"):
        Statements()["ingest/nothing"]


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", ""])
def test_a_name_leads_nowhere_outside(name: str) -> None:
    with pytest.raises(DatabaseError):
        Statements()[name]


def test_a_statement_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "one.cypher"
    path.write_text("RETURN 1")
    statements = Statements(tmp_path)
    assert statements["one"] == "RETURN 1"
    path.write_text("RETURN 2")
    assert statements["one"] == "RETURN 1"
    assert Statements(tmp_path)["one"] == "RETURN 2"


def test_names_are_found_in_folders_and_sorted(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("b/two.cypher", "a.cypher", "b/one.cypher", "b/readme.md"):
        (tmp_path / name).write_text("RETURN 1")
    statements = Statements(tmp_path)
    assert (list(statements), len(statements)) == (["a", "b/one", "b/two"], 3)
    assert "b/one" in statements
