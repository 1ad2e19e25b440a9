"""How each element is opened: what the walk skips, reads as one run, or descends into."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from types import MappingProxyType
from typing import Any

from ingest.html.frames import Element, Frame, Scope
from ingest.html.inline import BREAK
from ingest.html.lists import open_definitions, open_item, open_list, open_term
from ingest.html.tables import open_caption, open_cell, open_row, open_table
from ingest.html.tags import (
    FOLDED,
    HIDDEN,
    IN_ARTICLE,
    IN_MAIN,
    IN_SECTION,
    MATH,
    NOTICE,
    REGION_ROLES,
    REGION_TAGS,
    ROLES,
    SCOPES,
    SPOKEN,
    Role,
    class_flags,
    style_hides,
)
from ingest.html.walk import Walk, attribute

FOLD_RANK = 99
LOOSE_RANK = 7
MAX_HEADING = 300
Attributes = dict[str, str]
Handler = Callable[[Walk, Frame, Attributes], Frame | None]


def enter(walk: Walk, parent: Frame, element: Element) -> Frame | None:
    """Open a child element: a frame to descend into, or None when it has been dealt with."""
    walk.elements += 1
    tag = element.tag
    role = ROLES.get(tag, Role.INLINE)
    if role is Role.SKIP:
        return _skip(walk, parent, element)
    pairs = element.items()
    attrs: Attributes = dict(pairs) if pairs else {}
    flags = 0
    if attrs:
        flags = _flags_of(attrs)
        if (flags & _VEILS or not _VEILED.isdisjoint(attrs)) and _unseen(walk, attrs, flags, element):
            return None
        _note_anchor(walk, tag, role, attrs)
        if flags & MATH or "role" in attrs:
            role = _role_by_attributes(role, attrs, flags, element)
    counts = parent.counts
    if counts is None:
        counts = parent.counts = {}
    counts[tag] = number = counts.get(tag, 0) + 1
    if role is Role.INLINE and not len(element):
        walk.add(element.text)
        return None
    frame = Frame(element, tag, parent, number)
    frame.own = flags
    frame.flags |= flags
    return HANDLERS[role](walk, frame, attrs)


def _flags_of(attrs: Attributes) -> int:
    """What an element's class and id say of it."""
    names, identity = attrs.get("class"), attrs.get("id")
    flags = class_flags(names) if names else 0
    return flags | class_flags(identity) if identity else flags


def _note_anchor(walk: Walk, tag: str, role: Role, attrs: Attributes) -> None:
    """Make an id, or the name of a link, the anchor of what follows."""
    anchor = attrs.get("id") or (attrs.get("name") if tag == "a" else None)
    if anchor:
        if role not in _INLINE and not walk.flat:
            walk.flush()
        walk.anchor = anchor


_VEILS = HIDDEN | SPOKEN
_VEILED = frozenset({"hidden", "aria-hidden", "style"})
_INLINE = frozenset({Role.INLINE, Role.LINK, Role.STYLED, Role.IMAGE, Role.MATH, Role.BREAK})


def _role_by_attributes(role: Role, attrs: Attributes, flags: int, element: Element) -> Role:
    named = attrs.get("role", "")
    if (flags & MATH and element.find(".//{*}math") is not None) or (
        flags & MATH and element.find(".//annotation") is not None
    ):
        return Role.MATH
    if named == "heading":
        return Role.HEADING
    if role is Role.BLOCK and named in {"list", "listitem"}:
        return Role.LIST if named == "list" else Role.ITEM
    if role is Role.LINK and named in {"button", "tab"} and not attrs.get("href", "").startswith(("http", "/")):
        return Role.BUTTON
    return Role.BUTTON if named == "tab" else role


