"""Elements that end one run of text and begin another: plain blocks, code, form fields, frames, rules."""

from __future__ import annotations

from html import escape

from ingest.html.frames import Attributes, Frame
from ingest.html.inline import BREAK
from ingest.html.measures import reads_long
from ingest.html.sections import is_panel, open_panel
from ingest.html.tags import (
    IN_ARTICLE,
    IN_MAIN,
    IN_SECTION,
    NOTICE,
    REGION_ROLES,
    REGION_TAGS,
    SCOPES,
    SECTIONING,
)
from ingest.html.walk import Walk, close_scoped, open_flat_block

MAX_NOTICE = 4000


def open_box(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open a block element."""
    if walk.flat:
        return open_flat_block(walk, frame)
    tag = frame.tag
    if tag in SECTIONING or frame.own & NOTICE or "role" in attrs:
        _set_region(frame, attrs)
    walk.open_block(frame)
    if tag == "blockquote":
        frame.kind = "quote"
    if walk.panels and is_panel(walk, attrs):
        open_panel(walk, frame, attrs)
    elif tag in SCOPES:
        walk.open_scope()
        frame.close = close_scoped
    return frame


def _set_region(frame: Frame, attrs: Attributes) -> None:
    tag = frame.tag
    region = REGION_ROLES.get(attrs.get("role", "")) or REGION_TAGS.get(tag)
    if tag in {"main", "article", "section"} or region == "main":
        frame.flags |= IN_MAIN if tag == "main" or region == "main" else IN_ARTICLE if tag == "article" else IN_SECTION
    if region in {"header", "footer"} and frame.flags & (IN_MAIN | IN_ARTICLE | IN_SECTION):
        region = None
    if frame.own & NOTICE and _is_notice(frame):
        region = "notice"
    if region and not (region == "main" and frame.region != "main"):
        frame.region = region
    if tag in {"main", "article"} or region == "main":
        frame.home = attrs.get("id") or frame.home


def _is_notice(frame: Frame) -> bool:
    """Whether a box named like a cookie notice may be one: it is short, and not the page's article or titled part."""
    if frame.region == "notice" or frame.tag in {"main", "article"}:
        return False
    return not reads_long(frame.element, MAX_NOTICE) and next(frame.element.iter("h1"), None) is None


def open_pre(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open code: one segment, white space and all."""
    if walk.flat:
        return open_flat_block(walk, frame)
    walk.flush()
    frame.outer, walk.block = walk.block, frame
    walk.flat += 1
    code = frame.element.find("code")
    names = f"{attrs.get('class', '')} {code.get('class') or '' if code is not None else ''}"
    frame.saved = next((name[9:] for name in names.split() if name.startswith("language-")), "")
    frame.close = _close_pre
    return frame


def _close_pre(walk: Walk, frame: Frame) -> None:
    walk.flat -= 1
    tokens = walk.run.tokens
    text = "".join(t if isinstance(t, str) else "\n" if t is BREAK else "" for t in tokens)
    text = text.replace("\r\n", "\n").removeprefix("\n").rstrip().expandtabs(8)
    run, _, _ = walk.take()
    if text.strip():
        raw = walk.emit(frame, run, text, escape(text, quote=False), "pre")
        raw.marker = frame.saved
    walk.block = frame.outer


def read_field(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Read what a form field shows."""
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


def read_frame(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Read a frame of a frameset as a link."""
    url = walk.resolver.resolve(attrs.get("src"))
    if url and frame.tag == "frame":
        walk.start_link(url, "", frame.region)
        walk.links[-1].text = attrs.get("title") or attrs.get("name") or ""
        walk.link = None
    return None


def read_rule(walk: Walk, attrs: Attributes) -> None:
    """End the run at a horizontal rule; one that a rebuilt index wrote closes sections."""
    if not walk.flat:
        walk.flush()
        level = attrs.get("data-level", "")
        if level.isdigit() and len(level) < 4:
            walk.cut = int(level)
