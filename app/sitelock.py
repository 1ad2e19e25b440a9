"""One crawl of a site at a time: a second one says so, instead of asking and booking everything twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from core.errors import CrawlError
from core.settings import Settings
from core.snapshots import folder_name

PATIENCE_SECONDS = 1.0


class CrawlConflict(CrawlError):
    """A crawl of that site runs already."""

    http_status = 409


@contextmanager
def hold_site(settings: Settings, site: str) -> Iterator[None]:
    """Keep a site to this process; the system lets go of it when the process ends, however it ends.

    Raises `CrawlConflict` when another crawl has it.
    """
    folder = settings.home / "crawls"
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / f"{folder_name(site)}.lock")
    try:
        lock.acquire(timeout=PATIENCE_SECONDS)
    except Timeout:
        raise CrawlConflict(
            f"A crawl of {site} is running already; wait for its end, or stop it and run this one again."
        ) from None
    try:
        yield
    finally:
        lock.release()


def is_held(settings: Settings, site: str) -> bool:
    """Whether a crawl of a site runs."""
    try:
        with hold_site(settings, site):
            return False
    except CrawlConflict:
        return True
