"""The state file: transactions, and what is said when it is damaged."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.errors import StateDamaged
from core.state import State


def test_a_file_that_is_no_database_is_named_with_what_to_do(tmp_path: Path):
    path = tmp_path / "state.sqlite"
    path.write_bytes(os.urandom(70_000))
    with pytest.raises(StateDamaged, match=r"state\.sqlite is damaged .*; move it away"):
        State(path)


def test_a_page_damaged_in_the_middle_is_said_at_the_query_that_meets_it(tmp_path: Path):
    path = tmp_path / "state.sqlite"
    state = State(path)
    state.create(("CREATE TABLE kept (name TEXT PRIMARY KEY)",))
    with state.transaction() as connection:
        connection.executemany("INSERT INTO kept VALUES (?)", [(f"{number:06} {'x' * 80}",) for number in range(4000)])
    state.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    state.close()
    damaged = bytearray(path.read_bytes())
    damaged[8192:-4096] = os.urandom(len(damaged) - 8192 - 4096)
    path.write_bytes(damaged)
    again = State(path)
    with pytest.raises(StateDamaged):
        again.rows("SELECT count(name), max(length(name)) FROM kept WHERE name > '000100'")
    again.close()


def test_an_inner_transaction_is_undone_with_the_outer(tmp_path: Path):
    state = State(tmp_path / "state.sqlite")
    state.create(("CREATE TABLE kept (name TEXT)",))
    with pytest.raises(KeyError), state.transaction() as connection:  # noqa: PT012
        connection.execute("INSERT INTO kept VALUES ('outer')")
        with state.transaction() as inner:
            inner.execute("INSERT INTO kept VALUES ('inner')")
        raise KeyError
    assert state.rows("SELECT * FROM kept") == []
    state.close()


def test_a_tidied_file_holds_no_word_of_what_was_deleted_and_neither_does_its_log(tmp_path: Path):
    path = tmp_path / "state.sqlite"
    state = State(path)
    state.create(("CREATE TABLE kept (name TEXT PRIMARY KEY)",))
    with state.transaction() as connection:
        connection.executemany("INSERT INTO kept VALUES (?)", [(f"{number:04} zyxqwort",) for number in range(900)])
    other = State(path)
    state.write("DELETE FROM kept")
    state.tidy()
    files = {file.name: b"zyxqwort" in file.read_bytes() for file in tmp_path.iterdir()}
    assert files["state.sqlite"] is False
    assert not any(files.values())
    other.close()
    state.close()
