"""Any bytes at all give a result, in time and memory that grow with the page and no faster."""

# ruff: noqa: E501  pages stand on one line

from __future__ import annotations

import time
import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.records import PageStatus
from ingest.html import inspect, parse
from ingest.html.rebuild import index_to_html

ADDRESS = "http://site.example/p"
TAGS = ["div", "p", "table", "tr", "td", "th", "ul", "ol", "li", "h1", "h3", "pre", "details", "summary", "button", "a", "b",
        "section", "article", "nav", "footer", "dl", "dt", "dd", "select", "option", "br", "img", "hr", "math", "svg", "template",
        "noscript", "script", "style", "frameset", "frame", "body", "html", "head", "title", "base", "meta", "caption", "colgroup",
        "textarea", "wbr", "source", "embed", "iframe"]  # fmt: skip
ATTRIBUTES = ["", " hidden", " id=x", " class=accordion", " class='nav menu'", " colspan=3", " rowspan=99999", " role=heading aria-level=0",
              " role=presentation", " aria-controls=x", " href='http://['", " href=//", " style='display:none'", " start=-4", " value=99999999999",
              " http-equiv=refresh content='0;url=http://[bad'", " aria-hidden=true", " lang=??"]  # fmt: skip
FUZZ = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def soups(draw: st.DrawFn) -> bytes:
    """Tags opened and closed at random, with text between."""
    pieces = draw(
        st.lists(
            st.one_of(
                st.tuples(st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES)).map(lambda pair: f"<{pair[0]}{pair[1]}>"),
                st.sampled_from(TAGS).map(lambda name: f"</{name}>"),
                st.text(max_size=12),
                st.sampled_from(
                    [
                        "word ",
                        "three more words ",
                        "&nbsp;",
                        "&#0;",
                        "<!--",
                        "-->",
                        "]]>",
                        "<?x",
                        "字",
                        "\x00",
                        "\u202e",
                    ]
                ),
            ),
            max_size=60,
        )
    )
    return "".join(pieces).encode("utf-8", "surrogatepass")


@given(soups())
@FUZZ
def test_any_soup_of_tags_gives_a_page(body: bytes):
    page = parse(body, ADDRESS, "text/html; charset=utf-8")
    assert isinstance(page.status, PageStatus)
    assert [segment.index for segment in page.segments] == list(range(len(page.segments)))
    inspect(body, ADDRESS)


@given(
    st.binary(max_size=4000),
    st.sampled_from(["", "text/html", "application/pdf", "text/plain; charset=utf-16", "image/png"]),
)
@FUZZ
def test_any_bytes_give_a_page(body: bytes, content_type: str):
    assert isinstance(parse(body, ADDRESS, content_type).status, PageStatus)
    assert isinstance(inspect(body, ADDRESS, content_type).status, PageStatus)


@pytest.mark.parametrize(
    "head", [b"%PDF-1.7\n", b"PK\x03\x04", b"\x1f\x8b\x08", b"\xff\xfe", b"\x00\x00\xfe\xff", b"<html>"]
)
@given(st.binary(max_size=600))
@settings(max_examples=25, deadline=None)
def test_broken_files_of_any_kind_give_a_page(head: bytes, rest: bytes):
    assert isinstance(parse(head + rest, ADDRESS).status, PageStatus)


@given(soups(), st.sampled_from(["", "::", "http://[", "file:///etc/passwd", "http://site.example/ö?q=ü", "x" * 5000]))
@settings(max_examples=40, deadline=None)
def test_any_address_will_do(body: bytes, address: str):
    parse(body, address)
    inspect(body, address)


@given(soups())
@FUZZ
def test_the_index_survives_being_written_and_read_again(body: bytes):
    first = parse(body, ADDRESS, "text/html; charset=utf-8", metadata=False)
    again = parse(index_to_html(first.segments).encode(), ADDRESS, "text/html; charset=utf-8", metadata=False)
    if first.status is PageStatus.OK and again.status is PageStatus.OK:
        assert [(s.kind, s.text) for s in again.segments] == [(s.kind, s.text) for s in first.segments]


def seconds(body: bytes) -> float:
    started = time.process_time()
    parse(body, ADDRESS, "text/html; charset=utf-8", metadata=False)
    return time.process_time() - started


