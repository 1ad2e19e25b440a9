"""What one crawl counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from core.urls import page_key
from crawler.books import key_hash

News = Literal["new", "changed", "unchanged"]


@dataclass(slots=True)
class Tally:
    """Numbers of one crawl. `due` are the addresses that waited when it began; each page is counted once, as news.

    `troubles` are the addresses that showed no page, by status, known pages too; `left_alone` hosts stopped answering.
    """

    due: int = 0
    requests: int = 0
    fetched: int = 0
    conditional: int = 0
    bytes: int = 0
    queued: int = 0
    last_url: str = ""
    troubles: Counter[str] = field(default_factory=Counter)
    left_alone: set[str] = field(default_factory=set)
    _pages: dict[int, News] = field(default_factory=dict)

    def book(self, url: str, news: News) -> None:
        """A page was seen."""
        self._pages[key_hash(page_key(url))] = news

    def drop(self, url: str) -> None:
        """What was seen under an address is no page of its own after all."""
        self._pages.pop(key_hash(page_key(url)), None)

    def news(self, key: str) -> News | None:
        """What was seen under a key, if it was."""
        return self._pages.get(key_hash(key))

    def count(self, news: News) -> int:
        """How many pages of one kind of news there are."""
        return sum(1 for one in self._pages.values() if one == news)
