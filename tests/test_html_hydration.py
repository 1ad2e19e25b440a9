"""Pages whose text lies only in the data of their scripts."""

# ruff: noqa: E501  pages stand on one line

from __future__ import annotations

import json
from typing import Any

import pytest

from core.records import PageStatus, ParsedPage
from ingest.html import parse
from ingest.html.rebuild import index_to_html
from ingest.html.render import markdown_of

STORY = "The fee for a room in the north hall is 900 dollars a term, and it is due on the first of September each year."
OTHER = "Whoever pays later is charged 25 dollars more, and has to write to the housing office before the week is over."


def read(html: str) -> ParsedPage:
    return parse(html.encode(), "http://site.example/p.html", "text/html; charset=utf-8", metadata=False)


def shell(data: Any, kind: str = "application/json") -> str:
    source = json.dumps(data).replace("</", "<\\/")
    return f'<body><div id="__next"></div><script id="__NEXT_DATA__" type="{kind}">{source}</script></body>'


def outline(page: ParsedPage) -> list[tuple[str, str]]:
    return [(" > ".join(block.heading_path), block.text) for block in page.blocks if block.leaf]


def test_titles_beside_texts_are_their_headings_in_order():
    data = {
        "props": {
            "title": "Tuition and fees",
            "body": f"<p>{STORY}</p>",
            "sections": [{"text": OTHER, "heading": "Deadlines"}, {"heading": "Refunds", "content": "None at all."}],
        },
        "page": "/fees",
        "buildId": "abc",
    }
    page = read(shell(data))
    assert page.status is PageStatus.OK
    assert outline(page) == [
        ("Tuition and fees", STORY),
        ("Tuition and fees > Deadlines", OTHER),
        ("Tuition and fees > Refunds", "None at all."),
    ]


def test_markup_in_the_data_is_read_as_markup():
    body = f"<h2>Rooms</h2><p>{STORY}</p><ul><li>One bed</li><li>Two beds</li></ul><script>var x</script><!-- <p>no"
    page = read(shell({"name": "Housing", "html": body, "late": OTHER}))
    assert [(segment.kind, segment.text) for segment in page.segments] == [
        ("heading", "Housing"),
        ("heading", "Rooms"),
        ("paragraph", STORY),
        ("item", "One bed"),
        ("item", "Two beds"),
        ("paragraph", OTHER),
    ]
    assert "- One bed\n- Two beds" in markdown_of(page.segments)


def test_an_article_in_linked_data_counts_where_the_page_has_no_other():
    data = {
        "@type": "NewsArticle",
        "headline": "A new dean",
        "articleBody": "Mary Jones is the new dean of the school of law.",
    }
    page = read(f'<body><div id=app></div><script type="application/ld+json">{json.dumps(data)}</script></body>')
    assert page.status is PageStatus.OK
    assert outline(page) == [("A new dean", "Mary Jones is the new dean of the school of law.")]


def test_state_that_a_script_assigns_or_parses_is_read():
    state = json.dumps({"page": {"title": "Rooms", "content": f"{STORY} {OTHER}"}})
    for script in (f"window.__STATE__ = {state};", f"window.__STATE__ = JSON.parse({json.dumps(state)});"):
        page = read(f'<body><div id="root"></div><script>{script}</script></body>')
        assert outline(page) == [("Rooms", f"{STORY} {OTHER}")]


@pytest.mark.parametrize(
    "data", [{"error": "Something went wrong here"}, {"a": [1, 2]}, [], "text", None, {"title": "Alone"}]
)
def test_a_shell_without_text_in_its_data_still_needs_a_browser(data: Any):
    assert read(shell(data)).status is PageStatus.NEEDS_BROWSER


def test_a_page_with_text_of_its_own_keeps_its_data_out_of_sight():
    page = read(
        f"<body><main><h1>Rooms</h1><p>{STORY}</p></main><script>window.x = {json.dumps({'text': OTHER})}</script></body>"
    )
    assert OTHER not in "".join(segment.text for segment in page.segments if segment.visible)


def test_an_index_of_such_a_page_is_read_back_as_it_is():
    page = read(
        shell({"title": "Rooms", "body": f"<p>{STORY}</p><table><tr><th>a</th><th>b</th></tr></table>", "more": OTHER})
    )
    again = read(index_to_html(page.segments))
    assert [(s.kind, s.text, s.html, s.heading_path) for s in again.segments] == [
        (s.kind, s.text, s.html, s.heading_path) for s in page.segments
    ]


def test_links_in_the_data_belong_to_their_texts():
    page = read(shell({"title": "Rooms", "body": f"<p>{STORY} {OTHER} See <a href='/rooms'>all rooms</a>.</p>"}))
    assert [(link.url, link.text, link.segment) for link in page.links] == [
        ("http://site.example/rooms", "all rooms", 1)
    ]