SHAPES = {
    "siblings": lambda n: b"<p>some words here</p>" * n,
    "nested divs": lambda n: b"<div>" * min(n, 2000) + b"x" * n,
    "nested lists": lambda n: b"<ul><li>a" * min(n, 900) + b"b " * n,
    "nested tables": lambda n: b"<table><tr><td>x" * min(n, 600) + b"<td>y" * n,
    "unclosed headings": lambda n: b"<h2>title words " * min(n, 1900),
    "unclosed inline tags": lambda n: b"<b>word " * min(n, 1900),
    "one long line": lambda n: b"<p>" + b"abcdefghij" * n,
    "one long sentence": lambda n: b"<p>" + b"word " * 2 * n,
    "links": lambda n: b"<a href=/x>y</a> " * n,
    "sections": lambda n: b"<section><h2>a</h2><p>b</p>" * min(n, 1900),
    "details": lambda n: b"<details><summary>a</summary>" * min(n, 1900) + b"b",
    "attributes": lambda n: b"<p " + b" ".join(b"a%d=1" % i for i in range(n)) + b">x",
    "one text class": lambda n: b"<p class=name>Name of it</p><p>Text about it, longer than the name is.</p>" * (n // 2),
    "table rows": lambda n: b"<table>" + b"<tr><td>a</td><td>b c d</td></tr>" * n + b"</table>",
    "controls": lambda n: b"".join(b"<button aria-controls=p%d>b</button><div id=p%d>c</div>" % (i, i) for i in range(n)),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_time_grows_with_the_page_and_no_faster(shape: str):
    small, large = SHAPES[shape](1500), SHAPES[shape](6000)
    ratio = min(seconds(large) / max(0.02, seconds(small)) for _ in range(3))
    assert ratio < 12, f"four times the page took {ratio:.1f} times as long"


@pytest.mark.parametrize("quote", [b"", b'"', b"'"])
def test_a_tag_with_fifty_thousand_attributes_is_read_in_no_time(quote: bytes):
    attributes = b" ".join(b"data-a%d=%s1 2%s" % (number, quote, quote) for number in range(50_000))
    body = b"<p>before</p><p title=kept " + attributes + b">inside</p><p>after</p>"
    assert min(seconds(body) for _ in range(3)) < 1.0
    assert [segment.text for segment in parse(body, ADDRESS).segments] == ["before", "inside", "after"]


def test_a_long_tag_with_few_attributes_stays_as_it_is():
    link = "http://site.example/" + "x" * 20_000
    page = parse(f'<p><a href="{link}">far</a> and near, with a <a href="/b">second</a> link.</p>'.encode(), ADDRESS)
    assert [found.url for found in page.links] == [link, "http://site.example/b"]


def test_deep_sections_opened_again_and_again_take_time_by_their_number():
    deep = b"<details><summary>a</summary>" * 300 + b"b" + b"</details>" * 300
    one, many = (min(seconds(deep * count) for _ in range(2)) for count in (2, 8))
    assert many < 12 * max(0.02, one)


def test_a_line_of_fifty_thousand_characters_loses_none():
    page = parse(b"<main><p>" + b"abcdefghij" * 5000 + b"</p></main>", ADDRESS)
    assert "".join(block.text for block in page.blocks) == "abcdefghij" * 5000
    assert max(len(block.text) for block in page.blocks) < 4000


def test_memory_stays_within_forty_times_the_page():
    body = ("<main>" + "".join(f"<div class='card'><h3>Title {n}</h3><p>Words of paragraph {n} with <a href=/p/{n}>a link</a> "
                               f"and more words to read.</p></div>" for n in range(1200)) + "</main>").encode()  # fmt: skip
    parse(body, ADDRESS)
    tracemalloc.start()
    page = parse(body, ADDRESS)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(body) > 100_000
    assert len(page.blocks) >= 2400
    assert peak <= 40 * len(body), f"{peak / len(body):.0f} times the page"


@pytest.mark.soak
def test_twenty_megabytes_are_read_in_time():
    body = b"<main>" + b"<p>some words of a very long page that never ends</p>" * 370_000 + b"</main>"
    assert seconds(body) < 300
