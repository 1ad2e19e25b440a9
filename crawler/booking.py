"""How a visit ends in the books: kept, unchanged, left, or ended without news."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from core.ledger import NOT_TAKEN_IN, LedgerRow
from core.records import LIVE, PageFacts, PageStatus, Snapshot
from core.tombstones import marks_of
from core.urls import at_origin, host_of, normalize, origin_of, page_key, same_page
from crawler.answers import Answer, Entry
from crawler.books import DOOMED, RECHECK, Books
from crawler.freshness import next_interval, next_visit, stamp
from crawler.tally import Tally

_FOR_NOW = re.compile("; (kept|asked again) ")
"""What the reason of a page holds that did not answer as it should, until it does again."""
REASONS: dict[str, str] = {
    PageStatus.NEEDS_BROWSER: "needs a browser: its text is made by JavaScript",
    PageStatus.EMPTY: "no text",
    PageStatus.LOGIN: "login page instead of content",
    PageStatus.CHALLENGE: "challenge page instead of content",
    PageStatus.MAINTENANCE: "says that the site cannot be used now",
}


@dataclass(slots=True)
class Booking:
    """Writes ends. `full` queues a page although it did not change; `rechecking` is the round after the last.

    `moved` are the keys of pages that stand in for others which are gone.
    """

    books: Books
    seed_origin: Callable[[str], str]
    full: bool = False
    rechecking: bool = False
    alive: set[str] = field(default_factory=set)
    moved: set[str] = field(default_factory=set)
    tally: Tally = field(default_factory=Tally)

    def keep(self, entry: Entry, answer: Answer, facts: PageFacts, media: str, canonical: str = "") -> None:
        """A page worth taking in: its snapshot, its row, and the queue. One that another page says already is not."""
        fingerprint = facts.fingerprint or answer.body_hash
        words = marks_of(fingerprint, facts.title, facts.words, answer.body_hash)
        if self.books.tombstones & words or page_key(entry.url) in self.books.forgotten:
            self.leave(entry, answer, PageStatus.SKIPPED, "says what a forgotten page said")
            return
        twin, its_canonical = self.books.twin(fingerprint, facts.title, entry.url)
        if twin and not _goes_before(entry.url, canonical, twin, its_canonical):
            marks = {"target": twin, "fingerprint": fingerprint, "canonical": canonical}
            self.leave(entry, answer, PageStatus.DUPLICATE, f"says the same as {twin}", facts=facts, **marks)
            return
        if twin:
            self.yield_to(twin, entry.url)
        self.alive.add(origin_of(answer.url))
        self.books.leaving.drop(entry.url)
        url = self._own_address(entry, answer, canonical)
        key = self.books.snapshots.put(self._snapshot(entry, answer, url))
        changed = entry.known is None or entry.known.fingerprint != fingerprint
        described = {**_described(facts), "media_type": media}
        self.books.close_row(
            entry.url,
            **self._visit(entry, answer, changed=changed),
            **described,
            url=url,
            status=PageStatus.TRUNCATED if answer.truncated else PageStatus.OK,
            reason="; ".join(answer.warnings) or ("cut off" if answer.truncated else "fetched"),
            snapshot=key,
            fingerprint=fingerprint,
            canonical=canonical,
            target="",
        )
        self.books.live(fingerprint, facts.title, url, canonical)
        self._publish(entry, url, key, len(answer.body))
        self._count_page(entry, changed=changed)

    def unchanged(self, entry: Entry, answer: Answer, *, conditional: bool = False) -> None:
        """The page is as it was: nothing is queued, unless the ingest side could not take it in."""
        assert entry.known is not None
        self.tally.conditional += conditional
        known = entry.known
        if known.snapshot and known.status in LIVE:
            self.tally.book(known.url, "unchanged")
            if known.ingest_status == NOT_TAKEN_IN:
                self._publish(entry, known.url, known.snapshot, known.bytes)
        visit = self._visit(entry, answer, changed=False)
        visit.update(changed_at=known.changed_at, body_hash=known.body_hash, bytes=known.bytes, http_status=200)
        visit.update(fingerprint=known.fingerprint)
        if known.snapshot and _FOR_NOW.search(known.reason):
            visit.update(reason="cut off" if known.status == PageStatus.TRUNCATED else "fetched")
        if conditional:
            visit.update(etag=known.etag, last_modified=known.last_modified)
        self.books.close_row(entry.url, **visit)

    def leave(
        self,
        entry: Entry,
        answer: Answer,
        status: str,
        reason: str,
        *,
        facts: PageFacts | None = None,
        **fields: object,
    ) -> None:
        """The address is no page (any more); one that was leaves at the end, unless too many would."""
        self.tally.drop(entry.url)
        described = _described(facts) if facts else {}
        visit = self._visit(entry, answer, changed=_is_news(entry, answer, status))
        changes = {**visit, **described, "snapshot": "", "fingerprint": "", "target": "", **fields}
        if entry.known is not None and entry.known.snapshot:
            self.books.leaving.add(entry.known.url, **changes, status=status, reason=reason)
            self.books.close_row(entry.url, http_status=answer.status)
        else:
            self.books.close_row(entry.url, **changes, status=status, reason=reason)

    def end(self, entry: Entry, answer: Answer, status: str, reason: str, facts: PageFacts | None = None) -> None:
        """No page this time; a page that was there before is kept as it was last seen."""
        was_here = entry.known is not None and bool(entry.known.snapshot)
        if was_here or status != PageStatus.LOGIN:  # a site has logins of its own; a page that turns into one is lost
            self.tally.troubles[status] += 1
        if was_here:
            self.books.close_row(entry.url, reason=f"{reason}; kept as last seen", http_status=answer.status)
            return
        self.leave(entry, answer, status, reason, facts=facts)

    def yield_to(self, url: str, other: str) -> None:
        """A page becomes the duplicate of another: at once when this crawl brought it, else with all that leave."""
        reason = f"says the same as {other}"
        changes = {"status": PageStatus.DUPLICATE, "reason": reason, "target": other, "snapshot": ""}
        if self._was_live(url):
            self.books.leaving.add(url, **changes)
            return
        self.tally.drop(url)
        self.books.put(url, "gone")
        self.books.change_row(url, **changes)

    def missing(self, entry: Entry, answer: Answer, reason: str, status: str) -> Entry | None:
        """Nothing is there: another spelling is tried first; a page that was there is asked again at the end."""
        other = self._untried(entry)
        if other:
            known = entry.known and replace(entry.known, etag=None, last_modified=None)
            return replace(entry, address=other, tried=(*entry.tried, entry.asked), known=known)
        if entry.known is not None and _has_moved(entry.known, answer):
            self.books.close_row(entry.url, http_status=answer.status)
        elif entry.known is None or not entry.known.snapshot:
            self.end(entry, answer, status, reason)
        elif self.rechecking:
            self.books.close_row(entry.url, pending=DOOMED, reason=reason, http_status=answer.status)
        else:
            self.books.close_row(entry.url, pending=RECHECK, reason=f"{reason}; asked again at the end")
        return None

    def move(self, entry: Entry, answer: Answer) -> Entry:
        """A chain ended elsewhere: book its start as a redirect and go on under the end's own address."""
        self.leave(entry, answer, PageStatus.REDIRECT, f"redirect to {answer.url}", target=answer.url)
        self.books.enter(answer.url, depth=entry.depth, referrer=entry.url, source="redirect")
        self.books.flush()
        row = self.books.ledger.get(self.books.site, answer.url)
        return replace(entry, url=answer.url, known=row if row is not None and row.fetched_at else None)

    def _was_live(self, url: str) -> bool:
        """Whether a live page was one before this crawl; the first crawl of a site, taken up again, brought all."""
        is_new = self.tally.news(page_key(url)) == "new"
        return not is_new and bool(self.books.ledger.noted(self.books.site, "finished_at"))

    def _untried(self, entry: Entry) -> str:
        tried = {*entry.tried, entry.asked}
        if len(tried) > 3:
            return ""
        spellings = [entry.url, *sorted(self.books.spellings(entry.url)), self._at_seed(entry)]
        return next((url for url in spellings if url not in tried), "")

    def _at_seed(self, entry: Entry) -> str:
        """The address at the seed's own origin, where its own origin has not answered with a page yet."""
        origin = self.seed_origin(entry.url)
        return entry.url if not origin or origin_of(entry.url) in self.alive else at_origin(entry.url, origin)

    def _publish(self, entry: Entry, url: str, key: str, size: int) -> None:
        before = entry.known.url if entry.known is not None and entry.known.snapshot else url
        if before != url:
            self.books.put(before, "gone")
        self.books.put(url, "page", key, size)
        self.tally.queued += 1

    def _own_address(self, entry: Entry, answer: Answer, canonical: str) -> str:
        url = normalize(answer.url) if same_page(answer.url, entry.url) else entry.url
        chosen = canonical if canonical and self._may_stand_for(canonical, url, entry) else url
        for spelling in {entry.url, url} - {chosen}:
            self.books.alias(spelling)
        return chosen

    def _may_stand_for(self, canonical: str, url: str, entry: Entry) -> bool:
        """Whether a canonical is another spelling of an address that may be believed: nobody asks for it.

        It differs in its query alone, or links of the site say so too, and it was not found to lead nowhere.
        """
        if not same_page(canonical, url) or host_of(canonical) != host_of(url) or canonical in entry.tried:
            return False
        if canonical.partition("?")[0] == url.partition("?")[0]:
            return True
        return canonical == entry.url or canonical in self.books.spellings(url)

    def _snapshot(self, entry: Entry, answer: Answer, url: str) -> Snapshot:
        aliases = {entry.url, *self.books.ledger.spellings(self.books.site, url)} - {url}
        return Snapshot(
            site=self.books.site,
            url=url,
            status=answer.status,
            body=answer.body,
            fetched_at=answer.fetched_at,
            headers=dict(answer.headers),
            final_url=answer.url,
            aliases=tuple(sorted(aliases)),
            depth=entry.depth,
            rendered=answer.rendered,
            truncated=answer.truncated,
        )

    def _visit(self, entry: Entry, answer: Answer, *, changed: bool) -> dict[str, object]:
        hours = next_interval(entry.known.interval_hours if entry.known else 0.0, changed=changed)
        now = stamp(answer.fetched_at)
        return {
            "http_status": answer.status,
            "etag": answer.headers.get("etag"),
            "last_modified": answer.headers.get("last-modified"),
            "body_hash": answer.body_hash,
            "bytes": len(answer.body),
            "fetched_at": now,
            "changed_at": now if changed or entry.known is None else entry.known.changed_at,
            "interval_hours": hours,
            "next_visit": next_visit(answer.fetched_at, hours),
            "tries": entry.tries,
        }

    def _count_page(self, entry: Entry, *, changed: bool) -> None:
        if entry.known is None or not entry.known.snapshot:
            self.tally.book(entry.url, "new")
        else:
            self.tally.book(entry.url, "changed" if changed else "unchanged")


def _is_news(entry: Entry, answer: Answer, status: str) -> bool:
    """Whether an address that is no page has become so, or says something else; what is gone says what it likes."""
    known = entry.known
    if known is None or known.status != status:
        return True
    return status not in (PageStatus.GONE, PageStatus.SOFT_404) and known.body_hash != answer.body_hash


def _has_moved(known: LedgerRow, answer: Answer) -> bool:
    """Whether an address with nothing at it is known to have moved: it still leads to its page."""
    nothing = (404, 410)
    return (
        known.status == PageStatus.REDIRECT
        and bool(known.target)
        and known.http_status in nothing
        and answer.status in nothing
    )


def _goes_before(url: str, canonical: str, other: str, its_canonical: str) -> bool:
    """Which of two equal pages stands for both: as a canonical says, else the shorter address."""
    if its_canonical and same_page(its_canonical, url):
        return True
    if canonical and same_page(canonical, other):
        return False
    return (len(url), url) < (len(other), other)


def _described(facts: PageFacts) -> dict[str, object]:
    return {"title": facts.title[:300], "lang": facts.lang, "words": facts.words, "media_type": facts.media_type}
