"""Rows of tables: one is judged with the names of its columns, and a header brings its table along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.records import Segment

LONGEST = 40


def name_cells(segments: Sequence[Segment]) -> list[Segment]:
    """Segments as they are to be judged: cells with the names of their columns, a definition with its term.

    A row of a table says only half of a fact, `Medicine | 2 June`; its header says the other, `Program | Deadline`.
    """
    names: dict[str, tuple[str, ...]] = {}
    terms: dict[str, str] = {}
    found: list[Segment] = []
    for segment in segments:
        text = segment.text
        if segment.kind == "row" and segment.header:
            names[segment.group] = _joined(names.get(segment.group, ()), segment.cells)
        elif segment.kind == "row" and segment.group in names:
            text = _named(names[segment.group], segment.cells) or text
        elif segment.kind == "term":
            terms[segment.group] = text
        elif segment.kind == "definition" and segment.group in terms:
            text = f"{terms[segment.group]}: {text}"
        found.append(segment if text is segment.text else replace(segment, text=text))
    return found


def _joined(above: tuple[str, ...], cells: tuple[str, ...]) -> tuple[str, ...]:
    """Names of columns under stacked headers, each said once."""
    wide = max(len(above), len(cells))
    pairs = zip((*above, *[""] * (wide - len(above))), (*cells, *[""] * (wide - len(cells))), strict=True)
    return tuple(upper if lower in upper else f"{upper} {lower}".strip() for upper, lower in pairs)


def _named(names: tuple[str, ...], cells: tuple[str, ...]) -> str:
    named = zip((*names, *[""] * (len(cells) - len(names))), cells, strict=False)
    return " | ".join(f"{name}: {cell}" if name and name != cell else cell for name, cell in named if cell)


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
