"""Reading what a page says, which is not this room's work; of a big page it is done beside the crawl."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from core.errors import IngestError
from core.ledger import LedgerRow
from core.records import FINGERPRINT, PageFacts
from core.snapshots import SnapshotStore
from crawler.answers import Answer
from crawler.bodies import is_page

BIG = 500_000
"""Bytes from which reading takes long enough to keep other answers, timeouts and Ctrl-C waiting."""


class Inspect(Protocol):
    """Reads the facts a crawler needs off a page; handed in, since reading HTML is not this room's work."""

    def __call__(
        self, body: bytes, url: str, content_type: str = "", headers: Mapping[str, str] | None = None
    ) -> PageFacts: ...


@dataclass(slots=True)
class Reader:
    """Reads answers by the function handed in: a big one in a thread, and one of these at a time, for their memory."""

    inspect: Inspect
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def facts(self, answer: Answer) -> PageFacts:
        """What a page says."""
        asked = (answer.body, answer.url, answer.headers.get("content-type", ""), answer.headers)
        if len(answer.body) < BIG:
            return self.inspect(*asked)
        async with self._turn:
            return await asyncio.to_thread(self.inspect, *asked)

    async def fingerprint(self, answer: Answer) -> str:
        """What a page says, as a mark."""
        return (await self.facts(answer)).fingerprint

    async def renewed(self, known: LedgerRow, snapshots: SnapshotStore) -> LedgerRow:
        """A row with its fingerprint in today's form: one that an older release made is made anew of the snapshot.

        Compared with one of today's, every page would count as changed once after an upgrade.
        """
        if not known.snapshot or not is_page(known.media_type) or known.fingerprint.startswith(FINGERPRINT):
            return known
        try:
            kept = snapshots.get(known.snapshot)
        except IngestError:
            return known
        answer = Answer(kept.final_url or kept.url, kept.status, kept.headers, kept.body)
        return replace(known, fingerprint=await self.fingerprint(answer) or known.fingerprint)
