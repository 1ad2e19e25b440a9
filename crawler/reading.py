"""Reading what a page says, which is not this room's work; of a big page it is done beside the crawl."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from core.records import PageFacts
from crawler.answers import Answer

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
