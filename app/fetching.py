"""Bars for files that are fetched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx

    from core.download import DownloadProgress, ProgressCallback


@contextmanager
def watch_downloads(title: str) -> Iterator[ProgressCallback]:
    """A bar in bytes on standard error that appears with the first byte."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeElapsedColumn

    from app.console import err

    columns = (TextColumn("{task.description:<38}", markup=False), BarColumn(24), DownloadColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err()) as progress:
        tasks: dict[str, int] = {}

        def watch(state: DownloadProgress) -> None:
            name = f"{title}: {state.name}"
            if name not in tasks:
                tasks[name] = progress.add_task(name, total=state.bytes_total or None)
            progress.update(tasks[name], completed=state.bytes, total=state.bytes_total or None)  # type: ignore[arg-type]

        yield watch


def make_guarded_client(url: str, *, allow_private: bool) -> httpx.Client:
    """A client that asks no private address at any hop; `allow_private` lets the first host alone be one."""
    import httpx

    from crawler.addresses import check_address

    first = httpx.URL(url).host

    def check(request: httpx.Request) -> None:
        check_address(str(request.url), allow_private=allow_private and request.url.host == first)

    hooks = {"request": [check]}
    return httpx.Client(follow_redirects=True, timeout=30.0, event_hooks=hooks)
