"""The ledger: one row for every address of a site, which ends with a status and a reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from core.records import PageStatus
from core.state import State, as_state
from core.tombstones import marks_of
from core.urls import page_key

NOT_TAKEN_IN = "failed"
"""The `ingest_status` of a page that the ingest side gave up."""
SCHEMA = (
    """CREATE TABLE IF NOT EXISTS ledger (
        id INTEGER PRIMARY KEY, site TEXT NOT NULL, key TEXT NOT NULL, url TEXT NOT NULL,
        status TEXT NOT NULL DEFAULT 'queued', reason TEXT NOT NULL DEFAULT '', http_status INTEGER NOT NULL DEFAULT 0,
        etag TEXT, last_modified TEXT, body_hash TEXT NOT NULL DEFAULT '', content_hash TEXT NOT NULL DEFAULT '',
        fingerprint TEXT NOT NULL DEFAULT '', snapshot TEXT NOT NULL DEFAULT '', depth INTEGER NOT NULL DEFAULT 0,
        section TEXT NOT NULL DEFAULT '/', referrer TEXT NOT NULL DEFAULT '', target TEXT NOT NULL DEFAULT '',
        fetched_at TEXT NOT NULL DEFAULT '', changed_at TEXT NOT NULL DEFAULT '', next_visit TEXT NOT NULL DEFAULT '',
        interval_hours REAL NOT NULL DEFAULT 0, words INTEGER NOT NULL DEFAULT 0, title TEXT NOT NULL DEFAULT '',
        lang TEXT NOT NULL DEFAULT '', media_type TEXT NOT NULL DEFAULT '', bytes INTEGER NOT NULL DEFAULT 0,
        canonical TEXT NOT NULL DEFAULT '', source TEXT NOT NULL DEFAULT '', lastmod TEXT NOT NULL DEFAULT '',
        ingest_status TEXT NOT NULL DEFAULT '', ingest_reason TEXT NOT NULL DEFAULT '',
        pending INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0, hops INTEGER NOT NULL DEFAULT 0,
        UNIQUE (site, key))""",
    "CREATE INDEX IF NOT EXISTS ledger_frontier ON ledger (site, pending, section, id) WHERE pending > 0",
    "CREATE INDEX IF NOT EXISTS ledger_twins ON ledger (site, fingerprint) WHERE fingerprint != ''",
    "CREATE INDEX IF NOT EXISTS ledger_status ON ledger (site, status)",
    """CREATE TABLE IF NOT EXISTS alias (site TEXT NOT NULL, alias TEXT NOT NULL, key TEXT NOT NULL,
        PRIMARY KEY (site, alias)) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS alias_key ON alias (site, key)",
    """CREATE TABLE IF NOT EXISTS outlink (site TEXT NOT NULL, key TEXT NOT NULL, targets BLOB NOT NULL,
        PRIMARY KEY (site, key)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS trap (site TEXT NOT NULL, prefix TEXT NOT NULL, fetched INTEGER NOT NULL,
        fresh INTEGER NOT NULL, alike INTEGER NOT NULL, entrance INTEGER NOT NULL, capped TEXT NOT NULL,
        seen BLOB NOT NULL, PRIMARY KEY (site, prefix)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS leaving (site TEXT NOT NULL, key TEXT NOT NULL, url TEXT NOT NULL,
        changes TEXT NOT NULL, PRIMARY KEY (site, key)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS forgotten (site TEXT NOT NULL, key TEXT NOT NULL, url TEXT NOT NULL,
        at TEXT NOT NULL, PRIMARY KEY (site, key)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS tombstone (site TEXT NOT NULL, mark TEXT NOT NULL, key TEXT NOT NULL,
        PRIMARY KEY (site, mark, key)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS note (site TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
        PRIMARY KEY (site, name)) WITHOUT ROWID""",
)
QUEUED = "queued"


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """What is known of one address.

    `status` is a `PageStatus` value or `queued`; `reason` says why in words. `target` is where a redirect, a duplicate
    or a canonical leads. Times are ISO 8601 in UTC. `ingest_status` is the ingest side's own. `lastmod` is the
    sitemap's; `source` says how the address was found (seed, link, sitemap, feed, redirect).
    """

    site: str
    url: str
    status: str = QUEUED
    reason: str = ""
    http_status: int = 0
    etag: str | None = None
    last_modified: str | None = None
    body_hash: str = ""
    content_hash: str = ""
    fingerprint: str = ""
    snapshot: str = ""
    depth: int = 0
    section: str = "/"
    referrer: str = ""
    target: str = ""
    fetched_at: str = ""
    changed_at: str = ""
    next_visit: str = ""
    interval_hours: float = 0.0
    words: int = 0
    title: str = ""
    lang: str = ""
    media_type: str = ""
    bytes: int = 0
    canonical: str = ""
    source: str = ""
    lastmod: str = ""
    ingest_status: str = ""
    ingest_reason: str = ""
    pending: int = 0
    tries: int = 0
    hops: int = 0


