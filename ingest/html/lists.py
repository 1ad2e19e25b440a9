"""Lists and definition lists: items with their depth and their bullet or number."""

from __future__ import annotations

from ingest.html.frames import Attributes, Frame, Group, Raw
from ingest.html.walk import Walk, open_flat_block


def open_list(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open a list; a list inside an item or directly inside a list is one level deeper, in the same group."""
    if walk.flat:
        return open_flat_block(walk, frame)
    walk.open_block(frame)
    if frame.group is None or frame.group.kind != "list":
        frame.group = Group("list", frame.locate())
        frame.depth = 0
    frame.depth += 1
    frame.item, frame.kind = None, ""
    start = attrs.get("start", "1")
    frame.saved = int(start) if start.lstrip("-").isdigit() and len(start) < 8 else 1
    return frame


def open_item(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open an item. The first run in it carries its marker."""
    if walk.flat:
        walk.add("; " if _has_text(walk) else " ")
        return frame
    walk.open_block(frame)
    parent = frame.parent
    if frame.group is None or frame.group.kind != "list":
        frame.group, frame.depth = Group("list", parent.locate() if parent else ""), 1
    frame.kind, frame.item = "item", frame
    frame.marker = _marker(parent, attrs)
    frame.close = _close_item
    return frame


def _close_item(walk: Walk, frame: Frame) -> None:
    walk.close_block(frame)
    frame.item = None


def _marker(parent: Frame | None, attrs: Attributes) -> str:
    if parent is None or parent.tag != "ol":
        return "-"
    value = attrs.get("value", "")
    number: int = int(value) if value.isdigit() and len(value) < 8 else int(parent.saved or 0)
    parent.saved = number + 1
    return f"{number}."


def _has_text(walk: Walk) -> bool:
    return any(isinstance(token, str) and not token.isspace() for token in reversed(walk.run.tokens))


def open_definitions(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open a definition list."""
    if walk.flat:
        return frame
    walk.open_block(frame)
    frame.group, frame.depth, frame.item = Group("definitions", frame.locate()), 1, None
    return frame


def open_term(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open a term or a definition."""
    if walk.flat:
        return open_flat_block(walk, frame)
    walk.open_block(frame)
    if frame.group is None or frame.group.kind != "definitions":
        frame.group, frame.depth = Group("definitions", frame.parent.locate() if frame.parent else ""), 1
    frame.kind, frame.item = ("term" if frame.tag == "dt" else "definition"), frame
    frame.marker = ":"
    frame.close = _close_item
    return frame


_MEMBERS = frozenset({"item", "continuation", "term", "definition", "row", "caption"})


def settle_lists(raws: list[Raw]) -> None:
    """Make every group one unbroken run of its own members.

    What follows a heading, code or another block inside an item starts a new group; so does an item after the end of a
    section inside the list, and one above the first of its group. Text there that is no item of its own is a paragraph.
    Heading paths are set before.
    """
    source: Group | None = None
    section: tuple[str, ...] = ()
    least = 0
    group: Group | None = None
    live: set[int] = set()
    for raw in raws:
        if raw.kind not in _MEMBERS or raw.group is None or (raw.kind == "caption" and raw.group.kind != "table"):
            source = None
            _leave(raw)
            continue
        if raw.group is not source or raw.heading_path != section or raw.depth < least:
            source, section = raw.group, raw.heading_path
            if raw.kind == "continuation":
                source = None
                _leave(raw)
                continue
            source.size += 1
            live, least = set(), raw.depth
            group = Group(source.kind, source.path if source.size == 1 else f"{source.path}#{source.size}")
        raw.group = group
        if raw.kind == "continuation" and raw.depth not in live and raw.part <= 1 and source.kind == "list":
            raw.kind, raw.marker = "item", "-"
        live = {depth for depth in live if depth < raw.depth} | {raw.depth}
    _free_captions(raws)


def _free_captions(raws: list[Raw]) -> None:
    """Take captions that no row of their table follows out of its group: a heading stood between."""
    after: Group | None = None
    for raw in reversed(raws):
        if raw.kind == "caption" and raw.group is not after:
            raw.group = None
        after = raw.group


def _leave(raw: Raw) -> None:
    if raw.kind == "continuation":
        raw.kind, raw.marker = "paragraph", ""
    raw.group, raw.depth = None, 0
