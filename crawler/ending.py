"""The end of a crawl: what is gone is asked once more, then retired, unless too much would go at once."""

from __future__ import annotations

from datetime import UTC, datetime

from core.ledger import QUEUED
from core.records import PageStatus
from crawler.books import DOOMED, MAIN, RECHECK
from crawler.freshness import stamp
from crawler.frontier import Frontier
from crawler.job import Job
from crawler.request import CrawlSummary
from crawler.robots_book import RobotsBook
from crawler.traps import TrapWatch
from crawler.visits import LIVE, Visits

MOST_GONE = 0.30
FEW = 2


class Ending:
    """Runs when the frontier is empty; `more_to_ask` may fill it again."""

    def __init__(self, job: Job, frontier: Frontier, traps: TrapWatch, visits: Visits, robots: RobotsBook) -> None:
        self._job = job
        self._books = job.books
        self._site = job.request.site
        self._frontier = frontier
        self._traps = traps
        self._visits = visits
        self._robots = robots

    def now(self) -> str:
        """The time as the ledger writes it."""
        return stamp(datetime.now(UTC))

    def more_to_ask(self) -> bool:
        """Turn the pages that seemed gone into a second round; whether there is one."""
        self._books.flush(self._traps.take_changed())
        self._visits.rechecking = True
        moved = self._books.state.write(
            "UPDATE ledger SET pending = ? WHERE site = ? AND pending = ?", MAIN, self._site, RECHECK
        )
        return bool(moved) and self._frontier.load() > 0

    def end(self, stopped: str) -> None:
        """Settle everything and write the summary."""
        self._books.flush(self._traps.take_changed())
        gone, kept = (0, 0) if stopped or self._job.request.dry_run else self._retire()
        left = self._left(stopped)
        if not left and not self._job.request.dry_run:
            self._books.ledger.note(self._site, "run", "finished")
            self._books.ledger.note(self._site, "finished_at", self.now())
        self._job.summary = self._summary(stopped, gone, kept)
        self._books.ledger.note(self._site, "summary", self._job.summary.model_dump_json())

    def _retire(self) -> tuple[int, int]:
        rows = self._books.state.rows(
            "SELECT url FROM ledger WHERE site = ? AND pending = ? ORDER BY url", self._site, DOOMED
        )
        live = self._books.state.row("SELECT count(*) FROM ledger WHERE site = ? AND snapshot != ''", self._site)
        too_many = len(rows) >= FEW and len(rows) > MOST_GONE * int(live[0] if live else 0)
        if too_many and not self._job.request.accept_deletions:
            for (url,) in rows:
                self._books.close_row(str(url), reason="seems gone; kept, since too many would go at once")
            self._books.flush()
            return 0, len(rows)
        for (url,) in rows:
            self._books.put(str(url), "gone")
            self._books.close_row(str(url), status=PageStatus.GONE, snapshot="", fingerprint="", content_hash="")
        self._books.flush()
        return len(rows), 0

    def _left(self, stopped: str) -> int:
        """Addresses that were not asked; they stay for the next crawl and say why."""
        if stopped:
            self._books.state.write(
                "UPDATE ledger SET reason = ? WHERE site = ? AND pending = ? AND status = ?",
                *(f"left for the next crawl: {stopped}", self._site, MAIN, QUEUED),
            )
        row = self._books.state.row("SELECT count(*) FROM ledger WHERE site = ? AND pending > 0", self._site)
        return int(row[0]) if row else 0

    def _summary(self, stopped: str, gone: int, kept: int) -> CrawlSummary:
        tally = self._visits.tally
        ended = datetime.now(UTC)
        counts = self._books.ledger.counts(self._site)
        refused = self._books.state.row(
            "SELECT count(*) FROM ledger WHERE site = ? AND status = 'refused' AND reason LIKE '%robots.txt%'",
            self._site,
        )
        summary = CrawlSummary(
            site=self._site,
            finished=not stopped,
            started_at=stamp(self._job.started_at),
            ended_at=stamp(ended),
            seconds=round((ended - self._job.started_at).total_seconds(), 3),
            requests=tally.requests,
            fetched=tally.fetched,
            new=tally.new,
            changed=tally.changed,
            unchanged=tally.unchanged,
            conditional=tally.conditional,
            gone=gone,
            kept=kept,
            queued=tally.queued,
            bytes=tally.bytes,
            robots_refused=int(refused[0]) if refused else 0,
            counts=counts,
            capped=tuple(self._traps.log()),
            warnings=tuple(self._job.warnings),
            exit_code=3 if kept else 0,
        )
        return summary.model_copy(update={"reason": explain(summary, stopped)})


def explain(summary: CrawlSummary, stopped: str) -> str:
    """One sentence on how the crawl ended, which also says why there is nothing if there is nothing."""
    pages = sum(summary.counts.get(status, 0) for status in LIVE)
    said = [f"stopped, since {stopped}" if stopped else "finished", f"{pages} pages"]
    if summary.robots_refused:
        said.append(f"refused by robots.txt: {summary.robots_refused:,} pages")
    if summary.kept:
        said.append(f"{summary.kept} pages seem gone and were kept; --accept-deletions removes them")
    if summary.gone:
        said.append(f"{summary.gone} pages are gone")
    if not pages:
        others = {name: count for name, count in summary.counts.items() if name != "queued"}
        said.append(
            "nothing to take in: " + (", ".join(f"{n} {s}" for s, n in others.items()) or "no address answered")
        )
    return "; ".join(said)
