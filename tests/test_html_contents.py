"""Lists of contents inside a page are navigation: they repeat the headings; what they alone say stays."""

# ruff: noqa: E501  pages stand on one line

from __future__ import annotations

import pytest

from core.records import ParsedPage
from ingest.html import parse

ADDRESS = "https://boats.example/guide/rules.html"
PARTS = ("Luggage", "Dogs & cats", "Bad weather", "Fares")
NAMES = ("luggage", "dogs", "weather", "fares")
BODY = "".join(
    f'<h2 id="{name}">{number} {part.replace("&", "&amp;")}</h2><p>The rule about {name} is read out on deck before each trip begins.</p>'
    for number, (name, part) in enumerate(zip(NAMES, PARTS, strict=True), 1)
)


def read(html: str) -> ParsedPage:
    return parse(html.encode(), ADDRESS, "text/html; charset=utf-8", metadata=False)


def said(page: ParsedPage) -> list[str]:
    return [line for block in page.blocks if block.leaf for line in block.text.split("\n")]


def entries(form: str, start: str = "#") -> str:
    return "".join(
        form.format(f'<a href="{start}{name}">{number} {part.replace("&", "&amp;")}</a>')
        for number, (name, part) in enumerate(zip(NAMES, PARTS, strict=True), 1)
    )


@pytest.mark.parametrize(
    "contents",
    [
        f"<div>Contents:{entries('<div>{}</div>')}</div>",
        f"<h2>Table of contents</h2><ol>{entries('<li>{}</li>')}</ol>",
        f"<p>On this page</p><ul>{entries('<li>{}</li>', ADDRESS + '#')}</ul>",
        f"<p>{entries('{} | ')}</p>",
        f"<table>{entries('<tr><td>{}</td></tr>')}</table>",
    ],
)
def test_a_list_of_contents_is_no_content(contents: str):
    page = read(f"<body><h1>Rules on board</h1>{contents}{BODY}</body>")
    plain = read(f"<body><h1>Rules on board</h1>{BODY}</body>")
    assert said(page) == said(plain)
    assert [(block.heading_path, block.anchor) for block in page.blocks] == [
        (block.heading_path, block.anchor) for block in plain.blocks
    ]
    assert {segment.region for segment in page.segments if segment.chrome} == {"nav"}


def test_links_to_other_pages_stay():
    page = read(f"<body><h1>Rules</h1><p>Contents:</p><ul>{entries('<li>{}</li>', '/other.html#')}</ul>{BODY}</body>")
    assert "Contents:" in said(page)


def test_an_entry_with_words_of_its_own_stays():
    more = '<li><a href="#luggage">Luggage</a>, two bags at most</li>'
    page = read(f"<body><h1>Rules</h1><ul>{more}{entries('<li>{}</li>')}</ul>{BODY}</body>")
    assert any("two bags at most" in line for line in said(page))


def test_entries_that_repeat_nothing_stay():
    links = "".join(f'<li><a href="#{name}">Our {name} in short words</a></li>' for name in NAMES)
    page = read(f"<body><h1>Rules</h1><p>Contents</p><ul>{links}</ul>{BODY}</body>")
    assert sum("in short words" in line for line in said(page)) == len(NAMES)


def test_one_entry_more_than_the_headings_stays_with_its_label():
    links = entries("<li>{}</li>") + '<li><a href="#captain">Ask the captain on deck two</a></li>'
    page = read(f'<body><h1>Rules</h1><p>Contents</p><ul>{links}</ul>{BODY}<p id="captain">Or the mate.</p></body>')
    assert any("captain on deck two" in line for line in said(page))
    assert "Contents" in said(page)
    assert "4 Fares" not in said(page)


def test_footnote_marks_are_no_contents():
    page = read(
        '<body><h1>A</h1><p>Seals<a href="#1">1</a> and auks<a href="#2">2</a> and eels<a href="#3">3</a>.</p>' + BODY
    )
    assert any(line.startswith("Seals") for line in said(page))
