"""The cheapest, longest, nearest …: the row of a table whose value is the least or the greatest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.cells import Row, read_rows
from retrieval.answers.draft import Claim
from retrieval.answers.marks import marks_of
from retrieval.data import load_data
from retrieval.relevance import Relevance
from retrieval.texts import alike, content, fold, grams, stem_set

MOST_ROWS = 40
MOSTLY = 0.6
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Extreme:
    """What is compared: `greatest` or least, of values of a form, in a column that may be named."""

    greatest: bool
    form: re.Pattern[str]
    column: frozenset[str]
    words: frozenset[str]


def find_extreme(analysis: Analysis) -> Extreme | None:
    """The comparison that a question asks for; None where it asks for none."""
    folded = fold(analysis.asked or analysis.text)
    for row in load_data("extremes")["words"]:
        match = re.search(row["pattern"], folded)
        if match:
            named = match.groupdict().get("of") or ""
            column = frozenset(gram for word in content(f"{row.get('column', '')} {named}") for gram in grams(word))
            words = frozenset(gram for word in content(match.group()) for gram in grams(word))
            return Extreme(row["greatest"], re.compile(row["form"], re.IGNORECASE), column, words)
    return None


def answer_extreme(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence]) -> list[Claim]:
    """One claim for the row that wins (several when they are equal), from the first table that can be compared so."""
    asked = find_extreme(analysis)
    if asked is None:
        return []
    for item in evidence:
        if item.kind in {"table", "rows"} and item.lang in {"", analysis.lang}:
            claims = _winners(asked, relevance, item)
            if claims:
                return claims
    return []


def _winners(asked: Extreme, relevance: Relevance, item: Evidence) -> list[Claim]:
    rows = [row for row in read_rows(item) if row.names][:MOST_ROWS]
    things = set(relevance.weights) - asked.words
    around = " ".join([item.title, *item.heading_path, *(rows[0].names if rows else ()), rows[0].above if rows else ""])
    if len(rows) < 2 or not (things & relevance.covered([around]) or not things):
        return []
    rows = _named(rows, things, relevance) or rows
    place = _column(asked, rows)
    values = [(_value(row, place), row) for row in rows] if place else []
    known = [value for value, _ in values if value is not None]
    if len(known) < 2:
        return []
    best = max(known) if asked.greatest else min(known)
    return [_claim(row, place, item) for value, row in values if value == best]


def _named(rows: Sequence[Row], things: set[str], relevance: Relevance) -> list[Row]:
    """The rows that the question names, where it names two or more of them; a word of all rows names none."""
    held = [relevance.covered([row.cells[0]]) & things for row in rows]
    common = set.intersection(*held)
    named = [row for row, words in zip(rows, held, strict=True) if words - common]
    return named if 1 < len(named) < len(rows) else []


def _column(asked: Extreme, rows: Sequence[Row]) -> int:
    """The place of the column that is compared: of the form in question, best one that the question names; or 0."""
    names = rows[0].names
    fit = [
        place for place in range(1, len(names)) if sum(_fits(asked, row, place) for row in rows) >= MOSTLY * len(rows)
    ]
    meant = [place for place in range(1, len(names)) if _means(asked, names[place])]
    both = [place for place in fit if place in meant]
    numbered = [place for place in meant if sum(_value(row, place) is not None for row in rows) >= MOSTLY * len(rows)]
    return next(iter([*both, *([] if asked.column and meant and not fit else fit[:1]), *numbered]), 0)


def _fits(asked: Extreme, row: Row, place: int) -> bool:
    return place < len(row.cells) and asked.form.search(row.cells[place]) is not None


def _means(asked: Extreme, name: str) -> bool:
    held = stem_set(name)
    return any(word in held or not alike(word).isdisjoint(held) for word in asked.column)


def _value(row: Row, place: int) -> float | None:
    match = _NUMBER.search(row.cells[place]) if place < len(row.cells) else None
    return float(match.group().replace(",", "")) if match else None


def _claim(row: Row, place: int, item: Evidence) -> Claim:
    marks = marks_of(row.text)
    text = f"{row.cells[0]}{marks.comma}{row.names[place]}{marks.colon}{row.cells[place]}"
    return Claim(text, ((item, row.text),))
