"""Which id a block is cited by: one of main content, never that of a menu or of what nobody sees."""

# ruff: noqa: E501  pages stand on one line

from __future__ import annotations

import pytest

from ingest.html import parse

MENU = "".join(f'<li><a href="/{name}">{name}</a></li>' for name in ("Ferries", "Fares", "Crew", "Fleet", "Jobs"))
TEXT = "The early boat leaves the old quay at six and calls at every island before noon."


def anchor_of(html: str, text: str = TEXT) -> str | None:
    page = parse(html.encode(), "http://boats.example/p", "text/html; charset=utf-8", metadata=False)
    return next(block.anchor for block in page.blocks if block.leaf and text in block.text)


@pytest.mark.parametrize(
    "menu",
    [f'<nav><ul id="fold">{MENU}</ul></nav>', f'<nav id="fold"><ul>{MENU}</ul></nav>', f'<div class="navbar"><div class="navbar-menu" id="fold"><ul>{MENU}</ul></div></div>',
     f'<header><ul id="fold">{MENU}</ul></header>', '<nav><a id="fold"></a></nav>', '<div id="navbar"></div>', '<nav id="fold"></nav>', '<div id="fold" style="display:none">old</div>'],
)  # fmt: skip
def test_a_menu_before_the_text_lends_it_no_anchor(menu: str):
    assert anchor_of(f"<body>{menu}<div><h1>Boats</h1><p>{TEXT}</p></div></body>") is None


def test_a_menu_between_leaves_the_text_the_anchor_before_it():
    body = f'<h1 id="boats">Boats</h1><p>All of them are white.</p><nav id="tabs"><ul>{MENU}</ul></nav><p>{TEXT}</p>'
    assert anchor_of(f"<body><main>{body}</main></body>") == "boats"


def test_the_main_element_around_serves_where_a_menu_stands_first_in_it():
    body = f'<nav id="crumbs"><ul>{MENU}</ul></nav><h1>Boats</h1><p>{TEXT}</p>'
    assert anchor_of(f'<body><h2 id="news">News</h2><p>None.</p><main id="content">{body}</main></body>') == "content"


def test_an_id_on_the_way_to_the_text_stays():
    assert (
        anchor_of(f'<body><nav id="n"><ul>{MENU}</ul></nav><div id="early"><h1>Boats</h1><p>{TEXT}</p></div>')
        == "early"
    )
    assert anchor_of(f'<body><nav id="n"><ul>{MENU}</ul></nav><a id="early"></a><h1>Boats</h1><p>{TEXT}</p>') == "early"


def test_a_section_about_navigation_keeps_its_id():
    assert (
        anchor_of(f'<body><main><h1>Boats</h1><h2 id="navigation">Navigation</h2><p>{TEXT}</p></main>') == "navigation"
    )


def test_an_anchor_goes_with_the_parts_of_a_long_text():
    long = f"{TEXT} " * 60
    assert (
        anchor_of(f'<body><nav id="n"><ul>{MENU}</ul></nav><main><h1>Boats</h1><p id="long">{long}</p></main>')
        == "long"
    )


def test_the_rows_of_a_table_keep_their_own_ids():
    rows = f'<tr id="first"><td>Early</td><td>{TEXT}</td></tr><tr id="second"><td>Late</td><td>Never.</td></tr>'
    page = parse(
        f'<body><nav id="n"><ul>{MENU}</ul></nav><main><h1>Boats</h1><table>{rows}</table></main>'.encode(),
        "http://boats.example/p",
    )
    assert [segment.anchor for segment in page.segments if segment.kind == "row"] == ["first", "second"]
