"""What becomes of an address that was found: asked, or entered with the reason why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.records import PageStatus
from core.urls import names_session, normalize, page_key
from crawler.answers import Entry
from crawler.books import Books
from crawler.frontier import Frontier
from crawler.scope import Scope, bad_shape, is_asset
from crawler.traps import TrapWatch

MAX_HOPS = 10
Refusal = Callable[[str], str]


@dataclass(slots=True)
class Discovery:
    """Offers addresses to the frontier. `refusal` says why robots.txt refuses one, if its rules are known."""

    scope: Scope
    books: Books
    frontier: Frontier
    traps: TrapWatch
    refusal: Refusal
    max_depth: int = 0
    external: int = 0

    def offer(
        self, url: str, *, depth: int, referrer: str = "", source: str = "link", hops: int = 0, lastmod: str = ""
    ) -> bool:
        """Enter an address; True when it is new and will be asked."""
        written, url = url, normalize(url)
        if not url:
            return False
        if not self.scope.holds(url):
            self.external += 1
            return False
        if written != url and names_session(written):
            self.books.fold(written, url)
        if self.books.is_known(url):
            self.books.spelling(url)
            self.traps.found_again(url, referrer)
            return False
        status, reason = self.judge(url, depth)
        if page_key(url) in self.books.forgotten:
            return False
        self.books.enter(
            url,
            status=status,
            reason=reason,
            depth=depth,
            referrer=referrer,
            source=source,
            lastmod=lastmod,
            hops=hops,
        )
        if status == "queued":
            self.traps.found(url, referrer, depth)
            self.frontier.push(Entry(url=url, depth=depth, hops=hops))
        return status == "queued"

    def judge(self, url: str, depth: int) -> tuple[str, str]:
        """Whether an address is asked: `queued`, or the status and the reason why not."""
        shape = bad_shape(url)
        if shape:
            return PageStatus.TRAPPED, shape
        unwanted = self.scope.leaves_out(url) or (f"deeper than {self.max_depth}" if 0 < self.max_depth < depth else "")
        if unwanted:
            return PageStatus.SKIPPED, unwanted
        if is_asset(url):
            return PageStatus.NOT_TEXT, "not a text by its name; not fetched"
        refused = self.refusal(url)
        if refused:
            return PageStatus.REFUSED, refused
        prefix = self.traps.capped(url)
        return (PageStatus.TRAPPED, f"prefix {prefix} capped") if prefix else ("queued", "")
