"""The read-only copy for people who look around."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.errors import DatabaseRefused
from core.settings import Settings
from graph.backup import BrowseServer
from graph.database import Database, open_database
from graph.portable import Selection, export_graph, write_graph
from graph.server import ServerInfo
from graph.sites import delete_site
from tests.graph_samples import sample_lines


@pytest.fixture
def browse(connected_settings: Settings) -> Iterator[BrowseServer]:
    server = BrowseServer(connected_settings)
    yield server
    server.stop()


def open_copy(settings: Settings, info: ServerInfo) -> Database:
    return open_database(settings.model_copy(update={"neo4j_uri": info.uri, "neo4j_password": info.secret}))


@pytest.mark.timeout(900)  # five starts of a server, which take their time on a busy machine
def test_the_copy_shows_the_graph_refuses_writing_and_follows_changes_while_the_source_works(
    connected_settings: Settings, database: Database, browse: BrowseServer
) -> None:
    write_graph(database, sample_lines("a"))
    wanted = list(export_graph(database, Selection(everything=True, vectors=False)))
    seen: list[int] = []
    info = browse.ensure(lambda _what, _done, _total: seen.append(len(database.read("sites/list_sites"))))
    assert set(seen) == {1}
    assert info.read_only
    assert info.uri != connected_settings.neo4j_uri
    with open_copy(connected_settings, info) as copy:
        assert list(export_graph(copy, Selection(everything=True, vectors=False))) == wanted
        with pytest.raises(DatabaseRefused, match="read-only"):
            delete_site(copy, "a")
    assert browse.ensure() == info
    write_graph(database, sample_lines("b"))
    after = browse.ensure()
    with open_copy(connected_settings, after) as copy:
        assert len(list(export_graph(copy))) > len(wanted)
    assert browse.stop()
    assert browse.status().state == "stopped"
