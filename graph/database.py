"""The way to the graph: statements by name, in managed transactions, with the errors said in sentences."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

from neo4j import Driver, GraphDatabase, ManagedTransaction, Result, RoutingControl
from neo4j.exceptions import DriverError, Neo4jError

from core.settings import Settings
from graph.address import Address, find_address
from graph.faults import check_release, is_starting, translate_errors
from graph.progress import Progress, keep_silent
from graph.rows import to_parameters, to_row
from graph.statements import Statements

Row = dict[str, Any]
T = TypeVar("T")
WAIT_SECONDS = 60.0
POLL_SECONDS = 0.25
OPTIONS: Mapping[str, Any] = {
    "notifications_min_severity": "OFF",
    "max_transaction_retry_time": 60.0,
    "connection_timeout": 10.0,
    "connection_acquisition_timeout": 30.0,
    "keep_alive": True,
}


def to_rows(result: Result) -> list[Row]:
    """All rows of a result as plain values."""
    return [to_row(record) for record in result]


@dataclass(frozen=True, slots=True)
class Work:
    """A running transaction: statements by name."""

    transaction: ManagedTransaction
    statements: Statements

    def run(self, name: str, /, **params: Any) -> list[Row]:
        """Run one statement; its rows."""
        return to_rows(self.transaction.run(self.statements[name], to_parameters(params)))


class Database:
    """A Neo4j database. Safe for several threads; what one call wrote, the next call reads (bookmarks)."""

    def __init__(self, driver: Driver, address: Address, statements: Statements | None = None) -> None:
        self.driver = driver
        self.address = address
        self.statements = statements or Statements()

    def read(self, name: str, /, **params: Any) -> list[Row]:
        """Rows of a statement that only reads, on any member of a cluster. Retried when the failure may pass."""
        return self._execute(name, params, RoutingControl.READ)

    def write(self, name: str, /, **params: Any) -> list[Row]:
        """Rows of a statement in one managed transaction of its own. Retried when the failure may pass."""
        return self._execute(name, params, RoutingControl.WRITE)

    def batch(self, name: str, /, **params: Any) -> list[Row]:
        """Rows of a statement that commits by itself (`CALL … IN TRANSACTIONS`). Not retried: make it re-runnable."""
        with self._translate(), self.driver.session(**self._session()) as session:
            return to_rows(session.run(self.statements[name], to_parameters(params)))

    def transaction(self, work: Callable[[Work], T]) -> T:
        """Several statements in one transaction: all happen or none. `work` may be called again after a failure."""
        with self._translate(), self.driver.session(**self._session()) as session:
            return session.execute_write(lambda running: work(Work(running, self.statements)))

    def ping(self) -> str:
        """The name and version of the server that answers, like "Neo4j/5.26.30"; errors are the driver's own."""
        with self.driver.session(**self._session()) as session:
            return session.run(self.statements["schema/ping"]).consume().server.agent

    def mark(self) -> str:
        """A text that changes whenever something was committed."""
        with self.driver.session(database=self.address.database) as session:
            session.run(self.statements["schema/ping"]).consume()
            return " ".join(sorted(session.last_bookmarks().raw_values))

    def close(self) -> None:
        """Close the connections."""
        self.driver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _execute(self, name: str, params: Row, routing: RoutingControl) -> list[Row]:
        with self._translate():
            return self.driver.execute_query(
                self.statements[name],
                to_parameters(params),
                routing_=routing,
                database_=self.address.database,
                result_transformer_=to_rows,
            )

    def _session(self) -> Row:
        return {
            "database": self.address.database,
            "bookmark_manager": self.driver.execute_query_bookmark_manager,
        }

    def _translate(self) -> Any:
        return translate_errors(self.address.uri, self.address.database)


def open_database(settings: Settings, progress: Progress = keep_silent, wait: float = WAIT_SECONDS) -> Database:
    """Connect to the server of the settings, starting our own if none is named.

    Waits up to `wait` seconds for a database that is still starting. Raises `DatabaseUnreachable`, `DatabaseRefused`,
    `ServerStartError` or `SettingsError`.
    """
    address = find_address(settings, progress)
    with translate_errors(address.uri, address.database):
        database = Database(GraphDatabase.driver(address.uri, auth=address.auth, **OPTIONS), address)
        try:
            check_release(await_database(database, wait), address.uri)
        except BaseException:
            database.close()
            raise
    return database


def await_database(database: Database, wait: float) -> str:
    """Wait until the database answers; the server's name and version, like "Neo4j/5.26.30"."""
    limit = time.monotonic() + wait
    while True:
        try:
            database.driver.verify_connectivity()  # unlike a query, it does not try for half a minute
            return database.ping()
        except (DriverError, Neo4jError) as error:
            if not is_starting(error) or time.monotonic() > limit:
                raise
        time.sleep(POLL_SECONDS)
