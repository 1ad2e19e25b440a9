"""Elements that head what follows: headings, summaries, the buttons and tabs that open something."""

from __future__ import annotations

from html import escape
from typing import Any

from ingest.html.frames import Attributes, Frame, Scope
from ingest.html.measures import reads_long, starts_with
from ingest.html.walk import Walk, close_scoped, open_flat_block

FOLD_RANK = 99
LOOSE_RANK = 7
MAX_HEADING = 300


def open_heading(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open a heading; one as long as a text is a block."""
    if walk.flat:
        return open_flat_block(walk, frame)
    if reads_long(frame.element, MAX_HEADING):
        return walk.open_block(frame)
    walk.open_flat(frame)
    if frame.item is not None:
        frame.item.marker = ""
    frame.kind, frame.item = "heading", None
    level = attrs.get("aria-level") or (frame.tag[1:] if frame.tag[0] == "h" and len(frame.tag) == 2 else "2")
    frame.saved = int(level) if level.isdigit() and 0 < int(level) < 50 else 2
    frame.close = _close_heading
    return frame


def _close_heading(walk: Walk, frame: Frame) -> None:
    before = len(walk.raws)
    walk.close_flat(frame)
    for raw in walk.raws[before:]:
        raw.rank = frame.saved


def open_details(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open a disclosure: the headings inside reach no further."""
    if walk.flat:
        return open_flat_block(walk, frame)
    walk.open_block(frame)
    walk.open_scope(hard=True)
    frame.close = close_scoped
    return frame


def open_summary(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open a summary: the heading of its disclosure."""
    if walk.flat:
        return open_flat_block(walk, frame)
    inside = frame.parent is not None and frame.parent.tag == "details" and frame.region in {"main", "aside"}
    if not inside or reads_long(frame.element, MAX_HEADING):
        return walk.open_block(frame)
    walk.open_flat(frame)
    frame.kind, frame.item, frame.saved = "heading", None, FOLD_RANK
    frame.close = _close_heading
    return frame


def open_button(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open a button; one whose panel is known is read as that panel's heading."""
    if walk.flat:
        return frame
    if controlled(attrs) in walk.panels:
        return None
    if reads_long(frame.element, MAX_HEADING) or next(frame.element.iter("h3"), None) is not None:
        return walk.open_block(frame)
    walk.open_flat(frame)
    frame.kind, frame.item = "button", None
    if "aria-expanded" in attrs and frame.region == "main":
        frame.saved = LOOSE_RANK
        frame.close = _close_toggle
    return frame


def _close_toggle(walk: Walk, frame: Frame) -> None:
    """A button that unfolds something not named: with three words or more it heads what follows."""
    before = len(walk.raws)
    walk.close_flat(frame)
    for raw in walk.raws[before:]:
        if raw.text.count(" ") >= 2:
            raw.kind, raw.rank = "heading", frame.saved


def controlled(attrs: Any) -> str:
    """The id of the panel that an element opens, or an empty string."""
    target = attrs.get("aria-controls") or attrs.get("data-bs-target") or attrs.get("data-target") or ""
    if not target and attrs.get("href", "").startswith("#"):
        target = attrs["href"]
    return str(target).lstrip("#").split(" ")[0]


def is_panel(walk: Walk, attrs: Attributes) -> bool:
    """Whether an element is the panel of a button or tab."""
    return attrs.get("id", "") in walk.panels


def open_panel(walk: Walk, frame: Frame, attrs: Attributes) -> None:
    """Open a panel under the text of what opens it."""
    label = walk.panels[attrs["id"]]
    walk.open_scope(hard=True)
    assert walk.scope is not None
    walk.scope.label = label
    frame.close = close_scoped
    if label and not starts_with(frame.element, label):
        _emit_label(walk, frame, label, walk.scope)


def _emit_label(walk: Walk, frame: Frame, label: str, scope: Scope) -> None:
    raw = walk.emit(frame, walk.run, label, escape(label, quote=False), "heading")
    raw.rank, raw.scope = FOLD_RANK, scope
