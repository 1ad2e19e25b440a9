"""PDF, office files and plain text give the same record as HTML."""

from __future__ import annotations

from io import BytesIO

import docx
import openpyxl
import pytest
from pptx import Presentation
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen import canvas
from reportlab.platypus import Table

from core.records import PageStatus, ParsedPage
from ingest.html import parse

ADDRESS = "http://site.example/file"
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def leaves(page: ParsedPage) -> list[tuple[str, str, str | None, str]]:
    return [(b.kind, " > ".join(b.heading_path), b.anchor, b.text) for b in page.blocks if b.leaf]


def make_pdf() -> bytes:
    stream = BytesIO()
    sheet = canvas.Canvas(stream, pagesize=A4)
    sheet.setTitle("Prospectus")
    sheet.setFont("Helvetica-Bold", 22)
    sheet.drawString(60, 780, "Prospectus 2026")
    sheet.setFont("Helvetica", 11)
    sheet.drawString(60, 740, "The college teaches rivers and lakes to")
    sheet.drawString(60, 726, "three hundred students a year.")
    sheet.showPage()
    sheet.setFont("Helvetica-Bold", 15)
    sheet.drawString(60, 780, "Housing")
    sheet.setFont("Helvetica", 11)
    sheet.drawString(60, 760, "Rooms cost 300 crowns a month.")
    table = Table([["Plan", "Price"], ["Day", "9"], ["Term", "29"]], style=[("GRID", (0, 0), (-1, -1), 1, "black")])
    table.wrapOn(sheet, 300, 300)
    table.drawOn(sheet, 60, 600)
    sheet.save()
    return stream.getvalue()


def test_a_pdf_has_headings_by_size_tables_and_pages_as_anchors():
    page = parse(make_pdf(), ADDRESS, "text/html")
    assert page.media_type == "application/pdf"
    assert page.meta.title == "Prospectus"
    assert leaves(page) == [
        (
            "paragraph",
            "Prospectus 2026",
            "page=1",
            "The college teaches rivers and lakes to three hundred students a year.",
        ),
        ("paragraph", "Prospectus 2026 > Housing", "page=2", "Rooms cost 300 crowns a month."),
        ("table", "Prospectus 2026 > Housing", "page=2", "Plan | Price\nDay | 9\nTerm | 29"),
    ]


def test_a_scanned_pdf_needs_ocr():
    from PIL import Image

    stream = BytesIO()
    Image.new("RGB", (400, 300), "white").save(stream, "PDF")
    page = parse(stream.getvalue(), ADDRESS)
    assert page.status is PageStatus.NEEDS_OCR
    assert page.blocks == ()


def test_a_pdf_that_is_cut_off_has_one_clear_reason():
    page = parse(make_pdf()[:400], ADDRESS)
    assert page.status in {PageStatus.FAILED, PageStatus.EMPTY}
    assert page.reason.startswith("The PDF")


def test_a_word_document_keeps_headings_lists_and_tables():
    document = docx.Document()
    document.add_heading("Handbook", 0)
    document.add_heading("Leave", 1)
    document.add_paragraph("Ask first.")
    document.add_paragraph("in writing", style="List Bullet")
    document.add_paragraph("in time", style="List Bullet 2")
    table = document.add_table(2, 2)
    for place, text in enumerate(("Kind", "Days", "Rest", "25")):
        table.cell(place // 2, place % 2).text = text
    stream = BytesIO()
    document.save(stream)
    assert leaves(parse(stream.getvalue(), ADDRESS)) == [
        ("paragraph", "Handbook > Leave", None, "Ask first."),
        ("list", "Handbook > Leave", None, "in writing\nin time"),
        ("table", "Handbook > Leave", None, "Kind | Days\nRest | 25"),
    ]


def test_slides_are_anchored_to_their_numbers():
    deck = Presentation()
    for title, text in (("Rivers", "Long\nDeep"), ("Lakes", "Still")):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = text
    stream = BytesIO()
    deck.save(stream)
    assert leaves(parse(stream.getvalue(), ADDRESS)) == [
        ("list", "Rivers", "slide=1", "Long\nDeep"),
        ("paragraph", "Lakes", "slide=2", "Still"),
    ]


def test_a_spreadsheet_is_a_table_a_sheet_with_merged_cells_filled():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Fees"
    for row in (["Plan", "Price"], ["Day", 9.0], ["Week", 29.5], ["closed", None]):
        sheet.append(row)
    sheet.merge_cells("A4:B4")
    book.create_sheet("Secret").sheet_state = "hidden"
    stream = BytesIO()
    book.save(stream)
    assert leaves(parse(stream.getvalue(), ADDRESS)) == [
        ("table", "Fees", "Fees", "Plan | Price\nDay | 9\nWeek | 29.5\nclosed | closed")
    ]


def test_plain_text_markdown_and_csv_are_read():
    page = parse(b"# Tides\n\nHigh at six.\n\n1. ebb\n2. flow\n\n```\nx  = 1\n```\n", ADDRESS, "text/markdown")
    assert [(kind, text) for kind, _, _, text in leaves(page)] == [
        ("paragraph", "High at six."),
        ("list", "ebb\nflow"),
        ("pre", "x  = 1"),
    ]
    table = parse(b"name,price\npear,3\nplum,4\n", ADDRESS, "text/csv")
    assert leaves(table)[0][3] == "name | price\npear | 3\nplum | 4"
