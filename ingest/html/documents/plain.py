"""Plain text, Markdown and CSV."""

from __future__ import annotations

import csv
import re
from io import StringIO

from ingest.html.decode import decode
from ingest.html.documents.content import Document
from ingest.html.frames import Group

_HEADING = re.compile(r"^(#{1,6})\s+(\S.*?)\s*#*$")
_ITEM = re.compile(r"^(\s*)([-*+•]|\d{1,4}[.)])\s+(\S.*)$")
MAX_ROWS = 100_000


def read_plain(body: bytes, document: Document) -> None:
    """Paragraphs by blank lines; Markdown headings, items and fences are taken as what they are."""
    decoded = decode(body)
    document.warnings.extend(decoded.warnings)
    if _is_csv(decoded.text):
        rows = [row for _, row in zip(range(MAX_ROWS), csv.reader(StringIO(decoded.text)), strict=False)]
        document.add_table(rows, None, "csv", header=True)
        return
    fenced: list[str] | None = None
    lines: list[str] = []
    group = Group("list", "/document/text/list")
    for line in decoded.text.splitlines():
        if line.lstrip().startswith("```"):
            _flush(document, lines)
            if fenced is not None:
                document.add("pre", "\n".join(fenced), None, "text")
            fenced = [] if fenced is None else None
        elif fenced is not None:
            fenced.append(line)
        elif not line.strip():
            _flush(document, lines)
        else:
            group = _line(document, lines, line, group)
    _flush(document, lines)
    if fenced:
        document.add("pre", "\n".join(fenced), None, "text")


def _line(document: Document, lines: list[str], line: str, group: Group) -> Group:
    heading, item = _HEADING.match(line), _ITEM.match(line)
    if heading is None and item is None:
        lines.append(line)
        return group
    _flush(document, lines)
    if heading is not None:
        document.add("heading", heading.group(2), None, "text", rank=len(heading.group(1)))
        return Group("list", f"/document/text/list[{len(document.raws)}]")
    assert item is not None
    marker = f"{item.group(2)[:-1]}." if item.group(2)[0].isdigit() else "-"
    document.add_item(item.group(3), None, "text", group, 1 + len(item.group(1)) // 2, marker)
    return group


def _flush(document: Document, lines: list[str]) -> None:
    if lines:
        document.add("paragraph", "\n".join(lines), None, "text")
        lines.clear()


def _is_csv(text: str) -> bool:
    """Whether the first lines split into the same number of fields, more than one."""
    lines = [line for line in text.splitlines()[:6] if line.strip()]
    if len(lines) < 2 or any(len(line) > 2000 for line in lines):
        return False
    try:
        widths = {len(row) for row in csv.reader(lines)}
    except csv.Error:
        return False
    return len(widths) == 1 and widths.pop() > 1 and not any(". " in line for line in lines[:2])
