"""What an answer means: every address that is asked ends here with a status and a reason."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Protocol

from core.records import PageFacts, PageStatus, Snapshot
from core.urls import host_of, prefixes_of, resolve, same_page
from crawler.answers import Answer, Entry
from crawler.bodies import DOCUMENTS, is_page, sniff
from crawler.books import RECHECK, Books
from crawler.discovery import MAX_HOPS, Discovery
from crawler.freshness import next_interval, next_visit, stamp
from crawler.probes import Probes
from crawler.request import CrawlRequest
from crawler.robots import page_directives
from crawler.sitemaps import read_listing

RETRIED = frozenset({0, 408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
REFUSED_ADDRESS = "its address is not public"
STUB_WORDS = 120
DOWN_AFTER = 10
MAX_WAIT = 120.0
LIVE = frozenset({"ok", "truncated", "needs-ocr"})


class Inspect(Protocol):
    """Reads the facts a crawler needs off a page; handed in, since reading HTML is not this room's work."""

    def __call__(
        self, body: bytes, url: str, content_type: str = "", headers: Mapping[str, str] | None = None
    ) -> PageFacts: ...


Render = Callable[[str], Awaitable[Answer | None]]


@dataclass(slots=True)
class Tally:
    """Numbers of one crawl."""

    requests: int = 0
    fetched: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    conditional: int = 0
    bytes: int = 0
    robots_refused: int = 0
    queued: int = 0
    last_url: str = ""


