"""Traps: parts of a site that go on for ever, found by what they yield.

Every prefix may spend a first allowance of fetches, and each page that says something new earns it more; one that
differs from others in numbers and dates alone earns it one, and only the first few of these. A prefix that has spent
its allowance is capped when nearly all of its last pages repeated others, or when they kept leading to new addresses of
its own. So a list of rooms or an old catalogue moved page by page, which end by themselves, are not capped, however
alike their pages are, and a page with new content never brings its folder nearer to the cap. Nor is a list that is
linked page by page, where each leads to the next and has figures of its own (`figures`): a calendar differs in dates.

A folder answers for its own pages and for the first few of each folder in it, so that one trap does not close its
neighbours; a folder that is known to be worth it stays open whatever is around it. Folders that differ in numbers alone
(`/y/2026/m/11`) are counted together as one shape, and all queries of a path as `path?*`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from core.urls import prefixes_of, split_url
from crawler.figures import are_a_list, marks_of
from crawler.novelty import Novelty, saying, visible
from crawler.sameness import Place, Sameness, mark

ALLOWANCE = 30
EARNED = 3
ALIKE_PAGES = 20
DEEPER = 6
SEEN = 256
ANSWERED_FOR = 15
WINDOW_PAGES = 32
WINDOW = (1 << WINDOW_PAGES) - 1
MOST_REPEAT = 24
GOES_ON = 8
FEW_LEADS = 2
MOST_LISTED = 2000
_NUMBER = re.compile(r"\d+")


@dataclass(slots=True)
class Prefix:
    """What was spent on one prefix and what it brought. `capped` says when it was closed, if it was.

    `alike` pages were new but for their words. `repeats` and `growth` are bits of the last 32 pages: said what another
    had said, led to a new address of the prefix. `figures` and `leads` are of these pages too: the marks of the numbers
    on each, and to how many new addresses of the prefix it led. A shape joins folders that may have nothing in common,
    so repeats do not close it.
    """

    fetched: int = 0
    fresh: int = 0
    alike: int = 0
    entrance: int = 1_000_000
    capped: str = ""
    repeats: int = 0
    growth: int = 0
    seen: dict[int, None] = field(default_factory=dict)
    is_shape: bool = False
    figures: list[tuple[int, int]] = field(default_factory=list)
    leads: list[int] = field(default_factory=list)
    led: int = 0

    @property
    def is_spent(self) -> bool:
        """Whether it had what it earned, and still goes on."""
        if self.fetched < ALLOWANCE + EARNED * self.fresh + min(self.alike, ALIKE_PAGES):
            return False
        repeats = self.repeats.bit_count() >= MOST_REPEAT and not self.is_shape
        return repeats or (self.growth.bit_count() >= GOES_ON and not self.is_list)

    @property
    def is_list(self) -> bool:
        """Whether its last pages have figures of their own, and each leads to the next one or two."""
        if self.fetched >= MOST_LISTED or sum(self.leads) > FEW_LEADS * len(self.leads):
            return False
        return are_a_list(self.figures)

    @property
    def is_worth_it(self) -> bool:
        """Whether at least half of what it brought was new."""
        return self.fetched > ANSWERED_FOR and 2 * self.fresh >= self.fetched and not self.capped

    def lead(self) -> None:
        """Count one new address of its own that a page led to."""
        self.growth |= 1
        self.led += 1

    def book(self, depth: int, fingerprint: int, figures: tuple[int, int] = (0, 0), *, news: bool) -> None:
        """Count one page."""
        self.figures = [*self.figures[1 - WINDOW_PAGES :], figures]
        self.leads = [*self.leads[1 - WINDOW_PAGES :], self.led]
        self.led = 0
        repeated = bool(fingerprint) and self._remember(fingerprint)
        self.fetched += 1
        self.entrance = min(self.entrance, depth)
        self.growth = self.growth << 1 & WINDOW
        self.repeats = (self.repeats << 1 | repeated) & WINDOW
        self.fresh += news and not repeated
        self.alike += not news and not repeated

    def _remember(self, said: int) -> bool:
        """Whether a mark was seen before; only the last few are kept, since traps repeat themselves soon."""
        known = said in self.seen
        self.seen[said] = None
        if len(self.seen) > SEEN:
            del self.seen[next(iter(self.seen))]
        return known


class TrapWatch:
    """Counts by prefix and says which prefixes are capped, and which places in addresses make no difference."""

    def __init__(self, prefixes: dict[str, Prefix] | None = None, places: dict[str, Place] | None = None) -> None:
        self._prefixes = prefixes or {}
        self._capped = {name for name, prefix in self._prefixes.items() if prefix.capped}
        self._novelty = Novelty()
        self._sameness = Sameness(places)
        self._changed: set[str] = set()

    def capped(self, url: str) -> str:
        """The capped prefix or the idle place of an address, or an empty string."""
        return self._capped_prefix(url) or self._sameness.covers(url)

    def count(self, url: str, depth: int, fingerprint: str, body: bytes) -> None:
        """Book one page that was fetched, and cap the prefixes that brought too little."""
        text = visible(body)
        news = self._novelty.is_news(text, url)
        self._sameness.see(url, saying(text))
        said, figures = mark(fingerprint) if fingerprint else 0, marks_of(body, url)
        answered = False
        for name, is_shape in reversed(names_of(url)):
            if answered and not is_shape:
                continue
            prefix = self._prefixes.setdefault(name, Prefix(is_shape=is_shape))
            self._changed.add(name)
            prefix.book(depth, said, figures, news=news)
            if prefix.is_spent and not prefix.capped:
                prefix.capped = f"after {prefix.fetched} pages with {prefix.fresh} new"
                self._capped.add(name)
            answered = answered or (prefix.fetched > ANSWERED_FOR and not is_shape)

    def found(self, url: str, referrer: str, depth: int) -> None:
        """Note that a page led to an address that is new: a prefix that it leads back to goes on."""
        inside = {name for name, _ in names_of(referrer)} if referrer else set()
        for name, _ in names_of(url):
            prefix = self._prefixes.get(name)
            if prefix is None:
                continue
            folder, query, _ = name.partition("?")
            leads_back = split_url(referrer).path == folder if query else name in inside
            if leads_back or depth > prefix.entrance + DEEPER:
                prefix.lead()
        self._sameness.lead(url, referrer)

    def take_changed(self) -> list[tuple[str, Prefix | Place]]:
        """The prefixes and places that changed since the last call."""
        changed, self._changed = self._changed, set()
        return [*((name, self._prefixes[name]) for name in sorted(changed)), *self._sameness.take_changed()]

    def log(self) -> list[str]:
        """One line a capped prefix; one inside another is not said again, nor is the shape of one."""
        widest = [name for name in self._capped if not self._is_inside(name)]
        lines = [f"prefix {name} capped {self._prefixes[name].capped}" for name in widest]
        lines += [f"prefix {name} capped {_said(place)}" for name, place in self._sameness.idle().items()]
        return sorted(lines)

    def _is_inside(self, name: str) -> bool:
        """Whether a capped prefix lies in another, or is the shape of another or of what lies in it."""
        others = self._capped - {name}
        return any(f"{name}/".startswith((f"{other}/", f"{_NUMBER.sub('*', other)}/")) for other in others)

    def _capped_prefix(self, url: str) -> str:
        for name, _ in reversed(names_of(url)) if self._capped else ():
            if name in self._capped:
                return name
            prefix = self._prefixes.get(name)
            if prefix is not None and prefix.is_worth_it:
                return ""
        return ""


def names_of(url: str) -> list[tuple[str, bool]]:
    """The prefixes that answer for an address, the widest first, and whether each is a shape of many."""
    return list(_names(url))


def _names(url: str) -> Iterator[tuple[str, bool]]:
    parts = split_url(url)
    folders = [name for name in prefixes_of(url) if "?" not in name]
    yield from ((name, False) for name in folders[:-1])
    place = parts.path.rpartition("/")[0] or parts.path
    shape = _NUMBER.sub("*", place)
    if shape != place:
        yield shape, True
    yield from ((name, False) for name in folders[-1:])
    if parts.query:
        yield f"{parts.path}?*", False
        yield prefixes_of(url)[-1], False


def _said(place: Place) -> str:
    return f"after {place.same} values that made no difference"
