"""The way to the graph."""

from __future__ import annotations

import socket

import pytest
from pydantic import SecretStr

from core.errors import DatabaseRefused, DatabaseUnreachable
from core.settings import Settings
from graph.database import Database, open_database


def test_an_address_where_nothing_listens_is_one_sentence(settings: Settings) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    wrong = settings.model_copy(update={"neo4j_uri": f"bolt://127.0.0.1:{port}", "neo4j_password": SecretStr("x")})
    with pytest.raises(DatabaseUnreachable, match="nothing answers there"):
        open_database(wrong)


def test_a_wrong_password_names_the_settings(connected_settings: Settings) -> None:
    wrong = connected_settings.model_copy(update={"neo4j_password": SecretStr("wrong")})
    with pytest.raises(DatabaseRefused, match="NEO4J_PASSWORD"):
        open_database(wrong)


def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    assert database.driver.execute_query("MATCH (n) RETURN count(n) AS n").records[0]["n"] == 0