@dataclass(slots=True)
class Visits:
    """Takes answers. Returns the entry to ask at once when the same visit goes on at another address."""

    request: CrawlRequest
    books: Books
    discovery: Discovery
    inspect: Inspect
    probes: Probes
    agent: str
    render: Render | None = None
    tally: Tally = field(default_factory=Tally)
    silent: dict[str, int] = field(default_factory=dict)
    rechecking: bool = False

    async def take(self, entry: Entry, answer: Answer) -> Entry | None:
        """Book one answer."""
        self.tally.bytes += len(answer.body)
        self.tally.last_url = answer.url
        if answer.status in RETRIED or (answer.failure and entry.tries < self.request.retries):
            return self._retry(entry, answer)
        self.silent.pop(host_of(entry.url), None)
        if answer.status == 304 and entry.known is not None:
            return self._unchanged(entry, answer, conditional=True)
        if 300 <= answer.status < 400:
            return self._redirect(entry, answer, resolve(answer.url, answer.headers.get("location", "")))
        self.tally.fetched += 1
        if answer.status in (404, 410):
            return self._missing(entry, answer, f"answered {answer.status}")
        if answer.status >= 400:
            return self._refused(entry, answer)
        return await self._received(entry, answer)

    # answers without a page

    def _retry(self, entry: Entry, answer: Answer) -> Entry | None:
        host = host_of(entry.url)
        said = answer.failure or f"answered {answer.status}"
        if answer.failure == REFUSED_ADDRESS:
            return self._end(entry, answer, PageStatus.REFUSED, REFUSED_ADDRESS)
        if answer.status == 503 and self._is_challenge(answer):
            return self._end(entry, answer, PageStatus.CHALLENGE, "challenge page instead of content")
        if entry.tries < self.request.retries and not self.is_down(host):
            wait = self._wait(entry, answer)
            if answer.status in (429, 503) and "retry-after" in answer.headers:
                self.discovery.frontier.pause(host, monotonic() + wait)
            self.discovery.frontier.later(replace(entry, tries=entry.tries + 1), monotonic() + wait)
            return None
        self.silent[host] = self.silent.get(host, 0) + 1
        return self._end(entry, answer, PageStatus.FAILED, f"{said} ({entry.tries + 1} times)")

    def _wait(self, entry: Entry, answer: Answer) -> float:
        asked = answer.headers.get("retry-after", "").strip()
        backoff = self.request.retry_wait * 2.0**entry.tries
        return min(MAX_WAIT, max(backoff, float(asked) if asked.isdigit() else 0.0))

    def is_down(self, host: str) -> bool:
        """Whether a host failed so often in a row that it is left alone for this crawl."""
        return self.silent.get(host, 0) >= DOWN_AFTER

    def _refused(self, entry: Entry, answer: Answer) -> Entry | None:
        if answer.status in (401, 407):
            return self._end(entry, answer, PageStatus.LOGIN, f"wants a login ({answer.status})")
        if self._is_challenge(answer):
            return self._end(entry, answer, PageStatus.CHALLENGE, "challenge page instead of content")
        return self._end(entry, answer, PageStatus.FAILED, f"answered {answer.status}")

    def _is_challenge(self, answer: Answer) -> bool:
        if answer.headers.get("cf-mitigated", "") == "challenge":
            return True
        if not answer.body or not is_page(sniff(answer.body, answer.headers.get("content-type", ""))):
            return False
        return self.facts_of(answer).status == PageStatus.CHALLENGE

    def _missing(self, entry: Entry, answer: Answer, reason: str, status: str = PageStatus.GONE) -> Entry | None:
        other = self._untried(entry)
        if other:
            return replace(entry, address=other, tried=(*entry.tried, entry.asked))
        if entry.known is not None and entry.known.snapshot and not self.rechecking:
            self.books.close_row(entry.url, pending=RECHECK, reason=f"{reason}; asked again at the end")
            return None
        if entry.known is not None and entry.known.snapshot:
            self.books.close_row(entry.url, pending=3, reason=reason, http_status=answer.status)
            return None
        return self._end(entry, answer, status, reason)

    def _untried(self, entry: Entry) -> str:
        tried = {*entry.tried, entry.asked}
        if len(tried) > 3:
            return ""
        self.books.flush()
        spellings = [entry.url, *sorted(self.books.ledger.spellings(self.books.site, entry.url))]
        return next((url for url in spellings if url not in tried), "")

    # redirects

    def _redirect(self, entry: Entry, answer: Answer, target: str, how: str = "") -> Entry | None:
        how = how or str(answer.status)
        if not target:
            return self._end(entry, answer, PageStatus.FAILED, f"redirect ({how}) to nowhere on the web")
        if entry.hops >= MAX_HOPS:
            return self._end(entry, answer, PageStatus.FAILED, f"redirect loop: more than {MAX_HOPS} redirects")
        if not self.discovery.scope.holds(target):
            return self._leave(entry, answer, PageStatus.REDIRECT, f"redirect ({how}) to another site: {target}")
        if entry.follow or same_page(target, entry.url):
            return self._go_on(entry, answer, target)
        if self.books.is_known(target) and self._loops(entry, target):
            return self._go_on(entry, answer, target)
        self.discovery.offer(target, depth=entry.depth, referrer=entry.url, source="redirect", hops=entry.hops + 1)
        return self._leave(entry, answer, PageStatus.REDIRECT, f"redirect ({how}) to {target}", target=target)

    def _go_on(self, entry: Entry, answer: Answer, target: str) -> Entry | None:
        refused = self.discovery.refusal(target)
        if refused:
            return self._leave(entry, answer, PageStatus.REFUSED, refused)
        jar = dict(entry.cookies)
        jar.update(_cookie(line) for line in answer.cookies)
        if target == entry.asked and tuple(jar.items()) == entry.cookies:
            return self._end(entry, answer, PageStatus.FAILED, "redirect loop: redirects to itself")
        return replace(entry, address=target, hops=entry.hops + 1, follow=True, cookies=tuple(jar.items()))

    def _loops(self, entry: Entry, target: str) -> bool:
        self.books.flush()
        current = target
        for _ in range(MAX_HOPS):
            if same_page(current, entry.url):
                return True
            row = self.books.ledger.get(self.books.site, current)
            if row is None or not row.target:
                return False
            current = row.target
        return True

    # answers with a body

    async def _received(self, entry: Entry, answer: Answer) -> Entry | None:
        if entry.follow and not same_page(answer.url, entry.url):
            entry = self._move(entry, answer)
        known = entry.known
        if known is not None and known.body_hash == answer.body_hash and known.snapshot and not self.request.full:
            return self._unchanged(entry, answer)
        declared = answer.headers.get("content-type", "")
        media = sniff(answer.body, declared, answer.url)
        if media in ("application/sitemap", "application/feed"):
            return self._listing(entry, answer, media)
        if media in DOCUMENTS:
            return self._keep(entry, answer, PageFacts(status=PageStatus.OK, media_type=media), media)
        if not is_page(media):
            return self._leave(entry, answer, PageStatus.NOT_TEXT, f"not a text: {media}", media_type=media)
        if not answer.body.strip():
            return self._leave(entry, answer, PageStatus.EMPTY, "empty answer")
        return await self._page(entry, answer, media)

    def _move(self, entry: Entry, answer: Answer) -> Entry:
        """The chain ended elsewhere: book the start as a redirect and go on under the end's own address."""
        reason = f"redirect to {answer.url}"
        self.books.close_row(entry.url, status=PageStatus.REDIRECT, reason=reason, target=answer.url)
        self.books.enter(answer.url, depth=entry.depth, referrer=entry.url, source="redirect")
        self.books.flush()
        row = self.books.ledger.get(self.books.site, answer.url)
        return replace(entry, url=answer.url, known=row if row is not None and row.fetched_at else None)

    def _listing(self, entry: Entry, answer: Answer, media: str) -> Entry | None:
        listing = read_listing(answer.body, answer.url)
        source = "feed" if media == "application/feed" else "sitemap"
        for item in (*listing.pages, *listing.sitemaps):
            self.discovery.offer(
                resolve(answer.url, item.url), depth=entry.depth + 1, referrer=entry.url, source=source
            )
        reason = f"a {source} of {len(listing.pages)} addresses"
        return self._leave(entry, answer, PageStatus.NOT_TEXT, reason, media_type=media)

    async def _page(self, entry: Entry, answer: Answer, media: str) -> Entry | None:
        facts = self.facts_of(answer)
        if facts.status == PageStatus.NEEDS_BROWSER and self.render is not None:
            rendered = await self.render(answer.url)
            if rendered is not None:
                answer, facts = rendered, self.facts_of(rendered)
        target = resolve(answer.url, facts.refresh) if facts.refresh else ""
        if target and not same_page(target, entry.url) and facts.words < STUB_WORDS:
            return self._redirect(entry, answer, target, "meta refresh")
        directives = page_directives(facts.robots, answer.headers.get("x-robots-tag", ""), self.agent)
        if "nofollow" not in directives:
            self._follow(entry, facts)
        if target:
            self.discovery.offer(target, depth=entry.depth + 1, referrer=entry.url)
        if "noindex" in directives and not self.request.ignore_robots:
            return self._leave(entry, answer, PageStatus.NOINDEX, "the page asks not to be indexed", facts=facts)
        return await self._judge(entry, answer, facts, media)

    async def _judge(self, entry: Entry, answer: Answer, facts: PageFacts, media: str) -> Entry | None:
        self._count(entry, facts, answer)
        if facts.status in (PageStatus.OK, PageStatus.SOFT_404, PageStatus.EMPTY):
            missing = await self.probes.says_missing(
                entry.url, answer.body, facts.fingerprint, facts.words, facts.title
            )
            if missing:
                reason = "answers 200 with what it answers for any address"
                return self._missing(entry, answer, reason, PageStatus.SOFT_404)
        if facts.status == PageStatus.SOFT_404:
            return self._missing(entry, answer, facts.reason or "says that it was not found", PageStatus.SOFT_404)
        if facts.status not in (PageStatus.OK, PageStatus.TRUNCATED):
            return self._end(entry, answer, facts.status, facts.reason or _REASONS.get(facts.status, ""), facts)
        return self._keep(entry, answer, facts, media)

    def _count(self, entry: Entry, facts: PageFacts, answer: Answer) -> None:
        self.discovery.traps.count(prefixes_of(entry.url), entry.depth, facts.fingerprint, answer.body)

    def _follow(self, entry: Entry, facts: PageFacts) -> None:
        offer = self.discovery.offer
        targets = [link.url for link in facts.links if not link.nofollow]
        for url in targets:
            offer(url, depth=entry.depth + 1, referrer=entry.url)
        for _, url in facts.alternates:
            offer(url, depth=entry.depth + 1, referrer=entry.url, source="hreflang")
        for url in facts.feeds:
            offer(url, depth=entry.depth + 1, referrer=entry.url, source="feed")
        self.books.links(entry.url, (link.url for link in facts.links if self.discovery.scope.holds(link.url)))

    # ends

    def _keep(self, entry: Entry, answer: Answer, facts: PageFacts, media: str) -> Entry | None:
        """A page worth taking in: its snapshot, its row, and the queue."""
        fingerprint = facts.fingerprint or answer.body_hash
        twin = self.books.twin(fingerprint, facts.title, entry.url)
        canonical = resolve(answer.url, facts.canonical) if facts.canonical else ""
        if twin:
            self._leave(
                entry,
                answer,
                PageStatus.DUPLICATE,
                f"says the same as {twin}",
                facts=facts,
                target=twin,
                fingerprint=fingerprint,
                canonical=canonical,
            )
            return None
        url = self._own_address(entry, answer, canonical)
        snapshot = self._snapshot(entry, answer, url)
        key = self.books.snapshots.put(snapshot)
        changed = entry.known is None or entry.known.fingerprint != fingerprint
        self._tally(entry, changed=changed)
        status = PageStatus.TRUNCATED if answer.truncated else PageStatus.OK
        described = {**_described(facts), "media_type": media}
        self.books.close_row(
            entry.url,
            **self._visit(entry, answer, changed=changed),
            **described,
            url=url,
            status=status,
            reason="; ".join(answer.warnings) or ("cut off" if answer.truncated else "fetched"),
            snapshot=key,
            fingerprint=fingerprint,
            canonical=canonical,
            target="",
        )
        self.books.live(fingerprint, facts.title, url)
        self._publish(entry, url, key)
        return None

    def _publish(self, entry: Entry, url: str, key: str) -> None:
        before = entry.known.url if entry.known is not None and entry.known.snapshot else url
        if before != url:
            self.books.put(before, "gone")
        self.books.put(url, "page", key)
        self.tally.queued += 1

    def _own_address(self, entry: Entry, answer: Answer, canonical: str) -> str:
        url = answer.url if same_page(answer.url, entry.url) else entry.url
        chosen = canonical if canonical and same_page(canonical, url) and host_of(canonical) == host_of(url) else url
        for spelling in (entry.url, url, chosen):
            self.books.spelling(spelling)
        return chosen

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

    def _unchanged(self, entry: Entry, answer: Answer, *, conditional: bool = False) -> Entry | None:
        assert entry.known is not None
        self.tally.unchanged += 1
        self.tally.fetched += conditional
        self.tally.conditional += conditional
        known = entry.known
        visit = self._visit(entry, answer, changed=False)
        visit.update(changed_at=known.changed_at, body_hash=known.body_hash, bytes=known.bytes, http_status=200)
        if conditional:
            visit.update(etag=known.etag, last_modified=known.last_modified)
        self.discovery.traps.count(prefixes_of(entry.url), entry.depth, "", b"")
        self.books.close_row(entry.url, **visit)
        return None

    def _leave(
        self,
        entry: Entry,
        answer: Answer,
        status: str,
        reason: str,
        *,
        facts: PageFacts | None = None,
        **fields: object,
    ) -> Entry | None:
        """The address is no page (any more); one that was is retired."""
        if entry.known is not None and entry.known.snapshot:
            self.books.put(entry.known.url, "gone")
        described = _described(facts) if facts else {}
        visit = self._visit(entry, answer, changed=True)
        changes = {**visit, **described, "snapshot": "", "fingerprint": "", "target": "", **fields}
        self.books.close_row(entry.url, **changes, status=status, reason=reason)
        return None

    def _end(
        self, entry: Entry, answer: Answer, status: str, reason: str, facts: PageFacts | None = None
    ) -> Entry | None:
        """No page this time; a page that was there before is kept as it was last seen."""
        if entry.known is not None and entry.known.snapshot:
            self.books.close_row(entry.url, reason=f"{reason}; kept as last seen", http_status=answer.status)
            return None
        self._leave(entry, answer, status, reason, facts=facts)

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

    def _tally(self, entry: Entry, *, changed: bool) -> None:
        if entry.known is None or not entry.known.snapshot:
            self.tally.new += 1
        elif changed:
            self.tally.changed += 1
        else:
            self.tally.unchanged += 1

    def facts_of(self, answer: Answer) -> PageFacts:
        """What the handed-in reader says of a body."""
        return self.inspect(answer.body, answer.url, answer.headers.get("content-type", ""), answer.headers)


_REASONS = {
    PageStatus.NEEDS_BROWSER: "needs a browser: its text is made by JavaScript",
    PageStatus.EMPTY: "no text",
    PageStatus.LOGIN: "login page instead of content",
    PageStatus.CHALLENGE: "challenge page instead of content",
}


def _described(facts: PageFacts) -> dict[str, object]:
    return {"title": facts.title[:300], "lang": facts.lang, "words": facts.words, "media_type": facts.media_type}


def _cookie(line: str) -> tuple[str, str]:
    name, _, value = line.partition(";")[0].partition("=")
    return name.strip(), value.strip()


def cookie_header(entry: Entry) -> str:
    """The cookies of a chain of redirects, as sent."""
    return "; ".join(f"{name}={value}" for name, value in entry.cookies)
