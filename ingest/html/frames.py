"""What the walk holds: open elements, raw segments, and the places where a heading's reach ends."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

from ingest.html.inline import Token

Element = Any
"""An lxml element. Its stubs have no type that fits both of its classes."""
Attributes = dict[str, str]
Closer = Callable[[Any, "Frame"], None]
"""What the walk (first argument) does at the end of an element."""
MAX_PATH = 600


class Frame:
    """An open element."""

    __slots__ = (
        "close", "counts", "depth", "element", "flags", "group", "home", "item", "kind", "marker", "number", "outer",
        "own", "parent", "path", "region", "saved", "tag",
    )  # fmt: skip

    def __init__(self, element: Element, tag: str, parent: Frame | None, number: int, own: int = 0) -> None:
        self.element = element
        self.tag = tag
        self.parent = parent
        self.number = number
        self.counts: dict[str, int] = {}
        self.close: Closer | None = None
        self.saved: Any = None
        self.marker = self.path = ""
        self.outer: Frame | None = None
        self.own = own
        self.kind: str
        self.region: str
        self.home: str | None
        self.flags: int
        self.depth: int
        self.group: Group | None
        self.item: Frame | None
        if parent is not None:
            self.kind, self.region, self.flags = parent.kind, parent.region, parent.flags | own
            self.group, self.depth, self.item, self.home = parent.group, parent.depth, parent.item, parent.home
        else:
            self.kind, self.region, self.flags, self.depth = "", "main", own, 0
            self.group = self.item = self.home = None

    def locate(self) -> str:
        """The element path, made once; the head of a very long one is replaced by its checksum."""
        chain: list[Frame] = []
        frame: Frame | None = self
        while frame is not None and not frame.path:
            chain.append(frame)
            frame = frame.parent
        above = frame.path if frame is not None else ""
        for step in reversed(chain):
            if len(above) > MAX_PATH:
                above = f"/…{zlib.crc32(above.encode()):08x}"
            step.path = above = f"{above}/{step.tag}[{step.number}]"
        return self.path


class Group:
    """A list, definition list or table that its segments belong to."""

    __slots__ = ("kind", "number", "path", "size")

    def __init__(self, kind: str, path: str) -> None:
        self.kind = kind
        self.path = path
        self.size = 0


class Scope:
    """An open sectioning element. A hard one (details, a collapsed panel) ends the reach of the headings inside it."""

    __slots__ = ("hard", "label", "offset", "parent")

    def __init__(self, parent: Scope | None, hard: bool = False) -> None:
        self.parent = parent
        self.hard = hard
        self.offset = 0
        self.label = ""


class Raw:
    """A segment in the making. `rank` is the heading's own number; its real level comes from nesting."""

    __slots__ = (
        "anchor",
        "bold",
        "cells",
        "chrome",
        "cut",
        "depth",
        "elements",
        "flags",
        "group",
        "header",
        "heading_path",
        "home",
        "html",
        "inner",
        "kind",
        "level",
        "link_chars",
        "links",
        "main",
        "marker",
        "near",
        "opened",
        "part",
        "path",
        "rank",
        "region",
        "scope",
        "signature",
        "tag",
        "text",
        "visible",
        "words",
    )  # fmt: skip

    def __init__(self, kind: str, text: str, inner: str) -> None:
        self.kind = kind
        self.text = text
        self.inner = inner
        self.html = ""
        self.path = self.tag = self.marker = self.signature = ""
        self.anchor: str | None = None
        self.home: str | None = None
        self.opened: tuple[str, ...] = ()
        self.bold = self.chrome = self.header = False
        self.visible = True
        self.cells: tuple[str, ...] = ()
        self.depth = self.flags = self.level = self.rank = self.part = self.words = self.link_chars = 0
        self.elements = self.near = 0
        self.main = 0.0
        self.cut: int | None = None
        self.group: Group | None = None
        self.heading_path: tuple[str, ...] = ()
        self.links: list[int] = []
        self.region = "main"
        self.scope: Scope | None = None


class RawLink:
    """A link in the making; its segment is known when its run ends."""

    __slots__ = ("region", "rel", "segment", "text", "url")

    def __init__(self, url: str, rel: str, region: str) -> None:
        self.url = url
        self.rel = rel
        self.region = region
        self.text = ""
        self.segment: int | None = None


class Run:
    """The inline content being gathered, and what is known of it."""

    __slots__ = ("bold_chars", "link_chars", "link_end", "links", "tagged", "tokens")

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.links: list[int] = []
        self.link_chars = self.bold_chars = self.link_end = 0
        self.tagged = False
