"""The index back to HTML and Markdown, whole and in part."""

# ruff: noqa: E501  pages stand on one line

from __future__ import annotations

import pytest

from core.records import Interval, ParsedPage
from ingest.html import parse
from ingest.html.rebuild import index_to_html, pick_segments, render
from ingest.html.render import markdown_of

ADDRESS = "http://site.example/p.html"
PAGES = (
    "<main><h1 id=a>Boats</h1><p>Some <b>bold</b> and <a href='/x?a=1&amp;b=2'>linked</a> text &amp; more.</p><h4>Deep</h4><p>x</p></main>",
    "<main><ul><li>One<ul><li>sub <i>a</i></li></ul></li><li>Two<p>more of two</p></li></ul><ol start=4><li>four</li></ol></main>",
    (
        "<main><h2>T</h2><table><caption>Fares</caption><tr><th>Day</th><th>Fare</th></tr><tr><td rowspan=2>Mon</td><td>3</td></tr>"
        "<tr><td>4</td></tr><tr><td colspan=2>free on Sunday</td></tr></table></main>"
    ),
    "<main><pre><code class=language-sh>a &lt; b\n  c</code></pre><blockquote>Quoted.</blockquote><dl><dt>Term</dt><dd>Means.</dd></dl></main>",
    "<main><h1>Q</h1><details><summary>Why?</summary><p>Because.</p></details><p>After it.</p></main>",
    "<main><h1>Long</h1><p>"
    + " ".join(f"Sentence {n} of a <b>very</b> long paragraph." for n in range(150))
    + "</p></main>",
    "<main><p>" + "无空格的中文句子很长。" * 120 + "</p></main>",
    "<main><p>Line one<br>line two</p></main>",
    "<main><h1>A</h1>" + "<div><p>Above</p><div><h3>Name</h3><p>Below.</p></div></div>" * 3 + "</main>",
    "<main><table><tr><td><b>Day</b></td><td><b>Fare</b></td></tr><tr><td>Mon</td><td>3</td></tr></table></main>",
    '<body><main><h1>A</h1><p>Text of it.</p></main><script type=\'application/ld+json\'>{"description":"Said by a script only."}</script></body>',
    "<main><h1>A</h1><ul><li>one</li><li><details><summary>More</summary><p>folded</p></details></li><li>after the fold<p>and on</p></li></ul></main>",
    "<main><ol><ul><li>deep one</li><li>deep two</li></ul><li>a step<p>its text</p></li></ol></main>",
    "<main><ol><li>Step:<pre>code</pre><ul><li>sub one</li><li>sub two</li></ul></li><li>next step</li></ol></main>",
    "<main><dl><dt>Care</dt><dd><li>Wash cold.</li><li>Do not bleach.</li></dd><dt>Size</dt><dd>Large</dd></dl></main>",
    "<main><h2>Fees</h2><table><caption><h3>Undergraduate</h3><p>Full-time</p><h3>$390</h3><p>per hour</p></caption><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></main>",
    "<main><h1>A</h1><section><h2>B</h2><p>x</p></section><form><p>" + "Country name, " * 900 + "</p></form></main>",
    "<main><h1>A</h1><details><summary>B</summary><p>x</p></details><p>"
    + "Sentence of words here. " * 300
    + "</p></main>",
    "<main><p>" + "<b>Bold words</b><br> <i> </i><br>and then some more of them. " * 200 + "</p></main>",
    "<main><p>" + "Some words and a<b>bit</b> of <i>slanted text. </i><br> " * 200 + "</p></main>",
    "<main><p><a href=/x>linked </a>then a price - $30.00 <b></b><br>With <i>a break <br></i><br></p><p>End. <span> </span><br></p></main>",
    '<body><main><h1>A</h1><p>Text of it.</p></main><script type=\'application/ld+json\'>{"description":"'
    + "Said by a script only. " * 200
    + '"}</script></body>',
)


def read(html: str) -> ParsedPage:
    return parse(html.encode(), ADDRESS, "text/html; charset=utf-8", metadata=False)


def shape(page: ParsedPage) -> list[tuple[object, ...]]:
    groups: dict[str, int] = {}
    return [
        (s.kind, s.text, s.html, s.level, s.heading_path, s.cells, s.header, s.part, s.depth, s.marker, s.visible, s.anchor,
         groups.setdefault(s.group, len(groups)))
        for s in page.segments
    ]  # fmt: skip


@pytest.mark.parametrize("html", PAGES)
def test_index_to_html_to_index_is_the_identity(html: str):
    first = read(html)
    assert shape(read(index_to_html(first.segments))) == shape(first)


def test_a_list_that_goes_on_after_a_section_inside_it_is_another_list():
    page = read(
        "<main><h1>A</h1><ul><li>one</li><li><details><summary>More</summary><p>folded</p></details></li><li>two</li></ul></main>"
    )
    items = {segment.text: segment for segment in page.segments if segment.kind == "item"}
    assert items["one"].group != items["two"].group
    assert items["one"].heading_path == items["two"].heading_path == ("A",)


@pytest.mark.parametrize("html", PAGES)
def test_rebuilding_what_was_rebuilt_changes_nothing(html: str):
    once = index_to_html(read(html).segments)
    assert index_to_html(read(once).segments) == once


def test_part_of_a_table_brings_its_header_and_caption():
    page = read(PAGES[2])
    row = next(segment for segment in page.segments if segment.cells == ("Mon", "4"))
    shown = render(page.segments, [row], "markdown")
    assert shown == "Fares\n\n| Day | Fare |\n| --- | --- |\n| Mon | 4 |"
    html = render(page.segments, [row], "html")
    assert html.count("<tr>") == 2
    assert "<caption>Fares</caption>" in html


def test_part_of_a_list_brings_the_items_it_hangs_on_and_keeps_its_numbers():
    page = read(PAGES[1])
    sub = next(segment for segment in page.segments if segment.text == "sub a")
    assert render(page.segments, [sub], "markdown") == "- One\n  - sub *a*"
    four = next(segment for segment in page.segments if segment.text == "four")
    assert render(page.segments, [four], "markdown") == "4. four"


def test_intervals_out_of_range_or_overlapping_do_no_harm():
    page = read(PAGES[0])
    picked = pick_segments(page.segments, [Interval(-4, 1), Interval(1, 2), Interval(50, 90)])
    assert [segment.index for segment in picked] == [0, 1, 2]


def test_markdown_keeps_links_and_weight():
    page = read(PAGES[0])
    assert "Some **bold** and [linked](http://site.example/x?a=1&b=2) text & more." in page.blocks[1].markdown


def test_nothing_selected_gives_nothing():
    page = read(PAGES[0])
    assert [render(page.segments, [], form) for form in ("markdown", "html", "text")] == ["", "", ""]


def test_a_link_in_markdown_stays_whole_with_brackets_and_never_runs_code():
    page = parse(
        b'<main><p>See <a href="/a_(b) c">one</a>, <a href="javascript:alert(1)">two</a> and'
        b' <a href=" data:text/html,x">three</a> of them here.</p></main>',
        "http://site.example/",
    )
    assert markdown_of(page.segments) == "See [one](http://site.example/a_%28b%29%20c), two and three of them here."
