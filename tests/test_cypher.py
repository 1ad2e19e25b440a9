"""Every statement of the product: it has its header, uses parameters only, and Neo4j can plan it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from neo4j import GraphDatabase

from core.settings import Settings
from graph.address import find_address
from graph.database import Database
from graph.schema import ensure_schema
from graph.statements import Statements

ROOT = Path(__file__).parents[1]
ROOMS = ("api", "app", "core", "crawler", "demo", "evaluation", "graph", "ingest", "models", "retrieval", "scripts")
NAMES = list(Statements())
CYPHER = re.compile(
    r"\b(OPTIONAL MATCH|MATCH|MERGE|CREATE)\s*(\w+\s*=\s*)?\(|\bUNWIND\s+\$|\bDETACH DELETE\b"
    r"|\bCALL\s*(\(\w*\))?\s*\{|\bCALL db\."
    r"|\bSHOW (INDEXES|CONSTRAINTS)\b|\bCREATE (VECTOR|FULLTEXT|RANGE|TEXT) INDEX\b|\b(INDEX|CONSTRAINT)\b.+\bFOR\s*\("
)


def test_there_are_statements() -> None:
    assert len(NAMES) > 20


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_says_what_it_does_and_what_it_takes_and_gives(name: str) -> None:
    statement = Statements().record(name)
    assert statement.about, "the first comment line says what the statement does"
    assert statement.params, "`// params:` lists the parameters, or says none"
    assert statement.returns, "`// returns:` lists the columns, or says nothing"
    assert statement.plan, "`// plan:` says how the data are reached"


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_describes_exactly_the_parameters_it_uses(name: str) -> None:
    statement = Statements().record(name)
    assert statement.described == statement.parameters


@pytest.mark.parametrize("name", NAMES)
def test_a_file_holds_one_statement(name: str) -> None:
    bare = re.sub(r"'[^']*'|\"[^\"]*\"|`[^`]*`|//[^\n]*", "", Statements()[name])
    assert ";" not in bare


@pytest.mark.timeout(900)
def test_neo4j_plans_every_statement_without_a_warning(connected_settings: Settings, database: Database) -> None:
    """Deprecated syntax, needless products, and hints at indexes that are not there would come as notifications."""
    ensure_schema(database, {})
    address, statements = find_address(connected_settings), Statements()
    complaints: dict[str, object] = {}
    with (
        GraphDatabase.driver(address.uri, auth=address.auth) as driver,
        driver.session(notifications_min_severity="WARNING") as session,
    ):
        for name in NAMES:
            summary = session.run(f"EXPLAIN {statements[name]}").consume()
            told = [notice for notice in summary.gql_status_objects if notice.is_notification]
            worth = [f"{notice.gql_status}: {notice.status_description}" for notice in told if is_worth_telling(notice)]
            if worth:
                complaints[name] = worth
    assert complaints == {}


KEPT = [name for name in NAMES if Statements()[name].startswith("CYPHER replan=skip")]
BY_KEY = re.compile(r"\(\w*:Page \{site: [^,}]+, url: [^}]+\}\)")
WRITING = [name for name in NAMES if name.startswith(("ingest/", "portable/"))]


@pytest.mark.parametrize("name", WRITING)
def test_a_page_is_looked_up_by_its_key_even_where_the_graph_was_empty_when_that_was_planned(name: str) -> None:
    """Without a hint an empty graph plans to go through all pages of the site, for every row."""
    clauses = re.split(r"\b(?=OPTIONAL MATCH|(?<!OPTIONAL )MATCH|MERGE)\b", Statements()[name])
    for clause in clauses:
        looked_up = [] if clause.startswith("MERGE") else BY_KEY.findall(clause)
        assert clause.count(":Page(site, url)") == len(looked_up), clause


@pytest.mark.timeout(300)
def test_statements_that_keep_their_plan_go_by_keys_or_by_indexes_that_they_name(database: Database) -> None:
    """Growing graphs make Neo4j plan anew, which costs more than to run; that must change nothing for these."""
    ensure_schema(database, {})
    with database.driver.session() as session:
        plans = {name: session.run(f"EXPLAIN {Statements()[name]}").consume().plan for name in KEPT}
    seeks = {
        name: {kind for kind in operators(plan) if "Seek" in kind or "Scan" in kind} for name, plan in plans.items()
    }
    wrong = {name: found for name, found in seeks.items() if {is_by_key(name, one) for one in found} != {True}}
    assert wrong == {}
    assert len(KEPT) > 20


def operators(plan: Mapping[str, Any]) -> Iterator[str]:
    """The operators of a plan, by name."""
    yield plan["operatorType"].split("@")[0]
    for child in plan.get("children", ()):
        yield from operators(child)


def is_by_key(name: str, operator: str) -> bool:
    """Whether a statement goes there by a key, or by an index that it names itself."""
    named = operator == "NodeIndexSeek" and bool(re.search(r"USING INDEX \w+:\w+\((site|due)\b", Statements()[name]))
    return named or "UniqueIndexSeek" in operator or "ByElementIdSeek" in operator


def is_worth_telling(notice: object) -> bool:
    """Not the notes that an empty database gives: names it has not seen, values that were not handed in."""
    code = getattr(notice, "gql_status", "")
    return code not in ("01N50", "01N51", "01N52", "01N60")


def strings_of(path: Path) -> Iterator[str]:
    """Every string in a Python file but docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    holders = [node for node in ast.walk(tree) if isinstance(node, documented) and ast.get_docstring(node) is not None]
    docstrings = {id(holder.body[0].value) for holder in holders if isinstance(holder.body[0], ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value
        if isinstance(node, ast.JoinedStr | ast.BinOp):
            yield whole_text(node)


def whole_text(node: ast.expr) -> str:
    """A text that is put together of pieces, with a word in the place of each value."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(map(whole_text, node.values))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
        return whole_text(node.left) + (whole_text(node.right) if isinstance(node.op, ast.Add) else "")
    return "value"


@pytest.mark.parametrize("room", ROOMS)
def test_no_python_file_holds_cypher(room: str) -> None:
    found = {
        f"{path.relative_to(ROOT)}: {text[:60]}"
        for path in (ROOT / room).rglob("*.py")
        for text in strings_of(path)
        if CYPHER.search(text)
    }
    assert found == set()


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (n) RETURN n",
        "MATCH path = (n)--() RETURN path",
        "UNWIND $rows AS row",
        "CREATE VECTOR INDEX x",
        "CALL (n) { DELETE n }",
        "SHOW INDEXES",
    ],
)
def test_the_search_for_cypher_would_find_it(text: str) -> None:
    assert CYPHER.search(text)


@pytest.mark.parametrize(
    "source",
    [
        'f"MATCH path = (n:{label} {{id: 1}})-[]-() RETURN path LIMIT {limit}"',
        'f"{first} (n) RETURN n MATCH ({name}:Page)"',
        '"MATCH " + "(n:" + label + ") RETURN n"',
        '"MATCH (n:%s) RETURN n" % label',
        'f"MAT" + f"CH ({name})"',
    ],
)
def test_cypher_put_together_of_pieces_is_found_too(source: str, tmp_path: Path) -> None:
    path = tmp_path / "statement.py"
    path.write_text(f"def make(label, limit, name, first):\n    return {source}\n")
    assert any(CYPHER.search(text) for text in strings_of(path))
