"""The other half of a site in two languages, where only a script leads to it.

Its first page is asked for once a host. Where that leads into no page of its own half, the half cannot be reached by
links at all: then each page's own counterpart is asked for too, as long as most of them are there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from core.urls import origin_of, same_page, split_url
from crawler.answers import Answer, Entry

Ask = Callable[[Entry], Awaitable[Answer]]
Judge = Callable[[Answer], Awaitable[Sequence[str] | None]]
OTHER = "en"
MISSES = 3
COUNTRIES = {"cn": "zh", "hk": "zh", "tw": "zh", "jp": "ja", "kr": "ko", "se": "sv", "dk": "da", "cz": "cs", "gr": "el"}


@dataclass(slots=True)
class Half:
    """The other half of one host. `closed`: it has ways of its own, or is none; its pages are not guessed.

    Guesses take turns, so that each knows how all before it ended, however many pages are read at once.
    """

    first: str = ""
    closed: bool = True
    hits: int = 0
    misses: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def is_worth_asking(self) -> bool:
        """Whether guesses hit often enough."""
        return not self.closed and self.misses < MISSES + self.hits


class Siblings:
    """Pages under /zh/, in Chinese, on a site that links nowhere else: is there an /en/ too?

    `judge` gives the links of an answer that is a page in the other language, or None.
    """

    def __init__(self, ask: Ask, judge: Judge) -> None:
        self._ask = ask
        self._judge = judge
        self._halves: dict[str, asyncio.Future[Half]] = {}

    async def find(self, url: str, lang: str, source: Callable[[str], str]) -> list[str]:
        """The pages in the other language that a page shows to be there.

        `source` says how an address came to be known, or nothing when it is not.
        """
        folder = language_folder(url, lang)
        if not folder:
            return []
        first = f"{origin_of(url)}/{OTHER}/"
        if first not in self._halves:
            self._halves[first] = asyncio.ensure_future(self._look(first, source(first)))
        half = await self._halves[first]
        other = first + url.removeprefix(f"{origin_of(url)}/").partition("/")[2]
        found = [half.first] if half.first and not source(half.first) else []
        async with half.turn:
            if half.is_worth_asking and not same_page(other, first) and not source(other):
                found += [other] if await self._is_there(half, other) else []
        return found

    async def _look(self, first: str, source: str) -> Half:
        if source:
            return Half(closed=source != "sibling")
        answer = await self._ask(Entry(url=first))
        links = await self._judge(answer)
        if links is None:
            return Half()
        own = [link for link in links if link.startswith(first) and not same_page(link, first)]
        return Half(answer.url, closed=bool(own))

    async def _is_there(self, half: Half, url: str) -> bool:
        there = await self._judge(await self._ask(Entry(url=url))) is not None
        half.hits += there
        half.misses += not there
        return there


def language_folder(url: str, lang: str) -> str:
    """The first folder of an address when it names the page's language, and that is not the other one."""
    first = split_url(url).path.split("/")[1:2]
    name = first[0].lower() if first else ""
    said = lang.lower().replace("_", "-")
    code = name.replace("_", "-").split("-")[0]
    spoken = COUNTRIES.get(code, code)
    return name if said and spoken == said.split("-")[0] != OTHER and len(code) == 2 else ""
