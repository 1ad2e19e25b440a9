"""The end of a crawl: what seems gone is asked once more, canonicals are judged, and everything is settled."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from core.errors import IngestError
from core.ledger import QUEUED, LedgerRow
from core.records import LIVE, PageStatus
from core.urls import same_page
from crawler.booking import Booking
from crawler.books import MAIN, RECHECK
from crawler.freshness import stamp
from crawler.frontier import Frontier
from crawler.job import Job
from crawler.likeness import stands_in
from crawler.moving import note_moves
from crawler.outcome import ROBOTS, TROUBLES, exit_code, explain, live_pages
from crawler.request import CrawlSummary
from crawler.retirement import Retirement
from crawler.traps import TrapWatch

LEFT_ALONE = (
    "status = 'duplicate' AND target NOT IN "
    "(SELECT url FROM ledger WHERE site = ? AND (snapshot != '' OR target != ''))"
)
CANONICALS = (
    "SELECT url, canonical, snapshot FROM ledger WHERE site = ? AND canonical != '' AND pending = 0 "
    "AND status IN ({}) ORDER BY url"
)
Judge = Callable[[str, int], tuple[str, str]]


class Ending:
    """Runs when the frontier is empty; `more_to_ask` may fill it again, twice at most.

    `judge` says of an address and its depth whether it is asked.
    """

    def __init__(self, job: Job, frontier: Frontier, traps: TrapWatch, booking: Booking, judge: Judge) -> None:
        self._job = job
        self._books = job.books
        self._site = job.request.site
        self._frontier = frontier
        self._traps = traps
        self._booking = booking
        self._judge = judge
        self._settled = False
        self._retirement = Retirement(job, booking)

    def now(self) -> str:
        """The time as the ledger writes it."""
        return stamp(datetime.now(UTC))

    def more_to_ask(self) -> bool:
        """Fill the frontier with what must be asked again; whether there is anything."""
        self._flush()
        if not self._booking.rechecking:
            self._booking.rechecking = True
            if self._reopen(f"pending = {RECHECK}"):
                return True
        if not self._settled:
            self._settled = True
            self._settle()
            return self._reopen(LEFT_ALONE, "body_hash = '', etag = NULL, last_modified = NULL", self._site)
        self._retirement.settle()
        return False

    def end(self, stopped: str) -> None:
        """Write the summary."""
        self._flush()
        if self._job.request.dry_run:
            self._job.summary = self._summary(stopped)
            return
        if not self._left(stopped):
            self._books.ledger.note(self._site, "run", "finished")
            self._books.ledger.note(self._site, "finished_at", self.now())
        self._job.summary = self._summary(stopped)
        self._books.ledger.note(self._site, "summary", self._job.summary.model_dump_json())
        if not stopped:
            self._prune()

    def end_offline(self) -> None:
        """End a crawl from disk: what was linked but not there is said so, canonicals are judged."""
        self._flush()
        self._books.state.write(
            "UPDATE ledger SET pending = 0, status = 'skipped', reason = 'not among the pages given' "
            "WHERE site = ? AND pending > 0 AND status = 'queued'",
            self._site,
        )
        self._books.state.write("UPDATE ledger SET pending = 0 WHERE site = ? AND pending > 0", self._site)
        self._settle()
        self.end("")

    def _flush(self) -> None:
        if not self._job.request.dry_run:
            self._books.flush(self._traps.take_changed())

    def _reopen(self, condition: str, forgotten: str = "tries = 0", *values: object) -> bool:
        moved = self._books.state.write(
            f"UPDATE ledger SET pending = {MAIN}, {forgotten} WHERE site = ? AND {condition}",  # noqa: S608
            *(self._site, *values),
        )
        return bool(moved) and self._frontier.load() > 0

    def _settle(self) -> None:
        wrong = self._judge_canonicals()
        self._books.flush()
        note_moves(self._books, self._booking, self.now())
        self._retirement.settle()
        if wrong:
            self._job.warnings.append(f"{wrong} pages name a canonical address that is not theirs; they were kept")

    def _judge_canonicals(self) -> int:
        """Make aliases of pages whose canonical says nearly the same; how many canonicals are wrong."""
        wrong = 0
        statement = CANONICALS.format(",".join("?" * len(LIVE)))
        for url, canonical, snapshot in self._books.state.rows(statement, self._site, *sorted(LIVE)):
            if same_page(canonical, url) or self._books.leaving.has(url):
                continue
            target = self._canonical_page(str(url), str(canonical))
            if target is not None and self._say_the_same(str(snapshot), target.snapshot):
                self._booking.yield_to(str(url), target.url)
            else:
                wrong += 1
        return wrong

    def _canonical_page(self, url: str, canonical: str) -> LedgerRow | None:
        """The other page of this site that a canonical leads to, if it leads to one."""
        if not self._job.scope.holds(canonical):
            return None
        target = self._books.ledger.get(self._site, self._books.ledger.resolve(self._site, canonical))
        if target is None or not target.snapshot or same_page(target.url, url):
            return None
        return None if target.pending or self._books.leaving.has(target.url) else target

    def _say_the_same(self, first: str, second: str) -> bool:
        try:
            bodies = [self._books.snapshots.get(key).body for key in (first, second)]
        except IngestError:
            return False
        return stands_in(bodies[0], bodies[1])

    def _left(self, stopped: str) -> int:
        """Addresses that were not asked; they stay for the next crawl and say why."""
        if stopped:
            self._books.state.write(
                "UPDATE ledger SET reason = ? WHERE site = ? AND pending = ? AND status = ?",
                *(f"left for the next crawl: {stopped}", self._site, MAIN, QUEUED),
            )
        row = self._books.state.row("SELECT count(*) FROM ledger WHERE site = ? AND pending > 0", self._site)
        return (int(row[0]) if row else 0) + len(self._books.leaving)

    def _prune(self) -> None:
        rows = self._books.state.rows("SELECT snapshot FROM ledger WHERE site = ? AND snapshot != ''", self._site)
        keep = {str(row[0]) for row in rows} | self._books.queue.snapshots(self._site)
        self._books.snapshots.prune(self._site, keep)

    def _summary(self, stopped: str) -> CrawlSummary:
        tally, counts = self._booking.tally, self._books.ledger.counts(self._site)
        news = {"new": tally.count("new"), "changed": tally.count("changed"), "unchanged": tally.count("unchanged")}
        ended = datetime.now(UTC)
        refused = self._books.state.row(
            "SELECT count(*) FROM ledger WHERE site = ? AND reason LIKE ?",
            *(self._site, f"{ROBOTS}%"),
        )
        summary = CrawlSummary(
            site=self._site,
            finished=not stopped,
            started_at=stamp(self._job.started_at),
            ended_at=stamp(ended),
            seconds=round((ended - self._job.started_at).total_seconds(), 3),
            requests=tally.requests,
            fetched=tally.fetched,
            known=sum(counts.values()),
            pages=live_pages(counts),
            **news,
            as_before=live_pages(counts) - sum(news.values()),
            silent=tally.requests > 0 and tally.due > 0 and not (tally.fetched or self._retirement.gone),
            conditional=tally.conditional,
            gone=self._retirement.gone,
            kept=self._retirement.kept,
            kept_why=self._retirement.why,
            troubles={status: tally.troubles[status] for status in TROUBLES if tally.troubles[status]},
            left_alone=tuple(sorted(tally.left_alone)),
            queued=tally.queued,
            bytes=tally.bytes,
            robots_refused=int(refused[0]) if refused else 0,
            counts=counts,
            capped=tuple(self._traps.log()),
            warnings=tuple(self._job.warnings),
            trouble=self._job.trouble,
            would_fetch=self._would_fetch() if self._job.request.dry_run else (),
        )
        ending = {"reason": explain(summary, stopped, self._start()), "exit_code": exit_code(summary)}
        return summary.model_copy(update=ending)

    def _start(self) -> LedgerRow | None:
        """What became of the first seed, or of the address on this site to which it leads."""
        ledger, seeds = self._books.ledger, self._job.scope.seeds
        return ledger.get(self._site, ledger.resolve(self._site, seeds[0])) if seeds else None

    def _would_fetch(self) -> tuple[str, ...]:
        rows = self._books.state.rows(
            "SELECT url, depth, status FROM ledger WHERE site = ? AND pending = ? ORDER BY url", self._site, MAIN
        )
        return tuple(str(url) for url, depth, status in rows if self._is_asked(str(url), int(depth), str(status)))

    def _is_asked(self, url: str, depth: int, status: str) -> bool:
        """Whether a crawl would ask for what is due; a page of the site it would, whatever is around it."""
        judged, _ = self._judge(url, depth)
        return judged == QUEUED or (judged == PageStatus.TRAPPED and status in LIVE)
