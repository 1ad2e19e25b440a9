"""How each element is opened: what the walk skips, reads as one run, or descends into."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from lxml import etree

from ingest.html.boxes import open_box, open_pre, read_field, read_frame, read_rule
from ingest.html.frames import Attributes, Element, Frame
from ingest.html.lists import open_definitions, open_item, open_list, open_term
from ingest.html.phrases import (
    keep_apart,
    open_link,
    open_phrase,
    open_styled,
    read_break,
    read_formula,
    read_image,
    read_ruby,
)
from ingest.html.sections import open_button, open_details, open_heading, open_summary
from ingest.html.stylesheets import is_hidden
from ingest.html.tables import open_caption, open_cell, open_row, open_table
from ingest.html.tags import BIT, HIDDEN, MATH, ROLES, SPOKEN, Role, class_flags
from ingest.html.visibility import is_unseen
from ingest.html.walk import Walk

Opener = Callable[[Walk, Frame, Attributes], Frame | None]
Reader = Callable[[Walk, Attributes], None]
_VEILS = HIDDEN | SPOKEN
_VEILED = frozenset({"hidden", "aria-hidden", "style"})
_SOURCES = ("math/tex", "math/asciimath")
_TABULAR = MappingProxyType(
    {"table": Role.TABLE, "row": Role.ROW, "cell": Role.CELL, "columnheader": Role.CELL, "rowheader": Role.CELL}
)
_ASIDE = frozenset({"nav", "aside"})
_FURNITURE = BIT["nav"] | BIT["header"] | BIT["footer"]
_FIND = {**ROLES, **dict.fromkeys((etree.Comment, etree.PI, etree.Entity), Role.SKIP)}.get
_INLINE, _SKIP, _LAST_VOID, _LAST_PHRASE = Role.INLINE, Role.SKIP, Role.IMAGE, Role.MATH


def enter(walk: Walk, parent: Frame, element: Element) -> Frame | None:
    """Open a child element: a frame to descend into, or None when it has been dealt with."""
    walk.elements += 1
    tag = element.tag
    role = _FIND(tag, _INLINE)
    if role is _SKIP:
        return _skip(walk, parent, element)
    flags = 0
    attrs: Attributes
    if pairs := element.items():
        attrs = dict(pairs)
        if names := attrs.get("class"):
            flags = class_flags(names)
        identity = attrs.get("id")
        if identity:
            flags |= class_flags(identity)
        veiled = flags & _VEILS or not _VEILED.isdisjoint(attrs) or (walk.hidden and is_hidden(walk.hidden, attrs))
        if veiled and is_unseen(walk, attrs, flags, element):
            return None
        if identity or "name" in attrs:
            _note_anchor(walk, parent, role, element, attrs, flags)
        if flags & MATH or "role" in attrs:
            role = _role_by_attributes(role, attrs, flags, element)
    else:
        attrs = {}
    if role <= _LAST_VOID:
        return _VOIDS[role](walk, attrs)
    counts = parent.counts
    counts[tag] = number = counts.get(tag, 0) + 1
    if role is _INLINE and _read_leaf(walk, element, attrs):
        return None
    return _OPENERS[role](walk, Frame(element, tag, parent, number, flags), attrs)


def _read_leaf(walk: Walk, element: Element, attrs: Attributes) -> bool:
    """Read an inline element that holds text only; whether it was one."""
    if attrs:
        keep_apart(walk, element, attrs)
    if len(element):
        return False
    walk.add(element.text)
    return True


def _note_anchor(walk: Walk, parent: Frame, role: Role, element: Element, attrs: Attributes, flags: int) -> None:
    """Make an id, or the name of a link, the anchor of what follows; one in another region serves no main content."""
    anchor = attrs.get("id") or (attrs.get("name") if element.tag == "a" else None)
    if anchor:
        if role > _LAST_PHRASE and not walk.flat:
            walk.flush()
        walk.anchor = anchor
        if parent.region == "main" and element.tag not in _ASIDE and not _is_bare_menu(role, element, flags):
            walk.opened.append(anchor)


def _is_bare_menu(role: Role, element: Element, flags: int) -> bool:
    """Whether a box is a menu without words: one of icons, or one that only a script fills."""
    if role is not Role.BLOCK or not flags & _FURNITURE:
        return False
    return not any(text.strip() for text in element.itertext())


def _role_by_attributes(role: Role, attrs: Attributes, flags: int, element: Element) -> Role:
    named = attrs.get("role", "")
    if flags & MATH and _is_told_again(element):
        return Role.SKIP
    if (flags & MATH and element.find(".//{*}math") is not None) or (
        flags & MATH and element.find(".//annotation") is not None
    ):
        return Role.MATH
    if named == "heading":
        return Role.HEADING
    if role is Role.BLOCK and named in {"list", "listitem"}:
        return Role.LIST if named == "list" else Role.ITEM
    if named in _TABULAR and (role is Role.BLOCK or role is Role.INLINE):
        return _TABULAR[named]
    if role is Role.LINK and named in {"button", "tab"} and not attrs.get("href", "").startswith(("http", "/")):
        return Role.BUTTON
    return Role.BUTTON if named == "tab" else role


def _is_told_again(element: Element) -> bool:
    """Whether MathJax left the formula's source, or a full rendering of its preview, right behind this one."""
    preview = "MathJax_Preview" in element.get("class", "")
    for following in element.itersiblings():
        if following.tag == "script":
            return (following.get("type") or "").startswith(_SOURCES)
        if "MathJax" not in following.get("class", ""):
            return False
        if preview:
            return True
    return False


def _skip(walk: Walk, parent: Frame, element: Element) -> Frame | None:
    tag = element.tag
    if tag == "script" and (element.get("type") or "").startswith(_SOURCES):
        walk.add(f" {element.text or ''} ")
    elif tag == "template" and element.get("shadowrootmode"):
        return walk.open_block(Frame(element, tag, parent, 1))
    elif tag == "input":
        walk.fields += 1
        _count_password(walk, parent, element)
    return None


def _count_password(walk: Walk, parent: Frame, element: Element) -> None:
    if (element.get("type") or "").strip().lower() != "password":
        return
    if parent.region == "main":
        walk.passwords += 1
    else:
        walk.frame_passwords += 1


def _leave_out(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    return None


_BY_ROLE: dict[Role, Opener] = {
    Role.INLINE: open_phrase,
    Role.LINK: open_link,
    Role.STYLED: open_styled,
    Role.RUBY: read_ruby,
    Role.MATH: read_formula,
    Role.SKIP: _leave_out,
    Role.BLOCK: open_box,
    Role.HEADING: open_heading,
    Role.LIST: open_list,
    Role.ITEM: open_item,
    Role.TABLE: open_table,
    Role.ROW: open_row,
    Role.CELL: open_cell,
    Role.CAPTION: open_caption,
    Role.PRE: open_pre,
    Role.DETAILS: open_details,
    Role.SUMMARY: open_summary,
    Role.BUTTON: open_button,
    Role.DEFINITIONS: open_definitions,
    Role.TERM: open_term,
    Role.DEFINITION: open_term,
    Role.FIELD: read_field,
    Role.FRAME: read_frame,
}
_OPENERS: tuple[Opener, ...] = tuple(_BY_ROLE.get(role, open_phrase) for role in Role)
_VOIDS: tuple[Reader, ...] = (read_rule, read_break, read_image)
