"""Make `demo/site/prospectus.pdf`: `python -m demo.make_prospectus` (needs reportlab, a development dependency)."""

from __future__ import annotations

from pathlib import Path

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

TARGET = Path(__file__).parent / "site" / "prospectus.pdf"

WELCOME = (
    "Northmere is small enough to be known by name and old enough to have its own harbour bell. "
    "This prospectus is for students who want to begin in September 2027."
)
LIFE = (
    "There are 38 student clubs, from rowing to Go. The rowing club keeps eleven boats in the shed beside Pier 4; "
    "the choir sings in the Causeway Theatre, which has 420 seats."
)
AFTER = (
    "Of the graduates of 2025, 91 per cent were in work or further study after six months. "
    "The careers office, room K0.20, is led by Ms Philippa Dunmarrow."
)
SPORT = (
    "The sports hall opens at 6:30. A sports card costs 48 euros a year and includes the climbing wall, "
    "which is 14 metres high."
)
EXCHANGE = [
    ["Partner university", "Places a year", "Language"],
    ["Solvang Institute of the Sea", "6", "English"],
    ["Linhai Polytechnic", "8", "Chinese"],
    ["Universidad de Puerto Alba", "4", "Spanish"],
]


def write_prospectus(target: Path = TARGET) -> None:
    """Write the three-page PDF; the same input gives the same bytes."""
    document = SimpleDocTemplate(
        str(target), pagesize=A4, title="Prospectus 2027", author="Northmere University", invariant=True
    )
    document.build(_story())


def _story() -> list[Flowable]:
    styles = getSampleStyleSheet()
    title, heading, text = styles["Title"], styles["Heading2"], styles["BodyText"]
    return [
        Paragraph("Prospectus 2027", title),
        Paragraph("Welcome", heading),
        Paragraph(WELCOME, text),
        PageBreak(),
        Paragraph("Student life", heading),
        Paragraph(LIFE, text),
        Paragraph("Sport", heading),
        Paragraph(SPORT, text),
        PageBreak(),
        Paragraph("A semester abroad", heading),
        _exchange_table(),
        Spacer(1, 12),
        Paragraph("After the degree", heading),
        Paragraph(AFTER, text),
    ]


def _exchange_table() -> Table:
    style = [("GRID", (0, 0), (-1, -1), 0.5, colors.grey), ("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold")]
    return Table(EXCHANGE, style=TableStyle(style))


if __name__ == "__main__":
    write_prospectus()
