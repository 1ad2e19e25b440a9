"""What of a page is text, what is hidden, and how tables, lists, code and formulas are kept."""

# ruff: noqa: E501  pages stand on one line

from __future__ import annotations

import pytest

from core.records import PageStatus, ParsedPage
from ingest.html import parse

ADDRESS = "http://site.example/a/page.html"


def read(html: str) -> ParsedPage:
    return parse(html.encode(), ADDRESS, "text/html; charset=utf-8", metadata=False)


def said(page: ParsedPage) -> str:
    return "\n".join(block.text for block in page.blocks if block.leaf)


def rows(page: ParsedPage) -> list[tuple[str, ...]]:
    return [segment.cells for segment in page.segments if segment.kind == "row"]


def test_inline_tags_add_no_space_and_blocks_do():
    page = read("<main><p>un<b>believ</b>able <i>story</i></p><div>left</div><div>right</div></main>")
    assert said(page) == "unbelievable story\nleft\nright"


def test_breaks_part_words_and_word_break_hints_do_not():
    page = read("<main><p>Main Street 5<br>Oldtown</p><p>super<wbr>califragi&shy;listic&#8203;word</p></main>")
    assert said(page) == "Main Street 5\nOldtown\nsupercalifragilisticword"


def test_loose_text_among_blocks_is_kept_in_order():
    page = read("<main>first<p>second</p>third<div>fourth</div>fifth</main>")
    assert said(page).split("\n") == ["first", "second", "third", "fourth", "fifth"]


@pytest.mark.parametrize(
    "attribute",
    ["hidden", 'style="display:none"', 'style="color:red; visibility: hidden"', 'style="font-size:0px"', 'class="d-none"',
     'style="position:absolute;left:-9999px"', 'aria-hidden="true"'],
)  # fmt: skip
def test_hidden_junk_is_gone(attribute: str):
    page = read(
        f"<main><p>The harbour opens at seven in the morning every day.</p><p {attribute}>debug trace 17</p></main>"
    )
    assert "debug" not in said(page)
    assert all("debug" not in segment.text for segment in page.segments)


@pytest.mark.parametrize(
    "opening",
    ['<div class="accordion-body" style="display:none">', '<div role="tabpanel" hidden>', '<div class="tab-pane" aria-hidden="true">',
     '<div hidden="until-found">', "<details><summary>More</summary>", '<div class="hidden md:block">', '<div hidden id="S:1">'],
)  # fmt: skip
def test_content_that_a_reader_can_unfold_stays(opening: str):
    page = read(f"<main><h1>Ferry</h1><p>Sails daily.</p>{opening}<p>Bicycles travel free of charge.</p></main>")
    assert "Bicycles travel free" in said(page)


def test_a_linked_sentence_that_only_screen_readers_skip_is_read_and_a_linked_arrow_is_not():
    page = read(
        "<main><h2><a href=/ferry>Ferry</a></h2><p><a href=/ferry aria-hidden=true>The ferry sails at noon on Sundays.</a>"
        "<a href=/ferry aria-hidden=true>→</a></p></main>"
    )
    assert said(page) == "The ferry sails at noon on Sundays."


def test_comments_scripts_styles_and_templates_are_no_text():
    page = read(
        "<main><p>Seen.</p><!-- remark --><script>var code=1</script><style>p{}</style><template><p>later</p></template></main>"
    )
    assert said(page) == "Seen."


def test_a_page_that_hides_everything_is_read_all_the_same_with_a_warning():
    page = read(f'<body><div style="display:none"><h1>Late</h1><p>{"plain words here " * 20}</p></div></body>')
    assert "plain words" in said(page)
    assert page.warnings


def test_text_in_noscript_counts_where_the_page_has_no_other():
    inner = "<p>" + "The reading room is on the second floor. " * 5 + "</p>"
    assert "reading room" in said(
        read(f"<body><div id=root></div><noscript>{inner}</noscript><script src=a.js></script></body>")
    )
    full = read(
        f"<body><main><p>{'Real content of the page. ' * 40}</p></main><noscript>Enable scripts</noscript></body>"
    )
    assert "Enable" not in said(full)


