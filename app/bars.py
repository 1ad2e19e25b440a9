"""The bars of a crawl: what is fetched, what is taken in, and each step of finishing a site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crawler.request import Progress

LABELS = {"ingest": "Taking pages into the graph"}


class Bars:
    """Silent base: takes the reports and shows nothing."""

    def crawl(self, state: Progress) -> None:
        """How far the crawl is."""

    def step(self, step: str, done: int, total: int, /) -> None:
        """How far a step of the ingest side is."""


class RichBars(Bars):
    """One bar for the crawl and one for each step, in the order in which they first report."""

    def __init__(self, progress: Any) -> None:
        self._progress = progress
        self._tasks: dict[str, Any] = {}

    def crawl(self, state: Progress) -> None:
        """Fetched pages of all addresses known so far."""
        self._show("Crawling", state.fetched, max(state.known, state.fetched))

    def step(self, step: str, done: int, total: int, /) -> None:
        """Done of total."""
        self._show(LABELS.get(step, step.replace("_", " ").capitalize()), done, total)

    def finish(self) -> None:
        """Fill every bar."""
        for task in self._tasks.values():
            whole = self._progress.tasks[task].completed or 1
            self._progress.update(task, completed=whole, total=whole)

    def _show(self, label: str, done: int, total: int) -> None:
        if label not in self._tasks:
            self._tasks[label] = self._progress.add_task(label, total=total or None)
        self._progress.update(self._tasks[label], completed=done, total=total or None)


@contextmanager
def crawl_bars(*, quiet: bool) -> Iterator[Bars]:
    """Bars on standard error, or none."""
    if quiet:
        yield Bars()
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from app.console import err

    columns = (TextColumn("{task.description:<38}", markup=False), BarColumn(24), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=err()) as progress:
        bars = RichBars(progress)
        yield bars
        bars.finish()
