"""Redirects of all kinds: each hop is an address of its own, checked like any other."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.records import PageStatus
from core.urls import host_of, normalize, same_page
from crawler.answers import Answer, Entry
from crawler.booking import Booking
from crawler.discovery import MAX_HOPS, Discovery


@dataclass(slots=True)
class Redirects:
    """Follows a redirect through the frontier, or at once where cookies or a mere spelling make it go in circles."""

    booking: Booking
    discovery: Discovery

    def take(self, entry: Entry, answer: Answer, target: str, how: str, exact: str = "") -> Entry | None:
        """Book a redirect to `target`, spelt `exact` by its server; the entry to ask at once, if any."""
        if not target:
            self.booking.end(entry, answer, PageStatus.FAILED, f"redirect ({how}) to nowhere on the web")
        elif entry.hops >= MAX_HOPS:
            reason = f"redirect loop: more than {MAX_HOPS} redirects"
            self.booking.end(entry, answer, PageStatus.FAILED, reason)
        elif not self._is_inside(entry, target):
            reason = f"redirect ({how}) to another site: {target}"
            self.booking.leave(entry, answer, PageStatus.REDIRECT, reason)
        elif entry.follow or same_page(target, entry.url) or self._loops(entry, target):
            return self._follow_now(entry, answer, target, exact)
        else:
            self._follow_later(entry, answer, target, how)
        return None

    def _is_inside(self, entry: Entry, target: str) -> bool:
        scope = self.discovery.scope
        return scope.holds(target) or scope.follows_seed(entry.url, target)

    def _follow_later(self, entry: Entry, answer: Answer, target: str, how: str) -> None:
        self.discovery.offer(target, depth=entry.depth, referrer=entry.url, source="redirect", hops=entry.hops + 1)
        reason = f"redirect ({how}) to {target}"
        self.booking.leave(entry, answer, PageStatus.REDIRECT, reason, target=target)

    def _follow_now(self, entry: Entry, answer: Answer, target: str, exact: str) -> Entry | None:
        refused = self.discovery.refusal(target)
        if refused:
            self.booking.leave(entry, answer, PageStatus.REFUSED, refused)
            return None
        jar = dict(entry.cookies)
        jar.update(_cookie(line) for line in answer.cookies)
        cookies = tuple(jar.items())
        if normalize(entry.asked) == target and host_of(exact) == host_of(target):
            target = exact  # the same page with a session in its address, without which this server shows nothing
        if target == entry.asked and cookies == entry.cookies:
            self.booking.end(entry, answer, PageStatus.FAILED, "redirect loop: redirects to itself")
            return None
        return replace(entry, address=target, hops=entry.hops + 1, follow=True, cookies=cookies)

    def _loops(self, entry: Entry, target: str) -> bool:
        books = self.booking.books
        if not books.is_known(target):
            return False
        books.flush()
        for _ in range(MAX_HOPS):
            if same_page(target, entry.url):
                return True
            row = books.ledger.get(books.site, target)
            further = books.leaving.target(target) or (row.target if row else "")
            if not further:
                return False
            target = further
        return True


def _cookie(line: str) -> tuple[str, str]:
    name, _, value = line.partition(";")[0].partition("=")
    return name.strip(), value.strip()


def cookie_header(entry: Entry) -> str:
    """The cookies of a chain of redirects, as sent."""
    return "; ".join(f"{name}={value}" for name, value in entry.cookies)
