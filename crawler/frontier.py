"""The frontier: which address is asked next, breadth first by section, so that one huge folder starves no other."""

from __future__ import annotations

import heapq
from collections import deque
from dataclasses import dataclass, field
from itertools import count

from core.ledger import LedgerRow
from core.urls import host_of
from crawler.answers import Entry
from crawler.books import MAIN, Books, frontier_section

IN_MEMORY = 300


@dataclass(slots=True)
class Section:
    """A queue of addresses; what does not fit in memory (`more`) is on disk, with ids above `cursor`."""

    entries: deque[Entry] = field(default_factory=deque)
    cursor: int = 0
    more: bool = False


class Frontier:
    """Durable: everything in it is a pending row of the ledger; memory holds only the next few of each section.

    Turns go round over the first folders, and within each over the second ones. Entries that wait for a retry or a
    host stay in a heap by time.
    """

    def __init__(self, books: Books) -> None:
        self._books = books
        self._sections: dict[str, Section] = {}
        self._ring: deque[str] = deque()
        self._inner: dict[str, deque[str]] = {}
        self._later: list[tuple[float, int, Entry]] = []
        self._paused: dict[str, float] = {}
        self._order = count()
        self.size = 0

    def load(self, pending: int = MAIN) -> int:
        """Take up what the ledger holds as pending; how many there are."""
        found = self._books.pending_sections(pending)
        for name in found:
            self._section(name).more = True
        self.size += sum(found.values())
        return sum(found.values())

    def push(self, entry: Entry) -> None:
        """Add an address that was just entered in the ledger."""
        name = frontier_section(entry.url)
        section = self._section(name)
        self.size += 1
        if section.more:
            return
        if len(section.entries) >= IN_MEMORY:
            self._spill(section, entry)
            return
        section.entries.append(entry)

    def push_front(self, entry: Entry) -> None:
        """Add an address that goes first."""
        self.size += 1
        self._section(frontier_section(entry.url)).entries.appendleft(entry)

    def later(self, entry: Entry, when: float) -> None:
        """Ask again at a time (seconds of the monotonic clock)."""
        self.size += 1
        heapq.heappush(self._later, (when, next(self._order), entry))

    def pause(self, host: str, until: float) -> None:
        """Ask a host nothing until a time."""
        self._paused[host] = max(until, self._paused.get(host, 0.0))

    def next(self, now: float) -> Entry | None:
        """The next address whose time has come, or None."""
        if self._later and self._later[0][0] <= now:
            self.size -= 1
            return heapq.heappop(self._later)[2]
        while self._ring:
            entry = self._turn()
            if entry is None:
                continue
            self.size -= 1
            until = self._paused.get(host_of(entry.url), 0.0) if self._paused else 0.0
            if until <= now:
                return entry
            self.later(entry, until)
        return None

    def drop(self) -> None:
        """Forget what is in memory; the ledger still has it."""
        self._sections, self._inner, self._later = {}, {}, []
        self._ring.clear()
        self.size = 0

    def wait(self, now: float) -> float | None:
        """Seconds until something waiting is due; None when nothing waits."""
        return max(0.0, self._later[0][0] - now) if self._later else None

    def _turn(self) -> Entry | None:
        outer = self._ring[0]
        self._ring.rotate(-1)
        inner = self._inner[outer]
        for _ in range(len(inner)):
            name = inner[0]
            inner.rotate(-1)
            section = self._sections[name]
            if not section.entries and section.more:
                self._refill(name, section)
            if section.entries:
                return section.entries.popleft()
            del self._sections[name]
            inner.remove(name)
        self._ring.remove(outer)
        del self._inner[outer]
        return None

    def _section(self, name: str) -> Section:
        section = self._sections.get(name)
        if section is None:
            section = self._sections[name] = Section()
            outer = "/".join(name.split("/")[:2])
            if outer not in self._inner:
                self._inner[outer] = deque()
                self._ring.append(outer)
            self._inner[outer].append(name)
        return section

    def _spill(self, section: Section, entry: Entry) -> None:
        """From here on the section's new addresses stay on disk; this one is the last kept in memory."""
        section.entries.append(entry)
        self._books.flush()
        section.cursor = self._books.last_id()
        section.more = True

    def _refill(self, name: str, section: Section) -> None:
        self._books.flush()
        rows = self._books.pending_rows(name, section.cursor, IN_MEMORY)
        section.more = len(rows) == IN_MEMORY
        section.cursor = rows[-1][0] if rows else section.cursor
        section.entries.extend(entry_of(row) for _, row in rows)


def entry_of(row: LedgerRow) -> Entry:
    """The entry of a ledger row, with its history if it has one."""
    return Entry(url=row.url, depth=row.depth, hops=row.hops, known=row if row.fetched_at else None)
