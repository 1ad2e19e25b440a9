"""Traps: path prefixes that go on for ever, found by what they yield.

Every prefix may spend a first allowance of fetches; each fetch that brings something new earns it more. A page that
says what an earlier page of the prefix said brings nothing; one that differs from its siblings in numbers and dates
alone counts as new only near the entrance of its prefix and only so often, since calendars are made of such pages.
A folder answers for its own pages and for the first few of each folder in it, so that one trap does not close its
neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b

ALLOWANCE = 30
EARNED = 3
ALIKE_CLICKS = 6
ALIKE_PAGES = 160
SEEN = 256
ANSWERED_FOR = 15
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
    """What was spent on one prefix and what it brought. `capped` says when it was closed, if it was."""

    fetched: int = 0
    fresh: int = 0
    alike: int = 0
    entrance: int = 1_000_000
    capped: str = ""
    seen: dict[int, None] = field(default_factory=dict)

    @property
    def allowance(self) -> int:
        """How many fetches it may have had by now."""
        return ALLOWANCE + EARNED * self.fresh

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
            if prefix.fetched >= prefix.allowance and not prefix.capped:
                prefix.capped = f"after {prefix.fetched} pages with {prefix.fresh} new"
                self._capped.add(name)
            if prefix.fetched > ANSWERED_FOR:
                break

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
