"""A pool of processes that read pages, and that survives a page which kills or hangs one of them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from core.children import begin_child
from core.errors import IngestError
from ingest.pages import PageOutcome, read_page

PAGE_SECONDS = 300.0
PRELOAD = "ingest.warm"


class PagePool:
    """Runs `read_page` in `workers` processes. `collect` raises `IngestError` for a page that could not be read."""

    def __init__(self, workers: int, function: Callable[..., PageOutcome] = read_page) -> None:
        self._workers = workers
        self._function = function
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, *arguments: Any) -> Future[PageOutcome]:
        """Start reading one page."""
        if self._pool is None:
            context = get_context("forkserver")
            context.set_forkserver_preload([PRELOAD])
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=begin_child)
        try:
            return self._pool.submit(self._function, *arguments)
        except BrokenProcessPool:
            self.restart()
            return self.submit(*arguments)

    def collect(self, future: Future[PageOutcome], *arguments: Any) -> PageOutcome:
        """The outcome of one page; where another page took the pool down, this one is read again alone."""
        try:
            return future.result(timeout=PAGE_SECONDS)
        except TimeoutError as error:
            self.restart()
            raise IngestError(
                f"The page took more than {PAGE_SECONDS:.0f} seconds to read; it was given up."
            ) from error
        except (BrokenProcessPool, CancelledError):  # another page took the pool down before this one was read
            return self._collect_alone(*arguments)

    def restart(self) -> None:
        """End all processes; the next page starts new ones."""
        if self._pool is None:
            return
        for process in list((self._pool._processes or {}).values()):
            process.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = None

    def close(self) -> None:
        """End the processes after their last page."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _collect_alone(self, *arguments: Any) -> PageOutcome:
        self.restart()
        try:
            return self.submit(*arguments).result(timeout=PAGE_SECONDS)
        except (BrokenProcessPool, TimeoutError) as error:
            self.restart()
            raise IngestError("The page ends the process that reads it; it was given up.") from error
