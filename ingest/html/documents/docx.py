"""Word documents: headings by style, lists with their depth, tables in place."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import docx
from docx.table import Table
from docx.text.paragraph import Paragraph

from ingest.html.documents.content import Document
from ingest.html.frames import Group

_HEADING = re.compile(r"(?:heading|überschrift|titre|标题)\s*(\d)", re.IGNORECASE)


def read_docx(body: bytes, document: Document) -> None:
    """Read the body of a Word document in order."""
    source = docx.Document(BytesIO(body))
    properties = source.core_properties
    document.title = (properties.title or "").strip()
    document.published = properties.created.date().isoformat() if properties.created else None
    document.modified = properties.modified.date().isoformat() if properties.modified else None
    group: Group | None = None
    for part in source.iter_inner_content():
        if isinstance(part, Table):
            group = None
            document.add_table(_rows(part), None, "docx", header=True)
        else:
            group = _add_paragraph(document, part, group)


def _add_paragraph(document: Document, paragraph: Paragraph, group: Group | None) -> Group | None:
    name = (paragraph.style.name if paragraph.style is not None else "") or ""
    heading = _HEADING.search(name)
    if heading is not None or name == "Title":
        document.add("heading", paragraph.text, None, "docx", rank=int(heading.group(1)) + 1 if heading else 1)
        return None
    depth = _list_depth(paragraph, name)
    if depth:
        group = group or Group("list", f"/document/docx/list[{len(document.raws)}]")
        marker = "1." if "number" in name.lower() else "-"
        document.add_item(paragraph.text, None, "docx", group, depth, marker)
        return group
    document.add("paragraph", paragraph.text, None, "docx")
    return None if paragraph.text.strip() else group


def _list_depth(paragraph: Paragraph, name: str) -> int:
    properties = paragraph._p.pPr
    numbering: Any = properties.numPr if properties is not None else None
    if numbering is not None and numbering.ilvl is not None:
        return int(numbering.ilvl.val) + 1
    if name.lower().startswith("list"):
        return int(name[-1]) if name[-1].isdigit() else 1
    return 1 if numbering is not None else 0


def _rows(table: Table) -> list[list[str | None]]:
    """Rows of texts; a merged cell's text stands in each place it covers."""
    return [[cell.text.strip() for cell in row.cells] for row in table.rows]
