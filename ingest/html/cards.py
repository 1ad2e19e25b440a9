"""Cards: boxes of one build that each hold a heading, and what stands in them above it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.html.frames import Raw

_NUMBER = re.compile(r"\[\d+\]")


def openings_of(raws: Sequence[Raw]) -> dict[int, Raw]:
    """The first segment of each card that has words above its heading, with that heading.

    A day or a post above a name in one card is no part of the card before. Only neighbours of one build count: boxes of
    one kind side by side, with headings of one rank at the same place in them, and the same kind of words above.
    """
    found: dict[int, Raw] = {}
    before: dict[int, int] = {}
    for index, raw in enumerate(raws):
        if not raw.rank:
            continue
        last = before.get(raw.rank)
        before[raw.rank] = index
        if last is None or raws[index - 1].rank or raws[last - 1].rank:
            continue
        cards = _cards(raws[last].path, raw.path)
        if cards is None:
            continue
        one, other = _first(raws, last, cards[0]), _first(raws, index, cards[1])
        if one != last and other != index and _build(raws[one], cards[0]) == _build(raws[other], cards[1]):
            found[other] = raw
    return found


def _cards(one: str, other: str) -> tuple[str, str] | None:
    """The two boxes, side by side, that hold two headings; None where they are not of one build."""
    if one == other:
        return None
    here, there = one.split("/"), other.split("/")
    if len(here) != len(there):
        return None
    depth = next(place for place, pair in enumerate(zip(here, there, strict=True)) if pair[0] != pair[1])
    if depth + 1 >= len(here) or _NUMBER.sub("", one) != _NUMBER.sub("", other):
        return None
    return "/".join(here[: depth + 1]), "/".join(there[: depth + 1])


def _first(raws: Sequence[Raw], heading: int, card: str) -> int:
    """The first segment of the words right above a heading in its card; the heading itself where there are none."""
    inside = f"{card}/"
    index = heading
    while index and not raws[index - 1].rank and f"{raws[index - 1].path}/".startswith(inside):
        index -= 1
    return index


def _build(raw: Raw, card: str) -> tuple[str, str]:
    return _NUMBER.sub("", raw.path[len(card) :]), raw.signature
