"""One page pushed or removed: read, written into the graph and into the crawler's books, without the queue."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from app.pushbook import PushBook
from core.errors import DatabaseError, IngestError
from core.ledger import Ledger
from core.records import PageFacts, Snapshot
from core.settings import Settings
from core.snapshots import SnapshotStore
from core.state import STATE_NAME
from core.tombstones import marks_of
from core.urls import normalize, page_key
from crawler.answers import Answer

if TYPE_CHECKING:
    from ingest.service import IngestService
    from ingest.single import Taken
    from models.factory import EmbedderSet


NOTHING = "it holds no text."


class PageMissing(IngestError):
    """There is no such page to remove."""

    http_status = 404


class PageRefused(IngestError):
    """What was pushed is no page of the site."""


class PageDesk:
    """Takes single pages in and out, one at a time; `finish` may run beside it in another thread.

    The ingest service is opened with the first page and kept, so that no later one waits for models and processes.
    """

    def __init__(self, settings: Settings, embedders: EmbedderSet | None = None) -> None:
        self._settings = settings
        self._embedders = embedders
        self._stack = ExitStack()
        self._lock = threading.Lock()
        self._service: IngestService | None = None
        self._ledger = Ledger(settings.home / STATE_NAME)
        self._snapshots = SnapshotStore(settings.home / "snapshots")
        self.book = PushBook(settings, self._ledger)

    def put(self, site: str, url: str, body: bytes, content_type: str) -> dict[str, Any]:
        """Take a page in. Raises `PageRefused` for what is no page, with the reason."""
        from ingest.html import inspect

        answer = Answer(self._address(site, url), 200, {"content-type": content_type}, body)
        facts = inspect(body, answer.url, content_type)
        self._refuse_forgotten(site, answer, facts)
        self._refuse_foreign(site, answer.url)
        snapshot = Snapshot(site, answer.url, 200, body, answer.fetched_at, answer.headers)
        key = self._snapshots.put(snapshot)
        with self._opened() as service:
            taken = self._take(service, site, answer.url, key, facts)
        if taken.news == "refused":
            self.book.refuse(site, answer, facts, taken.status, taken.reason)
            raise PageRefused(f"{answer.url[:200]} was not taken in ({taken.status}): {taken.reason or NOTHING}")
        if taken.news != "unchanged":
            self.book.mark(site)
        if taken.news == "retired":
            self.book.remove(site, answer.url, taken.status, taken.reason)
        else:
            self.book.put(site, answer, facts, key, taken)
        return {"site": site, "url": answer.url, "status": taken.news, "reason": taken.reason}

    def _take(self, service: IngestService, site: str, url: str, key: str, facts: PageFacts) -> Taken:
        """What the crawler would not take in is turned away first: it heeds what a page says of itself to robots."""
        from ingest.single import NO_PAGE

        if facts.status in NO_PAGE:
            return service.single.turn_away(site, url, facts.status, facts.reason)
        service.prepare_site(site)
        taken = service.single.take(site, url, self._snapshots.folder, key)
        if taken.news == "written":
            service.fill_vectors(site)
        return taken

    def delete(self, site: str, url: str) -> dict[str, Any]:
        """Take a page out with what only it supports. Raises `PageMissing` for an address that is no page here."""
        address = self._address(site, url)
        row = self.book.row(site, address)
        with self._opened() as service:
            if not (row is not None and row.snapshot) and not service.single.holds(site, address):
                raise PageMissing(f"There is no page {address[:200]} of {site[:100]}; GET /v1/pages lists them.")
            service.single.retire(site, address)
        self.book.mark(site)
        self.book.remove(site, address)
        return {"site": site, "url": address, "status": "retired", "reason": ""}

    def finish(self, site: str) -> None:
        """Settle what needs the whole site: names, boilerplate, topics."""
        begun = self.book.unfinished(site)
        with self._opened() as service:
            service.finish_site(site)
        self.book.settle(site, begun)

    def close(self) -> None:
        """Close what was opened."""
        self._reset()
        self._ledger.close()

    def _address(self, site: str, url: str) -> str:
        """The address under which the page is booked: as the books spell it, where they know it."""
        address = normalize(url)
        if not address:
            raise IngestError(f"{url[:200]} is no http(s) address.")
        row = self.book.row(site, address)
        return row.url if row is not None else address

    def _refuse_foreign(self, site: str, address: str) -> None:
        own = self.book.foreign_to(site, address)
        if own:
            raise PageRefused(
                f"{address[:200]} is no address of {site[:100]}, whose pages are at {own}; "
                "push it to a site of its own."
            )

    def _refuse_forgotten(self, site: str, answer: Answer, facts: PageFacts) -> None:
        """Raise `IngestError` for an address that was forgotten, or a page that says what a forgotten one said."""
        forgotten = self._ledger.forgotten(site)
        if not forgotten:
            return
        marks = marks_of(facts.fingerprint or answer.body_hash, facts.title, facts.words, answer.body_hash)
        if page_key(answer.url) in forgotten or self._ledger.tombstones(site) & marks:
            name = answer.url[:200]
            raise IngestError(f"{name} was forgotten on request, or says what a forgotten page said; it stays out.")

    @contextmanager
    def _opened(self) -> Iterator[IngestService]:
        """The ingest service; when the database is lost under it, it is closed, and the next page opens it anew."""
        try:
            yield self._open()
        except DatabaseError:
            self._reset()
            raise

    def _open(self) -> IngestService:
        from app.wiring import open_ingest

        with self._lock:
            if self._service is None:
                self._service = self._stack.enter_context(open_ingest(self._settings, self._embedders))
                self._stack.callback(self._service.single.close)
            return self._service

    def _reset(self) -> None:
        with self._lock:
            self._service = None
            self._stack.close()
