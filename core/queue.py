"""The durable queue between crawler and ingest. Several processes may put and claim at the same time."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any, Literal

import psutil

from core.state import State, as_state

Kind = Literal["page", "gone"]
MAX_ATTEMPTS = 3
LEASE_SECONDS = 600.0
HEAVY_BYTES = 5_000_000
"""Pages of more bytes are claimed one at a time, after all others."""
FAIR = 20
"""Every so many claims the oldest item is taken whatever it is."""

SCHEMA = (
    """CREATE TABLE IF NOT EXISTS queue (
        id INTEGER PRIMARY KEY AUTOINCREMENT, site TEXT NOT NULL, url TEXT NOT NULL, kind TEXT NOT NULL,
        snapshot TEXT NOT NULL DEFAULT '', attempts INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT 'ready',
        owner TEXT NOT NULL DEFAULT '', lease REAL NOT NULL DEFAULT 0, reason TEXT NOT NULL DEFAULT '',
        size INTEGER NOT NULL DEFAULT 0)""",
    "CREATE INDEX IF NOT EXISTS queue_state ON queue (state, id)",
    "CREATE INDEX IF NOT EXISTS queue_page ON queue (site, url, state)",
)
COLUMNS = "id, site, url, kind, snapshot, attempts"
ADD_SIZE = "ALTER TABLE queue ADD COLUMN size INTEGER NOT NULL DEFAULT 0"
OF_SITE = "(?1 = '' OR +site = ?1)"
"""The plus keeps SQLite on the index of the order: a site may be all of the queue."""
READY = f"""SELECT id, size FROM queue AS q WHERE state = 'ready' AND {OF_SITE} AND {{clause}} AND NOT EXISTS (
        SELECT 1 FROM queue AS other WHERE other.site = q.site AND other.url = q.url AND other.state = 'leased')
    ORDER BY id LIMIT ?2"""  # noqa: S608
IN_HAND = f"SELECT 1 FROM queue WHERE state = 'leased' AND owner = ? AND size > {HEAVY_BYTES} LIMIT 1"  # noqa: S608


@dataclass(frozen=True, slots=True)
class QueueItem:
    """A page to take in (`snapshot` is its key in the store) or one to retire. `attempts` counts earlier tries."""

    id: int
    site: str
    url: str
    kind: Kind
    snapshot: str
    attempts: int


class PageQueue:
    """First in, first out, but huge pages last; at most once a page at a time.

    A claimed item is leased to the queue object that claimed it, which renews its leases at every claim, however slow
    it is. An item comes back when that process is gone (seen on this machine) or its lease runs out.
    """

    def __init__(self, source: State | Path | str, *, lease_seconds: float = LEASE_SECONDS) -> None:
        self._state = as_state(source)
        self._state.create(SCHEMA)
        self._add_size()
        self._claims = 0
        self._lease_seconds = lease_seconds
        self._owner = f"{socket.gethostname()}:{os.getpid()}:{_started(os.getpid())}.{token_hex(4)}"

    def put(self, site: str, url: str, kind: Kind, snapshot: str = "", size: int = 0) -> None:
        """Append an item; one that still waits for the same page is replaced by it. `size` is in bytes."""
        with self._state.transaction() as connection:
            connection.execute(
                "DELETE FROM queue WHERE site = ? AND url = ? AND state IN ('ready', 'parked')", (site, url)
            )
            connection.execute(
                "INSERT INTO queue (site, url, kind, snapshot, size) VALUES (?, ?, ?, ?, ?)",
                (site, url, kind, snapshot, size),
            )

    def claim(self, limit: int = 1, site: str = "") -> list[QueueItem]:
        """Lease up to `limit` items, oldest first; only those of `site` if one is named.

        A huge page waits until nothing else does, or until it is the oldest at every twentieth claim, and is then
        claimed alone.
        """
        if not self._state.row("SELECT 1 FROM queue WHERE state IN ('ready', 'leased') LIMIT 1"):
            return []
        with self._state.transaction() as connection:
            self._release_lost()
            ids = self._choose(limit, site)
            lease = time.time() + self._lease_seconds
            renewed = "UPDATE queue SET lease = ? WHERE state = 'leased' AND owner = ?"
            connection.execute(renewed, (lease, self._owner))
            marks = ",".join("?" * len(ids))
            connection.execute(
                f"UPDATE queue SET state = 'leased', owner = ?, lease = ? WHERE id IN ({marks})",  # noqa: S608
                (self._owner, lease, *ids),
            )
            rows = connection.execute(f"SELECT {COLUMNS} FROM queue WHERE id IN ({marks})", ids)  # noqa: S608
            return sorted((QueueItem(*row) for row in rows), key=lambda item: ids.index(item.id))

    def _choose(self, limit: int, site: str) -> list[int]:
        if limit < 1:
            return []
        self._claims += 1
        busy = self._state.row(IN_HAND, self._owner) is not None
        oldest = self._ready("1", 1, site) if self._claims % FAIR == 0 else []
        if oldest and (oldest[0][1] <= HEAVY_BYTES or not busy):
            return [oldest[0][0]]
        found = self._ready(f"size <= {HEAVY_BYTES}", limit, site)
        if not found and not busy:
            found = self._ready(f"size > {HEAVY_BYTES}", 1, site)
        return [number for number, _ in found]

    def done(self, item: QueueItem) -> None:
        """The item was handled; it leaves the queue."""
        self._state.write("DELETE FROM queue WHERE id = ?", item.id)

    def failed(self, item: QueueItem, reason: str) -> bool:
        """Try the item again later; after three attempts it is parked with its reason. Whether it is parked now."""
        given_up = item.attempts + 1 >= MAX_ATTEMPTS
        state = "parked" if given_up else "ready"
        self._state.write(
            "UPDATE queue SET attempts = attempts + 1, state = ?, reason = ?, owner = '', lease = 0 WHERE id = ?",
            state,
            reason,
            item.id,
        )
        return given_up

    def release(self, items: Iterable[QueueItem]) -> None:
        """Give claimed items back untouched, as when a run is stopped."""
        with self._state.transaction() as connection:
            for item in items:
                connection.execute("UPDATE queue SET state = 'ready', owner = '', lease = 0 WHERE id = ?", (item.id,))

    def depth(self, site: str | None = None) -> int:
        """How many items wait or are being handled; parked ones do not count."""
        return self._count("state IN ('ready', 'leased')", site)

    def parked(self, site: str | None = None) -> list[tuple[QueueItem, str]]:
        """The items given up, each with the reason of its last failure."""
        clause, values = _of_site("state = 'parked'", site)
        rows = self._state.rows(f"SELECT {COLUMNS}, reason FROM queue WHERE {clause} ORDER BY id", *values)  # noqa: S608
        return [(QueueItem(*row[:-1]), row[-1]) for row in rows]

    def snapshots(self, site: str) -> set[str]:
        """The snapshot keys that items of a site still need."""
        return {row[0] for row in self._state.rows("SELECT DISTINCT snapshot FROM queue WHERE site = ?", site)}

    def delete_site(self, site: str) -> int:
        """Drop every item of a site; how many there were."""
        return self._state.write("DELETE FROM queue WHERE site = ?", site)

    def forget(self, site: str, url: str) -> int:
        """Drop the items of one page."""
        return self._state.write("DELETE FROM queue WHERE site = ? AND url = ?", site, url)

    def close(self) -> None:
        """Close the file."""
        self._state.close()

    def _count(self, clause: str, site: str | None) -> int:
        clause, values = _of_site(clause, site)
        row = self._state.row(f"SELECT count(*) FROM queue WHERE {clause}", *values)  # noqa: S608
        return int(row[0]) if row else 0

    def _ready(self, clause: str, limit: int, site: str) -> list[tuple[Any, ...]]:
        """Waiting items and their sizes."""
        return self._state.rows(READY.format(clause=clause), site, limit)

    def _add_size(self) -> None:
        """Bring a queue of an older version up to date."""
        with self._state.transaction() as connection:
            if "size" not in {row[1] for row in connection.execute("PRAGMA table_info(queue)")}:
                connection.execute(ADD_SIZE)

    def _release_lost(self) -> None:
        leases = self._state.rows("SELECT DISTINCT owner FROM queue WHERE state = 'leased'")
        lost = [owner for (owner,) in leases if owner != self._owner and not _alive(owner)]
        for owner in lost:
            self._state.write("UPDATE queue SET state = 'ready' WHERE state = 'leased' AND owner = ?", owner)
        others = "UPDATE queue SET state = 'ready' WHERE state = 'leased' AND owner != ? AND lease < ?"
        self._state.write(others, self._owner, time.time())


def _of_site(clause: str, site: str | None) -> tuple[str, tuple[Any, ...]]:
    return (clause, ()) if site is None else (f"{clause} AND site = ?", (site,))


def _started(pid: int) -> int:
    return int(psutil.Process(pid).create_time())


def _alive(owner: str) -> bool:
    host, pid, started = owner.rsplit(":", 2)
    if host != socket.gethostname():  # another container: its lease has to run out
        return True
    try:
        return abs(_started(int(pid)) - int(started.partition(".")[0])) <= 1
    except psutil.Error:
        return False
