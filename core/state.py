"""The one SQLite file in which queue, ledger and frontier live, so that what belongs together is committed together."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock

from core.errors import StateDamaged

STATE_NAME = "state.sqlite"
BUSY_SECONDS = 60.0


class State:
    """A connection to the state file that threads may share and processes may open side by side.

    Write-ahead logging lets the ingest side read while the crawler writes. A kill loses nothing that was committed;
    a power cut may lose the last moment, never the file.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock = threading.RLock()
        self._depth = 0
        with say_damage(self.path):
            self._connection = _connect(self.path)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One write transaction; an inner one joins the outer."""
        with self._lock, say_damage(self.path):
            if self._depth == 0:
                self._connection.execute("BEGIN IMMEDIATE")
            self._depth += 1
            try:
                yield self._connection
                if self._depth == 1:
                    self._connection.execute("COMMIT")
            except BaseException:
                if self._depth == 1 and self._connection.in_transaction:  # a full disk has ended it already
                    self._connection.execute("ROLLBACK")
                raise
            finally:
                self._depth -= 1

    def create(self, schema: tuple[str, ...]) -> None:
        """Run the statements of a schema that may exist already."""
        with self.transaction() as connection:
            for statement in schema:
                connection.execute(statement)

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        with self._lock, say_damage(self.path):
            return self._connection.execute(statement, values).fetchall()

    def row(self, statement: str, *values: Any) -> tuple[Any, ...] | None:
        """The first row of a query, or None."""
        with self._lock, say_damage(self.path):
            found: tuple[Any, ...] | None = self._connection.execute(statement, values).fetchone()
            return found

    def write(self, statement: str, *values: Any) -> int:
        """One statement in its own transaction, or in the one around it; how many rows it touched."""
        with self.transaction() as connection:
            return connection.execute(statement, values).rowcount

    def tidy(self) -> None:
        """Leave nothing of what was deleted in the file or its log: the one is written anew, the other emptied."""
        with self._lock, say_damage(self.path):
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        with self._lock:
            self._connection.close()


@contextmanager
def say_damage(path: Path) -> Iterator[None]:
    """Turn what SQLite says of a damaged or full file into one sentence."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        words = str(error)
        if "not a database" in words or "malformed" in words:
            raise StateDamaged(
                f"The state file {path} is damaged ({words}); move it away and crawl again; the graph stays."
            ) from error
        if "disk is full" in words or "disk I/O" in words:
            raise StateDamaged(f"The state file {path} cannot be written ({words}); free some space.") from error
        if "readonly" in words or "unable to open" in words:
            raise StateDamaged(
                f"The state file {path} cannot be written ({words}); see to the rights of its folder and disk, "
                "and run the same command again."
            ) from error
        raise


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    with FileLock(f"{path}.lock", timeout=BUSY_SECONDS):  # two processes that switch the mode at once would fail
        connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("PRAGMA secure_delete=ON")
    return connection


def as_state(source: State | Path | str) -> State:
    """The state itself, or the one opened at a path; a folder means the file of the usual name in it."""
    if isinstance(source, State):
        return source
    path = Path(source)
    return State(path / STATE_NAME if path.is_dir() else path)
