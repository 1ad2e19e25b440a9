"""Pages that are about to leave the site, noted while it is crawled: at the end all are judged at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from sqlite3 import Connection
from typing import Any

from core.state import State
from core.urls import page_key

FORGOTTEN = {
    "snapshot": "",
    "fingerprint": "",
    "content_hash": "",
    "body_hash": "",
    "etag": None,
    "last_modified": None,
}
"""Of a page that is gone: with its validators kept, one that is back as it was would count as unchanged, so gone."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A page that was live, and what its row shall say once it has left."""

    url: str
    changes: dict[str, Any]

    @property
    def target(self) -> str:
        """Where it leads from then on, or nothing."""
        return str(self.changes.get("target", ""))

    @property
    def status(self) -> str:
        """How it ended."""
        return str(self.changes["status"])


class Leaving:
    """The departures of one site. Written with the books, so that a crawl that was killed still knows them."""

    def __init__(self, state: State, site: str) -> None:
        self._site = site
        rows = state.rows("SELECT key, url, changes FROM leaving WHERE site = ? ORDER BY url", site)
        self._pages = {str(key): Departure(str(url), json.loads(changes)) for key, url, changes in rows}
        self._dirty: set[str] = set()

    def __iter__(self) -> Iterator[Departure]:
        return iter(sorted(self._pages.values(), key=lambda page: page.url))

    def __len__(self) -> int:
        return len(self._pages)

    def add(self, url: str, **changes: Any) -> None:
        """A page seems to leave."""
        key = page_key(url)
        self._pages[key] = Departure(url, changes)
        self._dirty.add(key)

    def drop(self, url: str) -> None:
        """A page stays after all."""
        key = page_key(url)
        if self._pages.pop(key, None) is not None:
            self._dirty.add(key)

    def clear(self) -> None:
        """Nothing is about to leave."""
        self._dirty.update(self._pages)
        self._pages.clear()

    def has(self, url: str) -> bool:
        """Whether a page is about to leave."""
        return page_key(url) in self._pages

    def target(self, url: str) -> str:
        """Where an address will lead once it has left, or nothing."""
        page = self._pages.get(page_key(url))
        return page.target if page else ""

    def write(self, connection: Connection) -> None:
        """Write what changed since the last time."""
        for key in self._dirty:
            page = self._pages.get(key)
            connection.execute("DELETE FROM leaving WHERE site = ? AND key = ?", (self._site, key))
            if page is not None:
                row = (self._site, key, page.url, json.dumps(page.changes))
                connection.execute("INSERT INTO leaving VALUES (?, ?, ?, ?)", row)
        self._dirty.clear()
