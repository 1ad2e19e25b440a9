"""The block index back to HTML, and partial selections to whole lists and tables.

`index_to_html` marks its document, so that reading it again gives the same index: kinds, texts, HTML, levels, heading
paths, groups, cells and parts. (What the page around it was, its regions and scores, is gone.)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape

from core.records import Interval, Segment
from ingest.html.render import JOINTS, joint_of, markdown_of, text_of

MARK = "sitequest-index"
_HEAD = f'<!doctype html><html><head><meta charset="utf-8"><meta name="generator" content="{MARK}">'


def pick_segments(segments: Sequence[Segment], intervals: Iterable[Interval]) -> list[Segment]:
    """The segments of intervals, in document order, each once; whatever lies out of range is left out."""
    wanted: set[int] = set()
    for interval in intervals:
        wanted.update(range(max(0, interval.first), min(interval.last, len(segments) - 1) + 1))
    return [segment for segment in segments if segment.index in wanted]


def complete_tables(segments: Sequence[Segment], picked: Sequence[Segment]) -> list[Segment]:
    """Picked segments with the header rows and captions of their tables, and the parents of nested items."""
    wanted = {segment.index for segment in picked}
    groups = {segment.group for segment in picked if segment.group}
    if not groups:
        return list(picked)
    ancestors: list[Segment] = []
    for segment in segments:
        if segment.group not in groups:
            continue
        if segment.header or (segment.kind == "caption" and segment.group):
            wanted.add(segment.index)
        elif segment.kind in {"item", "term"}:
            while ancestors and (ancestors[-1].group != segment.group or ancestors[-1].depth >= segment.depth):
                ancestors.pop()
            if segment.index in wanted:
                wanted.update(ancestor.index for ancestor in ancestors)
            ancestors.append(segment)
        elif segment.kind == "definition" and segment.index in wanted and ancestors and ancestors[-1].kind == "term":
            wanted.add(ancestors[-1].index)
    return [segment for segment in segments if segment.index in wanted]


def render(segments: Sequence[Segment], picked: Sequence[Segment], form: str) -> str:
    """A selection as `markdown`, `html` or `text`, its lists and tables rebuilt."""
    whole = complete_tables(segments, picked)
    if form == "html":
        return selection_to_html(whole)
    return markdown_of(whole) if form == "markdown" else text_of(whole)


def index_to_html(segments: Sequence[Segment], title: str = "") -> str:
    """A whole HTML document that holds the index."""
    return f"{_HEAD}<title>{escape(title)}</title></head><body>\n{selection_to_html(segments)}\n</body></html>"


def selection_to_html(segments: Sequence[Segment]) -> str:
    """HTML of segments in document order, with their lists, definition lists and tables around them."""
    pieces: list[str] = []
    depth = 0
    place = 0
    while place < len(segments):
        first = segments[place]
        level = len(first.heading_path) - (first.kind == "heading")
        if level < depth:
            pieces.append(f'<hr data-level="{level}">')
        depth = len(first.heading_path)
        end = _end(segments, place)
        pieces.append(_group_html(segments[place:end]))
        place = end
    return "\n".join(pieces)


def _end(segments: Sequence[Segment], start: int) -> int:
    first = segments[start]
    end = start + 1
    while end < len(segments):
        other = segments[end]
        grouped = first.group and other.group == first.group and other.kind != "heading" and first.kind != "heading"
        same_path = other.heading_path == first.heading_path
        if not (same_path and (grouped or (other.part > 1 and other.path == first.path))):
            break
        end += 1
    return end


def _group_html(segments: Sequence[Segment]) -> str:
    joined = _join_parts(segments)
    kinds = {segment.kind for segment, _ in joined}
    if "row" in kinds:
        return _table_html(joined)
    if kinds & {"term", "definition"}:
        return f"<dl>{_nested(joined)}</dl>"
    if "item" in kinds and joined[0][0].group:
        return _list_html(joined)
    if not joined[0][0].visible:
        return _script(_whole_text(segments))
    return "\n".join(html for _, html in joined)


Shown = tuple[Segment, str]


def _whole_text(parts: Sequence[Segment]) -> str:
    """The text of an unseen segment from all of its parts."""
    joints = ("", *(JOINTS.get(part.marker, " ") for part in parts[1:]))
    return "".join(f"{joint}{part.text}" for joint, part in zip(joints, parts, strict=True))


def _script(text: str) -> str:
    data = json.dumps({"text": text}, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{data}</script>'


def _join_parts(segments: Sequence[Segment]) -> list[Shown]:
    """Segments with their HTML; the parts of a cut one inside one element again."""
    shown: list[Shown] = []
    for segment in segments:
        if segment.part > 1 and shown and shown[-1][0].path == segment.path:
            first, html = shown[-1]
            shown[-1] = (first, _append(html, segment))
        else:
            shown.append((segment, segment.html))
    return shown


def _append(html: str, part: Segment) -> str:
    """The HTML of earlier parts with one more inside the same element."""
    if part.kind == "pre":
        return f"{html.removesuffix(_CODE_END)}{joint_of(part)}{part.html.split(_CODE_START, 1)[-1]}"
    return f"{html[: html.rindex('</')]}{joint_of(part)}{part.html[part.html.index('>') + 1 :]}"


_CODE_START, _CODE_END = "<code>\n", "</code></pre>"


def _table_html(rows: Sequence[Shown]) -> str:
    captions = "".join(html for segment, html in rows if segment.kind == "caption")
    heads = "".join(html for segment, html in rows if segment.header)
    body = "".join(html for segment, html in rows if segment.kind == "row" and not segment.header)
    head = f"<thead>{heads}</thead>" if heads else ""
    return f'<table role="table">{captions}{head}<tbody>{body}</tbody></table>'


def _nested(items: Sequence[Shown]) -> str:
    pieces: list[str] = []
    for segment, html in items:
        if segment.kind == "continuation" and pieces:
            closing = pieces[-1][pieces[-1].rindex("</") :]
            pieces[-1] = f"{pieces[-1][: -len(closing)]}{html}{closing}"
        else:
            pieces.append(html)
    return "".join(pieces)


def _list_html(items: Sequence[Shown]) -> str:
    """Items as nested lists by their depth; numbers keep their values."""
    pieces: list[str] = []
    open_lists: list[str] = []
    for segment, html in items:
        if segment.kind == "continuation":
            _ascend(pieces, open_lists, segment.depth)
            pieces.append(html if open_lists else f"<ul><li>{html}</li></ul>")
            continue
        name = "ol" if segment.marker[:-1].isdigit() else "ul"
        _descend(pieces, open_lists, max(1, segment.depth), name)
        value = f' value="{segment.marker[:-1]}"' if name == "ol" else ""
        pieces.append(html.removesuffix("</li>").replace("<li", f"<li{value}", 1))
    _ascend(pieces, open_lists, 0)
    return "".join(pieces)


def _ascend(pieces: list[str], open_lists: list[str], depth: int) -> None:
    """Close the lists that are deeper than `depth`. A dash marks a list that holds no item of its own yet."""
    while len(open_lists) > depth:
        closed = open_lists.pop()
        pieces.append(f"</{closed[:-1]}>" if closed[-1] == "-" else f"</li></{closed}>")


def _descend(pieces: list[str], open_lists: list[str], depth: int, name: str) -> None:
    """Open or close lists until the next item can stand at `depth` in a list of `name`."""
    same = len(open_lists) < depth or open_lists[depth - 1].rstrip("-") == name
    _ascend(pieces, open_lists, depth if same else depth - 1)
    if len(open_lists) == depth and open_lists[-1][-1] != "-":
        pieces.append("</li>")
    while len(open_lists) < depth:
        pieces.append(f"<{name}>")
        open_lists.append(f"{name}-" if len(open_lists) + 1 < depth else name)
    if open_lists[-1][-1] == "-":
        open_lists[-1] = open_lists[-1][:-1]