def test_data_for_scripts_counts_where_the_page_has_no_other():
    story = "The observatory admits visitors on the first Friday of each month. " * 6
    page = read(
        f'<body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{{"props":{{"body":"{story}"}}}}</script></body>'
    )
    assert page.status is PageStatus.OK
    assert "first Friday" in said(page)
    assert any("scripts" in warning for warning in page.warnings)


def test_linked_data_is_kept_out_of_sight_beside_real_text():
    page = read(
        "<body><main><h1>Talk</h1><p>" + "A talk about the sea and its tides. " * 6 + "</p></main>"
        '<script type="application/ld+json">{"@type":"Event","description":"Tickets are sold at the north door."}</script></body>'
    )
    unseen = [segment for segment in page.segments if not segment.visible]
    assert [segment.text for segment in unseen] == ["Tickets are sold at the north door."]
    assert "north door" not in said(page)


# -- tables --


def test_empty_cells_keep_their_columns():
    page = read(
        "<main><table><tr><th>Team</th><th>Won</th><th>Lost</th></tr><tr><td>Owls</td><td></td><td>3</td></tr></table></main>"
    )
    assert rows(page) == [("Team", "Won", "Lost"), ("Owls", "", "3")]
    assert "Owls |  | 3" in said(page)


def test_spans_bind_cells_to_their_rows_and_columns():
    page = read(
        "<main><table><tr><th>Day</th><th>Hour</th><th>Room</th></tr><tr><th rowspan=2>Mon</th><td>9</td><td>B1</td></tr>"
        "<tr><td>10</td><td>B2</td></tr><tr><th>Tue</th><td colspan=2>closed</td></tr></table></main>"
    )
    assert rows(page)[1:] == [("Mon", "9", "B1"), ("Mon", "10", "B2"), ("Tue", "closed", "closed")]
    assert "Tue | closed\n" in f"{said(page)}\n"


def test_stacked_headers_join_in_markdown():
    page = read(
        "<main><table><thead><tr><th></th><th colspan=2>2025</th></tr><tr><th>City</th><th>Rain</th><th>Sun</th></tr></thead>"
        "<tr><td>Bergen</td><td>9</td><td>1</td></tr></table></main>"
    )
    assert "| City | 2025 Rain | 2025 Sun |" in page.blocks[0].markdown


def test_lists_and_tables_inside_cells_are_read_in_place():
    page = read(
        "<main><table><tr><th>Day</th><th>Open</th></tr><tr><td>Mon</td><td><ul><li>8 to 12</li><li>14 to 18</li></ul></td></tr></table></main>"
    )
    assert rows(page)[1] == ("Mon", "8 to 12; 14 to 18")


def test_a_caption_stays_with_its_table():
    page = read(
        "<main><table><caption>Berths by pier</caption><tr><th>Pier</th><th>Berths</th></tr><tr><td>A</td><td>12</td></tr></table></main>"
    )
    assert page.blocks[0].kind == "table"
    assert page.blocks[0].text.startswith("Berths by pier\nPier | Berths")


def test_a_minified_table_does_not_glue_its_cells():
    page = read(
        "<main><table><tr><td>Oak</td><td>12 m</td></tr><tr><td>Elm</td><td>9 m</td></tr></table><p>tall<em>est</em></p></main>"
    )
    assert rows(page) == [("Oak", "12 m"), ("Elm", "9 m")]
    assert "tallest" in said(page)


def test_an_icon_in_a_cell_is_read_by_its_name():
    page = read(
        '<main><table><tr><th>Plan</th><th>Wi-Fi</th></tr><tr><td>Basic</td><td><img src=t.png alt="included"></td></tr></table></main>'
    )
    assert rows(page)[1] == ("Basic", "included")


