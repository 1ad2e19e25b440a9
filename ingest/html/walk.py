"""One walk over the tree of elements: raw segments in document order, links, and anchors.

Segmentation of IndexLM: a block element with direct text gives a segment of that text with its inline children; its
child blocks follow in order. The walk keeps its own stack, so that depth costs nothing, and touches each node once.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ingest.html.frames import Frame, Raw, RawLink, Run, Scope
from ingest.html.inline import Token, join_tokens

if TYPE_CHECKING:
    from ingest.html.surroundings import Surroundings
    from ingest.html.tables import Table


class Walk:
    """The state of one walk. `handlers` open elements by role; each may return a frame to descend into."""

    def __init__(self, around: Surroundings, *, show_all: bool = False) -> None:
        self.resolver = around.resolver
        self.panels = around.panels
        self.hidden = around.hidden
        self.ruled_out = 0
        self.show_all = show_all
        self.raws: list[Raw] = []
        self.links: list[RawLink] = []
        self.images: list[tuple[str, str]] = []
        self.run = Run()
        self.block: Frame | None = None
        self.scope: Scope | None = None
        self.anchor: str | None = None
        self.opened: list[str] = []
        self.link: int | None = None
        self.link_start = 0
        self.bold = 0
        self.flat = 0
        self.elements = 0
        self.alt = ""
        self.open_tags: list[Token] = []
        self.tables: list[Table] = []
        self.fields = 0
        self.passwords = 0
        self.frame_passwords = 0
        self.cut: int | None = None

    def add(self, text: str | None) -> None:
        """Add text to the run."""
        if not text:
            return
        run = self.run
        if not run.tokens and text.isspace():
            return
        run.tokens.append(text)
        if self.bold:
            run.bold_chars += len(text.strip())

    def add_tag(self, opening: str, closing: str) -> None:
        """Add an inline tag to the run; it stays open until `end_tag`."""
        token = (opening, closing)
        self.run.tokens.append(token)
        self.run.tagged = True
        self.open_tags.append(token)

    def end_tag(self) -> None:
        """Close the inline tag opened last."""
        if self.open_tags:
            self.open_tags.pop()
            self.run.tokens.append(("", ""))

    def start_link(self, url: str, rel: str, region: str) -> None:
        """Open a link; links do not nest."""
        self.link = len(self.links)
        self.links.append(RawLink(url, rel, region))
        self.link_start = len(self.run.tokens)

    def note_link(self, url: str | None, text: str, frame: Frame) -> None:
        """Keep a link that opens nothing in the text: areas of image maps, links that a parser put into links."""
        if url:
            self.run.links.append(len(self.links))
            self.links.append(RawLink(url, "", frame.region))
            self.links[-1].text = " ".join(text.split())

    def end_link(self) -> None:
        """Close the open link."""
        self._gather_link()
        self.link = None

    def _gather_link(self) -> None:
        """Credit the run with what the open link has said so far."""
        if self.link is None:
            return
        said = self.run.tokens[self.link_start :]
        whole = said[0] if len(said) == 1 else "".join([t if isinstance(t, str) else " " for t in said])
        words = " ".join(whole.split()) if isinstance(whole, str) else ""
        link = self.links[self.link]
        self.run.link_chars += len(words)
        self.run.links.append(self.link)
        link.text = f"{link.text} {words}".strip() if link.text else words
        self.link_start = len(self.run.tokens)

    def take(self) -> tuple[Run, str, str]:
        """End the run: (run, text, html). Inline tags that are still open go on in the next one."""
        if self.link is not None:
            self._gather_link()
        run = self.run
        text, inner = join_tokens(run.tokens, tagged=run.tagged) if run.tokens else ("", "")
        self.run = Run()
        if self.open_tags:
            self.run.tokens.extend(self.open_tags)
            self.run.tagged = True
        self.link_start = len(self.run.tokens)
        return run, text, inner

    def flush(self) -> None:
        """End the run and make it a segment of the current block, if it says anything."""
        if len(self.run.tokens) <= len(self.open_tags):
            self._gather_link()
            return
        run, text, inner = self.take()
        if text and self.block is not None:
            self.emit(self.block, run, text, inner)

    def emit(self, frame: Frame, run: Run, text: str, inner: str, kind: str = "") -> Raw:
        """Append a segment that `frame` owns."""
        raw = Raw(kind or frame.kind or "paragraph", text, inner)
        item = frame.item
        if item is not None and not kind:
            if item.marker:
                raw.kind, raw.marker, item.marker = item.kind, item.marker, ""
            else:
                raw.kind = "continuation"
        if self.cut is not None:
            raw.cut, self.cut = self.cut, None
        self._place(raw, frame)
        if run.links:
            raw.link_chars, raw.links = run.link_chars, run.links
            for number in run.links:
                self.links[number].segment = len(self.raws)
        if run.bold_chars:
            raw.bold = run.bold_chars > 0.85 * len(text.replace(" ", ""))
        self.raws.append(raw)
        return raw

    def _place(self, raw: Raw, frame: Frame) -> None:
        parent = frame.parent
        raw.path = frame.path or frame.locate()
        raw.tag = frame.tag
        raw.anchor, raw.home = self.anchor, frame.home
        if self.opened:
            raw.opened = tuple(self.opened)
            self.opened.clear()
        raw.flags = frame.flags
        raw.near = frame.own | (parent.own | (parent.parent.own if parent.parent else 0) if parent else 0)
        raw.region = frame.region
        raw.group = frame.group
        raw.depth = frame.depth
        raw.scope = self.scope
        raw.signature = frame.element.get("class") or ""
        raw.elements = self.elements

    def open_block(self, frame: Frame) -> Frame:
        """End the run before a block, and let the block own what follows."""
        run = self.run
        if run.tokens or run.links or self.link is not None:
            self.flush()
        frame.outer = self.block
        self.block = frame
        frame.close = Walk.close_block
        return frame

    def close_block(self, frame: Frame) -> None:
        """End the run at the end of a block."""
        run = self.run
        if run.tokens or run.links or self.link is not None:
            self.flush()
        self.block = frame.outer

    def open_flat(self, frame: Frame) -> Frame:
        """Open a block whose blocks are read as one run (headings, summaries, buttons)."""
        self.open_block(frame)
        self.flat += 1
        self.alt = ""
        frame.close = Walk.close_flat
        return frame

    def close_flat(self, frame: Frame) -> None:
        """End such a block; an image's alternative text stands in for a missing text."""
        self.flat -= 1
        if self.alt and not any(isinstance(token, str) and token.strip() for token in self.run.tokens):
            self.add(self.alt)
        self.close_block(frame)

    def open_scope(self, *, hard: bool = False) -> None:
        """Enter a sectioning element."""
        self.scope = Scope(self.scope, hard)

    def close_scope(self) -> None:
        """Leave a sectioning element."""
        if self.scope is not None:
            self.scope = self.scope.parent


def close_scoped(walk: Walk, frame: Frame) -> None:
    """End a block that is a sectioning element."""
    walk.close_block(frame)
    walk.close_scope()


def open_flat_block(walk: Walk, frame: Frame) -> Frame:
    """Open a block inside a run: it only keeps its words apart from those around it."""
    walk.add(" ")
    frame.close = add_blank
    return frame


def add_blank(walk: Walk, _: Frame) -> None:
    """Keep the words before the end of an element apart from those after it."""
    walk.add(" ")


def attribute(name: str, value: str | None) -> str:
    """An attribute as HTML, with a blank before it; nothing when there is no value."""
    return f' {name}="{escape(value)}"' if value else ""
