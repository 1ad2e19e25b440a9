"""Spreadsheets: each sheet a section with one table, merged cells filled in."""

from __future__ import annotations

import datetime as dt
from io import BytesIO
from typing import Any

from openpyxl import load_workbook

from ingest.html.documents.content import Document

MAX_ROWS = 50_000
MAX_COLUMNS = 200


def read_xlsx(body: bytes, document: Document) -> None:
    """Read the visible sheets in order; formulas give their stored values."""
    book = load_workbook(BytesIO(body), data_only=True)
    document.title = (book.properties.title or "").strip()
    for sheet in book.worksheets:
        if sheet.sheet_state != "visible":
            continue
        document.add("heading", sheet.title, sheet.title.replace(" ", "%20"), f"sheet[{sheet.title}]", rank=1)
        document.add_table(
            _rows(sheet, document), sheet.title.replace(" ", "%20"), f"sheet[{sheet.title}]", header=True
        )


def _rows(sheet: Any, document: Document) -> list[list[str]]:
    merged = {
        (row, column): (area.min_row, area.min_col)
        for area in sheet.merged_cells.ranges
        if area.size["rows"] * area.size["columns"] <= 10_000
        for row in range(area.min_row, area.max_row + 1)
        for column in range(area.min_col, area.max_col + 1)
    }
    if sheet.max_row > MAX_ROWS:
        document.warnings.append(f"Only the first {MAX_ROWS} rows of sheet {sheet.title} were read.")
    rows: list[list[str]] = []
    width = min(sheet.max_column, MAX_COLUMNS)
    for number, values in enumerate(sheet.iter_rows(max_row=min(sheet.max_row, MAX_ROWS), max_col=width), 1):
        line = [_shown(sheet.cell(*merged[number, c]).value if (number, c) in merged else cell.value)
                for c, cell in enumerate(values, 1)]  # fmt: skip
        if any(line):
            rows.append(line)
    return rows


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, dt.datetime):
        return value.date().isoformat() if value.time() == dt.time(0) else value.isoformat(" ", "minutes")
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