@pytest.mark.parametrize("table", ['<table role="presentation">', "<table>"])
def test_a_layout_table_of_the_nineties_is_no_data(table: str):
    page = read(
        f"{table}<tr><td><a href=/a>Start</a><br><a href=/b>Map</a></td><td><h1>Lighthouse</h1><p>Built of granite in 1811.</p>"
        "<table border=1><tr><th>Lamp</th><th>Range</th></tr><tr><td>White</td><td>20 km</td></tr></table></td></tr></table>"
    )
    assert page.blocks[0].heading_path == ("Lighthouse",)
    assert any(block.text == "Built of granite in 1811." for block in page.blocks)
    assert rows(page) == [("Lamp", "Range"), ("White", "20 km")]
    assert all(link.region == "chrome" for link in page.links)


def test_absurd_spans_cost_nothing():
    page = read(
        "<main><table>" + "<tr>" + "<td colspan=65000 rowspan=65000>x</td>" * 20 + "</tr>" * 30 + "</table></main>"
    )
    assert sum(len(cells) for cells in rows(page)) < 20_000


# -- lists, code, formulas, other scripts --


def test_nested_lists_keep_depth_and_numbers():
    page = read("<main><ol start=3><li>Pack<ul><li>tent</li></ul></li><li value=9>Walk</li></ol></main>")
    assert [(s.text, s.depth, s.marker) for s in page.segments] == [
        ("Pack", 1, "3."),
        ("tent", 2, "-"),
        ("Walk", 1, "9."),
    ]
    assert page.blocks[0].markdown == "3. Pack\n   - tent\n9. Walk"


def test_a_list_directly_in_a_list_is_one_level_deeper_and_not_doubled():
    page = read("<main><ul><li>Fruit</li><ul><li>pear</li></ul><li>Nuts</li></ul></main>")
    assert [(segment.text, segment.depth) for segment in page.segments] == [("Fruit", 1), ("pear", 2), ("Nuts", 1)]


def test_code_keeps_its_white_space_and_other_text_does_not():
    page = read(
        "<main><p>some\n   spaced    text</p><pre><code class='language-python'>def f():\n\n    return  1\n</code></pre></main>"
    )
    assert said(page) == "some spaced text\ndef f():\n\n    return  1"
    assert "```python\ndef f():" in page.blocks[-1].markdown


def test_a_formula_stands_there_once():
    tex = '<math><semantics><mrow><mi>a</mi><mo>=</mo><mi>b</mi></mrow><annotation encoding="application/x-tex">a = b</annotation></semantics></math>'
    shown = '<span class="katex-html" aria-hidden="true"><span>a</span><span>=</span><span>b</span></span>'
    page = read(
        f'<main><p>Let <span class="katex"><span class="katex-mathml">{tex}</span>{shown}</span> hold, or <math alttext="x^2"><mi>x</mi></math>.</p></main>'
    )
    assert said(page) == "Let a = b hold, or x^2 ."


def test_chinese_is_measured_by_characters_and_cut_at_its_stops():
    page = read(f"<main><h1>课程</h1><p>{'学生应当在第一周选课并缴纳学费。' * 120}</p></main>")
    found = [block for block in page.blocks if block.leaf]
    assert len(found) > 1
    assert all(block.text.endswith("。") and len(block.text) < 600 for block in found)
    assert sum(len(block.text) for block in found) == 16 * 120


def test_thai_without_spaces_is_cut_too():
    page = read(f"<main><p>{'นักศึกษาต้องลงทะเบียนเรียนภายในสัปดาห์แรก' * 80}</p></main>")
    assert max(block.words for block in page.blocks) <= 350


def test_right_to_left_text_keeps_its_order_and_joiners():
    text = "می\u200cخواهم به کتابخانه بروم"
    page = read(f'<html dir="rtl" lang="fa"><main><p>{text}</p></main></html>')
    assert said(page) == text


def test_a_title_image_names_its_heading():
    page = read('<main><h1><img src="l.png" alt="Harbour office"></h1><p>Open daily.</p></main>')
    assert page.outline == ((1, "Harbour office"),)


