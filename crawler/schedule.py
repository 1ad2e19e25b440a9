"""When a site should be looked at again, from the histories of its pages."""

from __future__ import annotations

from datetime import UTC, datetime

from core.ledger import Ledger
from crawler.freshness import stamp


def next_look(ledger: Ledger, site: str) -> str:
    """The time at which the first page of a site is due; an empty string when it has none."""
    row = ledger.state.row(
        "SELECT min(next_visit) FROM ledger WHERE site = ? AND snapshot != '' AND next_visit != ''", site
    )
    return str(row[0]) if row and row[0] else ""


def due_sites(ledger: Ledger, now: datetime | None = None) -> list[str]:
    """The sites with at least one page that is due, or with a crawl that was not finished."""
    time = stamp(now or datetime.now(UTC))
    return [
        site
        for site in ledger.sites()
        if ledger.noted(site, "run") == "running" or "" < next_look(ledger, site) <= time
    ]
