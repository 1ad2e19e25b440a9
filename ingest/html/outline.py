"""Real heading levels: by nesting, not by number; pseudo-headings found by repetition."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from ingest.html.cards import openings_of
from ingest.html.frames import Raw, Scope
from ingest.html.sections import FOLD_RANK

PSEUDO_RANK = 20
MAX_PSEUDO_WORDS = 30
MIN_REPEATS = 3


_NAMES_HEADING = re.compile(r"^class (?:p|div) \S*(?:name|title|heading)$")


class _Open:
    """A heading whose section is open. `rank` is the effective one, after nesting."""

    __slots__ = ("rank", "scope", "text")

    def __init__(self, text: str, rank: int, scope: Scope | None) -> None:
        self.text = text
        self.rank = rank
        self.scope = scope


class Outline:
    """Walks the segments in order and keeps the stack of open sections."""

    def __init__(self) -> None:
        self.stack: list[_Open] = []
        self.path: tuple[str, ...] = ()
        self.floor = 0
        self.scope: Scope | None = None
        self.above: set[int] = set()
        self.saved: list[tuple[Scope, int, int]] = []

    def place(self, raw: Raw) -> None:
        """Give a segment its heading path, and a heading its real level."""
        if raw.scope is not self.scope:
            self._move(raw.scope)
        if raw.cut is not None:
            del self.stack[raw.cut :]
            self._renew()
        if raw.rank:
            self._open(raw)
        raw.heading_path = self.path

    def end_before(self, raw: Raw, heading: Raw) -> None:
        """End the sections that a heading further on will end: its card begins with a segment above it."""
        if raw.scope is not self.scope:
            self._move(raw.scope)
        if heading.scope is raw.scope:
            self._pop(heading)
            self._renew()

    def _move(self, scope: Scope | None) -> None:
        """Go to another scope: only what lies between it and the old one is touched."""
        entered: list[Scope] = []
        while scope is not None and id(scope) not in self.above:
            entered.append(scope)
            scope = scope.parent
        while self.scope is not scope and self.scope is not None:
            self._leave(self.scope)
            self.scope = self.scope.parent
        for inner in reversed(entered):
            self.above.add(id(inner))
            if inner.hard:
                self.saved.append((inner, len(self.stack), self.floor))
                self.floor = len(self.stack)
            self.scope = inner

    def _leave(self, scope: Scope) -> None:
        self.above.discard(id(scope))
        if self.saved and self.saved[-1][0] is scope:
            _, size, self.floor = self.saved.pop()
            del self.stack[size:]
            self._renew()

    def _open(self, raw: Raw) -> None:
        top = self.stack[-1] if self.stack else None
        if raw.rank == FOLD_RANK:
            rank = (top.rank if top else 0) + 1
            self.stack.append(_Open(raw.text, rank, raw.scope))
            self.floor = len(self.stack)
        else:
            rank = self._pop(raw)
            self.stack.append(_Open(raw.text, rank, raw.scope))
        self._renew()
        raw.level = len(self.stack)

    def _pop(self, raw: Raw) -> int:
        """Close the sections that a heading ends; one in an enclosing sectioning element stays open."""
        scope = raw.scope
        rank = raw.rank + _offset(scope)
        while len(self.stack) > self.floor and self.stack[-1].rank >= rank:
            top = self.stack[-1]
            if top.scope is not scope and top.scope is not None and id(top.scope) in self.above:
                if scope is not None:
                    scope.offset += top.rank + 1 - rank
                return top.rank + 1
            self.stack.pop()
        return rank

    def _renew(self) -> None:
        self.path = tuple([entry.text for entry in self.stack])


def _offset(scope: Scope | None) -> int:
    total, steps = 0, 0
    while scope is not None and steps < 100:
        total += scope.offset
        scope, steps = scope.parent, steps + 1
    return total


def mark_levels(raws: list[Raw]) -> None:
    """Set `heading_path` and `level` of all segments."""
    outline = Outline()
    ahead = openings_of(raws)
    for index, raw in enumerate(raws):
        if raw.visible:
            if index in ahead:
                outline.end_before(raw, ahead[index])
            outline.place(raw)


def promote_repeated(raws: list[Raw]) -> None:
    """Make headings of short segments of one class, or wholly bold, that recur with other content after each.

    The shortest kind is judged first: where names and descriptions alternate, the names are the headings.
    """
    places: dict[str, list[int]] = defaultdict(list)
    all_of: Counter[str] = Counter()
    for index, raw in enumerate(raws):
        all_of[f"{raw.tag} {raw.signature}"] += 1
        signature = _signature(raw)
        if signature:
            places[signature].append(index)
    names = [name for name, found in places.items() if _mostly_short(name, len(found), all_of)]
    names.sort(key=lambda name: sum(len(raws[index].text) for index in places[name]) / len(places[name]))
    chosen: list[str] = []
    for name in names:
        if _heads(raws, places[name], named=_NAMES_HEADING.search(name) is not None):
            chosen.append(name)
            for index in places[name]:
                raws[index].kind = "heading"
    chosen.sort(key=lambda name: (len(places[name]), places[name][0]))
    for order, name in enumerate(chosen):
        for index in places[name]:
            raws[index].rank = PSEUDO_RANK + order


def _mostly_short(name: str, count: int, all_of: Counter[str]) -> bool:
    """Whether nearly all segments of a class are short; running text with a few short paragraphs is not."""
    if name.startswith("bold"):
        return count >= 2
    return count >= MIN_REPEATS and count >= 0.9 * all_of[name.removeprefix("class ")]


def _signature(raw: Raw) -> str:
    if raw.kind != "paragraph" or raw.chrome or raw.group is not None or raw.region != "main":
        return ""
    words = raw.text.count(" ") + 1
    if words > MAX_PSEUDO_WORDS or "\n" in raw.text or not any(letter.isalpha() for letter in raw.text[:40]):
        return ""
    if raw.bold and not raw.text.endswith((".", ",", ";")) and words <= 15:
        return f"bold {raw.tag} {raw.signature}"
    return f"class {raw.tag} {raw.signature}" if raw.signature else ""


def _heads(raws: list[Raw], found: list[int], *, named: bool) -> bool:
    """Whether segments of one signature head sections: each but a few is followed by longer text of another kind.

    Where the class itself says name or title, one of them followed by other text is enough: a catalogue may list some
    entries by their names alone.
    """
    places = set(found)
    followed, words, behind = 0, 0, 0
    for index in found:
        words += raws[index].text.count(" ") + 1
        after = raws[index + 1] if index + 1 < len(raws) else None
        if after is None or index + 1 in places or after.kind == "heading" or after.chrome:
            continue
        followed += 1
        end = min(index + 6, len(raws))
        for place in range(index + 1, end):
            if place in places or raws[place].kind == "heading":
                break
            behind += raws[place].text.count(" ") + 1
    different = len({raws[index].text for index in found}) > 0.6 * len(found)
    if named and different and followed and len(found) > MIN_REPEATS:
        return True
    return different and followed >= 0.75 * len(found) and behind > 1.5 * words


def outline_of(raws: list[Raw]) -> tuple[tuple[int, str], ...]:
    """(level, text) of the headings in the content."""
    return tuple((raw.level, raw.text) for raw in raws if raw.level and not raw.chrome and raw.visible)
