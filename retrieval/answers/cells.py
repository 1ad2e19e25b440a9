"""Tables and definition lists read by cell: which cell of a row answers, and how it reads outside its table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.asks import find_asks, meets, unmet
from retrieval.answers.forms import has_form
from retrieval.answers.hours import say_line, tells_hours
from retrieval.answers.marks import marks_of
from retrieval.relevance import Relevance
from retrieval.texts import writes_chinese

BAR = " | "
MOST_CELLS = 2
_TERM = re.compile(r"^\*\*(.+?)\*\*\s*$")
_MARKUP = re.compile(r"\\([!-/:-@\[-`{-~])|!?\[([^\]]*)\]\([^)]*\)|[*`]+|</?su[bp]>")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table as it stands in the block, with the names of its columns and what stands above the table."""

    text: str
    names: tuple[str, ...]
    above: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells in order."""
        return tuple(cell.strip() for cell in self.text.split("|"))


def read_rows(item: Evidence) -> Iterator[Row]:
    """The rows of a table; the first row of a wide table names the columns, other lines stand above it.

    A table of two columns may be names and values from its first line on, so its first row is a row as well.
    """
    lines = [line.strip() for line in item.text.split("\n") if line.strip()]
    rows = [line for line in lines if BAR in f"{line} "]
    above = " ".join(line for line in lines if line not in rows)
    if not rows:
        return
    names = tuple(cell.strip() for cell in rows[0].split("|"))
    for place, line in enumerate(rows):
        if place or len(names) == 2:
            yield Row(line, names if place else (), above)


def read_pairs(item: Evidence) -> list[tuple[str, str]]:
    """Terms with what is said of them, by the marks of the block's Markdown, or line by line where there are none."""
    lines = [line.strip() for line in item.text.split("\n") if line.strip()]
    terms = _terms(item.markdown)
    if not terms:
        return list(zip(lines[::2], lines[1::2], strict=True)) if len(lines) % 2 == 0 else []
    pairs: list[tuple[str, str]] = []
    term = ""
    for line in lines:
        if line in terms:
            term = line
        elif term:
            pairs.append((term, line))
    return pairs


def _terms(markdown: str) -> set[str]:
    found = (_TERM.match(line.strip()) for line in markdown.split("\n"))
    return {unescape(_MARKUP.sub(r"\1\2", match.group(1))).strip() for match in found if match}


def say_row(row: Row, analysis: Analysis, relevance: Relevance) -> str:
    """The cells that answer, led by what names the row: `Undergraduate, Overseas: €9,600`; all cells if none does."""
    cells = row.cells
    if len(cells) == 2:
        return _pair(cells[0], cells[1])
    if tells_hours(row.text) and (line := say_line(row.text)):
        return line
    chosen = _with_unmet(_answering(row, analysis, relevance), row, analysis)
    if not chosen:
        return say_all(row)
    lead: list[str] = []
    told = relevance.covered([part for place in chosen for part in (_padded(row)[place], cells[place])])
    for place, cell in enumerate(cells):
        new = relevance.covered([cell]) - told
        if cell and place not in chosen and (place == 0 or new):
            lead.append(cell)
            told |= new
    return marks_of(row.text).comma.join([*lead, *(_named(row, place) for place in chosen)])


def say_all(row: Row) -> str:
    """All cells of a row, each with the name of its column."""
    return marks_of(row.text).semicolon.join(_named(row, place) for place, cell in enumerate(row.cells) if cell)


def say_under_name(row: Row) -> str:
    """All cells of a row behind the one that names it: `Undergraduate (Home: €2,840, Overseas: €9,600)`."""
    zh = writes_chinese(row.text)
    told = marks_of(row.text).comma.join(_named(row, place) for place, cell in enumerate(row.cells) if place and cell)
    return f"{row.cells[0]}（{told}）" if zh else f"{row.cells[0]} ({told})"


def _with_unmet(chosen: Sequence[int], row: Row, analysis: Analysis) -> list[int]:
    """The chosen places, and for each other thing that is asked for the first that holds it."""
    told = [_valued(row, place) for place in chosen]
    missing = unmet(find_asks(analysis), told) if chosen else []
    places = [place for place in range(1, len(row.cells)) if place not in chosen]
    found = (next((place for place in places if meets(ask, _valued(row, place))), None) for ask in missing)
    return sorted({*chosen, *(place for place in found if place is not None)})


def _valued(row: Row, place: int) -> str:
    """A cell with the name of its column behind it, as a sum stands before what is counted: `42 days`."""
    return f"{row.cells[place]} {_padded(row)[place]}"


def _answering(row: Row, analysis: Analysis, relevance: Relevance) -> list[int]:
    """The places of the cells that the question means: by their column's name, their form and their own words."""
    scores = {
        place: _weigh(name, cell, analysis, relevance)
        for place, (name, cell) in enumerate(zip(_padded(row), row.cells, strict=True))
        if place and cell
    }
    best = max(scores.values(), default=0.0)
    chosen = [place for place, score in scores.items() if score > 0.9 * best > 0]
    return chosen if len(chosen) <= MOST_CELLS else []


def _weigh(name: str, cell: str, analysis: Analysis, relevance: Relevance) -> float:
    form = 0.3 if has_form(analysis, cell) else 0.0
    return relevance.cover(name) + 0.4 * relevance.cover(cell) + form


def _padded(row: Row) -> tuple[str, ...]:
    cells = len(row.cells)
    return (*row.names, *([""] * cells))[:cells]


def _named(row: Row, place: int) -> str:
    name, cell = _padded(row)[place], row.cells[place]
    return _pair(name, cell) if name and name != cell else cell


def _pair(name: str, value: str) -> str:
    return f"{name}{marks_of(name).colon}{value}" if name else value


def say_pair(term: str, said: str) -> str:
    """A term and what is said of it, on one line."""
    return _pair(term.rstrip(":： "), said)


def meets_row(row: Row, relevance: Relevance) -> int:
    """1 when the question names the row and one of its columns, 2 when it names a cell by both; else 0."""
    of_row = relevance.covered([row.text])
    if not of_row or not relevance.covered(row.names) - of_row:
        return 0
    pairs = zip(_padded(row), row.cells, strict=True)
    return 1 + any(relevance.covered([name]) - of_row and relevance.covered([cell]) for name, cell in pairs)
