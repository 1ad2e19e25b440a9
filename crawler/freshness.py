"""When a page is asked again: an interval that grows while it stays the same and shrinks when it changes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from dateutil.parser import ParserError
from dateutil.parser import parse as parse_date

FIRST_HOURS = 24.0
LEAST_HOURS = 1.0
MOST_HOURS = 24.0 * 30
GROWTH = 1.5
SHRINK = 0.5


def next_interval(hours: float, *, changed: bool) -> float:
    """Hours until the next visit, from those before this one (0: first visit)."""
    if hours <= 0:
        return FIRST_HOURS
    return min(MOST_HOURS, max(LEAST_HOURS, hours * (SHRINK if changed else GROWTH)))


def next_visit(now: datetime, hours: float) -> str:
    """The time of the next visit as the ledger writes it."""
    return stamp(now + timedelta(hours=hours))


def stamp(moment: datetime) -> str:
    """A time in UTC that sorts as text."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def is_newer(lastmod: str, fetched_at: str) -> bool:
    """Whether a sitemap's lastmod says that a page changed after it was fetched; a hint only."""
    if not lastmod or not fetched_at:
        return False
    try:
        listed = parse_date(lastmod)
    except (ParserError, OverflowError, ValueError):
        return False
    listed = listed if listed.tzinfo else listed.replace(tzinfo=UTC)
    return stamp(listed) > fetched_at
