"""Answers that may be better later: backoff, Retry-After, and hosts that are down."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from time import monotonic

from core.records import PageStatus
from core.urls import host_of
from crawler.answers import Answer, Entry
from crawler.booking import Booking
from crawler.frontier import Frontier

RETRIED = frozenset({0, 408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
REFUSED_ADDRESS = "its address is not public"
ENDLESS_HEADERS = "its headers have no end"
DOWN_AFTER = 10
MAX_WAIT = 120.0


@dataclass(slots=True)
class Retries:
    """Sends an entry back to the frontier with a delay, until it was tried often enough."""

    booking: Booking
    frontier: Frontier
    most: int
    first_wait: float
    _silent: dict[str, int] = field(default_factory=dict)

    def wants(self, entry: Entry, answer: Answer) -> bool:
        """Whether an answer is no answer yet."""
        lost = bool(answer.failure) and (entry.tries < self.most or not answer.body)
        return answer.status in RETRIED or lost

    def take(self, entry: Entry, answer: Answer) -> None:
        """Ask again later, or book the failure."""
        host = host_of(entry.url)
        if answer.failure == REFUSED_ADDRESS:
            self.booking.end(entry, answer, PageStatus.REFUSED, REFUSED_ADDRESS)
        elif answer.failure == ENDLESS_HEADERS:
            self.booking.end(entry, answer, PageStatus.FAILED, ENDLESS_HEADERS)
        elif entry.tries < self._most_tries(answer) and not self.is_down(host):
            wait = self._wait(entry, answer)
            if answer.status in (429, 503) and "retry-after" in answer.headers:
                self.frontier.pause(host, monotonic() + wait)
            self.frontier.later(replace(entry, tries=entry.tries + 1), monotonic() + wait)
        else:
            self._silent[host] = self._silent.get(host, 0) + 1
            if self.is_down(host):
                self.booking.tally.left_alone.add(host)
            self.booking.end(entry, answer, PageStatus.FAILED, _said(entry, answer))

    def answered(self, host: str) -> None:
        """A host gave a proper answer."""
        self._silent.pop(host, None)

    def is_down(self, host: str) -> bool:
        """Whether a host failed so often in a row that it is left alone for this crawl."""
        return self._silent.get(host, 0) >= DOWN_AFTER

    def _most_tries(self, answer: Answer) -> int:
        """How often to ask again: once where a whole time limit was spent, never where it must wait for long."""
        if _retry_after(answer) > MAX_WAIT:
            return 0
        return min(self.most, 1) if answer.took_all else self.most

    def _wait(self, entry: Entry, answer: Answer) -> float:
        return min(MAX_WAIT, max(self.first_wait * 2.0**entry.tries, _retry_after(answer)))


def _said(entry: Entry, answer: Answer) -> str:
    if _retry_after(answer) > MAX_WAIT:
        return f"answered {answer.status}, to be asked again only after {_retry_after(answer):g} seconds"
    said = answer.failure or f"answered {answer.status}"
    return f"{said} ({entry.tries + 1} times)" if entry.tries else said


def _retry_after(answer: Answer) -> float:
    """Seconds a Retry-After header asks for, given as a number or a date."""
    text = answer.headers.get("retry-after", "").strip()
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return 0.0
