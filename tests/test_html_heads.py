"""Pages without a body tag: what HTML 5 puts in the body is read, in order."""

from __future__ import annotations

import pytest

from core.records import PageStatus
from ingest.html import inspect, parse

PLACE = "https://e.example/"


def texts(html: str) -> list[str]:
    return [block.text for block in parse(html.encode(), PLACE).blocks if block.leaf]


@pytest.mark.parametrize("tag", ["main", "article", "section", "header", "figure", "my-element"])
def test_a_page_that_starts_with_a_newer_element_has_its_text(tag: str) -> None:
    page = parse(f"<title>Scales</title><{tag}><p>It weighs 812 kilograms.</p></{tag}>".encode(), PLACE)
    assert page.status is PageStatus.OK
    assert [block.text for block in page.blocks if block.leaf] == ["It weighs 812 kilograms."]
    assert page.meta.title == "Scales"


def test_the_order_stays_when_known_elements_follow() -> None:
    html = (
        "<title>T</title><main><p>First part of it.</p></main><p>Second part of it.</p><article><p>Third.</p></article>"
    )
    joined = " ".join(texts(html))
    assert joined.index("First") < joined.index("Second") < joined.index("Third")


def test_text_right_after_the_title_is_kept() -> None:
    assert "Loose words here." in " ".join(texts("<title>T</title>Loose words here.<main><p>More of them.</p></main>"))


def test_metadata_after_the_first_element_is_still_read() -> None:
    html = "<title>T</title><main><p>Words of the page.</p></main><meta name=description content='About scales'>"
    assert parse(html.encode(), PLACE).status is PageStatus.OK


def test_a_usual_head_stays_as_it_is() -> None:
    html = "<html><head><title>T</title><style>p{}</style></head><body><p>Body words.</p></body></html>"
    assert texts(html) == ["Body words."]


def test_the_crawler_sees_the_links_of_such_a_page() -> None:
    html = b"<!doctype html><title>T</title><main><a href='/next'>Next page of it</a></main>"
    assert [link.url for link in inspect(html, PLACE).links] == ["https://e.example/next"]
