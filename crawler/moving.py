"""Pages that moved without a redirect: the old address answers that nothing is there, a new one says the same."""

from __future__ import annotations

from core.records import PageStatus
from core.urls import page_key
from crawler.booking import Booking
from crawler.books import DOOMED, Books
from crawler.leaving import FORGOTTEN

MOVED = "moved to {}"
DOOMED_ROWS = (
    "SELECT url, http_status FROM ledger WHERE site = ? AND pending = ? AND http_status IN (404, 410) ORDER BY url"
)
TWIN = (
    "SELECT url FROM ledger WHERE site = ? AND status = 'duplicate' AND target = ? AND pending = 0 "
    "AND http_status = 200 ORDER BY length(url), url LIMIT 1"
)


def note_moves(books: Books, booking: Booking, now: str) -> None:
    """Let each page that is about to be gone lead to the address that says the same; everything must be written.

    A page that was taken for its duplicate is set free, so that it is asked again and becomes the page.
    """
    for url, http_status in books.state.rows(DOOMED_ROWS, books.site, DOOMED):
        new = _heir(books, str(url))
        if not new:
            continue
        changes = {"status": PageStatus.REDIRECT, "reason": MOVED.format(new), "target": new, "changed_at": now}
        books.leaving.add(str(url), **{**FORGOTTEN, **changes, "http_status": http_status})
        books.change_row(str(url), pending=0)
        booking.moved.add(page_key(new))
    books.flush()


def _heir(books: Books, url: str) -> str:
    """The page for which this one already steps back, or a duplicate of it, which then is one no more."""
    ahead = books.leaving.target(url)
    if ahead:
        row = books.ledger.get(books.site, ahead)
        return ahead if row is not None and row.snapshot and not books.leaving.has(ahead) else ""
    found = books.state.row(TWIN, books.site, url)
    if found is None:
        return ""
    books.change_row(str(found[0]), target="")
    return str(found[0])
