"""Fixtures of the browser tests: one server and one Chromium for a module, one watched page for a test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from api.application import create_api
from app.server import open_socket
from core.settings import Settings, load_settings
from graph.database import open_database
from graph.server import ServerInfo
from tests.api_fakes import BLOCK, PAGE, TEXT, FakeGraph, connect_to
from tests.web_samples import CHROMIUM, FLAGS, Watch, Web, fill_books, fill_graph, open_page, run_server, serve_web

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FAKE_BLOCK = {
    "block": {"id": BLOCK, "text": TEXT, "heading_path": ["Fees"], "anchor": None},
    "page": {"url": PAGE, "title": "Fees", "fetched_at": "2026-10-01T00:00:00+00:00", "modified": None},
    "parent": None,
    "entities": [],
}
WIPE = "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS"


@pytest.fixture(scope="module")
def web_settings(server: ServerInfo, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    home = tmp_path_factory.mktemp("web")
    return load_settings(home=home, neo4j_uri=server.uri, neo4j_password=server.secret)


@pytest.fixture(scope="module")
def web(web_settings: Settings) -> Iterator[Web]:
    """The page over the small college."""
    with open_database(web_settings) as database:
        with database.driver.session() as session:
            session.run(WIPE).consume()
        fill_graph(database, web_settings.home / "ingest")
    fill_books(web_settings)
    with serve_web(web_settings) as running:
        yield running


@pytest.fixture(scope="module")
def light(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page over fakes, for what needs no graph."""
    opened = open_socket(load_settings(port=0))
    connect = connect_to(tmp_path_factory.mktemp("light"), FakeGraph(api_block=[FAKE_BLOCK]))
    with run_server(create_api(connect), opened):
        yield f"http://127.0.0.1:{opened.getsockname()[1]}"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    from playwright.sync_api import expect, sync_playwright

    path = shutil.which("chromium") or CHROMIUM
    if not Path(path).exists():
        pytest.skip("needs Chromium; `apt-get install chromium` brings it")
    expect.set_options(timeout=30_000)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def watch(browser: Browser, web: Web) -> Iterator[Watch]:
    """A page; at the end of the test it must have complained of nothing and asked no other host."""
    with open_page(browser, web.url) as watched:
        yield watched
        assert watched.complaints == []
        assert watched.outside == []
