"""The beginning of a crawl: what is due, the seeds, and what the sitemaps list."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime

from core.urls import resolve
from crawler.answers import Answer, Entry
from crawler.freshness import is_newer, stamp
from crawler.job import Job
from crawler.parts import Parts
from crawler.sitemaps import read_listing

MAX_SITEMAPS = 500
Ask = Callable[[Entry], Awaitable[Answer]]


class Opening:
    """Fills the frontier: with what an interrupted crawl left, or with what is due."""

    def __init__(self, job: Job, parts: Parts, ask: Ask) -> None:
        self._job = job
        self._parts = parts
        self._ask = ask
        self._site = job.request.site

    def load(self) -> None:
        """Take up the ledger's pending rows, after making rows pending if this is a crawl of its own."""
        books = self._job.books
        if not self._parts.resumed:
            self._make_due()
        books.ledger.note(self._site, "run", "running")
        self._parts.frontier.load()
        for seed in list(self._job.scope.seeds):
            self._parts.discovery.offer(seed, depth=0, source="seed")
            self._recall_name(seed)

    def _recall_name(self, seed: str) -> None:
        """Take in the hosts that a seed was found to redirect to before, so that a crawl goes on there at once."""
        row = self._job.books.ledger.get(self._site, seed)
        while row is not None and row.target and self._job.scope.follows_seed(row.url, row.target):
            row = self._job.books.ledger.get(self._site, row.target)

    async def read_sitemaps(self, seeds: Sequence[str]) -> None:
        """Offer what the seeds' sitemaps list; those that robots.txt itself names are read in any case."""
        waiting = [address for seed in seeds for address in self._addresses(seed)]
        seen: set[str] = set()
        while waiting and len(seen) < MAX_SITEMAPS:
            address = waiting.pop(0)
            if not address or address in seen or not self._job.scope.holds(address):
                continue
            seen.add(address)
            answer = await self._ask(Entry(url=address))
            if answer.status == 200:
                waiting += self._take(answer)

    def _make_due(self) -> None:
        request = self._job.request
        due = "next_visit <= ?" if request.due_only else "(status NOT IN ('gone', 'soft-404') OR next_visit <= ?)"
        self._job.books.state.write(
            f"UPDATE ledger SET pending = 1, tries = 0 WHERE site = ? AND {due} "  # noqa: S608
            "AND NOT (status = 'not-text' AND fetched_at = '')",
            *(self._site, "9999" if request.full else stamp(datetime.now(UTC))),
        )

    def _addresses(self, seed: str) -> list[str]:
        usual = resolve(seed, "/sitemap.xml")
        listed = [resolve(seed, address) for address in self._parts.robots.rules(seed).sitemaps]
        return listed if self._parts.robots.refusal(usual) else [*listed, usual]

    def _take(self, answer: Answer) -> list[str]:
        listing = read_listing(answer.body, answer.url)
        for item in listing.pages:
            url = resolve(answer.url, item.url)
            if not self._parts.discovery.offer(url, depth=1, source="sitemap", lastmod=item.lastmod):
                self._hint(url, item.lastmod)
        return [resolve(answer.url, item.url) for item in listing.sitemaps]

    def _hint(self, url: str, lastmod: str) -> None:
        """A page that says it changed since it was fetched is due before its time."""
        if not (lastmod and self._job.request.due_only and url):
            return
        books = self._job.books
        row = books.ledger.get(self._site, url)
        if row is not None and not row.pending and is_newer(lastmod, row.fetched_at):
            books.ledger.update(self._site, row.url, pending=1, lastmod=lastmod)
            self._parts.frontier.push_front(Entry(url=row.url, depth=row.depth, known=row))
