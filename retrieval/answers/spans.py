"""Spans of evidence that may answer: sentences, list items, table rows, labelled parts and headings, word for word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.records import Evidence
from retrieval.answers.cells import Row, read_pairs, read_rows, say_pair, say_under_name
from retrieval.answers.hours import is_timetable, say_line, tells_hours
from retrieval.texts import count_words, sentences

_LABEL = re.compile(
    r"(?:(?<=^)|(?<=[.;!?。；]\s)|(?<=\n)|(?<=[。；]))([A-Z\u00c0-\u00de\u4e00-\u9fff][^.:：;。\n]{1,40})(?::(?=\s|$)|：)\s*"
)
QUESTIONS = ("?", "？")
LONGEST = 60
WHOLE = 12
ROWS = 8
WRAPPED = 24
FEW = 3


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a block's text or of its heading path, verbatim; `place` is its position in the block.

    `said` is how it reads alone, where the text itself does not; `row` is set for rows of a table. `lead` is the line
    that it follows upon: of a list, or a question that it answers.
    """

    text: str
    item: Evidence
    place: int
    kind: str = "sentence"
    label: str = ""
    lead: str = ""
    said: str = ""
    row: Row | None = None


def find_spans(item: Evidence) -> list[Span]:
    """All spans of one block, its headings first."""
    return [*_headings(item), *find_wholes(item), *find_pieces(item)]


def find_opening(item: Evidence) -> list[Span]:
    """What a heading is followed by: a short list whole, else the first span of the text."""
    return [*find_wholes(item), *find_pieces(item)][:1]


def find_pieces(item: Evidence) -> list[Span]:
    """The spans of a block's own text: rows of a table, terms of a definition list, else sentences."""
    readers = {"table": _rows, "definitions": _pairs}
    found = list(readers[item.kind](item)) if item.kind in readers else []
    return found or list(_pieces(item))


def _rows(item: Evidence) -> Iterator[Span]:
    for place, row in enumerate(read_rows(item)):
        lead = " ".join([row.above, *row.names])
        label = row.cells[0] if len(row.cells) == 2 else ""
        yield Span(row.text, item, place, "row", label, lead, row=row)


def _pairs(item: Evidence) -> Iterator[Span]:
    for place, (term, said) in enumerate(read_pairs(item)):
        text = f"{term}\n{said}"
        if text in item.text:
            yield Span(text, item, place, "item", term, said=say_pair(term, said))
        else:
            yield Span(said, item, place, "item", term, term, say_pair(term, said))


def _headings(item: Evidence) -> Iterator[Span]:
    if item.heading_path and item.text.strip() != item.heading_path[-1].strip():
        yield Span(item.heading_path[-1], item, -1, "heading")


def find_wholes(item: Evidence) -> Iterator[Span]:
    """A short list as one span: what is asked for may be the list; a timetable and a small table too."""
    lines = [line.strip() for line in item.text.split("\n") if line.strip()]
    if is_timetable(lines):
        yield Span(
            item.text, item, 0, "whole", said="; ".join(say_line(line) or line for line in lines if tells_hours(line))
        )
        return
    if item.kind == "table":
        yield from _whole_table(item)
    if item.kind == "list" and 1 < len(lines) <= WHOLE and count_words(item.text) <= LONGEST:
        yield Span(item.text, item, 0, "whole", said="; ".join(lines))


def _whole_table(item: Evidence) -> Iterator[Span]:
    """A small table with named columns: where no row is asked for by name, all of them answer."""
    rows = [row for row in read_rows(item) if row.names]
    if 1 < len(rows) <= ROWS and count_words(item.text) <= 2 * LONGEST:
        lead = " ".join([rows[0].above, *rows[0].names])
        yield Span(item.text, item, 0, "whole", lead=lead, said="; ".join(map(say_under_name, rows)))


def _pieces(item: Evidence) -> Iterator[Span]:
    place = 0
    lead = ""
    lines = _lines(item)
    for number, line in enumerate(lines):
        asks = line.endswith(QUESTIONS) and number + 1 < len(lines)
        for text in _cut_line(line):
            label = _LABEL.match(text)
            kind = "question" if asks and text.endswith(QUESTIONS) else _kind(item, text)
            yield Span(text, item, place, kind, label.group(1).strip() if label else "", lead)
            place += 1
        lead = line if asks or line.endswith((":", "：")) else lead


def _lines(item: Evidence) -> list[str]:
    """The lines of a block's text; in a paragraph, one that runs on into the next is joined with it."""
    lines: list[str] = []
    for line in filter(None, map(str.strip, item.text.split("\n"))):
        if item.kind == "paragraph" and lines and _runs_on(lines[-1], line):
            lines[-1] = f"{lines[-1]} {line}"
        else:
            lines.append(line)
    return lines


def _runs_on(line: str, following: str) -> bool:
    """Whether a sentence is broken between two lines: it has not ended, and what follows does not begin one."""
    ended = line.endswith((".", "!", "?", ":", ";", "。", "！", "？", "：", "；", "…", "|"))
    return not ended and len(line) >= WRAPPED and (following[0].islower() or following[0] in "/`(~")


def _cut_line(line: str) -> list[str]:
    """Sentences of a line; a labelled part ("Prerequisites: …") begins a piece of its own and runs on to its end."""
    starts = [match.start() for match in _LABEL.finditer(line)]
    parts = [line[a:b].strip() for a, b in zip([0, *starts], [*starts, len(line)], strict=True) if line[a:b].strip()]
    return [text for part in parts for text in _cut_part(part)]


def _cut_part(part: str) -> list[str]:
    """A labelled part whole, unless it tells several things of its own, sentence by sentence."""
    said = sentences(part)
    return [part] if _LABEL.match(part) and len(said) <= FEW and count_words(part) <= LONGEST else said


def _kind(item: Evidence, text: str) -> str:
    if item.heading_path and text.strip() == item.heading_path[-1].strip():
        return "heading"
    if item.kind in {"table", "rows"}:
        return "row"
    return "item" if item.kind in {"list", "items", "definitions"} else "sentence"


def words_of(span: Span) -> int:
    """Words of a span; a Chinese character counts as half a word."""
    return count_words(span.text)