NAMES = tuple(field.name for field in fields(LedgerRow))
COLUMNS = ", ".join(NAMES)
MAX_CHAIN = 20


class Ledger:
    """Rows by site and address; any spelling of an address finds its row."""

    def __init__(self, source: State | Path | str) -> None:
        self.state = as_state(source)
        self.state.create(SCHEMA)

    def get(self, site: str, url: str) -> LedgerRow | None:
        """The row of an address, or None."""
        row = self.state.row(f"SELECT {COLUMNS} FROM ledger WHERE site = ? AND key = ?", site, page_key(url))  # noqa: S608
        return LedgerRow(*row) if row else None

    def update(self, site: str, url: str, **changes: Any) -> None:
        """Set fields of an address, which is entered first when it is new."""
        unknown = set(changes) - set(NAMES)
        if unknown:
            raise TypeError(f"the ledger has no field {min(unknown)}")
        with self.state.transaction() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO ledger (site, key, url) VALUES (?, ?, ?)", (site, page_key(url), url)
            )
            if changes:
                assignments = ", ".join(f"{name} = ?" for name in changes)
                connection.execute(
                    f"UPDATE ledger SET {assignments} WHERE site = ? AND key = ?",  # noqa: S608
                    (*changes.values(), site, page_key(url)),
                )

    def rows(self, site: str, *statuses: str) -> Iterator[LedgerRow]:
        """The rows of a site in order of address, all or those of some statuses."""
        chosen = f" AND status IN ({','.join('?' * len(statuses))})" if statuses else ""
        statement = f"SELECT {COLUMNS} FROM ledger WHERE site = ?{chosen} ORDER BY url"  # noqa: S608
        for row in self.state.rows(statement, site, *statuses):
            yield LedgerRow(*row)

    def counts(self, site: str) -> dict[str, int]:
        """How many addresses have each status."""
        rows = self.state.rows("SELECT status, count(*) FROM ledger WHERE site = ? GROUP BY status", site)
        return {str(status): int(count) for status, count in sorted(rows)}

    def sites(self) -> list[str]:
        """The sites with at least one row."""
        return [str(row[0]) for row in self.state.rows("SELECT DISTINCT site FROM ledger ORDER BY site")]

    def add_alias(self, site: str, alias: str, url: str) -> None:
        """Remember another spelling that was seen of a page's address."""
        self.state.write("INSERT OR REPLACE INTO alias VALUES (?, ?, ?)", site, alias, page_key(url))

    def spellings(self, site: str, url: str) -> list[str]:
        """The other spellings that were seen of one address."""
        rows = self.state.rows("SELECT alias FROM alias WHERE site = ? AND key = ?", site, page_key(url))
        return [str(row[0]) for row in rows if row[0] != url]

    def resolve(self, site: str, url: str) -> str:
        """The address of the Page that an address leads to (spellings, redirects, duplicates), or itself."""
        current = url
        for _ in range(MAX_CHAIN):
            row = self.state.row("SELECT url, target FROM ledger WHERE site = ? AND key = ?", site, page_key(current))
            if row is None:
                return current
            if not row[1]:
                return str(row[0])
            current = str(row[1])
        return url

    def aliases(self, site: str) -> dict[str, str]:
        """Every other address of a page → the page: spellings, redirects and duplicates. Loops are left out."""
        urls = {str(key): (str(url), str(target)) for key, url, target in self._targets(site)}
        found = {url: _end_of_chain(url, urls) for url, target in urls.values() if target}
        spelt = self.state.rows("SELECT alias, key FROM alias WHERE site = ?", site)
        found.update({str(alias): _end_of_chain(urls[key][0], urls) for alias, key in spelt if key in urls})
        return {alias: page for alias, page in found.items() if page and page != alias}

    def aliases_of(self, site: str, url: str) -> tuple[str, ...]:
        """The other addresses of one page, sorted."""
        row = self.get(site, url)
        page = row.url if row else url
        found = set(self.spellings(site, url)) | {page}
        targeted = self.state.rows("SELECT url FROM ledger WHERE site = ? AND target IN (?, ?)", site, url, page)
        found.update(str(target[0]) for target in targeted)
        return tuple(sorted(found - {url}))

    def forget(self, site: str, url: str, at: str) -> None:
        """Take an address off the books for good: its key stays, and marks to know its words under another address."""
        key = page_key(url)
        row = self.get(site, url)
        marks = _marks(row) if row else frozenset()
        with self.state.transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO forgotten VALUES (?, ?, ?, ?)", (site, key, url, at))
            connection.executemany(
                "INSERT OR IGNORE INTO tombstone VALUES (?, ?, ?)", [(site, mark, key) for mark in sorted(marks)]
            )
            for table in ("outlink", "alias", "leaving", "ledger"):
                connection.execute(f"DELETE FROM {table} WHERE site = ? AND key = ?", (site, key))  # noqa: S608

    def remember(self, site: str, url: str) -> bool:
        """Let a forgotten address in again; whether it was forgotten."""
        key = page_key(url)
        marks = "SELECT mark FROM tombstone WHERE site = ? AND key = ?"
        self.state.write(f"DELETE FROM tombstone WHERE site = ? AND mark IN ({marks})", site, site, key)  # noqa: S608
        return self.state.write("DELETE FROM forgotten WHERE site = ? AND key = ?", site, key) > 0

    def tombstones(self, site: str) -> frozenset[str]:
        """The marks of what was forgotten."""
        return frozenset(str(row[0]) for row in self.state.rows("SELECT mark FROM tombstone WHERE site = ?", site))

    def twins(self, site: str, url: str) -> list[str]:
        """The other addresses that say the same as a page or were found to be its copies, sorted."""
        row = self.get(site, url)
        if row is None:
            return []
        alike = self.state.rows(
            f"SELECT {COLUMNS} FROM ledger WHERE site = ? AND (fingerprint = ? OR body_hash = ?)",  # noqa: S608
            *(site, row.fingerprint, row.body_hash),
        )
        found = {other.url for other in (LedgerRow(*said) for said in alike) if _marks(row) & _marks(other)}
        leading = (self.get(site, alias) for alias, page in self.aliases(site).items() if page == row.url)
        return sorted(
            (found | {other.url for other in leading if other and other.status == PageStatus.DUPLICATE}) - {row.url}
        )

    def forgotten(self, site: str) -> dict[str, str]:
        """The forgotten keys of a site, each with the address as it was given."""
        rows = self.state.rows("SELECT key, url FROM forgotten WHERE site = ? ORDER BY url", site)
        return {str(key): str(url) for key, url in rows}

    def note(self, site: str, name: str, value: str) -> None:
        """Keep one named value of a site (seeds, last run, capped prefixes)."""
        self.state.write("INSERT OR REPLACE INTO note VALUES (?, ?, ?)", site, name, value)

    def noted(self, site: str, name: str) -> str:
        """A named value of a site, or an empty string."""
        row = self.state.row("SELECT value FROM note WHERE site = ? AND name = ?", site, name)
        return str(row[0]) if row else ""

    def delete_site(self, site: str) -> int:
        """Remove a site's rows, but not what it was asked to forget; how many rows there were."""
        with self.state.transaction() as connection:
            for table in ("outlink", "alias", "note", "trap", "leaving"):
                connection.execute(f"DELETE FROM {table} WHERE site = ?", (site,))  # noqa: S608
            return connection.execute("DELETE FROM ledger WHERE site = ?", (site,)).rowcount

    def close(self) -> None:
        """Close the file."""
        self.state.close()

    def _targets(self, site: str) -> Iterable[tuple[Any, ...]]:
        return self.state.rows("SELECT key, url, target FROM ledger WHERE site = ?", site)


def _marks(row: LedgerRow) -> frozenset[str]:
    """The marks of an address that said something of its own, or the same as another."""
    if not row.snapshot and row.status != PageStatus.DUPLICATE:
        return frozenset()
    return marks_of(row.fingerprint, row.title, row.words, row.body_hash)


def _end_of_chain(url: str, urls: dict[str, tuple[str, str]]) -> str:
    current = url
    for _ in range(MAX_CHAIN):
        known, target = urls.get(page_key(current), (current, ""))
        if not target:
            return known
        current = target
    return ""
