"""Real heading levels: by nesting, not by number; pseudo-headings found by repetition."""

from __future__ import annotations

from collections import Counter, defaultdict

from ingest.html.frames import Raw, Scope
from ingest.html.handlers import FOLD_RANK

PSEUDO_RANK = 20
MAX_PSEUDO_WORDS = 30
MIN_REPEATS = 3


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
        if raw.rank:
            self._open(raw)
        raw.heading_path = self.path

    def _move(self, scope: Scope | None) -> None:
        self.scope = scope
        self.above = set()
        hard: list[Scope] = []
        while scope is not None:
            self.above.add(id(scope))
            if scope.hard:
                hard.append(scope)
            scope = scope.parent
        while self.saved and id(self.saved[-1][0]) not in self.above:
            _, size, self.floor = self.saved.pop()
            del self.stack[size:]
            self._renew()
        known = {id(entry[0]) for entry in self.saved}
        for entered in reversed(hard):
            if id(entered) not in known:
                self.saved.append((entered, len(self.stack), self.floor))
                self.floor = len(self.stack)

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
        self.path = tuple(entry.text for entry in self.stack)


def _offset(scope: Scope | None) -> int:
    total, steps = 0, 0
    while scope is not None and steps < 100:
        total += scope.offset
        scope, steps = scope.parent, steps + 1
    return total


def mark_levels(raws: list[Raw]) -> None:
    """Set `heading_path` and `level` of all segments."""
    outline = Outline()
    for raw in raws:
        outline.place(raw)


def promote_repeated(raws: list[Raw]) -> None:
    """Make headings of short segments of one class, or wholly bold, that recur with other content after each."""
    places: dict[str, list[int]] = defaultdict(list)
    for index, raw in enumerate(raws):
        signature = _signature(raw)
        if signature:
            places[signature].append(index)
    if not places:
        return
    chosen = [name for name, found in places.items() if _heads(raws, name, found)]
    chosen.sort(key=lambda name: (len(places[name]), places[name][0]))
    for order, name in enumerate(chosen):
        for index in places[name]:
            raw = raws[index]
            raw.kind, raw.rank = "heading", PSEUDO_RANK + order


def _signature(raw: Raw) -> str:
    if raw.kind not in {"paragraph"} or raw.chrome or raw.group is not None or raw.region != "main":
        return ""
    words = raw.text.count(" ") + 1
    if words > MAX_PSEUDO_WORDS or "\n" in raw.text or not any(letter.isalpha() for letter in raw.text[:40]):
        return ""
    if raw.bold and not raw.text.endswith((".", ",", ";")) and words <= 15:
        return f"bold {raw.tag} {raw.signature}"
    return f"class {raw.tag} {raw.signature}" if raw.signature else ""


def _heads(raws: list[Raw], name: str, found: list[int]) -> bool:
    """Whether segments of one signature head sections: each but a few is followed by longer text of another kind."""
    bold = name.startswith("bold")
    if len(found) < (2 if bold else MIN_REPEATS):
        return False
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
    return different and followed >= 0.75 * len(found) and behind > 1.5 * words


def outline_of(raws: list[Raw]) -> tuple[tuple[int, str], ...]:
    """(level, text) of the headings in the content."""
    return tuple((raw.level, raw.text) for raw in raws if raw.level and not raw.chrome and raw.visible)


def count_signatures(raws: list[Raw]) -> Counter[str]:
    """How often each signature occurs, for inspection."""
    return Counter(filter(None, (_signature(raw) for raw in raws)))
