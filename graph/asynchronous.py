"""The same way to the graph for asynchronous callers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

from neo4j import AsyncDriver, AsyncGraphDatabase, AsyncManagedTransaction, AsyncResult, RoutingControl
from neo4j.exceptions import DriverError, Neo4jError

from core.settings import Settings
from graph.address import Address, find_address
from graph.database import OPTIONS, POLL_SECONDS, WAIT_SECONDS, Row
from graph.faults import check_release, is_starting, translate_errors
from graph.progress import Progress, keep_silent
from graph.rows import to_parameters, to_row
from graph.statements import Statements

T = TypeVar("T")


async def to_rows(result: AsyncResult) -> list[Row]:
    """All rows of a result as plain values."""
    return [to_row(record) async for record in result]


@dataclass(frozen=True, slots=True)
class AsyncWork:
    """A running transaction: statements by name."""

    transaction: AsyncManagedTransaction
    statements: Statements

    async def run(self, name: str, /, **params: Any) -> list[Row]:
        """Run one statement; its rows."""
        result = await self.transaction.run(self.statements[name], to_parameters(params))
        return await to_rows(result)


class AsyncDatabase:
    """A Neo4j database, for one event loop; what one call wrote, the next call reads (bookmarks)."""

    def __init__(self, driver: AsyncDriver, address: Address, statements: Statements | None = None) -> None:
        self.driver = driver
        self.address = address
        self.statements = statements or Statements()

    async def read(self, name: str, /, **params: Any) -> list[Row]:
        """Rows of a statement that only reads, on any member of a cluster. Retried when the failure may pass."""
        return await self._execute(name, params, RoutingControl.READ)

    async def write(self, name: str, /, **params: Any) -> list[Row]:
        """Rows of a statement in one managed transaction of its own. Retried when the failure may pass."""
        return await self._execute(name, params, RoutingControl.WRITE)

    async def batch(self, name: str, /, **params: Any) -> list[Row]:
        """Rows of a statement that commits by itself (`CALL … IN TRANSACTIONS`). Not retried: make it re-runnable."""
        with self._translate():
            async with self.driver.session(**self._session()) as session:
                result = await session.run(self.statements[name], to_parameters(params))
                return await to_rows(result)

    async def transaction(self, work: Callable[[AsyncWork], Awaitable[T]]) -> T:
        """Several statements in one transaction: all happen or none. `work` may be called again after a failure."""

        async def run(running: AsyncManagedTransaction) -> T:
            return await work(AsyncWork(running, self.statements))

        with self._translate():
            async with self.driver.session(**self._session()) as session:
                return await session.execute_write(run)

    async def ping(self) -> str:
        """The name and version of the server that answers, like "Neo4j/5.26.30"; errors are the driver's own."""
        async with self.driver.session(**self._session()) as session:
            summary = await (await session.run(self.statements["schema/ping"])).consume()
            return summary.server.agent

    async def close(self) -> None:
        """Close the connections."""
        await self.driver.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _execute(self, name: str, params: Row, routing: RoutingControl) -> list[Row]:
        with self._translate():
            return await self.driver.execute_query(
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


async def open_async_database(
    settings: Settings, progress: Progress = keep_silent, wait: float = WAIT_SECONDS
) -> AsyncDatabase:
    """As `graph.database.open_database`; the event loop stays free while a server starts."""
    address = await asyncio.to_thread(find_address, settings, progress)
    with translate_errors(address.uri, address.database):
        database = AsyncDatabase(AsyncGraphDatabase.driver(address.uri, auth=address.auth, **OPTIONS), address)
        try:
            check_release(await await_database(database, wait), address.uri)
        except BaseException:
            await database.close()
            raise
    return database


async def await_database(database: AsyncDatabase, wait: float) -> str:
    """Wait until the database answers; the server's name and version, like "Neo4j/5.26.30"."""
    limit = time.monotonic() + wait
    while True:
        try:
            await database.driver.verify_connectivity()  # unlike a query, it does not try for half a minute
            return await database.ping()
        except (DriverError, Neo4jError) as error:
            if not is_starting(error) or time.monotonic() > limit:
                raise
        await asyncio.sleep(POLL_SECONDS)
