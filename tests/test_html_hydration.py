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


def pushed(*rows: str) -> str:
    """A page of server components, its rows cut into chunks where it happens to fit."""
    stream = "".join(rows)
    chunks = [stream[at : at + 90] for at in range(0, len(stream), 90)]
    scripts = "".join(
        f"<script>self.__next_f.push({json.dumps([1, chunk])})</script>".replace("</p", "<\\/p") for chunk in chunks
    )
    return f"<body><div></div><script>(self.__next_f=self.__next_f||[]).push([0])</script>{scripts}</body>"


def test_elements_that_a_page_of_server_components_pushes_are_read_as_markup():
    row = ["$", "main", None, {"className": "wide open space", "children": [
        ["$", "h1", None, {"children": "Rooms & fees"}],
        ["$", "p", None, {"children": [STORY, " ", ["$", "$L2", None, {"href": "/pay", "children": "Pay here"}]]}],
        ["$", "$L3", None, {"title": "Late payers", "children": ["$", "p", None, {"children": OTHER}]}],
        ["$", "div", None, {"dangerouslySetInnerHTML": {"__html": "$5"}}],
        ["$", "script", None, {"children": "var no = 1"}],
    ]}]  # fmt: skip
    late = "<p>Zürich has two halls of its own, and both of them are closed for the whole of July.</p>"
    page = read(
        pushed(
            '2:I["123",["static/chunks/a.js"],"Link"]\n',
            f"0:{json.dumps(row)}\n",
            f"5:T{len(late.encode()):x},{late}",
            '6:["$","meta",null,{"content":"A description that no reader sees at all"}]\n',
        )
    )
    assert outline(page) == [
        ("Rooms & fees", f"{STORY} Pay here"),
        ("Rooms & fees > Late payers", f"{OTHER}\n{late[3:-4]}"),
    ]


def test_data_that_a_page_of_server_components_gives_its_components_is_read_too():
    data = {
        "buildId": "x",
        "items": [{"question": "When is it due?", "answer": STORY}, {"question": "And later?", "answer": OTHER}],
    }
    page = read(pushed(f'0:["$","$L2",null,{json.dumps(data)}]\n', "2:I[]\n"))
    assert outline(page) == [("When is it due?", STORY), ("And later?", OTHER)]


@pytest.mark.parametrize(
    "stream", ["0:{broken\n", "0:T999999,short", "nothing", '0:["$","p",null,{"children":"$0"}]\n', "0:" + "[" * 5000]
)
def test_broken_or_endless_rows_of_server_components_read_as_nothing(stream: str):
    assert not outline(read(pushed(stream)))


def test_rows_that_name_one_another_many_times_are_read_once():
    rows = [f"{at:x}:{json.dumps([f'${at + 1:x}'] * 50)}\n" for at in range(1, 30)]
    page = read(
        pushed(
            '0:["$","div",null,{"children":"$1"}]\n',
            *rows,
            f'1e:["$","p",null,{{"children":{json.dumps(STORY + OTHER)}}}]\n',
        )
    )
    assert [text for _, text in outline(page)] == [STORY + OTHER]
