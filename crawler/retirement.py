"""Retiring pages at the end of a crawl: all that leave are counted together, and none goes when too many would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

from core.records import PageStatus
from core.urls import page_key
from crawler.booking import Booking
from crawler.books import DOOMED
from crawler.freshness import stamp
from crawler.job import Job
from crawler.leaving import FORGOTTEN, Departure

MOST_GONE = 0.30
FEW = 2
ASKED_WHOLE = {"body_hash": "", "etag": None, "last_modified": None}
WHAT: dict[str, str] = {
    PageStatus.DUPLICATE: "answered as duplicates of {}",
    PageStatus.EMPTY: "answered without any text",
    PageStatus.GONE: "answered that they are gone",
    PageStatus.NOINDEX: "asked not to be indexed",
    PageStatus.NOT_TEXT: "answered with what is no text",
    PageStatus.REDIRECT: "redirected to {}",
    PageStatus.REFUSED: "led to where the crawler may not go",
}
KEPT = "kept, since too many would go at once"


class Retirement:
    """Lets go of the pages that left the site. `gone` were not found, `kept` stay; `why` says what those did."""

    def __init__(self, job: Job, booking: Booking) -> None:
        self._job = job
        self._books = job.books
        self._site = job.request.site
        self._booking = booking
        self.gone = 0
        self.kept = 0
        self.why = ""
        self._left = self._lost = 0

    def settle(self) -> None:
        """Retire what is leaving, or keep all of it; everything buffered must be written first."""
        leaving = self._departures()
        live = self._live_before()
        if self._too_many(leaving, live):
            self.kept += len(leaving)
            self.why = f"{len(leaving):,} of {live:,} pages would go at once: {what_happened(leaving)}"
            self._keep(leaving)
        else:
            self._left += len(leaving)
            self._lost += len(leaving) - self._moved(leaving)
            self._let_go(leaving)
        self._books.leaving.clear()
        self._books.flush()

    def _departures(self) -> list[Departure]:
        doomed = self._books.state.rows(
            "SELECT url, reason FROM ledger WHERE site = ? AND pending = ? ORDER BY url", self._site, DOOMED
        )
        now = stamp(datetime.now(UTC))
        missing = [
            Departure(str(url), {"status": PageStatus.GONE, "reason": reason, "changed_at": now, **FORGOTTEN})
            for url, reason in doomed
        ]
        known = {page.url for page in missing}
        return [*missing, *(page for page in self._books.leaving if page.url not in known)]

    def _live_before(self) -> int:
        """How many pages there were when the crawl began."""
        live = self._books.state.row("SELECT count(*) FROM ledger WHERE site = ? AND snapshot != ''", self._site)
        return self._left + int(live[0] if live else 0) - self._booking.tally.count("new")

    def _too_many(self, leaving: Sequence[Departure], live: int) -> bool:
        if self._job.request.accept_deletions or not leaving:
            return False
        lost = self._lost + len(leaving) - self._moved(leaving)
        return lost >= FEW and lost > MOST_GONE * live

    def _moved(self, leaving: Sequence[Departure]) -> int:
        """How many only moved: each to a page of its own that was not there before."""
        targets = {page_key(self._end(page.target)) for page in leaving if page.target}
        return sum(self._booking.tally.news(key) == "new" or key in self._booking.moved for key in targets)

    def _end(self, target: str) -> str:
        for _ in range(len(self._books.leaving)):
            further = self._books.leaving.target(target)
            if not further:
                break
            target = further
        return self._books.ledger.resolve(self._site, target)

    def _keep(self, leaving: Sequence[Departure]) -> None:
        for page in leaving:
            # Where a twin came later the row has the new text already, and asked by halves it would stay unjudged.
            again = ASKED_WHOLE if page.status == PageStatus.DUPLICATE else {}
            self._books.close_row(page.url, reason=f"{page.changes['reason']}; {KEPT}", **again)

    def _let_go(self, leaving: Sequence[Departure]) -> None:
        for page in leaving:
            self.gone += page.status == PageStatus.GONE
            self._books.put(page.url, "gone")
            self._booking.tally.drop(page.url)
            self._books.close_row(page.url, **page.changes)


def what_happened(leaving: Sequence[Departure]) -> str:
    """How pages left, in words, most of them first."""
    counts = Counter(page.status for page in leaving)
    return ", ".join(f"{count:,} {_said(status, leaving)}" for status, count in counts.most_common())


def _said(status: str, leaving: Sequence[Departure]) -> str:
    targets = {page.target for page in leaving if page.status == status}
    where = targets.pop() if len(targets) == 1 else ""
    return WHAT.get(status, "left").format(where or "other addresses")
