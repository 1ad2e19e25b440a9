"""The grid of a table: which cell fills which column of which row, whatever spans a page claims.

A column is where a cell begins. What a span covers beyond the beginnings of other cells is no column of its own, so
that a table is never wider than its rows really fill, and no text is lost for a span that is absurd.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MAX_ACROSS, MAX_DOWN = 1000, 65534
PLACE_COST, FREE, TIMES = 10, 100_000, 10
_NO_ROW = -1


@dataclass(slots=True)
class Cell:
    """A cell: its text and inner HTML, and whether it is a header. `down` 0 reaches to the end of its part."""

    text: str
    inner: str
    header: bool
    across: int = 1
    down: int = 1


Place = tuple[Cell, bool, bool]
"""A place of the grid: (cell, repeated from the left, repeated from above)."""
Piece = tuple[Cell, int, int, int]
"""A cell in one row: (cell, its first column, the column after its last, the row that it comes from)."""
EMPTY = Cell("", "", False)


def read_span(value: str | None, most: int, least: int = 1) -> int:
    """The number in an attribute as HTML reads and bounds it; 1 where there is none."""
    digits = (value or "").strip().removeprefix("+")
    size = next((place for place, sign in enumerate(digits) if sign not in "0123456789"), len(digits))
    if not size:
        return 1
    return max(least, min(int(digits[:size][:12]), most)) if digits[:size].strip("0") else least


def grid_of(rows: Sequence[Sequence[Cell]], parts: Sequence[object] = ()) -> list[list[Place]]:
    """The places of each row in the columns that hold text; none where a row says nothing of its own.

    `parts` name the part of the table that each row lies in: no cell reaches down out of it. Where the spans would
    repeat more than ten times what the table says, they do not count.
    """
    limit = FREE + TIMES * sum(_cost(cell) for cells in rows for cell in cells)
    told = [row for row, cells in enumerate(rows) if any(cell.text for cell in cells)]
    plain = [[(cell, column, column + 1, row) for column, cell in enumerate(cells)] for row, cells in enumerate(rows)]
    grid: list[list[Place]] = [[] for _ in rows]
    for pieces in (_lay_out(rows, parts, limit), plain):
        starts = sorted({first for row in told for _, first, _, _ in pieces[row]}) if pieces else []
        if pieces and len(told) * len(starts) * PLACE_COST <= limit:
            columns = _filled(starts, [pieces[row] for row in told])
            for row in told:
                grid[row] = list(_places(pieces[row], columns, row))
            return grid
    for row in told:
        grid[row] = [(cell, False, False) for cell in rows[row]]
    return grid


def _cost(cell: Cell) -> int:
    return PLACE_COST + len(cell.text)


def _lay_out(rows: Sequence[Sequence[Cell]], parts: Sequence[object], limit: int) -> list[list[Piece]] | None:
    """The pieces of each row from left to right; None when they would take more than `limit`."""
    found: list[list[Piece]] = []
    hanging: list[Piece] = []
    for row, cells in enumerate(rows):
        if row and parts and parts[row] is not parts[row - 1]:
            hanging = []
        line = _join(cells, hanging, row)
        limit -= sum(_cost(cell) for cell, _, _, _ in line)
        if limit < 0:
            return None
        hanging = [piece for piece in line if not piece[0].down or piece[3] + piece[0].down > row + 1]
        found.append(line)
    return found


def _join(cells: Sequence[Cell], hanging: Sequence[Piece], row: int) -> list[Piece]:
    """The cells of a row in the columns that those from above leave free."""
    line: list[Piece] = []
    column = done = 0
    for cell in cells:
        while done < len(hanging) and hanging[done][1] <= column:
            line.append(hanging[done])
            column = hanging[done][2]
            done += 1
        end = column + cell.across
        if done < len(hanging):
            end = min(end, hanging[done][1])
        line.append((cell, column, end, row))
        column = end
    line.extend(hanging[done:])
    return line


def _filled(starts: Sequence[int], lines: Sequence[Sequence[Piece]]) -> list[int]:
    """Those columns in which some row has text."""
    columns: set[int] = set()
    for line in lines:
        for cell, first, last, _ in line:
            if cell.text:
                columns.update(starts[bisect_left(starts, first) : bisect_left(starts, last)])
    return sorted(columns)


def _places(line: Sequence[Piece], columns: Sequence[int], row: int) -> Iterator[Place]:
    """One place a column."""
    done, shown = 0, _NO_ROW
    for column in columns:
        while done < len(line) and line[done][2] <= column:
            done += 1
        if done == len(line) or line[done][1] > column:
            yield EMPTY, False, False
            continue
        cell, _, _, own = line[done]
        yield cell, shown == done, own != row
        shown = done
