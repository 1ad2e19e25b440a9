"""What all tests share: settings in a folder of their own, and one real Neo4j for the whole session.

`SITEQUEST_TEST_HOME` names a folder whose server is adopted and left running, so that the next run starts at once.
`SITEQUEST_TEST_RELEASE` names another release of the server ("2026").
"""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import hypothesis
import pytest

from core.settings import Settings, load_settings
from graph.asynchronous import AsyncDatabase, open_async_database
from graph.database import Database, open_database
from graph.server import LocalServer, ServerInfo
from tests.web_fixtures import browser, light, watch, web, web_settings  # noqa: F401  fixtures

KEPT = ("SITEQUEST_CACHE", "SITEQUEST_SHARED", "SITEQUEST_TEST_HOME", "SITEQUEST_TEST_RELEASE")
LIGHT: dict[str, object] = {"neo4j_uri": None, "neo4j_heap": "768m", "neo4j_java_options": "-XX:TieredStopAtLevel=1"}
WIPE = "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS"


SLOW_FILES = ("test_graph_backup", "test_app_kills", "test_app_end_to_end", "test_cypher", "test_graph_ports")


def pytest_configure() -> None:
    """Let Ctrl-C reach the programs under test: a shell starts its background jobs with it ignored.

    Examples of property tests have no time limit of their own: on a busy machine any of them takes long once.
    """
    hypothesis.settings.register_profile("suite", deadline=None)
    hypothesis.settings.load_profile("suite")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files begin first, so that no process is left alone with one of them at the end."""
    items.sort(key=lambda item: item.path.stem not in SLOW_FILES)


def clean_environment() -> dict[str, str]:
    """The environment without settings of the person who runs the tests."""
    prefixes = ("SITEQUEST_", "NEO4J_", "OPENAI_")
    return {name: value for name, value in os.environ.items() if name in KEPT or not name.startswith(prefixes)}


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of the machine reaches a test."""
    for name in set(os.environ) - set(clean_environment()):
        monkeypatch.delenv(name)
    monkeypatch.setenv("SITEQUEST_CONFIG", str(tmp_path / "none.toml"))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings with an empty home; no server is started for them."""
    return load_settings(home=tmp_path / "home")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerInfo]:
    """The Neo4j of this session."""
    kept = os.environ.get("SITEQUEST_TEST_HOME")
    home = Path(kept) if kept else tmp_path_factory.mktemp("server")
    release = os.environ.get("SITEQUEST_TEST_RELEASE", "5.26")
    local = LocalServer(load_settings(home=home, neo4j_release=release, **LIGHT))
    yield local.ensure()
    if not kept:
        local.stop()


@pytest.fixture
def connected_settings(settings: Settings, server: ServerInfo) -> Settings:
    """The same settings with the address of the session's Neo4j."""
    return settings.model_copy(update={"neo4j_uri": server.uri, "neo4j_password": server.secret})


@pytest.fixture
def database(connected_settings: Settings) -> Iterator[Database]:
    """The session's database, without any node. Indexes of earlier tests may be there; `ensure_schema` copes."""
    with open_database(connected_settings) as opened:
        with opened.driver.session() as session:
            session.run(WIPE).consume()
        yield opened


@pytest.fixture
async def async_database(connected_settings: Settings, database: Database) -> AsyncIterator[AsyncDatabase]:
    """The same database for asynchronous callers."""
    async with await open_async_database(connected_settings) as opened:
        yield opened


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with handed data and cases; a test that needs it skips where it is missing."""
    folder = Path(os.environ.get("SITEQUEST_SHARED") or Path(__file__).parents[2] / "shared")
    if not folder.is_dir():
        pytest.skip(f"needs the handed data, and {folder} is not there (SITEQUEST_SHARED names another folder)")
    return folder
