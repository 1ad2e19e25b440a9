"""The one interface of both selectors, and the index they read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from core.records import Interval, ParsedPage, Segment
from ingest.html.rebuild import pick_segments


@dataclass(frozen=True, slots=True)
class BlockIndex:
    """A page as selectors see it: address, title, and all segments in document order."""

    url: str
    title: str
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """What was selected.

    `intervals` are ascending and disjoint. `answerable` is false for NA: nothing here answers the question.
    `scores` has one number from 0 to 1 a segment where the selector knows them. `counts` says what was odd about a
    model's answers (repaired, replaced, calls, tokens).
    """

    intervals: tuple[Interval, ...]
    answerable: bool = True
    scores: tuple[float, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)

    def segments(self, index: BlockIndex) -> list[Segment]:
        """The selected segments."""
        return pick_segments(index.segments, self.intervals)


class Selector(Protocol):
    """Selects segments: the main content without a question, what bears on the question with one."""

    async def select(self, index: BlockIndex, question: str | None = None) -> Selection:
        """Intervals of segment numbers. Never raises for what a page or a model says."""
        ...


def index_of(page: ParsedPage) -> BlockIndex:
    """The block index of a parsed page."""
    return BlockIndex(page.url, page.meta.title, page.segments)


def join_intervals(numbers: Iterable[int]) -> tuple[Interval, ...]:
    """Segment numbers as ascending, disjoint, maximal intervals."""
    found: list[list[int]] = []
    for number in sorted(set(numbers)):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return tuple(Interval(first, last) for first, last in found)


def contents(index: BlockIndex) -> list[int]:
    """Numbers of the segments that may be selected: seen by a reader, and no chrome."""
    return [segment.index for segment in index.segments if segment.visible and not segment.chrome]
