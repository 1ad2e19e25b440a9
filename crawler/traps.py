"""Traps: parts of a site that go on for ever, found by what they yield.

Every prefix may spend a first allowance of fetches, and each page that says something new earns it more; one that
differs from others in numbers and dates alone earns it one, and only the first few of these. A prefix that has spent
its allowance is capped when nearly all of its last pages repeated others, or when they kept leading to new addresses of
its own. So a list of rooms or an old catalogue moved page by page, which end by themselves, are not capped, however
alike their pages are, and a page with new content never brings its folder nearer to the cap. Nor is a list that is
linked page by page, where each leads to the next and has figures of its own (`figures`): a calendar differs in dates.
A list that says nothing itself is worth what the pages say that it leads to elsewhere.

New words prove nothing where a machine makes them. A part that nearly every page leads further into, to addresses that
no second page leads to (`trail`), is capped after some thousand pages, and soon where its words stand nowhere else.

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
from crawler.trail import Trail

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
MOST_LED = 3000
MOST_BABBLED = 300
NEARLY_ALL = 29
HARDLY_ANY = WINDOW_PAGES - NEARLY_ALL
ROOT = "/"
_NUMBER = re.compile(r"\d+")


@dataclass(slots=True)
class Prefix:
    """What was spent on one prefix and what it brought. `capped` says when it was closed, if it was.

    `alike` pages were new but for their words. `repeats` and `growth` are bits of the last 32 pages: said what another
    had said, led to a new address of the prefix. `figures` and `leads` are of these pages too: the marks of the numbers
    on each, and to how many new addresses of the prefix it led. `shared` are bits of pages that led to an address which
    another page had found, `babble` of those whose words were hardly met anywhere. A shape joins folders that may have
    nothing in common, so repeats do not close it.
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
    shared: int = 0
    babble: int = 0
    thanks: int = 0

    @property
    def is_endless(self) -> bool:
        """Whether nearly each of its last pages led on, to addresses that no second page leads to."""
        if self.fetched < MOST_BABBLED or self.growth.bit_count() < NEARLY_ALL or self.shared.bit_count() > HARDLY_ANY:
            return False
        return self.fetched >= MOST_LED or self.babble.bit_count() >= NEARLY_ALL

    @property
    def is_spent(self) -> bool:
        """Whether it had what it earned, and still goes on."""
        if self.is_endless:
            return True
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

    def thank(self) -> None:
        """Count one page with something new to say that one of its pages led to elsewhere: it earns one fetch."""
        self.thanks += 1
        self.fresh += self.thanks % EARNED == 0

    def book(
        self, depth: int, fingerprint: int, figures: tuple[int, int] = (0, 0), *, news: bool, babble: bool = False
    ) -> None:
        """Count one page."""
        self.figures = [*self.figures[1 - WINDOW_PAGES :], figures]
        self.leads = [*self.leads[1 - WINDOW_PAGES :], self.led]
        self.led = 0
        repeated = bool(fingerprint) and self._remember(fingerprint)
        self.fetched += 1
        self.entrance = min(self.entrance, depth)
        self.growth = self.growth << 1 & WINDOW
        self.shared = self.shared << 1 & WINDOW
        self.babble = (self.babble << 1 | babble) & WINDOW
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
        self._trail = Trail()
        self._changed: set[str] = set()

    def capped(self, url: str) -> str:
        """The capped prefix or the idle place of an address, or an empty string."""
        return self._capped_prefix(url) or self._sameness.covers(url)

    def count(self, url: str, depth: int, fingerprint: str, body: bytes) -> None:
        """Book one page that was fetched, and cap the prefixes that brought too little."""
        text = visible(body)
        unmet = self._novelty.unmet(text, url)
        self._sameness.see(url, saying(text))
        said, figures = mark(fingerprint) if fingerprint else 0, marks_of(body, url)
        answered = False
        for name, is_shape in reversed(names_of(url)):
            if answered and not is_shape:
                continue
            prefix = self._prefixes.setdefault(name, Prefix(is_shape=is_shape))
            self._changed.add(name)
            prefix.book(depth, said, figures, news=unmet.is_news, babble=unmet.is_babble)
            if not prefix.capped and (prefix.is_endless if name == ROOT else prefix.is_spent):
                prefix.capped = f"after {prefix.fetched} pages with {prefix.fresh} new"
                self._capped.add(name)
            answered = answered or (prefix.fetched > ANSWERED_FOR and not is_shape)
        if unmet.is_news:
            self._thank(self._trail.take(url), url)

    def found(self, url: str, referrer: str, depth: int) -> None:
        """Note that a page led to an address that is new: a prefix that it leads back to goes on."""
        self._trail.note(url, referrer)
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

    def found_again(self, url: str, referrer: str) -> None:
        """Note that a page led to an address that is known: a part whose pages share what they lead to has an end."""
        if self._trail.is_shared(url, referrer):
            for name, _ in names_of(url):
                if name in self._prefixes:
                    self._prefixes[name].shared |= 1

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

    def _thank(self, finder: str, url: str) -> None:
        """Let a list that led out of itself to a page with something new to say earn by it."""
        for name in {name for name, _ in names_of(finder)} - {name for name, _ in names_of(url)} if finder else ():
            if name in self._prefixes:
                self._prefixes[name].thank()
                self._changed.add(name)
        self._sameness.brought(finder, url)

    def _is_inside(self, name: str) -> bool:
        """Whether a capped prefix lies in another, or is the shape of another or of what lies in it."""
        others = self._capped - {name}
        if ROOT in others and self._prefixes[name].is_shape and name.count("/") == 1:
            return True
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
    """The prefixes that answer for an address, the widest first, and whether each is a shape of many.

    Pages in no folder have the root, which is capped only where it is endless: it holds the pages that matter most.
    """
    return list(_names(url))


def _names(url: str) -> Iterator[tuple[str, bool]]:
    parts = split_url(url)
    folders = [name for name in prefixes_of(url) if "?" not in name]
    yield from ((name, False) for name in (folders[:-1] if folders else [ROOT]))
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