def test_a_refresh_for_readers_without_scripts_sends_no_other_reader_on():
    refresh = '<meta http-equiv="refresh" content="0;url=/plain.html">'
    told = "<body><p>The library opens at nine.</p></body>"
    assert read(f"<head><noscript>{refresh}</noscript></head>{told}").status == "ok"
    assert read(f"<head>{refresh}</head>{told}").status == "redirect"


@pytest.mark.parametrize(
    "text",
    [
        "© 1996 was the first year in which our handbook carried a mark of its own.",
        "The sign © beside a name says who holds the rights in a work.",
        "Copyright protects works of authors as soon as they are written down.",
        "Ask the copyright office of the library what you may copy for a course.",
        "Students sign a copyright form in May.",
    ],
)
def test_a_sentence_about_copyright_is_no_copyright_line(text: str):
    page = read(
        f"<body><h1>Copyright and fair use</h1><p>{text}</p><p>© 1996 Valley College</p><p>Copyright 2020 by the Regents of the Valley.</p></body>"
    )
    assert [(block.heading_path, block.text) for block in page.blocks if block.leaf] == [
        (("Copyright and fair use",), text)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "© 2020 Valley. All rights reserved.",
        "© 2020 Valley. No part of this page may be reproduced without written permission of the owner.",
        "Copyright © 1996–2020 by the Department of Mathematics, Valley College.",
        "Site design (c) 2011 Valley",
    ],
)
def test_a_copyright_line_is_no_block_wherever_it_stands(text: str):
    assert said(read(f"<body><h1>Fees</h1><p>The fee is 40 crowns.</p><p>{text}</p></body>")) == "The fee is 40 crowns."


def test_a_copyright_line_that_tells_how_to_reach_the_school_stays():
    told = "© 2026 Tide School, 12 Quay Street. Phone 0555 010 2101. All rights reserved."
    bare = "<p>© 1999–2026 Tide School. All rights reserved.</p>"
    page = read(f"<body><main><h1>Tides</h1><p>Tides are told.</p></main><footer><p>{told}</p>{bare}</footer></body>")
    assert [block.text for block in page.blocks if block.leaf] == ["Tides are told.", told]


@pytest.mark.parametrize(
    ("inner", "said"),
    [
        ("<span style='display:block'>1996</span><span style='display:block'>the start</span>", "1996 the start"),
        ("<span class=y>1996</span><span class=t>The start</span>", "1996 The start"),
        ("<span class=r><b>Dean</b></span><span class=n>Odo Pell</span>", "Dean Odo Pell"),
        ("<span class=m>Sep</span><span class=d>21</span>", "Sep 21"),
        ("<span class=l>Tuition:</span><span class=v>$400</span>", "Tuition: $400"),
        (
            "<span class=c><b>HIS 10.</b></span><span class=t><b>Rome</b></span><span class=h><b>3 Hours.</b></span>",
            "HIS 10. Rome 3 Hours.",
        ),
        ("<span class=w>19.</span><span class=f>99</span>", "19.99"),
        ("<span class=a>H</span><span class=b>2</span>", "H2"),
        ("<span class=a>os.</span><span class=b>Path</span>", "os.Path"),
        ("<span class=a>i</span><span class=b>Boat</span>", "iBoat"),
        ("<span class=cap>T</span><span class=rest>he rest</span>", "The rest"),
        ("<span>Mc</span><span>Donald</span>", "McDonald"),
    ],
)
def test_spans_that_only_style_sets_apart_do_not_run_together(inner: str, said: str):
    page = read(f"<body><h1>Years</h1><p>{inner}</p></body>")
    assert [block.text for block in page.blocks if block.leaf] == [said]


