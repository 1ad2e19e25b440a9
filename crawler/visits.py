"""What an answer means: every address that is asked ends here with a status and a reason."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from core.directives import ROBOTS_TAG
from core.records import PageFacts, PageStatus
from core.urls import host_of, join_url, read_location, resolve, same_page
from crawler.answers import Answer, Entry
from crawler.bodies import DOCUMENTS, is_page, sniff
from crawler.booking import REASONS, Booking
from crawler.discovery import Discovery
from crawler.feeds import kind_with_feeds
from crawler.probes import Probes
from crawler.reading import Reader
from crawler.redirects import Redirects
from crawler.retries import Retries
from crawler.robots import page_directives
from crawler.siblings import Siblings
from crawler.sitemaps import read_listing

WALLS = (PageStatus.CHALLENGE, PageStatus.MAINTENANCE)
SETTLED = (PageStatus.DUPLICATE, PageStatus.NOINDEX, PageStatus.NOT_TEXT)
ANY_ADDRESS = "answers 200 with what it answers for any address"
ALIKE_STATUSES = (PageStatus.OK, PageStatus.SOFT_404, PageStatus.EMPTY)


Render = Callable[[Answer], Awaitable[Answer | None]]


@dataclass(slots=True)
class Visits:
    """Takes answers. Returns the entry to ask at once when the same visit goes on at another address."""

    booking: Booking
    discovery: Discovery
    redirects: Redirects
    retries: Retries
    probes: Probes
    siblings: Siblings
    reader: Reader
    agent: str
    render: Render | None = None
    ignore_robots: bool = False

    async def take(self, entry: Entry, answer: Answer) -> Entry | None:
        """Book one answer."""
        tally = self.booking.tally
        tally.bytes += len(answer.body)
        tally.last_url = answer.url
        if await self._is_challenge(answer):
            self.booking.end(entry, answer, PageStatus.CHALLENGE, REASONS[PageStatus.CHALLENGE])
            return None
        if self.retries.wants(entry, answer):
            self.retries.take(entry, answer)
            return None
        self.retries.answered(host_of(entry.url))
        if 300 <= answer.status < 400 and answer.headers.get("location", "").strip():
            return await self._redirected(entry, answer)
        tally.fetched += 1
        return await self._answered(entry, answer)

    async def _redirected(self, entry: Entry, answer: Answer) -> Entry | None:
        location = read_location(answer.headers["location"])
        target, exact = resolve(answer.url, location), join_url(answer.url, location)
        if self.discovery.scope.holds(target):
            await self.probes.see_redirect(entry.url, target)
        return self.redirects.take(entry, answer, target, str(answer.status), exact)

    async def _answered(self, entry: Entry, answer: Answer) -> Entry | None:
        if entry.known is not None and answer.status in (200, 304):
            entry = replace(entry, known=await self.reader.renewed(entry.known, self.booking.books.snapshots))
        if answer.status == 304 and entry.known is not None:
            self._unchanged(entry, answer, conditional=True)
        elif answer.status in (404, 410):
            return self.booking.missing(entry, answer, f"answered {answer.status}", PageStatus.GONE)
        elif answer.status in (401, 407):
            self.booking.end(entry, answer, PageStatus.LOGIN, f"wants a login ({answer.status})")
        elif answer.status >= 400 or answer.status == 304:
            self.booking.end(entry, answer, PageStatus.FAILED, f"answered {answer.status}")
        elif answer.status >= 300 and not answer.body.strip():
            self.booking.end(entry, answer, PageStatus.FAILED, f"answered {answer.status} without saying where to")
        else:
            return await self._received(entry, answer)
        return None

    async def _is_challenge(self, answer: Answer) -> bool:
        """Whether an error answer is a challenge; those with 200 show when the page is read."""
        if answer.headers.get("cf-mitigated", "") == "challenge":
            return True
        if answer.status not in (403, 429, 503) or not answer.body:
            return False
        if not is_page(sniff(answer.body, answer.headers.get("content-type", ""))):
            return False
        return (await self.reader.facts(answer)).status == PageStatus.CHALLENGE

    async def _received(self, entry: Entry, answer: Answer) -> Entry | None:
        if entry.follow and not same_page(answer.url, entry.url):
            entry = self.booking.move(entry, answer)
        if self._is_same(entry, answer):
            self._unchanged(entry, answer)
            return None
        media = sniff(answer.body, answer.headers.get("content-type", ""), answer.url)
        media = kind_with_feeds(media, answer.body)
        if media in ("application/sitemap", "application/feed"):
            self._listing(entry, answer, media)
        elif media in DOCUMENTS:
            self.booking.keep(entry, answer, PageFacts(status=PageStatus.OK, media_type=media), media)
        elif not is_page(media):
            self.booking.leave(entry, answer, PageStatus.NOT_TEXT, f"not a text: {media}", media_type=media)
        elif not answer.body.strip():
            self.booking.leave(entry, answer, PageStatus.EMPTY, "empty answer")
        else:
            return await self._page(entry, answer, media)
        return None

    def _is_same(self, entry: Entry, answer: Answer) -> bool:
        known = entry.known
        if known is None or self.booking.full or known.body_hash != answer.body_hash or known.url in entry.tried:
            return False
        if known.snapshot:
            return self.booking.books.snapshots.has(known.snapshot)
        return known.status in SETTLED

    def _unchanged(self, entry: Entry, answer: Answer, *, conditional: bool = False) -> None:
        self.booking.unchanged(entry, answer, conditional=conditional)

    def _listing(self, entry: Entry, answer: Answer, media: str) -> None:
        listing = read_listing(answer.body, answer.url)
        source = "feed" if media == "application/feed" else "sitemap"
        for item in (*listing.pages, *listing.sitemaps):
            url = resolve(answer.url, item.url)
            self.discovery.offer(url, depth=entry.depth + 1, referrer=entry.url, source=source)
        reason = f"a {source} of {len(listing.pages)} addresses"
        self.booking.leave(entry, answer, PageStatus.NOT_TEXT, reason, media_type=media)

    async def _page(self, entry: Entry, answer: Answer, media: str) -> Entry | None:
        facts = await self.reader.facts(answer)
        if facts.status == PageStatus.NEEDS_BROWSER and self.render is not None:
            answer, facts = await self._rendered(answer, facts)
        if facts.status in WALLS:
            self.booking.end(entry, answer, facts.status, REASONS[facts.status], facts)
            return None
        target = resolve(answer.url, facts.refresh) if facts.refresh else ""
        if target and facts.refresh and facts.status == PageStatus.REDIRECT:
            exact = join_url(answer.url, facts.refresh)
            return self.redirects.take(entry, answer, target, "meta refresh", exact)
        directives = page_directives(facts.robots, answer.headers.get(ROBOTS_TAG, ""), self.agent)
        if "nofollow" not in directives:
            self._follow(entry, facts, target)
            await self._follow_siblings(entry, facts, answer.url)
        if "noindex" in directives and not self.ignore_robots:
            self.booking.leave(entry, answer, PageStatus.NOINDEX, "the page asks not to be indexed", facts=facts)
            return None
        return await self._judge(entry, answer, facts, media)

    async def _rendered(self, answer: Answer, facts: PageFacts) -> tuple[Answer, PageFacts]:
        assert self.render is not None
        rendered = await self.render(answer)
        return (answer, facts) if rendered is None else (rendered, await self.reader.facts(rendered))

    async def _judge(self, entry: Entry, answer: Answer, facts: PageFacts, media: str) -> Entry | None:
        self.discovery.traps.count(entry.url, entry.depth, facts.fingerprint, answer.body)
        status = await self._probed(entry, answer, facts)
        if status == PageStatus.SOFT_404:
            return self.booking.missing(entry, answer, ANY_ADDRESS, status)
        if status is not None:
            self.booking.end(entry, answer, status, REASONS[status], facts)
            return None
        if facts.status == PageStatus.SOFT_404:
            reason = facts.reason or "says that it was not found"
            return self.booking.missing(entry, answer, reason, PageStatus.SOFT_404)
        if facts.status not in (PageStatus.OK, PageStatus.TRUNCATED):
            self.booking.end(entry, answer, facts.status, facts.reason or REASONS.get(facts.status, ""), facts)
            return None
        canonical = resolve(answer.url, facts.canonical) if facts.canonical else ""
        self.booking.keep(entry, answer, facts, media, canonical)
        return None

    async def _probed(self, entry: Entry, answer: Answer, facts: PageFacts) -> PageStatus | None:
        """How a page ends that is what its folder answers for any address."""
        if facts.status not in ALIKE_STATUSES:
            return None
        return await self.probes.judge(entry.url, answer.body, facts.fingerprint, facts.words, facts.title)

    def _follow(self, entry: Entry, facts: PageFacts, refresh: str) -> None:
        offer, depth = self.discovery.offer, entry.depth + 1
        for link in facts.links:
            if not link.nofollow:
                offer(link.url, depth=depth, referrer=entry.url)
        for _, url in facts.alternates:
            offer(url, depth=depth, referrer=entry.url, source="hreflang")
        for url in facts.further:
            offer(url, depth=depth, referrer=entry.url)
        for url in facts.feeds:
            offer(url, depth=depth, referrer=entry.url, source="feed")
        if refresh:
            offer(refresh, depth=depth, referrer=entry.url)
        if facts.canonical and not same_page(resolve(entry.url, facts.canonical), entry.url):
            offer(facts.canonical, depth=depth, referrer=entry.url, source="canonical")
        holds = self.discovery.scope.holds
        targets = (*(link.url for link in facts.links), *facts.further, *(url for _, url in facts.alternates))
        self.booking.books.links(entry.url, (url for url in targets if holds(url)))

    async def _follow_siblings(self, entry: Entry, facts: PageFacts, url: str) -> None:
        for found in await self.siblings.find(url, facts.lang, self._source):
            self.discovery.offer(found, depth=entry.depth, referrer=entry.url, source="sibling")

    def _source(self, url: str) -> str:
        """How an address came to be known; empty when it is new and on this site."""
        books = self.discovery.books
        if not self.discovery.scope.holds(url):
            return "elsewhere"
        row = books.ledger.get(books.site, url) if books.is_known(url) else None
        return row.source if row is not None else "link" * books.is_known(url)

    async def links_in(self, answer: Answer, lang: str) -> list[str] | None:
        """Where a page in a language leads, or None when an answer is no such page."""
        if answer.status != 200 or not answer.body:
            return None
        facts = await self.reader.facts(answer)
        if not facts.lang.lower().startswith(lang):
            return None
        address = answer.url.rstrip("/")  # compared with what the root answers for nothing, not with its own folder
        says = (facts.fingerprint, facts.words, facts.title)
        missing = await self.probes.judge(address, answer.body, *says)
        return None if missing is not None or facts.status != PageStatus.OK else [link.url for link in facts.links]
