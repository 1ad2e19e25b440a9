"""A fingerprint is of content: what frames a page or ticks by itself makes no change, what the page tells does."""

from __future__ import annotations

import pytest

from ingest.html import inspect

PROSE = "The weaving school teaches spinning, dyeing and the repair of looms to thirty apprentices every year. " * 3
MENU = "".join(f'<a href="/{number}">Part {number}</a> ' for number in range(6))


def mark(body: str) -> str:
    page = f"<html lang=en><head><title>Looms</title></head><body>{body}</body></html>"
    return inspect(page.encode(), "http://looms.example/a", "text/html; charset=utf-8").fingerprint


@pytest.mark.parametrize(
    "frame",
    [
        "<main><h1>Looms</h1><p>{prose}</p></main><footer>Clock: {}</footer>",
        "<main><h1>Looms</h1><p>{prose}</p></main><footer><p>{menu} Page made {}</p></footer>",
        "<main><h1>Looms</h1><p>{prose}</p><footer>Asked for at {}</footer></main>",
        "<h1>Looms</h1><p>{prose}</p><div id=footer><p>Weaver Street 1</p><p>{}</p></div>",
        "<h1>Looms</h1><p>{prose}</p><hr><address>Time now: {}</address>",
        "<nav>{menu} It is {}</nav><main><p>{prose}</p></main>",
        "<div role=navigation>It is {}</div><main><p>{prose}</p></main>",
        "<header><p>Good day, it is {}</p></header><main><p>{prose}</p></main>",
        "<main><p>{prose}</p></main><div role=contentinfo>Seen {}</div>",
        "<main><p>{prose}</p></main><aside><p>Now on air since {}: loom radio</p></aside>",
        "<h1>Looms</h1><p>{prose}</p><p>Page generated {}</p>",
        "<h1>Looms</h1><p>{prose}</p><p><small>{}</small></p>",
    ],
)
@pytest.mark.parametrize(
    ("before", "after"), [("12:01:05", "14:22:09"), ("2026-03-01 12:01:05", "2026-03-02 08:10:44")]
)
def test_a_clock_beside_the_content_is_no_change(frame: str, before: str, after: str):
    assert mark(frame.format(before, prose=PROSE, menu=MENU)) == mark(frame.format(after, prose=PROSE, menu=MENU))


@pytest.mark.parametrize(
    "line",
    ["You are visitor no. {}", "{} page views", "Hits: {}", "Guests online: {}", "访问量：{}", "Rendered in {} ms"],
)
def test_a_counter_in_a_short_line_is_no_change(line: str):
    pages = [mark(f"<h1>Looms</h1><p>{PROSE}</p><p>{line.format(count)}</p>") for count in ("1,204", "1,377")]
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    ("line", "before", "after"),
    [
        ("<p>Write to {}@looms.example</p>", "anna", "berta"),
        ("<p>A day costs {}</p>", "€ 30", "€ 35"),
        ("<p>Open from {} to 18:00</p>", "9:00", "10:00"),
        ("<p>The fair is on 12 May 2026, {}</p>", "10:00", "11:00"),
        ("<address>Room {}</address>", "12", "14"),
        ("<article><aside>The course has moved to hall {}.</aside></article>", "two", "three"),
        ("<div class=menu><p>Soup {}</p></div>", "4.20", "4.50"),
        ("<table><tr><td>Monday</td><td>{}</td></tr></table>", "10:15", "12:15"),
    ],
)
def test_a_changed_fact_in_the_content_is_a_change(line: str, before: str, after: str):
    assert mark(f"<h1>Looms</h1><p>{PROSE}</p>{line.format(before)}") != mark(
        f"<h1>Looms</h1><p>{PROSE}</p>{line.format(after)}"
    )


def test_a_page_whose_footer_is_all_it_says_is_told_by_it():
    assert mark("<h1>Looms</h1><footer><p>Call Anna at the mill</p></footer>") != mark(
        "<h1>Looms</h1><footer><p>Call Berta at the mill</p></footer>"
    )


def test_a_title_in_the_header_of_a_page_counts():
    assert mark(f"<header><h1>Anna</h1></header><main><p>{PROSE}</p></main>") != mark(
        f"<header><h1>Berta</h1></header><main><p>{PROSE}</p></main>"
    )


def test_a_page_that_stays_the_same_keeps_its_fingerprint_or_the_form_gets_another_number():
    table = "<table><tr><td>Hand loom</td><td>14:30, 12.5.2024</td></tr></table>"
    body = f"<nav>{MENU}</nav><h1>Looms</h1><p>{PROSE}</p>{table}"
    assert mark(f"{body}<footer>Page made 12:01:05</footer>") == "2:11ff99a557149f7bdb2d9e6802973be8"
