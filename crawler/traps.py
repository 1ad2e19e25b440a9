"""Traps: path prefixes that go on for ever, found by what they yield.

Every prefix may spend a first allowance of fetches; each fetch that brings something new earns it more. A page that
says what an earlier page of the prefix said brings nothing; one that differs from its siblings in numbers and dates
alone counts as new only near the entrance of its prefix and only so often, since calendars are made of such pages.
A folder answers for its own pages and for the first few of each folder in it, so that one trap does not close its
neighbours. A prefix whose pages have led to nothing new in it for a while has an end, however alike they are (a list of
rooms, an old catalogue moved page by page): it is not capped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b

from core.urls import prefixes_of, split_url

ALLOWANCE = 30
EARNED = 3
ALIKE_CLICKS = 6
ALIKE_PAGES = 160
SEEN = 256
ANSWERED_FOR = 15
QUIET = 64
_TAGS = re.compile(rb"<(script|style)\b.*?</\1\s*>|<[^>]*>|&[#\w]+;", re.DOTALL | re.IGNORECASE)
_WORD = re.compile(rb"(?:[a-z]|[\x80-\xff]){2,}")
_DATES = frozenset(
    """jan feb mar apr may jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun
    january february march april june july august september october november december monday tuesday wednesday thursday
    friday saturday sunday januar februar märz mai juni juli oktober dezember enero febrero marzo abril mayo junio julio
    agosto septiembre octubre noviembre diciembre janvier février mars avril juin juillet août septembre octobre
    novembre décembre am pm""".encode().split()
)
MAX_READ = 200_000


@dataclass(slots=True)
class Prefix:
    """What was spent on one prefix and what it brought. `capped` says when it was closed, if it was.

    `grown` is how much had been spent when the prefix last led to an address of its own that was new.
    """

    fetched: int = 0
    fresh: int = 0
    alike: int = 0
    entrance: int = 1_000_000
    capped: str = ""
    grown: int = 0
    seen: dict[int, None] = field(default_factory=dict)

    @property
    def allowance(self) -> int:
        """How many fetches it may have had by now."""
        return ALLOWANCE + EARNED * self.fresh

    @property
    def is_spent(self) -> bool:
        """Whether it had what it earned, and still goes on."""
        return self.fetched >= self.allowance and self.fetched - self.grown < QUIET

    def remember(self, mark: int) -> bool:
        """Whether a mark was seen before; only the last few are kept, since traps repeat themselves soon."""
        known = mark in self.seen
        self.seen[mark] = None
        if len(self.seen) > SEEN:
            del self.seen[next(iter(self.seen))]
        return known


class TrapWatch:
    """Counts by prefix and says which prefixes are capped. `changed` are the prefixes to write down."""

    def __init__(self, prefixes: dict[str, Prefix] | None = None) -> None:
        self._prefixes = prefixes or {}
        self._capped = {name for name, prefix in self._prefixes.items() if prefix.capped}
        self.changed: set[str] = set()

    def capped(self, prefixes: Iterable[str]) -> str:
        """The capped prefix among those of an address, or an empty string."""
        if not self._capped:
            return ""
        return next((prefix for prefix in prefixes if prefix in self._capped), "")

    def count(self, prefixes: Iterable[str], depth: int, fingerprint: str, body: bytes) -> None:
        """Book one fetch of a page, and cap the prefixes that brought too little."""
        words = 0
        for name in reversed(list(prefixes)):
            prefix = self._prefixes.setdefault(name, Prefix())
            self.changed.add(name)
            prefix.fetched += 1
            prefix.entrance = min(prefix.entrance, depth)
            if not words and body and prefix.fetched > 2:
                words = skeleton(body)
            prefix.fresh += _is_fresh(prefix, fingerprint, words, depth)
            if prefix.is_spent and not prefix.capped:
                prefix.capped = f"after {prefix.fetched} pages with {prefix.fresh} new"
                self._capped.add(name)
            if prefix.fetched > ANSWERED_FOR:
                break

    def found(self, url: str, referrer: str, depth: int) -> None:
        """Note that a page led to an address that is new: a prefix that it leads back to goes on."""
        inside = set(prefixes_of(referrer)) if referrer else set()
        for name in prefixes_of(url):
            prefix = self._prefixes.get(name)
            if prefix is None:
                continue
            folder, query, _ = name.partition("?")
            leads_back = split_url(referrer).path == folder if query else name in inside
            if leads_back or depth > prefix.entrance + ALIKE_CLICKS:
                prefix.grown = prefix.fetched

    def take_changed(self) -> list[tuple[str, Prefix]]:
        """The prefixes that changed since the last call."""
        changed, self.changed = self.changed, set()
        return [(name, self._prefixes[name]) for name in sorted(changed)]

    def log(self) -> list[str]:
        """One line a capped prefix."""
        return [f"prefix {name} capped {self._prefixes[name].capped}" for name in sorted(self._capped)]


def skeleton(body: bytes) -> int:
    """A hash of a page's words without its numbers and dates: equal for two months of one calendar."""
    text = _TAGS.sub(b" ", body[:MAX_READ]).replace(b"\xc2\xa0", b" ").lower()
    return _mark(b" ".join([word for word in _WORD.findall(text) if word not in _DATES]))


def _is_fresh(prefix: Prefix, fingerprint: str, words: int, depth: int) -> bool:
    if fingerprint and prefix.remember(_mark(fingerprint.encode())):
        return False
    if not words or not prefix.remember(words):
        return True
    prefix.alike += 1
    return depth <= prefix.entrance + ALIKE_CLICKS and prefix.alike <= ALIKE_PAGES


def _mark(text: bytes) -> int:
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big") >> 1
