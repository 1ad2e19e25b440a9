"""Tables whatever spans they claim: no text is lost, and no table is wider than its rows fill."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.records import ParsedPage
from ingest.html import parse
from ingest.html.rebuild import index_to_html
from ingest.html.render import markdown_of

SPAN = st.sampled_from(
    ["", "0", "1", "2", "3", "7", "1000", "65534", "99999999", "999999999999999999999", "-1", "+2", "2px", "abc"]
)
CELL = st.tuples(SPAN, SPAN, st.sampled_from(["td", "th"]), st.booleans())
TABLE = st.lists(st.lists(CELL, max_size=5), min_size=1, max_size=8)


def read(html: str) -> ParsedPage:
    return parse(html.encode(), "http://site.example/p.html", "text/html; charset=utf-8", metadata=False)


def rows(page: ParsedPage) -> list[tuple[str, ...]]:
    return [segment.cells for segment in page.segments if segment.kind == "row"]


def table(lines: list[list[tuple[str, str, str, bool]]], cut: int) -> tuple[str, list[str]]:
    """A table of two bodies, each word in it different."""
    said: list[str] = []
    html: list[str] = []
    for number, line in enumerate(lines):
        html.append("</tbody><tbody><tr>" if number == cut else "<tr>")
        for across, down, name, empty in line:
            word = "" if empty else f"w{len(said)}q"
            said.extend([word] if word else [])
            html.append(f'<{name} colspan="{across}" rowspan="{down}">{word}</{name}>')
        html.append("</tr>")
    return f"<main><table role=table><tbody>{''.join(html)}</tbody></table></main>", said


@given(TABLE, st.integers(0, 8))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_cell_is_lost_and_none_is_wider_than_the_cells_there_are(
    lines: list[list[tuple[str, str, str, bool]]], cut: int
):
    html, said = table(lines, cut)
    page = read(html)
    for shown in (" ".join(segment.text for segment in page.segments), markdown_of(page.segments)):
        assert set(re.findall(r"w\d+q", shown)) == set(said)
    assert max(map(len, rows(page)), default=0) <= sum(map(len, lines))
    again = read(index_to_html(page.segments))
    assert [(s.kind, s.text, s.html, s.cells, s.header) for s in again.segments] == [
        (s.kind, s.text, s.html, s.cells, s.header) for s in page.segments
    ]


def test_a_span_over_everything_widens_nothing():
    page = read(
        "<main><table><tr><th>Huge</th></tr><tr><td colspan=99999999 rowspan=99999999>bomb</td></tr>"
        "<tr><td>after</td></tr></table></main>"
    )
    assert rows(page) == [("Huge", ""), ("bomb", ""), ("bomb", "after")]


@pytest.mark.parametrize("across", ["5", "100", "300", "1000", "99999"])
def test_a_title_wider_than_its_table_takes_the_width_of_the_table(across: str):
    page = read(
        f"<main><table><tr><th>A</th><th>B</th></tr><tr><td colspan={across}>wide</td></tr>"
        "<tr><td>z1</td><td>z2</td></tr></table></main>"
    )
    assert rows(page) == [("A", "B"), ("wide", ""), ("z1", "z2")]


def test_a_row_span_ends_with_its_part_of_the_table_and_zero_reaches_to_its_end():
    page = read(
        "<main><table><tbody><tr><th rowspan=0>Mon</th><td>9</td></tr><tr><td>10</td></tr></tbody>"
        "<tbody><tr><th>Tue</th><td>11</td></tr></tbody></table></main>"
    )
    assert rows(page) == [("Mon", "9"), ("Mon", "10"), ("Tue", "11")]


def test_long_text_is_not_repeated_without_bound():
    cells = "".join(f"<tr><td>x{number}</td></tr>" for number in range(2000))
    page = read(f"<main><table><tr><th rowspan=65534>{'word ' * 20_000}</th><td>x</td></tr>{cells}</table></main>")
    assert sum(len(segment.text) for segment in page.segments) < 400_000
    assert "x1999" in rows(page)[-1]
