"""Pages pushed or removed by a content management system."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

from core.errors import IngestError
from core.records import Snapshot
from core.settings import Settings


class PushedPages:
    """Puts a page into the snapshots and the queue and takes it in at once; one at a time."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = asyncio.Lock()

    async def put(self, site: str, url: str, body: bytes, content_type: str) -> dict[str, Any]:
        """Take a page in; how it ended."""
        async with self._lock:
            return await asyncio.to_thread(self._put, site, url, body, content_type)

    async def delete(self, site: str, url: str) -> dict[str, Any]:
        """Take a page out with what only it supports."""
        async with self._lock:
            return await asyncio.to_thread(self._take_in, site, url, "gone", "")

    def _put(self, site: str, url: str, body: bytes, content_type: str) -> dict[str, Any]:
        from core.snapshots import SnapshotStore
        from core.urls import normalize

        address = normalize(url)
        if not address:
            raise IngestError(f"{url[:200]} is no http(s) address.")
        self._refuse_forgotten(site, address, body, content_type)
        snapshot = Snapshot(site, address, 200, body, datetime.now(UTC), {"content-type": content_type})
        key = SnapshotStore(self._settings.home / "snapshots").put(snapshot)
        return self._take_in(site, address, "page", key)

    def _refuse_forgotten(self, site: str, address: str, body: bytes, content_type: str) -> None:
        """Raise `IngestError` for an address that was forgotten, or a page that says what a forgotten one said."""
        from core.ledger import Ledger
        from core.state import STATE_NAME
        from core.tombstones import marks_of
        from core.urls import page_key
        from crawler.answers import Answer
        from ingest.html import inspect

        ledger = Ledger(self._settings.home / STATE_NAME)
        try:
            forgotten, tombstones = ledger.forgotten(site), ledger.tombstones(site)
        finally:
            ledger.close()
        if not forgotten:
            return
        facts, body_hash = inspect(body, address, content_type), Answer(address, 200, body=body).body_hash
        marks = marks_of(facts.fingerprint or body_hash, facts.title, facts.words, body_hash)
        if page_key(address) in forgotten or tombstones & marks:
            name = address[:200]
            raise IngestError(f"{name} was forgotten on request, or says what a forgotten page said; it stays out.")

    def _take_in(self, site: str, url: str, kind: Any, key: str) -> dict[str, Any]:
        from app.pipeline import open_ingest, queue_of

        with queue_of(self._settings) as queue:
            queue.put(site, url, kind, key)
        with open_ingest(self._settings) as service:
            report = service.run(until_idle=True)
            service.finish_site(site)
        failures = dict(report.failures)
        if url in failures:
            raise IngestError(f"{url} could not be taken in: {failures[url]}")
        status = "retired" if kind == "gone" else "written" if report.written else "unchanged"
        return {"site": site, "url": url, "status": status}
