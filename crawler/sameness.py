"""Parts of addresses that make no difference: the same pages under ever new session ids, clocks and counters.

When two addresses differ in one folder or in one parameter and say the same, that place is suspected. It is found idle
once many values of it said the same, hardly any said something else, and pages under one value led to others. From then
on a page that was seen under one value is not asked for under another; what was not seen is asked as ever, so that no
page with a content of its own is lost (Bar-Yossef, Keidar, Schonfeld: Do not crawl in the DUST, 2007).

A parameter whose values only a machine makes is a place of the whole site too: what it is worth on some paths, it is
worth on all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from core.urls import is_random, split_url

ENOUGH_VALUES = 12
ENOUGH_LEADS = 6
ENOUGH_PATHS = 3
FEW_OTHERS = 0.1
MAX_PLACES = 4
REMEMBERED = 4096
MOST_TAILS = 20_000
UNKNOWN = 0


@dataclass(slots=True)
class Place:
    """One place in addresses: `same` values said the same there, `other` pages did not, `leads` went across values.

    `tails` are the rests of addresses that were seen, each with what stood there (0: not known any more). A place of
    the whole site must have said the same on some `paths`; of one that an earlier crawl found that is not asked.
    """

    same: int = 0
    other: int = 0
    leads: int = 0
    values: set[int] = field(default_factory=set)
    tails: dict[int, int] = field(default_factory=dict)
    paths: set[int] | None = None

    @property
    def is_idle(self) -> bool:
        """Whether its value makes no difference."""
        if self.paths is not None and len(self.paths) < ENOUGH_PATHS:
            return False
        return self.same >= ENOUGH_VALUES and self.leads >= ENOUGH_LEADS and self.other <= FEW_OTHERS * self.same


class Sameness:
    """Learns the idle places of one site. `changed` are the places to write down."""

    def __init__(self, places: dict[str, Place] | None = None) -> None:
        self._places = places or {}
        self._first: dict[int, str] = {}
        self.changed: set[str] = set()

    def see(self, url: str, text: str) -> None:
        """Note what stands at an address; an empty text says nothing."""
        if not text:
            return
        said = mark(text)
        first = self._first.setdefault(said, url)
        if len(self._first) > REMEMBERED:
            del self._first[next(iter(self._first))]
        if first != url:
            self._compare(url, first, said)
        if self._places:
            self._check(url, said)

    def lead(self, url: str, referrer: str) -> None:
        """Note that a page led to a new address: across the values of a place, or not."""
        if not self._places or not referrer:
            return
        before = {name: value for name, value, _ in cuts_of(referrer)}
        for name, value, _ in cuts_of(url):
            place = self._places.get(name)
            if place is not None and before.get(name, value) != value:
                place.leads += 1

    def brought(self, finder: str, url: str) -> None:
        """Note that a page led to another with something new to say: it made a difference, though its text did not.

        Not where the value is handed on: a session stands in every link of its pages.
        """
        handed_on = {name for name, _, _ in cuts_of(url)}
        names = {pair.partition("=")[0] for pair in split_url(url).query.split("&")}
        for name, _, _ in cuts_of(finder) if self._places else ():
            place = self._places.get(name)
            if place is not None and name not in handed_on and name.rpartition("?")[2].removesuffix("=*") not in names:
                place.other += 1

    def covers(self, url: str) -> str:
        """The idle place of an address whose page was seen under another value there, or an empty string."""
        for name, _, tail in cuts_of(url) if self._places else ():
            place = self._places.get(name)
            if place is not None and place.is_idle and mark(tail) in place.tails:
                return name
        return ""

    def take_changed(self) -> list[tuple[str, Place]]:
        """The places that changed since the last call, idle ones alone."""
        changed, self.changed = self.changed, set()
        return [(name, place) for name in sorted(changed) if (place := self._places[name]).is_idle]

    def idle(self) -> dict[str, Place]:
        """The places that make no difference; those of single paths are not said where that of the whole site is."""
        found = {name: place for name, place in self._places.items() if place.is_idle}
        wide = tuple(name for name in found if name.startswith("?"))
        return {name: place for name, place in found.items() if name in wide or not name.endswith(wide)}

    def _compare(self, url: str, first: str, said: int) -> None:
        others = {name: (value, tail) for name, value, tail in cuts_of(first)}
        for name, value, tail in cuts_of(url):
            other, its_tail = others.get(name, (value, ""))
            if other != value and its_tail == tail:
                place = self._places.setdefault(name, Place(paths=set() if name.startswith("?") else None))
                if place.paths is not None and len(place.paths) < ENOUGH_PATHS:
                    place.paths.add(mark(tail))
                place.values |= {mark(other), mark(value)} if len(place.values) <= REMEMBERED else set()
                place.same = max(place.same, len(place.values))
                if len(place.tails) < MOST_TAILS:
                    place.tails[mark(tail)] = said
                self.changed.add(name)

    def _check(self, url: str, said: int) -> None:
        for name, _, tail in cuts_of(url):
            place = self._places.get(name)
            if place is None:
                continue
            known = place.tails.get(mark(tail))
            if known is None and len(place.tails) < MOST_TAILS:
                place.tails[mark(tail)] = said
            place.other += known not in (None, UNKNOWN, said)


def cuts_of(url: str) -> Iterator[tuple[str, str, str]]:
    """The places of an address: its first folders and its parameters, each as (place, value, the rest)."""
    parts = split_url(url)
    segments = parts.path.split("/")[1:]
    for number in range(min(len(segments) - 1, MAX_PLACES)):
        before = "".join(f"{segment}/" for segment in segments[:number])
        yield f"/{before}*/", segments[number], f"{'/'.join(segments[number + 1 :])}?{parts.query}"
    pairs = parts.query.split("&") if parts.query else []
    for pair in pairs[:MAX_PLACES]:
        name, _, value = pair.partition("=")
        others = "&".join(sorted(other for other in pairs if other != pair))
        yield f"{parts.path}?{name}=*", value, others
        if is_random(value):
            yield f"?{name}=*", value, f"{parts.path}?{others}"


def is_place(name: str) -> bool:
    """Whether the name of a trap is that of a place."""
    return name.endswith(("*/", "=*"))


def mark(text: str) -> int:
    """A number that stands for a text in every process; it fits a signed column."""
    return int.from_bytes(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "big") >> 1
