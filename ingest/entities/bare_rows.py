"""Rows of tables without a header: `COMP1029A | Anatomy of Apps | 1 credit | Prerequisite: COMP 1020`."""

from __future__ import annotations

import re

from ingest.entities.context import Context
from ingest.entities.labels import note_label, split_label
from ingest.entities.lines import Line
from ingest.entities.profile import AMOUNT
from ingest.entities.requirements import tidy_code

MIN_CELLS = 2


def read_bare_row(context: Context, line: Line) -> bool:
    """Note what a row says whose first cell is a code alone: its title, its amount, and what is labelled in it."""
    codes = context.codes(line.cells[0])
    if len(line.cells) < MIN_CELLS or not codes or codes[0][0] != line.cells[0].strip():
        return False
    entity = context.code(codes[0][0], line)
    for place, cell in enumerate(line.cells[1:]):
        labelled = split_label(context, cell)
        for rule, value in labelled:
            note_label(context, entity, rule, value, line)
        if labelled:
            continue
        if context.profile.amount and context.profile.amount.fullmatch(cell.strip()):
            context.findings.attribute(entity, AMOUNT, context.profile.value(AMOUNT, cell), line.block)
        elif place == 0 and _is_title(context, cell):
            context.findings.entity(context.profile.codes.type, tidy_code(codes[0][0]), [cell])
            context.findings.attribute(entity, "title", cell, line.block)
    return True


def _is_title(context: Context, cell: str) -> bool:
    return bool(re.search(r"[^\W\d_]{3}", cell)) and not context.codes(cell)
