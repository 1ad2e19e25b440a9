"""The beginning of a crawl: what is due, the seeds, and what the sitemaps list."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime

from core.urls import at_origin, host_of, normalize, origin_of, resolve
from crawler.answers import Answer, Entry
from crawler.freshness import is_newer, stamp
from crawler.job import Job
from crawler.parts import Parts
from crawler.sitemaps import Entry as ListedUrl
from crawler.sitemaps import read_listing

MAX_SITEMAPS = 500
MAX_NESTING = 5
MOST_COMPLAINTS = 20
Ask = Callable[[Entry], Awaitable[Answer]]


class Opening:
    """Fills the frontier: with what an interrupted crawl left, or with what is due."""

    def __init__(self, job: Job, parts: Parts, ask: Ask) -> None:
        self._job = job
        self._parts = parts
        self._ask = ask
        self._site = job.request.site
        self._complaints = 0
        self._foreign: list[tuple[str, Mapping[ListedUrl, str]]] = []

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
        self._parts.booking.tally.due = self._parts.frontier.size

    def _recall_name(self, seed: str) -> None:
        """Take in the hosts that a seed was found to redirect to before, so that a crawl goes on there at once."""
        row = self._job.books.ledger.get(self._site, seed)
        while row is not None and row.target and self._job.scope.follows_seed(row.url, row.target):
            row = self._job.books.ledger.get(self._site, row.target)

    async def read_sitemaps(self, seeds: Sequence[str]) -> None:
        """Offer what the seeds' sitemaps list; those that robots.txt itself names are read in any case."""
        waiting = [(address, 1) for seed in seeds for address in self._addresses(seed)]
        seen: set[str] = set()
        guesses = self._guesses(seeds)
        while waiting and len(seen) < MAX_SITEMAPS:
            address, level = waiting.pop(0)
            if not address or address in seen or not self._job.scope.holds(address):
                continue
            seen.add(address)
            answer = await self._ask(Entry(url=address))
            if answer.status == 200:
                waiting += self._further(self._take(answer, guessed=address in guesses), address, level)
            elif address not in guesses:
                said = f"answered {answer.status}" if answer.status else "did not answer"
                self._complain(f"the sitemap {address} {said}")
        if waiting:
            self._complain(f"only the first {MAX_SITEMAPS} sitemaps were read")

    def _further(self, listed: Sequence[str], index: str, level: int) -> list[tuple[str, int]]:
        """The sitemaps that one lists with their level; none where indexes go on naming further ones."""
        if listed and level >= MAX_NESTING:
            self._complain(f"sitemaps name further ones {MAX_NESTING} levels deep; what {index} names was left out")
            return []
        return [(address, level + 1) for address in listed]

    def _make_due(self) -> None:
        request = self._job.request
        due_only = request.due_only and not request.full
        self._job.books.state.write(
            "UPDATE ledger SET pending = 1, tries = 0 WHERE site = ? AND next_visit <= ? "
            "AND NOT (status = 'not-text' AND fetched_at = '')",
            *(self._site, stamp(datetime.now(UTC)) if due_only else "9999"),
        )

    def _addresses(self, seed: str) -> list[str]:
        usual = resolve(seed, "/sitemap.xml")
        named = self._parts.robots.rules(seed).sitemaps
        listed = [self._at_home(resolve(seed, address), seed) for address in named]
        return listed if self._parts.robots.refusal(usual) else [*listed, usual]

    def _complain(self, said: str) -> None:
        self._complaints += 1
        if self._complaints <= MOST_COMPLAINTS:
            self._job.warnings.append(said)

    def _guesses(self, seeds: Sequence[str]) -> set[str]:
        """The usual addresses of sitemaps where robots.txt does not name them: that there is none is no fault."""
        named = {resolve(seed, url) for seed in seeds for url in self._parts.robots.rules(seed).sitemaps}
        return {resolve(seed, "/sitemap.xml") for seed in seeds} - named

    def _take(self, answer: Answer, *, guessed: bool) -> list[str]:
        listing = read_listing(answer.body, answer.url)
        if listing.is_broken or answer.truncated:
            self._complain(f"the sitemap {answer.url} is broken or cut off; what could be read of it was")
        elif listing.problem and not guessed:
            self._complain(f"the sitemap {answer.url} cannot be read: {listing.problem}")
        urls = {item: url for item in listing.pages if (url := resolve(answer.url, item.url))}
        if not self._is_foreign(urls.values()):
            self._offer(urls)
        elif not self._bring_here(answer.url, urls):
            self._foreign.append((answer.url, urls))
        return [self._at_home(resolve(answer.url, item.url), answer.url) for item in listing.sitemaps]

    def _at_home(self, sitemap: str, url: str) -> str:
        """A sitemap said to lie at another host, at the host that says so: copies of sites name the original."""
        return sitemap if not sitemap or self._job.scope.holds(sitemap) else at_origin(sitemap, origin_of(url))

    def take_foreign(self) -> bool:
        """Look again at sitemaps that name another host, now that the site is known; whether more is to be asked."""
        waiting, self._foreign = self._foreign, []
        for sitemap, urls in waiting:
            self._bring_here(sitemap, urls)
        return bool(waiting) and self._parts.frontier.size > 0

    def _offer(self, urls: Mapping[ListedUrl, str]) -> None:
        for item, url in urls.items():
            if not self._parts.discovery.offer(url, depth=1, source="sitemap", lastmod=item.lastmod):
                self._hint(url, item.lastmod)

    def _is_foreign(self, urls: Collection[str]) -> bool:
        """Whether the addresses of a sitemap are of one host that is not of this site."""
        return len(set(map(host_of, urls))) == 1 and not any(map(self._job.scope.holds, urls))

    def _bring_here(self, sitemap: str, urls: Mapping[ListedUrl, str]) -> bool:
        """Offer the addresses of a sitemap that names this site by another host, each at the host that was asked.

        So it is with copies, drafts and renamed sites. At least one address must be known here under its path, or
        robots.txt must refuse them all, so that nothing can be known; and nothing is ever asked of the other host.
        """
        here = {item: at_origin(url, origin_of(sitemap)) for item, url in urls.items()}
        refusal, known = self._parts.robots.refusal, self._job.books.is_known
        if not any(known(normalize(url)) for url in here.values()) and not all(map(refusal, here.values())):
            return False
        host = host_of(next(iter(urls.values())))
        self._job.warnings.append(f"the sitemap names this site {host}; its addresses were asked for here")
        self._offer(here)
        return True

    def _hint(self, url: str, lastmod: str) -> None:
        """A page that says it changed since it was fetched is due before its time."""
        if not (lastmod and self._job.request.due_only and url):
            return
        books = self._job.books
        row = books.ledger.get(self._site, url)
        if row is not None and not row.pending and is_newer(lastmod, row.fetched_at):
            books.ledger.update(self._site, row.url, pending=1, lastmod=lastmod)
            self._parts.frontier.push_front(Entry(url=row.url, depth=row.depth, known=row))