MATHJAX = (
    '<span class="MathJax_Preview">h2</span><span class="MathJax"><nobr>h2</nobr><span class="MJX_Assistive_MathML">'
    "<math><msup><mi>h</mi><mn>2</mn></msup></math></span></span>"
)


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        (f'{MATHJAX}<script type="math/tex">h^2</script>', "h^2"),
        (MATHJAX, "h2"),
        ('<span class="MathJax_Preview">h^2</span>', "h^2"),
        (
            '<div class="MathJax_Display"><span class="MathJax">h2</span></div><script type="math/tex">h^2</script>',
            "h^2",
        ),
    ],
)
def test_a_formula_that_was_typeset_in_the_page_is_read_once(formula: str, said: str):
    page = read(f"<body><h1>Tides</h1><p>The height {formula} counts.</p></body>")
    assert " ".join(block.text for block in page.blocks if block.leaf).split() == f"The height {said} counts.".split()


def test_an_address_that_a_script_keeps_from_robots_is_read_as_it_is_shown():
    code = "2a4e4f4b446a5f04474f"
    page = read(
        f'<p>Mail <a class="__cf_email__" href="/cdn-cgi/l/email-protection" data-cfemail="{code}">[email&#160;protected]</a> soon.</p>'
        f'<p>Or <a href="/cdn-cgi/l/email-protection#{code}">write to us</a> soon.</p>'
        '<p>Or <span class="__cf_email__" data-cfemail="zz">[email protected]</span> soon.</p>'
    )
    assert [segment.text for segment in page.segments] == [
        "Mail dean@u.me soon.", "Or write to us soon.", "Or [email protected] soon."
    ]  # fmt: skip
    assert page.segments[1].html == '<p>Or <a href="mailto:dean@u.me">write to us</a> soon.</p>'


@pytest.mark.parametrize(
    ("counter", "shown"),
    [
        ('<b class="elementor-counter-number" data-duration="2000" data-to-value="96">0</b>', "96"),
        ('<b class="counter" data-count="12,400"></b>', "12,400"),
        ('<b class="counter" data-target="#more">0</b>', "0"),
        ('<b class="counter" data-count="7">5</b>', "5"),
        ('<b class="like" data-count="7">0</b>', "0"),
    ],
)
def test_a_number_that_a_script_counts_up_to_is_read(counter: str, shown: str):
    page = read(f"<h1 class=counter-page>Facts</h1><p>{counter} percent find work.</p>")
    assert said(page) == f"{shown} percent find work."


def test_boxes_that_say_they_are_a_table_are_one():
    page = read(
        "<main><div role=table><div role=rowgroup><div role=row><span role=columnheader>Award</span><span role=columnheader>Value</span></div></div>"
        "<div role=rowgroup><div role=row><span role=cell>Gold</span><span role=cell>$5,000</span></div></div></div>"
        "<div role=row><div>Apply in May.</div><div>Ask in June.</div></div></main>"
    )
    assert rows(page) == [("Award", "Value"), ("Gold", "$5,000")]
    assert [segment.text for segment in page.segments][2:] == ["Apply in May.", "Ask in June."]
    assert "| Award | Value |\n| --- | --- |\n| Gold | $5,000 |" in page.blocks[0].markdown


def test_a_first_row_that_alone_is_bold_heads_a_table_without_header_cells():
    body = "<tr><td>Law</td><td>9,250</td></tr><tr><td colspan=2><b>Later</b></td></tr><tr><td><b>LLM</b></td><td>11,000</td></tr>"
    table = f"<main><table><tr><td><p><strong>Course</strong></p></td><td><b>Fee</b></td></tr>{body}</table></main>"
    assert "| Course | Fee |\n| --- | --- |\n| Law | 9,250 |" in read(
        table.replace("<p>", "").replace("</p>", "")
    ).blocks[0].markdown.replace("*", "")
    assert (
        "|  |  |\n| --- | --- |"
        in read(f"<main><table>{body}<tr><td>BA</td><td>8</td></tr></table></main>").blocks[0].markdown
    )
    both = "<tr><td><b>Dean</b></td><td><b>Odo</b></td></tr>" * 2
    assert "|  |  |\n| --- | --- |" in read(f"<main><table>{both}</table></main>").blocks[0].markdown
