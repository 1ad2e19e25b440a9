"""The crawler's books as the operator's page shows them: how pages ended, how fresh they are, what changed."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from core.errors import SiteUnknown
from core.ledger import NOT_TAKEN_IN, Ledger, LedgerRow
from core.records import PageStatus
from core.settings import Settings
from core.state import STATE_NAME
from crawler.linkgraph import LinkGraph
from crawler.report import broken_links

MOST_ROWS = 100
AGES = (("day", 1), ("week", 7), ("month", 30), ("year", 365))
LISTED = {
    "redirects": (PageStatus.REDIRECT,),
    "duplicates": (PageStatus.DUPLICATE,),
    "trapped": (PageStatus.TRAPPED,),
    "unread": (
        PageStatus.NEEDS_BROWSER,
        PageStatus.NEEDS_OCR,
        PageStatus.CHALLENGE,
        PageStatus.LOGIN,
        PageStatus.MAINTENANCE,
    ),
    "refused": (PageStatus.REFUSED,),
}


class Books:
    """Reads the ledger of `settings.home`; a site that was never crawled is `SiteUnknown`."""

    def __init__(self, settings: Settings, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._path = settings.home / STATE_NAME
        self._now = now

    async def report(self, site: str) -> dict[str, Any]:
        """Counts by status and section, lists of what wants attention, ages of pages, the last run."""
        return await asyncio.to_thread(self._read, site, self._report)

    async def changes(self, site: str, since: str, limit: int) -> list[dict[str, Any]]:
        """Pages new, changed or gone since a time, newest first."""
        return await asyncio.to_thread(self._read, site, lambda rows, _: changed_rows(rows, since)[:limit])

    def _read(self, site: str, make: Callable[[list[LedgerRow], Ledger], Any]) -> Any:
        if not self._path.exists():
            raise SiteUnknown("Nothing was crawled yet; start with: sitequest crawl URL")
        ledger = Ledger(self._path)
        try:
            rows = list(ledger.rows(site))
            if not rows:
                raise SiteUnknown(f"The site {site[:100]} was never crawled here.")
            return make(rows, ledger)
        finally:
            ledger.close()

    def _report(self, rows: list[LedgerRow], ledger: Ledger) -> dict[str, Any]:
        now, site = self._now(), rows[0].site
        last_run = _decoded(ledger.noted(site, "summary"))
        failed = [_line(row, row.ingest_reason) for row in rows if row.ingest_status == NOT_TAKEN_IN]
        lists = {name: [_line(row) for row in rows if row.status in wanted] for name, wanted in LISTED.items()}
        return {
            "site": site,
            "last_run": last_run,
            "counts": dict(Counter(row.status for row in rows).most_common()),
            "sections": sections(rows),
            "ages": ages(rows, now),
            "due": sum(1 for row in rows if row.next_visit and _time(row.next_visit) <= now),
            **{name: found[:MOST_ROWS] for name, found in {"failed_ingest": failed, **lists}.items()},
            "broken": _broken(rows, ledger, last_run.get("left_alone", ()))[:MOST_ROWS],
        }


def _broken(rows: list[LedgerRow], ledger: Ledger, silent: Collection[str]) -> list[dict[str, Any]]:
    """Addresses that lead nowhere, with one page on which a link to each stands now."""
    known = {row.url: row for row in rows}
    found = broken_links(rows, LinkGraph(ledger, rows[0].site), silent)
    return [{**_line(known[one.url]), "referrer": next(iter(one.stands_on), "")} for one in found]


def sections(rows: Iterable[LedgerRow], most: int = 40) -> list[dict[str, Any]]:
    """Sections of the site with their counts by status, the largest first."""
    found: dict[str, Counter[str]] = {}
    for row in rows:
        found.setdefault(row.section, Counter())[row.status] += 1
    largest = sorted(found.items(), key=lambda item: (-item[1].total(), item[0]))[:most]
    return [{"section": name, "pages": counts.total(), "counts": dict(counts)} for name, counts in largest]


def ages(rows: Iterable[LedgerRow], now: datetime) -> dict[str, int]:
    """How many good pages were last looked at within a day, a week, a month, a year, or longer ago."""
    found = dict.fromkeys((*(name for name, _ in AGES), "older"), 0)
    for row in rows:
        if row.status == PageStatus.OK and row.fetched_at:
            age = now - _time(row.fetched_at)
            found[next((name for name, days in AGES if age <= timedelta(days=days)), "older")] += 1
    return found


def changed_rows(rows: Iterable[LedgerRow], since: str) -> list[dict[str, Any]]:
    """Rows whose content changed after a time, newest first, each with what happened.

    Gone are only addresses that were pages here: a link that never led anywhere is no change.
    """
    start = _time(since) if since else datetime.min.replace(tzinfo=UTC)
    wanted = {PageStatus.OK: "changed", PageStatus.GONE: "gone", PageStatus.SOFT_404: "gone"}
    found = [
        row
        for row in rows
        if row.status in wanted and _was_page(row) and row.changed_at and _time(row.changed_at) >= start
    ]
    found.sort(key=lambda row: (row.changed_at, row.url), reverse=True)
    return [{**_line(row), "at": row.changed_at, "what": wanted[PageStatus(row.status)]} for row in found]


def _was_page(row: LedgerRow) -> bool:
    return row.status == PageStatus.OK or row.ingest_status != ""


def _line(row: LedgerRow, reason: str = "") -> dict[str, Any]:
    names = ("url", "title", "status", "http_status", "referrer", "target", "fetched_at")
    return {**{name: getattr(row, name) for name in names}, "reason": reason or row.reason}


def _time(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _decoded(text: str) -> dict[str, Any]:
    try:
        return dict(json.loads(text))
    except (ValueError, TypeError):
        return {}
