"""The services behind the API while they come up: the API listens at once and says `starting` until they are there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from api.services import Connect, Services
from core.errors import DatabaseError, DatabaseUnreachable, SiteQuestError

LOG = logging.getLogger(__name__)
FIRST_WAIT = 0.5
LONGEST_WAIT = 10.0


@dataclass(slots=True)
class Backend:
    """Holds the services once connected; `problem` says why they are not there yet."""

    connect: Connect
    services: Services | None = None
    problem: str = "The database is being connected."
    stopped: asyncio.Event = field(default_factory=asyncio.Event)
    connected: asyncio.Event = field(default_factory=asyncio.Event)

    def require(self) -> Services:
        """The services, or `DatabaseUnreachable` with the reason."""
        if self.services is None:
            raise DatabaseUnreachable(f"Not ready yet: {self.problem} Try again in a moment.")
        return self.services

    async def wait(self, seconds: float) -> Services:
        """The services as soon as they are there, or the same error after so many seconds."""
        try:
            await asyncio.wait_for(self.connected.wait(), seconds)
        except TimeoutError:
            LOG.info("not connected after %s seconds", seconds)
        return self.require()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Keep trying to connect in the background until the block ends."""
        self.stopped, self.connected = asyncio.Event(), asyncio.Event()
        task = asyncio.create_task(self._serve())
        try:
            yield
        finally:
            self.stopped.set()
            await task

    async def _serve(self) -> None:
        wait = FIRST_WAIT
        while not self.stopped.is_set():
            try:
                async with self.connect() as services:
                    self.services = services
                    self.connected.set()
                    await self.stopped.wait()
                    self.connected.clear()
                    self.services = None
            except (DatabaseError, OSError) as error:
                self.problem = str(error)
            except SiteQuestError as error:
                self.problem = str(error)
                wait = LONGEST_WAIT
            except Exception as error:
                LOG.exception("the services could not be opened")
                self.problem = f"Something went wrong at the start ({type(error).__name__}); see the server's log."
                wait = LONGEST_WAIT
            await self._pause(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    async def _pause(self, seconds: float) -> None:
        if self.stopped.is_set():
            return
        try:
            await asyncio.wait_for(self.stopped.wait(), seconds)
        except TimeoutError:
            return
