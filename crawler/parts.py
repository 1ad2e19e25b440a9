"""The parts of a crawl, wired to each other. Where answers come from (`ask`) is the only thing left open."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from crawler.answers import Answer, Entry
from crawler.booking import Booking
from crawler.discovery import Discovery
from crawler.ending import Ending
from crawler.frontier import Frontier
from crawler.job import Job
from crawler.probes import Probes
from crawler.reading import Reader
from crawler.redirects import Redirects
from crawler.retries import Retries
from crawler.robots_book import RobotsBook
from crawler.siblings import OTHER, Siblings
from crawler.traps import TrapWatch
from crawler.visits import Visits

Ask = Callable[[Entry], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that is free of Scrapy. `resumed`: an earlier crawl of the site did not come to its end."""

    resumed: bool
    traps: TrapWatch
    frontier: Frontier
    robots: RobotsBook
    discovery: Discovery
    booking: Booking
    retries: Retries
    visits: Visits
    ending: Ending


def make_parts(job: Job, fetch: Ask, ask_host: Ask) -> Parts:
    """`fetch` asks for a page at once, `ask_host` for a robots.txt, following redirects."""
    request = job.request
    resumed = job.books.ledger.noted(request.site, "run") == "running"
    forgets = request.full and not resumed
    known = {} if forgets else job.books.load_traps(keep_counts=resumed)
    if not resumed:
        job.books.leaving.clear()
    traps = TrapWatch(known, {} if forgets else job.books.load_places())
    frontier = Frontier(job.books)
    robots = RobotsBook(ask_host, job.agent, job.scope.hosts() if request.ignore_robots else (), job.scope.seed_origin)
    discovery = Discovery(job.scope, job.books, frontier, traps, robots.refusal, request.max_depth)
    booking = Booking(job.books, job.scope.seed_origin, full=request.full)
    retries = Retries(booking, frontier, request.retries, request.retry_wait)
    reader = Reader(job.inspect)
    visits = Visits(
        booking=booking,
        discovery=discovery,
        redirects=Redirects(booking, discovery),
        retries=retries,
        probes=Probes(fetch, reader.fingerprint),
        siblings=Siblings(fetch, lambda answer: visits.links_in(answer, OTHER)),
        reader=reader,
        agent=job.agent,
        ignore_robots=request.ignore_robots,
    )
    return Parts(
        resumed=resumed,
        traps=traps,
        frontier=frontier,
        robots=robots,
        discovery=discovery,
        booking=booking,
        retries=retries,
        visits=visits,
        ending=Ending(job, frontier, traps, booking, discovery.judge),
    )
