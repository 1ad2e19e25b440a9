"""Pages pushed or removed by a content management system: at once, one at a time; their sites are finished behind."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Self

from app.sitelock import is_held
from core.errors import SiteQuestError
from core.settings import Settings
from core.state import STATE_NAME

if TYPE_CHECKING:
    from types import TracebackType

    from app.pushing import PageDesk
    from models.factory import EmbedderSet

LOG = logging.getLogger(__name__)
QUIET_SECONDS = 2.0
"""How long no page comes before sites are finished: a system that pushes a hundred pages has it done once."""
BUSY_SECONDS = 30.0
"""How long to wait for a crawl of the same site, which finishes it itself."""


class PushedPages:
    """Takes pages in and out at once. What needs the whole site follows in the background, when no more pages come."""

    def __init__(self, settings: Settings, embedders: EmbedderSet | None = None, quiet: float = QUIET_SECONDS) -> None:
        self._settings = settings
        self._embedders = embedders
        self._quiet = quiet
        self._lock = asyncio.Lock()
        self._desk: PageDesk | None = None
        self._due: set[str] = set()
        self._came = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Begin, with the sites that an earlier server left unfinished."""
        self._due |= await asyncio.to_thread(self._left)
        self._task = asyncio.create_task(self._finish_behind())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """End; a site that is being finished is left to the next start, unless it is done in time."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._desk is not None:
            await asyncio.to_thread(self._desk.close)

    async def put(self, site: str, url: str, body: bytes, content_type: str) -> dict[str, Any]:
        """Take a page in; how it ended."""
        async with self._lock:
            found = await asyncio.to_thread(lambda: self._open().put(site, url, body, content_type))
        if found["status"] != "unchanged":
            self._expect(site)
        return found

    async def delete(self, site: str, url: str) -> dict[str, Any]:
        """Take a page out with what only it supports."""
        async with self._lock:
            found = await asyncio.to_thread(lambda: self._open().delete(site, url))
        self._expect(site)
        return found

    async def settle(self) -> None:
        """Finish now what waits."""
        for site in sorted(self._due):
            await self._finish(site)

    def _left(self) -> set[str]:
        """The sites that were not finished; books that cannot be read are no reason not to answer questions."""
        if not (self._settings.home / STATE_NAME).exists():
            return set()
        try:
            return set(self._open().book.waiting())
        except SiteQuestError as error:
            LOG.warning("sites that wait to be finished are not known: %s", error)
            return set()

    def _open(self) -> PageDesk:
        from app.pushing import PageDesk

        if self._desk is None:
            self._desk = PageDesk(self._settings, self._embedders)
        return self._desk

    def _expect(self, site: str) -> None:
        self._due.add(site)
        self._came.set()

    async def _finish_behind(self) -> None:
        while True:
            if not self._due:
                await self._came.wait()
            while self._came.is_set():  # until it has been quiet for a while
                self._came.clear()
                await asyncio.sleep(self._quiet)
            for site in sorted(self._due):
                if not self._came.is_set():
                    await self._finish(site)
            if self._due and not self._came.is_set():
                await asyncio.sleep(BUSY_SECONDS)

    async def _finish(self, site: str) -> None:
        if await asyncio.to_thread(is_held, self._settings, site):
            return
        self._due.discard(site)
        try:
            await asyncio.to_thread(lambda: self._open().finish(site))
        except SiteQuestError as error:
            LOG.warning("%s could not be finished after pages were pushed: %s", site, error)
            self._due.add(site)
        except Exception:
            LOG.exception("%s could not be finished after pages were pushed", site)
