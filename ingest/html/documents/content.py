"""What a document reader gives: raw segments with anchors, a title, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from core.records import PageStatus
from ingest.html.frames import Group, Raw
from ingest.html.inline import collapse
from ingest.html.words import count_words


@dataclass(slots=True)
class Document:
    """A document in the making. `status` is OK until something else is found."""

    raws: list[Raw] = field(default_factory=list)
    title: str = ""
    published: str | None = None
    modified: str | None = None
    links: list[tuple[str, str, int]] = field(default_factory=list)
    status: PageStatus = PageStatus.OK
    reason: str = ""
    warnings: list[str] = field(default_factory=list)
    pages: int = 0

    def add(self, kind: str, text: str, anchor: str | None, place: str, *, rank: int = 0) -> Raw | None:
        """Append a segment, if it says anything."""
        text = text if kind == "pre" else "\n".join(filter(None, (collapse(line) for line in text.split("\n"))))
        if not text.strip():
            return None
        raw = Raw(kind, text, escape(text, quote=False).replace("\n", "<br>"))
        raw.anchor, raw.path, raw.rank = anchor, f"/document/{place}/{kind}[{len(self.raws) + 1}]", rank
        raw.tag = "p"
        self.raws.append(raw)
        return raw

    def add_item(self, text: str, anchor: str | None, place: str, group: Group, depth: int, marker: str) -> None:
        """Append a list item."""
        raw = self.add("item", text, anchor, place)
        if raw is not None:
            raw.group, raw.depth, raw.marker = group, max(1, depth), marker

    def add_table(self, rows: Sequence[Sequence[str | None]], anchor: str | None, place: str, *, header: bool) -> None:
        """Append a table, one segment a row; None is a cell that the one before it spans."""
        group = Group("table", f"/document/{place}/table[{len(self.raws) + 1}]")
        lines = [[collapse(text or "") for text in row] for row in rows]
        filled = sorted({column for line in lines for column, text in enumerate(line) if text})
        for number, line in enumerate(lines):
            cells = [line[column] if column < len(line) else "" for column in filled]
            if any(cells):
                self._add_row(cells, anchor, group, head=header and number == 0)

    def _add_row(self, cells: list[str], anchor: str | None, group: Group, *, head: bool) -> None:
        name = "th" if head else "td"
        inner = "".join(f"<{name}>{escape(cell, quote=False)}</{name}>" for cell in cells)
        raw = Raw("row", " | ".join(cells), inner)
        raw.cells, raw.header, raw.group, raw.anchor = tuple(cells), head, group, anchor
        raw.path, raw.tag = f"{group.path}/tr[{len(self.raws) + 1}]", "tr"
        raw.words = sum(count_words(cell) for cell in cells)
        self.raws.append(raw)

    def fail(self, status: PageStatus, reason: str) -> None:
        """End with another status."""
        self.status, self.reason = status, reason
