"""Tables: data told from layout, cells bound to their columns through spans, one segment a row."""

from __future__ import annotations

from dataclasses import dataclass, field

from ingest.html.frames import Attributes, Element, Frame, Group, Run
from ingest.html.grid import MAX_ACROSS, MAX_DOWN, Cell, Place, grid_of, read_span
from ingest.html.inline import collapse
from ingest.html.walk import Walk, attribute, open_flat_block
from ingest.html.words import count_words

MAX_SCAN = 4000
LONG_CELL = 600


@dataclass(slots=True)
class Row:
    """A row in the making."""

    frame: Frame
    cells: list[Cell] = field(default_factory=list)
    run: Run = field(default_factory=Run)
    head: bool = False
    anchor: str | None = None


@dataclass(slots=True)
class Table:
    """A data table in the making."""

    frame: Frame
    group: Group
    rows: list[Row] = field(default_factory=list)
    cell: Cell | None = None


def open_table(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open a table: a data table gathers its rows; a layout table is a block like any other."""
    if walk.flat:
        return open_flat_block(walk, frame)
    walk.open_block(frame)
    if is_data(frame.element, attrs):
        frame.group, frame.item, frame.depth = Group("table", frame.locate()), None, 0
        table = Table(frame, frame.group)
        walk.tables.append(table)
        frame.saved = table
        frame.close = _close_table
    return frame


def _close_table(walk: Walk, frame: Frame) -> None:
    walk.close_block(frame)
    table, frame.saved = frame.saved, None
    walk.tables.remove(table)
    _emit_rows(walk, table)


def open_row(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open a row."""
    if walk.flat:
        walk.add(" ")
        return frame
    walk.open_block(frame)
    if walk.tables:
        head = frame.parent is not None and frame.parent.tag == "thead"
        walk.tables[-1].rows.append(Row(frame, head=head, anchor=walk.anchor))
    return frame


def open_cell(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open a cell: of a data table, one run; of a layout table, a block."""
    if walk.flat:
        walk.add(" | " if any(isinstance(token, str) and token.strip() for token in walk.run.tokens) else " ")
        return frame
    walk.open_block(frame)
    if not walk.tables:
        return frame
    table = walk.tables[-1]
    if not table.rows:
        table.rows.append(Row(frame))
    header = frame.tag == "th" or attrs.get("role") in {"columnheader", "rowheader"}
    across, down = read_span(attrs.get("colspan"), MAX_ACROSS), read_span(attrs.get("rowspan"), MAX_DOWN, 0)
    cell = Cell("", "", header, across, down)
    table.rows[-1].cells.append(cell)
    walk.flat += 1
    walk.alt = ""
    frame.saved = (table, cell)
    frame.close = _close_cell
    return frame


def _close_cell(walk: Walk, frame: Frame) -> None:
    table, cell = frame.saved
    walk.flat -= 1
    run, text, inner = walk.take()
    if not text and walk.alt:
        text = inner = walk.alt
    cell.text, cell.inner = collapse(text), inner
    whole = table.rows[-1].run
    whole.link_chars += run.link_chars
    whole.links.extend(run.links)
    walk.block = frame.outer


def open_caption(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open the caption of a table or figure."""
    if walk.flat:
        return open_flat_block(walk, frame)
    walk.open_block(frame)
    frame.kind, frame.item = "caption", None
    return frame


def _emit_rows(walk: Walk, table: Table) -> None:
    leading = True
    grid = grid_of([row.cells for row in table.rows], [row.frame.parent for row in table.rows])
    if _heads_in_bold([row.cells for row in table.rows]):
        for cell in table.rows[0].cells:
            cell.header = True
    for row, places in zip(table.rows, grid, strict=True):
        if places:
            leading = leading and _is_header(row, places)
            _emit_row(walk, table, row, places, leading)


def _heads_in_bold(rows: list[list[Cell]]) -> bool:
    """Whether the first row of a table without header cells is its header all the same: it alone is all bold."""
    if len(rows) < 2 or any(cell.header for row in rows for cell in row):
        return False
    first = [cell for cell in rows[0] if cell.text]
    if len(first) < 2 or len({cell.text for cell in first}) < len(first) or not all(map(_is_bold, first)):
        return False
    others = [row for row in rows[1:] if len(row) > 1]
    return bool(others) and not any(all(_is_bold(cell) for cell in row if cell.text) for row in others)


def _is_bold(cell: Cell) -> bool:
    inner = cell.inner
    return inner.startswith("<b>") and inner.find("</b>") == len(inner) - 4


def _is_header(row: Row, places: list[Place]) -> bool:
    said = [cell for cell, sideways, _ in places if cell.text and not sideways]
    return row.head or (len(said) > 1 and all(cell.header for cell in said))


def _emit_row(walk: Walk, table: Table, row: Row, places: list[Place], header: bool) -> None:
    text = " | ".join(cell.text for cell, sideways, _ in places if not sideways)
    alone = len({id(cell) for cell, _, _ in places}) == 1
    raw = walk.emit(row.frame, row.run, text, _row_html(places), "row")
    raw.cells = tuple("" if alone and sideways else cell.text for cell, sideways, _ in places)
    raw.header = header
    raw.group = table.group
    raw.anchor = row.anchor
    raw.words = sum(count_words(cell.text) for cell, sideways, above in places if not (sideways or above))


def _row_html(places: list[Place]) -> str:
    pieces: list[str] = []
    for column, (cell, sideways, _) in enumerate(places):
        if sideways and column:
            continue
        across = 1
        while column + across < len(places) and places[column + across][0] is cell and places[column + across][1]:
            across += 1
        name = "th" if cell.header else "td"
        span = attribute("colspan", str(across) if across > 1 else "")
        pieces.append(f"<{name}{span}>{cell.inner}</{name}>")
    return "".join(pieces)


def is_data(element: Element, attrs: Attributes) -> bool:
    """Whether a table holds data. Layout tables say so, hold other tables or headings, or have one row or column."""
    role = attrs.get("role")
    if role in {"presentation", "none"}:
        return False
    found = _survey(element)
    if found is None:
        return False
    rows, wide, headed, longest, total = found
    if headed or role in {"grid", "table", "treegrid"}:
        return wide > 1 or rows > 1 or role == "table"
    return rows > 1 and wide > 1 and longest <= LONG_CELL and total <= 40 * 6 * rows * wide


def _survey(element: Element) -> tuple[int, int, bool, int, int] | None:
    """(rows, columns, has headers, longest cell, characters) of a table, or None at the first sign of layout."""
    rows = wide = longest = total = 0
    headed = False
    here = size = 0
    for count, node in enumerate(element.iter()):
        tag = node.tag
        if (count and (tag == "table" or (tag in _SECTIONS and _in_cell(node)))) or (tag == "pre" and not headed):
            return None
        if tag == "tr":
            rows, wide, here = rows + 1, max(wide, here), 0
        elif tag in {"td", "th"}:
            longest, total, size, here = max(longest, size), total + size, 0, here + 1
            headed = headed or (tag == "th" and bool(len(node) or (node.text or "").strip()))
        elif tag in {"thead", "caption"}:
            headed = True
        size += len((node.text or "").strip()) + len((node.tail or "").strip() if count else "")
        if count > MAX_SCAN:
            break
    return rows, max(wide, here), headed, max(longest, size), total + size


_SECTIONS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def _in_cell(node: Element) -> bool:
    for count, above in enumerate(node.iterancestors()):
        if above.tag in {"th", "caption"}:
            return False
        if above.tag == "td" or count > 20:
            return True
    return True
