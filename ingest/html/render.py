"""Segments back to Markdown, text and HTML; lists and tables are rebuilt from whatever part of them is selected."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import MappingProxyType

from core.records import Segment
from ingest.html.escaping import escape_cell, escape_heading, escape_item, escape_starts
from ingest.html.phrasing import inline_markdown

GLUED = "+"
LINE = "/"
JOINTS = MappingProxyType({GLUED: "", LINE: "<br>"})
_CODE_JOINTS = MappingProxyType({GLUED: "", "": "\n", LINE: "\n\n"})
"""Markers of a part that follows the one before it without a blank, or on a line of its own."""


def text_of(segments: Sequence[Segment]) -> str:
    """Plain text: a line a segment; rows as `cell | cell`; the parts of a cut segment joined again."""
    lines: list[str] = []
    for segment in segments:
        if segment.part > 1 and lines:
            lines[-1] = _join(lines[-1], segment.text, segment)
        else:
            lines.append(segment.text)
    return "\n".join(lines)


def joint_of(part: Segment) -> str:
    """What stands between a part and the one before it, as HTML."""
    if part.kind == "pre":
        return _CODE_JOINTS[part.marker]
    return JOINTS.get(part.marker, " ")


def _join(before: str, after: str, part: Segment) -> str:
    return f"{before}{joint_of(part).replace('<br>', chr(10))}{after}"


def markdown_of(segments: Sequence[Segment]) -> str:
    """Markdown of segments in document order."""
    pieces: list[str] = []
    place = 0
    while place < len(segments):
        end = _end_of_group(segments, place)
        pieces.append(_piece(segments[place:end]))
        place = end
    return "\n\n".join(piece for piece in pieces if piece)


def _end_of_group(segments: Sequence[Segment], start: int) -> int:
    first = segments[start]
    end = start + 1
    if not first.group and not first.part:
        return end
    while end < len(segments) and (
        (first.group and segments[end].group == first.group and segments[end].kind != "heading")
        or (segments[end].part > 1 and segments[end].path == first.path)
    ):
        end += 1
    return end


def _piece(segments: Sequence[Segment]) -> str:
    first = segments[0]
    if any(segment.kind == "row" for segment in segments):
        return _table(segments)
    if first.kind in {"term", "definition"}:
        return "\n".join(_definition(segment) for segment in segments)
    if first.group and first.kind in {"item", "continuation"}:
        return _list(segments)
    if first.kind == "pre":
        return _fenced(first.marker if first.part <= 1 else "", text_of(segments))
    joined = inline_markdown(first.html)
    for part in segments[1:]:
        joined = _join(joined, inline_markdown(part.html), part)
    if first.kind == "heading":
        return f"{'#' * min(6, max(1, first.level))} {escape_heading(joined)}"
    shown = escape_starts(joined)
    return _indented(f"> {shown}", "> ", ">") if first.kind == "quote" else shown


def _fenced(language: str, code: str) -> str:
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", code)), default=0))
    return f"{fence}{language}\n{code}\n{fence}"


def _indented(shown: str, indent: str, blank: str = "") -> str:
    """Lines after the first with what they begin with, and what stands in an empty one."""
    if "\n" not in shown:
        return shown
    first, *lines = shown.split("\n")
    return "\n".join([first, *(f"{indent}{line}" if line else blank for line in lines)])


def _list(segments: Sequence[Segment]) -> str:
    """Items below each other; what belongs to one stands under its first letter, a paragraph after an empty line."""
    lines: list[str] = []
    opened: list[tuple[int, int]] = []
    above = 0
    for segment in segments:
        depth = max(1, segment.depth)
        starts = bool(segment.marker) and segment.part <= 1
        while opened and opened[-1][0] >= depth + (not starts):
            opened.pop()
        column = opened[-1][1] if opened else 0
        if lines and _stands_apart(segment, starts=starts, opens=above < depth):
            lines.append("")
        head = f"{segment.marker} " if starts else ""
        shown = escape_item(inline_markdown(segment.html))
        lines.append(f"{' ' * column}{head}{_indented(shown, ' ' * (column + len(head)))}")
        if starts:
            opened.append((depth, column + len(head)))
        above = depth
    return "\n".join(lines)


def _stands_apart(segment: Segment, *, starts: bool, opens: bool) -> bool:
    """Whether a line would be read as the end of the paragraph before it, which only a bullet or a 1 breaks off."""
    if not starts:
        return segment.part <= 1
    return opens and segment.marker[:1].isdigit() and segment.marker != "1."


def _definition(segment: Segment) -> str:
    if segment.kind == "term":
        shown = inline_markdown(segment.html)
        return shown if shown.startswith("**") else f"**{inline_markdown(segment.html, heavy=True)}**"
    shown = escape_starts(inline_markdown(segment.html)).replace("\n\n", "\n\n  ")
    return f": {shown}" if segment.marker else f"  {shown}"


def _table(segments: Sequence[Segment]) -> str:
    captions = [escape_starts(inline_markdown(segment.html)) for segment in segments if segment.kind == "caption"]
    rows = [segment for segment in segments if segment.kind == "row"]
    wide = max(len(segment.cells) for segment in rows)
    head = [segment.cells for segment in rows if segment.header]
    names = _names(head, wide)
    lines = [_line(names, wide), "|" + " --- |" * wide]
    lines.extend(_line(segment.cells, wide) for segment in rows if not segment.header)
    return "\n\n".join([*captions, "\n".join(lines)])


def _names(head: list[tuple[str, ...]], wide: int) -> tuple[str, ...]:
    """One name a column: stacked headers join from top to bottom, a repeated one counts once."""
    names: list[str] = []
    for column in range(wide):
        parts: list[str] = []
        for row in head:
            part = row[column] if column < len(row) else ""
            if part and part not in parts:
                parts.append(part)
        names.append(" ".join(parts))
    return tuple(names)


def _line(cells: Sequence[str], wide: int) -> str:
    shown = [*cells, *[""] * (wide - len(cells))]
    return f"| {' | '.join(map(escape_cell, shown))} |"