def _unseen(walk: Walk, attrs: Attributes, flags: int, element: Element) -> bool:
    if walk.show_all:
        return False
    if flags & SPOKEN and not walk.flat:
        return True
    spoken_only = attrs.get("aria-hidden") == "true"
    if not (spoken_only or "hidden" in attrs or flags & HIDDEN or ("style" in attrs and style_hides(attrs["style"]))):
        return False
    if _folded(walk, attrs, flags):
        return False
    if spoken_only and not (attrs.keys() & {"hidden", "style"}) and not flags & HIDDEN:
        return not _long(element, 200)
    return True


def _folded(walk: Walk, attrs: Attributes, flags: int) -> bool:
    """Collapsed content, which a reader can open, as against junk that nobody sees."""
    identity = attrs.get("id", "")
    if flags & FOLDED or attrs.get("hidden") == "until-found" or identity in walk.panels:
        return True
    if identity.startswith(("S:", "s:")) and identity[2:].isalnum():
        return True  # React streams the content of a page in hidden boxes, and a script puts them in place
    return attrs.get("role") in {"tabpanel", "region"}


def _long(element: Element, limit: int) -> bool:
    size = 0
    for count, text in enumerate(element.itertext()):
        size += len(text.strip())
        if size > limit or count > 4 * limit:
            return True
    return False


def _skip(walk: Walk, parent: Frame, element: Element) -> Frame | None:
    tag = element.tag
    if tag == "script" and "math/tex" in (element.get("type") or ""):
        walk.add(f" {element.text or ''} ")
    elif tag == "template" and element.get("shadowrootmode"):
        return walk.open_block(Frame(element, tag, parent, 1))
    elif tag == "input":
        walk.fields += 1
        walk.passwords += element.get("type") == "password"
    return None


