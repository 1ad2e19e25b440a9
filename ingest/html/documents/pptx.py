"""Slides: each title a heading, anchored to its slide; bullets, tables and notes in place."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE_TYPE

from ingest.html.documents.content import Document
from ingest.html.frames import Group


def read_pptx(body: bytes, document: Document) -> None:
    """Read the slides in order."""
    deck = Presentation(BytesIO(body))
    document.title = (deck.core_properties.title or "").strip()
    for number, slide in enumerate(deck.slides, 1):
        _read_slide(document, slide, number)
        document.pages = number


def _read_slide(document: Document, slide: Any, number: int) -> None:
    anchor = f"slide={number}"
    title = slide.shapes.title
    if title is not None and title.has_text_frame:
        document.add("heading", title.text_frame.text.replace("\x0b", " "), anchor, f"slide[{number}]", rank=1)
    for shape in _shapes(slide.shapes):
        if title is not None and shape.shape_id == title.shape_id:
            continue
        if shape.has_text_frame:
            _read_text(document, shape.text_frame, anchor, number)
        elif getattr(shape, "has_table", False) and shape.has_table:
            rows = [[cell.text for cell in row.cells] for row in shape.table.rows]
            document.add_table(rows, anchor, f"slide[{number}]", header=bool(shape.table.first_row))
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        document.add("paragraph", slide.notes_slide.notes_text_frame.text, anchor, f"slide[{number}]/notes")


def _shapes(shapes: Any) -> Iterator[Any]:
    for shape in shapes:
        if shape.shape_type == MSO_SHAPE_TYPE.GROUP:
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _read_text(document: Document, frame: Any, anchor: str, number: int) -> None:
    paragraphs = [paragraph for paragraph in frame.paragraphs if paragraph.text.strip()]
    place = f"slide[{number}]"
    if len(paragraphs) < 2:
        for paragraph in paragraphs:
            document.add("paragraph", paragraph.text, anchor, place)
        return
    group = Group("list", f"/document/{place}/list[{len(document.raws)}]")
    for paragraph in paragraphs:
        document.add_item(paragraph.text, anchor, place, group, paragraph.level + 1, "-")
