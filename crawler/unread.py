"""Pages that were fetched and gave no text, which is known only after the crawl said how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from core.ledger import Ledger
from core.records import PageStatus
from crawler.outcome import count_pages, live_pages
from crawler.request import CrawlSummary

UNREAD: dict[str, str] = {
    PageStatus.FAILED: "could not be read",
    PageStatus.NEEDS_OCR: "scans without text",
    PageStatus.EMPTY: "files without text",
    PageStatus.NOT_TEXT: "files without text",
}
NEWS = ("new", "changed", "unchanged", "as_before")


def say_unread(ledger: Ledger, site: str, urls: Iterable[str]) -> CrawlSummary | None:
    """The noted summary of a site's last crawl with the pages that gave no text counted as what they are.

    It is noted again, so that every report says the same. None where there is nothing to change.
    """
    noted = ledger.noted(site, "summary")
    rows = [ledger.get(site, url) for url in dict.fromkeys(urls)]
    found = Counter(UNREAD[row.status] for row in rows if row is not None and row.status in UNREAD)
    if not noted or not found:
        return None
    before = CrawlSummary.model_validate_json(noted)
    counts = ledger.counts(site)
    news = (f"{said}: {count_pages(count)}" for said, count in found.items())
    reason = "; ".join([_recounted(before, live_pages(counts)), *news])
    changes = {"counts": counts, "pages": live_pages(counts), "known": sum(counts.values()), "reason": reason}
    summary = before.model_copy(update={**changes, **_fewer(before, before.pages - live_pages(counts))})
    ledger.note(site, "summary", summary.model_dump_json())
    return summary


def _recounted(summary: CrawlSummary, pages: int) -> str:
    """The sentence with another number of pages, which is its second part."""
    parts = summary.reason.split("; ")
    if parts[1:2] == [count_pages(summary.pages)]:
        parts[1] = count_pages(pages)
    return "; ".join(parts)


def _fewer(summary: CrawlSummary, count: int) -> dict[str, int]:
    """The pages by news with so many taken away, so that they still add up to all pages."""
    changes: dict[str, int] = {}
    for name in NEWS:
        taken = min(max(count, 0), getattr(summary, name))
        changes[name] = getattr(summary, name) - taken
        count -= taken
    return changes