def _inline(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    return frame


def _block(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    if walk.flat:
        return _flat_block(walk, frame)
    _set_region(frame, attrs)
    walk.open_block(frame)
    if frame.tag == "blockquote":
        frame.kind = "quote"
    label = walk.panels.get(attrs.get("id", ""))
    if label is not None:
        _open_panel(walk, frame, label)
    elif frame.tag in SCOPES:
        walk.open_scope()
        frame.close = _closing_scope(walk)
    return frame


def _flat_block(walk: Walk, frame: Frame) -> Frame:
    walk.add(" ")
    frame.close = lambda _: walk.add(" ")
    return frame


def _set_region(frame: Frame, attrs: Attributes) -> None:
    tag = frame.tag
    region = REGION_ROLES.get(attrs.get("role", "")) or REGION_TAGS.get(tag)
    if tag in {"main", "article", "section"} or region == "main":
        frame.flags |= IN_MAIN if tag == "main" or region == "main" else IN_ARTICLE if tag == "article" else IN_SECTION
    if region in {"header", "footer"} and frame.flags & (IN_MAIN | IN_ARTICLE | IN_SECTION):
        region = None
    if frame.own & NOTICE and frame.region != "notice" and not _long(frame.element, 4000):
        region = "notice"
    if region and not (region == "main" and frame.region != "main"):
        frame.region = region


def _closing_scope(walk: Walk) -> Callable[[Frame], None]:
    def close(frame: Frame) -> None:
        walk.close_block(frame)
        walk.close_scope()

    return close


def _open_panel(walk: Walk, frame: Frame, label: str) -> None:
    walk.open_scope(hard=True)
    assert walk.scope is not None
    walk.scope.label = label
    frame.close = _closing_scope(walk)
    if label and not _starts_with(frame.element, label):
        _emit_label(walk, frame, label, walk.scope)


def _starts_with(element: Element, label: str) -> bool:
    said = ""
    for count, text in enumerate(element.itertext()):
        said = f"{said} {' '.join(text.split())}".strip()
        if len(said) >= len(label) or count > 50:
            break
    return said.startswith(label)


def _emit_label(walk: Walk, frame: Frame, label: str, scope: Scope) -> None:
    raw = walk.emit(frame, walk.run, label, escape(label, quote=False), "heading")
    raw.rank, raw.scope = FOLD_RANK, scope


def _heading(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    if walk.flat:
        return _flat_block(walk, frame)
    if _long(frame.element, MAX_HEADING):
        return walk.open_block(frame)
    walk.open_flat(frame)
    if frame.item is not None:
        frame.item.marker = ""
    frame.kind, frame.item = "heading", None
    level = attrs.get("aria-level") or (frame.tag[1:] if frame.tag[0] == "h" and len(frame.tag) == 2 else "2")
    frame.saved = int(level) if level.isdigit() and 0 < int(level) < 50 else 2
    frame.close = _closing_heading(walk)
    return frame


def _closing_heading(walk: Walk) -> Callable[[Frame], None]:
    def close(frame: Frame) -> None:
        before = len(walk.raws)
        walk.close_flat(frame)
        for raw in walk.raws[before:]:
            raw.rank = frame.saved

    return close


def _details(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    if walk.flat:
        return _flat_block(walk, frame)
    walk.open_block(frame)
    walk.open_scope(hard=True)
    frame.close = _closing_scope(walk)
    return frame


def _summary(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    if walk.flat:
        return _flat_block(walk, frame)
    inside = frame.parent is not None and frame.parent.tag == "details" and frame.region in {"main", "aside"}
    if not inside or _long(frame.element, MAX_HEADING):
        return walk.open_block(frame)
    walk.open_flat(frame)
    frame.kind, frame.item, frame.saved = "heading", None, FOLD_RANK
    frame.close = _closing_heading(walk)
    return frame


def _button(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    if walk.flat:
        return frame
    if controlled(attrs) in walk.panels:
        return None
    if _long(frame.element, MAX_HEADING) or frame.element.find(".//h3") is not None:
        return walk.open_block(frame)
    walk.open_flat(frame)
    frame.kind, frame.item = "button", None
    if "aria-expanded" in attrs and frame.region == "main":
        frame.saved = LOOSE_RANK
        frame.close = _closing_toggle(walk)
    return frame


def _closing_toggle(walk: Walk) -> Callable[[Frame], None]:
    """A button that unfolds something not named: with three words or more it heads what follows."""

    def close(frame: Frame) -> None:
        before = len(walk.raws)
        walk.close_flat(frame)
        for raw in walk.raws[before:]:
            if raw.text.count(" ") >= 2:
                raw.kind, raw.rank = "heading", frame.saved

    return close


def controlled(attrs: Any) -> str:
    """The id of the panel that an element opens, or an empty string."""
    target = attrs.get("aria-controls") or attrs.get("data-bs-target") or attrs.get("data-target") or ""
    if not target and attrs.get("href", "").startswith("#"):
        target = attrs["href"]
    return str(target).lstrip("#").split(" ")[0]


def _link(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    url = walk.resolver.resolve(attrs.get("href"))
    if walk.link is not None:
        return frame
    href = url or attrs.get("href") or ""
    if controlled(attrs) in walk.panels and not url:
        return None
    if not href:
        return frame
    walk.add_tag(f"<a{attribute('href', href)}>", "</a>")
    if url:
        walk.start_link(url, attrs.get("rel", ""), frame.region)
        walk.links[-1].text = ""
        frame.saved = attrs.get("aria-label") or attrs.get("title") or ""
        walk.alt = "" if not walk.flat else walk.alt
        frame.close = _closing_link(walk, walk.links[-1])
    else:
        frame.close = lambda _: walk.end_tag()
    return frame


def _closing_link(walk: Walk, link: Any) -> Callable[[Frame], None]:
    def close(frame: Frame) -> None:
        walk.end_link()
        walk.end_tag()
        link.text = link.text or frame.saved or walk.alt

    return close


def _styled(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    heavy = frame.tag in {"b", "strong"}
    walk.bold += heavy
    shown = _STYLES.get(frame.tag)
    if shown:
        walk.add_tag(f"<{shown}>", f"</{shown}>")

    def close(_: Frame) -> None:
        walk.bold -= heavy
        if shown:
            walk.end_tag()

    frame.close = close
    return frame


_STYLES = MappingProxyType(
    {
        "b": "b", "strong": "b", "em": "i", "i": "i", "code": "code", "kbd": "code", "samp": "code", "sub": "sub",
        "sup": "sup", "del": "del", "s": "del",
    }
)  # fmt: skip


def _break(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    if walk.tables and walk.flat:
        walk.add(" ")
    elif walk.run.tokens:
        walk.run.tokens.append(BREAK)
        walk.run.tagged = True
    return None


def _rule(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    if not walk.flat:
        walk.flush()
        level = attrs.get("data-level", "")
        if level.isdigit() and len(level) < 4:
            walk.cut = int(level)
    return None


def _image(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    alt = " ".join(attrs.get("alt", "").split())
    source = attrs.get("src") or attrs.get("data-src") or ""
    if source and not source.startswith("data:"):
        walk.images.append((source, alt))
    walk.alt = alt or walk.alt
    return None


def _math(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    walk.add(f" {formula(frame.element)} ")
    return None


def formula(element: Element) -> str:
    """A formula once: its TeX source where it has one, else the text of its presentation."""
    for note in element.iter("annotation", "{*}annotation"):
        if "tex" in (note.get("encoding") or "").lower() and note.text:
            return " ".join(note.text.split())
    for node in element.iter("math", "{*}math", "img"):
        if node.get("alttext") or node.get("alt"):
            return " ".join((node.get("alttext") or node.get("alt")).split())
        if node.tag != "img":
            return "".join("".join(node.itertext()).split())
    return "".join("".join(element.itertext()).split())


def _pre(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    if walk.flat:
        return _flat_block(walk, frame)
    walk.flush()
    frame.outer, walk.block = walk.block, frame
    walk.flat += 1
    code = frame.element.find("code")
    names = f"{attrs.get('class', '')} {code.get('class') or '' if code is not None else ''}"
    frame.saved = next((name[9:] for name in names.split() if name.startswith("language-")), "")

    def close(ended: Frame) -> None:
        walk.flat -= 1
        tokens = walk.run.tokens
        text = "".join(t if isinstance(t, str) else "\n" if t is BREAK else "" for t in tokens)
        text = text.replace("\r\n", "\n").removeprefix("\n").rstrip().expandtabs(8)
        run, _, _ = walk.take()
        if text.strip():
            raw = walk.emit(ended, run, text, escape(text, quote=False), "pre")
            raw.marker = ended.saved
        walk.block = ended.outer

    frame.close = close
    return frame


def _field(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    walk.fields += 1
    options = (" ".join("".join(option.itertext()).split()) for option in frame.element.iter("option"))
    shown = ", ".join(option for option in options if option) or " ".join((frame.element.text or "").split())
    if not shown:
        return None
    if walk.flat:
        walk.add(f" {shown} ")
        return None
    walk.flush()
    walk.emit(frame, walk.run, shown, escape(shown, quote=False), "field")
    return None


def _frame(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    url = walk.resolver.resolve(attrs.get("src"))
    if url and frame.tag == "frame":
        walk.start_link(url, "", frame.region)
        walk.links[-1].text = attrs.get("title") or attrs.get("name") or ""
        walk.link = None
    return None


HANDLERS: MappingProxyType[Role, Handler] = MappingProxyType(
    {
        Role.INLINE: _inline,
        Role.BLOCK: _block,
        Role.BREAK: _break,
        Role.RULE: _rule,
        Role.HEADING: _heading,
        Role.LIST: open_list,
        Role.ITEM: open_item,
        Role.TABLE: open_table,
        Role.ROW: open_row,
        Role.CELL: open_cell,
        Role.CAPTION: open_caption,
        Role.PRE: _pre,
        Role.LINK: _link,
        Role.STYLED: _styled,
        Role.IMAGE: _image,
        Role.MATH: _math,
        Role.DETAILS: _details,
        Role.SUMMARY: _summary,
        Role.BUTTON: _button,
        Role.DEFINITIONS: open_definitions,
        Role.TERM: open_term,
        Role.DEFINITION: open_term,
        Role.FIELD: _field,
        Role.FRAME: _frame,
    }
)
