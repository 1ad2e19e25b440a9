"""Segments back to Markdown, text and HTML; lists and tables are rebuilt from whatever part of them is selected."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from types import MappingProxyType

from core.records import Segment
from ingest.html.links import runs_code

GLUED = "+"
LINE = "/"
JOINTS = MappingProxyType({GLUED: "", LINE: "<br>"})
_CODE_JOINTS = MappingProxyType({GLUED: "", "": "\n", LINE: "\n\n"})
"""Markers of a part that follows the one before it without a blank, or on a line of its own."""

_TAG = re.compile(r"<(/?)([a-z]+)([^>]*)>")
_HREF = re.compile(r'href="([^"]*)"')
_ADDRESS = str.maketrans({" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E"})
_MARKS = {"b": "**", "i": "*", "code": "`", "del": "~~"}
_SPECIAL = re.compile(r"([\\`*_\[\]<>])")


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
        return "\n".join(_item(segment) for segment in segments)
    if first.kind == "pre":
        return _fenced(first.marker if first.part <= 1 else "", text_of(segments))
    joined = _single(first)
    for part in segments[1:]:
        joined = _join(joined, inline_markdown(part.html), part)
    return joined


def _fenced(language: str, code: str) -> str:
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", code)), default=0))
    return f"{fence}{language}\n{code}\n{fence}"


def _single(segment: Segment) -> str:
    if segment.kind == "heading":
        return "#" * min(6, max(1, segment.level)) + " " + inline_markdown(segment.html)
    shown = inline_markdown(segment.html)
    if segment.kind == "quote":
        return "> " + shown.replace("\n", "\n> ")
    return shown


def _item(segment: Segment) -> str:
    indent = "  " * max(0, segment.depth - 1)
    shown = inline_markdown(segment.html).replace("\n", f"\n{indent}  ")
    return f"{indent}{segment.marker} {shown}" if segment.marker and segment.part <= 1 else f"{indent}  {shown}"


def _definition(segment: Segment) -> str:
    shown = inline_markdown(segment.html)
    if segment.kind == "term":
        return f"**{shown}**" if not shown.startswith("**") else shown
    return f": {shown}" if segment.marker else f"  {shown}"


def _table(segments: Sequence[Segment]) -> str:
    captions = [inline_markdown(segment.html) for segment in segments if segment.kind == "caption"]
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
    return "| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ") for cell in shown) + " |"


def inline_markdown(html: str) -> str:
    """A segment's HTML as inline Markdown."""
    if html.count("<") == 2:
        return unescape(html[html.index(">") + 1 : html.rindex("<")])
    parts = _TAG.split(html)
    pieces: list[str] = [unescape(parts[0])]
    targets: list[str] = []
    for place in range(1, len(parts), 4):
        _mark(pieces, targets, parts[place] != "", parts[place + 1], parts[place + 2])
        if text := parts[place + 3]:
            pieces.append(unescape(text) if "&" in text else text)
    return "".join(pieces).strip()


def _mark(pieces: list[str], targets: list[str], closing: bool, name: str, rest: str) -> None:
    if name == "br":
        pieces.append("\n")
    elif name in _MARKS:
        pieces.append(_MARKS[name])
    elif name in {"sub", "sup"}:
        pieces.append(f"</{name}>" if closing else f"<{name}>")
    elif name == "a" and not closing:
        found = _HREF.search(rest)
        target = unescape(found.group(1)) if found else ""
        targets.append("" if runs_code(target) else target)
        pieces.append("[" if targets[-1] else "")
    elif name == "a" and targets:
        pieces.append(f"]({target.translate(_ADDRESS)})" if (target := targets.pop()) else "")
