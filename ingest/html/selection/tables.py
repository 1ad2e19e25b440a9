"""Rows of tables among what is selected: a header alone says nothing, so its table goes with it."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import Segment

LONGEST = 40


def add_rows(segments: Sequence[Segment], picked: Sequence[int]) -> list[int]:
    """The numbers picked, with all rows of a table of which header rows alone were; ascending.

    A table of over `LONGEST` rows is no answer as a whole and stays as it was picked.
    """
    chosen = set(picked)
    for number in (number for number in picked if segments[number].header):
        rows = _table(segments, number)
        told = (row for row in rows if not segments[row].header)
        if chosen.isdisjoint(told) and len(rows) <= LONGEST:
            chosen.update(rows)
    return sorted(chosen)


def _table(segments: Sequence[Segment], number: int) -> list[int]:
    """The rows of a row's table: those of the same path above it that stand beside it, one after the other."""
    path = _above(segments[number])
    first = last = number
    while first > 0 and _is_beside(segments[first - 1], path):
        first -= 1
    while last + 1 < len(segments) and _is_beside(segments[last + 1], path):
        last += 1
    return list(range(first, last + 1))


def _is_beside(segment: Segment, path: str) -> bool:
    return segment.kind == "row" and _above(segment) == path


def _above(segment: Segment) -> str:
    """The path of the table: that of the row without the row and the part of the table it stands in."""
    path = segment.path.rpartition("/")[0]
    part = path.rpartition("/")[2].partition("[")[0]
    return path.rpartition("/")[0] if part in {"thead", "tbody", "tfoot"} else path
