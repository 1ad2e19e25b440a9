"""The crawler's hand on queue, ledger and snapshots: what a page changes is written together, many pages at once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from core.ledger import COLUMNS, Ledger, LedgerRow
from core.queue import Kind, PageQueue
from core.snapshots import SnapshotStore
from core.state import State
from core.urls import MAX_LENGTH, bare_host, names_session, page_key, section_of
from crawler.leaving import Leaving
from crawler.sameness import UNKNOWN, Place, is_place
from crawler.traps import Prefix

MAIN, RECHECK, DOOMED = 1, 2, 3
FLUSH_PAGES = 64
INSERT = """INSERT OR IGNORE INTO ledger (site, key, url, status, reason, depth, section, referrer, source, lastmod,
    hops, pending, target) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""


class Books:
    """Buffers what pages change and writes it in one transaction: a kill loses whole pages, never halves."""

    def __init__(self, state: State, snapshots: SnapshotStore, site: str) -> None:
        self.site = site
        self.state = state
        self.ledger = Ledger(state)
        self.queue = PageQueue(state)
        self.leaving = Leaving(state, site)
        self.snapshots = snapshots
        self.known: set[int] = set()
        self._spelt: set[int] = set()
        self._folded: set[int] = set()
        for key, url in state.rows("SELECT key, url FROM ledger WHERE site = ?", site):
            self.known.add(key_hash(key))
            self._spelt.add(key_hash(url))
        self.forgotten = set(self.ledger.forgotten(site))
        self.tombstones = self.ledger.tombstones(site)
        self.inserted = 0
        self._inserts: list[tuple[Any, ...]] = []
        self._updates: list[tuple[str, dict[str, Any]]] = []
        self._puts: list[tuple[str, Kind, str, int]] = []
        self._aliases: dict[str, str] = {}
        self._outlinks: list[tuple[str, bytes]] = []
        self._live: dict[str, tuple[str, str]] = {}

    def is_known(self, url: str) -> bool:
        """Whether the address, in any spelling, has a row."""
        return key_hash(page_key(url)) in self.known

    def enter(self, url: str, *, status: str = "queued", reason: str = "", **fields: Any) -> bool:
        """Enter a new address; False when it was known."""
        key = page_key(url)
        mark = key_hash(key)
        if mark in self.known:
            return False
        self.known.add(mark)
        self._spelt.add(key_hash(url))
        pending = MAIN if status == "queued" else 0
        self._inserts.append(
            (
                self.site,
                key,
                url,
                status,
                reason,
                fields.get("depth", 0),
                frontier_section(url),
                fields.get("referrer", ""),
                fields.get("source", "link"),
                fields.get("lastmod", ""),
                fields.get("hops", 0),
                pending,
                fields.get("target", ""),
            )
        )
        self.inserted += 1
        return True

    def close_row(self, address: str, **changes: Any) -> None:
        """Write the end of a visit: the row is no longer pending unless `pending` says so."""
        self._updates.append((page_key(address), {"pending": 0, **changes}))

    def change_row(self, address: str, **changes: Any) -> None:
        """Change fields of a row without ending its visit."""
        self._updates.append((page_key(address), changes))

    def put(self, url: str, kind: Kind, snapshot: str = "", size: int = 0) -> None:
        """Queue a page for the ingest side."""
        self._puts.append((url, kind, snapshot, size))

    def spelling(self, alias: str) -> None:
        """Remember another spelling of a known address, once."""
        mark = key_hash(alias)
        if mark not in self._spelt:
            self._spelt.add(mark)
            self._aliases[alias] = page_key(alias)

    def spellings(self, url: str) -> set[str]:
        """The other spellings that were seen of an address, those not written yet among them."""
        key = page_key(url)
        waiting = {alias for alias, its_key in self._aliases.items() if its_key == key}
        return ({*self.ledger.spellings(self.site, url)} | waiting) - {url}

    def fold(self, written: str, url: str) -> None:
        """Remember that an address with a session was taken for another one; one such address a page is enough."""
        mark = key_hash(page_key(url))
        if mark in self._folded or len(written) > MAX_LENGTH:
            return
        self._folded.add(mark)
        if not any(map(names_session, self.ledger.spellings(self.site, url))):
            self._aliases[written.partition("#")[0]] = page_key(url)

    def alias(self, url: str) -> None:
        """A page is booked under another spelling than this one."""
        self._spelt.add(key_hash(url))
        self._aliases[url] = page_key(url)

    def links(self, url: str, targets: Iterable[str]) -> None:
        """Remember where a page leads, as hashes of keys."""
        marks = array("Q", sorted({key_hash(page_key(target)) for target in targets}))
        self._outlinks.append((page_key(url), marks.tobytes()))

    def waiting(self) -> int:
        """How many changes are not written yet."""
        return len(self._updates) + len(self._inserts) // 8

    def flush(self, traps: Iterable[tuple[str, Prefix | Place]] = ()) -> None:
        """Write everything in one transaction."""
        with self.state.transaction() as connection:
            connection.executemany(INSERT, self._inserts)
            for key, changes in self._updates:
                names = ", ".join(f"{name} = ?" for name in changes)
                connection.execute(
                    f"UPDATE ledger SET {names} WHERE site = ? AND key = ?",  # noqa: S608
                    (*changes.values(), self.site, key),
                )
            for put in self._puts:
                self.queue.put(self.site, *put)
            aliases = [(self.site, alias, key) for alias, key in self._aliases.items()]
            connection.executemany("INSERT OR REPLACE INTO alias VALUES (?, ?, ?)", aliases)
            outlinks = [(self.site, key, targets) for key, targets in self._outlinks]
            connection.executemany("INSERT OR REPLACE INTO outlink VALUES (?, ?, ?)", outlinks)
            self.leaving.write(connection)
            connection.executemany("INSERT OR REPLACE INTO trap VALUES (?, ?, ?, ?, ?, ?, ?, ?)", self._traps(traps))
        self._inserts, self._updates, self._puts, self._aliases, self._outlinks = [], [], [], {}, []
        self._live = {}

    def pending_sections(self, pending: int = MAIN) -> dict[str, int]:
        """The sections that have addresses to ask, each with how many."""
        rows = self.state.rows(
            "SELECT section, count(*) FROM ledger WHERE site = ? AND pending = ? AND pending > 0 GROUP BY section",
            *(self.site, pending),
        )
        return {str(section): int(count) for section, count in rows}

    def pending_rows(self, section: str, after: int, limit: int, pending: int = MAIN) -> list[tuple[int, LedgerRow]]:
        """The next addresses to ask in a section, in the order they were found."""
        rows = self.state.rows(
            f"SELECT id, {COLUMNS} FROM ledger WHERE site = ? AND pending = ? AND pending > 0 "  # noqa: S608
            "AND section = ? AND id > ? ORDER BY id LIMIT ?",
            *(self.site, pending, section, after, limit),
        )
        return [(int(row[0]), LedgerRow(*row[1:])) for row in rows]

    def last_id(self) -> int:
        """The id of the newest row; everything buffered must be written first."""
        row = self.state.row("SELECT max(id) FROM ledger")
        return int(row[0] or 0) if row else 0

    def twin(self, fingerprint: str, title: str, url: str) -> tuple[str, str]:
        """Another live page that says the same under the same title, and its canonical; two empty strings if none."""
        key = page_key(url)
        fresh = self._live.get(f"{fingerprint} {title}", ("", ""))
        if fresh[0] and page_key(fresh[0]) != key and not self.leaving.has(fresh[0]):
            return fresh
        rows = self.state.rows(
            "SELECT url, canonical FROM ledger WHERE site = ? AND fingerprint = ? AND fingerprint != '' AND title = ? "
            "AND key != ? AND snapshot != ''",
            *(self.site, fingerprint, title[:300], key),
        )
        staying = ((str(twin), str(its)) for twin, its in rows if not self.leaving.has(twin))
        return next(staying, ("", ""))

    def live(self, fingerprint: str, title: str, url: str, canonical: str) -> None:
        """Let a page that is not written yet be found as a twin."""
        self._live[f"{fingerprint} {title}"] = (url, canonical)

    def load_traps(self, *, keep_counts: bool) -> dict[str, Prefix]:
        """The prefixes of an interrupted crawl as they were; of a finished one only those that are capped."""
        found: dict[str, Prefix] = {}
        for name, marks, fetched, fresh, alike, entrance, capped in self._trap_rows():
            if not is_place(name) and (keep_counts or capped):
                shape = "*" in name and "?" not in name
                seen = dict.fromkeys(marks)
                found[name] = Prefix(fetched, fresh, alike, entrance, capped, seen=seen, is_shape=shape)
        return found

    def load_places(self) -> dict[str, Place]:
        """The places in addresses that were found to make no difference."""
        return {
            name: Place(same, other, leads, tails=dict.fromkeys(marks, UNKNOWN))
            for name, marks, same, other, leads, *_ in self._trap_rows()
            if is_place(name)
        }

    def _trap_rows(self) -> Iterator[tuple[Any, ...]]:
        rows = self.state.rows(
            "SELECT prefix, seen, fetched, fresh, alike, entrance, capped FROM trap WHERE site = ?", self.site
        )
        for name, seen, *numbers in rows:
            marks = array("Q")
            marks.frombytes(seen)
            yield (name, marks, *numbers)

    def _traps(self, traps: Iterable[tuple[str, Prefix | Place]]) -> Iterator[tuple[Any, ...]]:
        for name, trap in traps:
            if isinstance(trap, Place):
                numbers = (trap.same, trap.other, trap.leads, 0, "")
            else:
                numbers = (trap.fetched, trap.fresh, trap.alike, trap.entrance, trap.capped)
            marks = array("Q", trap.tails if isinstance(trap, Place) else trap.seen)
            yield (self.site, name, *numbers, marks.tobytes())


@lru_cache(65536)
def key_hash(key: str) -> int:
    """Eight bytes that stand for a key; equal in every process."""
    return int.from_bytes(blake2b(key.encode("utf-8", "replace"), digest_size=8).digest(), "big")


def frontier_section(url: str) -> str:
    """Where an address queues: its host and its first two folders."""
    return bare_host(url.split("/", 3)[2]) + section_of(url, 2)
