"""The crawler's books for pages that are pushed: rows like those of crawled pages, and a site's own addresses."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.seeds import read_seeds
from core.ledger import Ledger, LedgerRow
from core.records import PageFacts, PageStatus
from core.settings import Settings
from core.urls import bare_host, host_of, page_key
from crawler.answers import Answer
from crawler.books import frontier_section
from crawler.freshness import FIRST_HOURS, next_visit, stamp
from crawler.leaving import FORGOTTEN

if TYPE_CHECKING:
    from ingest.single import Taken

PUSHED = "push"
UNFINISHED = "unfinished"
REMOVED = "removed over HTTP"


class PushBook:
    """Writes how pushed and removed pages of a site ended."""

    def __init__(self, settings: Settings, ledger: Ledger) -> None:
        self._settings = settings
        self._ledger = ledger

    def row(self, site: str, url: str) -> LedgerRow | None:
        """The row of an address in any spelling."""
        return self._ledger.get(site, url)

    def foreign_to(self, site: str, url: str) -> str:
        """The host of a site's pages when an address is not on it; empty when it is, and for a site without pages."""
        host = bare_host(host_of(url))
        seeds = [bare_host(host_of(seed)) for seed in read_seeds(self._settings).get(site, ())]
        if host in seeds or self._has_pages(site, f"{host}/", f"{host}0"):
            return ""
        if seeds:
            return seeds[0]
        row = self._ledger.state.row("SELECT url FROM ledger WHERE site = ? AND snapshot != '' LIMIT 1", site)
        return bare_host(host_of(str(row[0]))) if row else ""

    def _has_pages(self, site: str, first: str, after: str) -> bool:
        statement = "SELECT 1 FROM ledger WHERE site = ? AND key >= ? AND key < ? AND snapshot != '' LIMIT 1"
        return self._ledger.state.row(statement, site, first, after) is not None

    def put(self, site: str, answer: Answer, facts: PageFacts, snapshot: str, taken: Taken) -> None:
        """A page was taken in."""
        old = self._ledger.get(site, answer.url)
        now = stamp(answer.fetched_at)
        changed = taken.news == "written" or old is None or not old.changed_at
        self._ledger.update(
            site,
            answer.url,
            **_described(answer, facts),
            status=PageStatus.TRUNCATED if taken.status is PageStatus.TRUNCATED else PageStatus.OK,
            reason=taken.reason or "pushed",
            snapshot=snapshot,
            fingerprint=facts.fingerprint or answer.body_hash,
            target="",
            changed_at=now if changed or old is None else old.changed_at,
            interval_hours=FIRST_HOURS,
            next_visit=next_visit(answer.fetched_at, FIRST_HOURS),
            ingest_status=taken.news,
            ingest_reason=taken.reason,
            **_born(old, answer.url),
        )

    def refuse(self, site: str, answer: Answer, facts: PageFacts, status: str, reason: str) -> None:
        """What was pushed is no page; one that was there stays as it was."""
        old = self._ledger.get(site, answer.url)
        if old is not None and old.snapshot:
            self._ledger.update(site, answer.url, ingest_status="kept", ingest_reason=reason)
            return
        born = _born(old, answer.url)
        self._ledger.update(
            site, answer.url, **_described(answer, facts), status=status, reason=reason, ingest_status="refused", **born
        )

    def remove(self, site: str, url: str, status: str = PageStatus.GONE, reason: str = REMOVED) -> None:
        """A page was taken out; nothing is left that a crawl or a list of broken links would take for a link."""
        old = self._ledger.get(site, url)
        now = stamp(datetime.now(UTC))
        ended = {"status": status, "reason": reason, "changed_at": now, "pending": 0, "ingest_status": "retired"}
        self._ledger.update(site, url, **ended, **FORGOTTEN, **_born(old, url))
        self._ledger.state.write("DELETE FROM outlink WHERE site = ? AND key = ?", site, page_key(url))

    def mark(self, site: str) -> None:
        """Note that a site waits to be finished; a server that is ended meanwhile does it at its next start."""
        self._ledger.note(site, UNFINISHED, datetime.now(UTC).isoformat())

    def unfinished(self, site: str) -> str:
        """Since when a site waits to be finished; empty when it does not."""
        return self._ledger.noted(site, UNFINISHED)

    def settle(self, site: str, since: str) -> None:
        """A site was finished, as far as what came before: it goes on waiting when more came meanwhile."""
        if self.unfinished(site) == since:
            self._ledger.note(site, UNFINISHED, "")

    def waiting(self) -> list[str]:
        """The sites that wait to be finished."""
        return [site for site in self._ledger.sites() if self.unfinished(site)]


def _born(old: LedgerRow | None, url: str) -> dict[str, object]:
    """What a new row says of where it came from; a known address keeps what it had."""
    return {} if old is not None else {"source": PUSHED, "section": frontier_section(url)}


def _described(answer: Answer, facts: PageFacts) -> dict[str, object]:
    return {
        "title": facts.title[:300],
        "lang": facts.lang,
        "words": facts.words,
        "media_type": facts.media_type,
        "http_status": answer.status,
        "body_hash": answer.body_hash,
        "bytes": len(answer.body),
        "fetched_at": stamp(answer.fetched_at),
        "pending": 0,
    }
