"""Text out of markup: what a browser would show of it, and never in more time than its length asks for."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

from crawler.bodies import sniff
from crawler.feeds import kind_with_feeds
from crawler.figures import marks_of
from crawler.likeness import stands_in
from crawler.markup import without_hidden, without_markup, without_tags
from crawler.novelty import Novelty, saying, visible
from crawler.probes import words_of
from ingest.html import inspect

SIZE = 200_000
ADDRESS = "http://campus.example/page"
UNENDING = {
    "lone angles": b"a < b ",
    "tags without an end": b"<p <p ",
    "scripts without an end": b"<script ",
    "heads without an end": b"<head ",
    "menus without an end": b"<nav <footer ",
    "links without an end": b"<a name=x ",
    "open links": b"<a name=x>",
    "open choices": b"<option>1",
    "comments without an end": b"<!-- ",
    "empty comments": b"<!---->",
    "ends of scripts without an end": b"</script ",
    "letters and dashes": b"a-",
    "digits": b"7",
    "digits and points": b"1,.",
    "entities without an end": b"&a",
    "blanks after a digit": b"1          ",
    "blanks": b" ",
}
READERS: dict[str, Callable[[bytes], object]] = {
    "novelty": lambda body: Novelty().unmet(visible(body), ADDRESS).is_news,
    "sameness": lambda body: saying(visible(body)),
    "figures": lambda body: marks_of(body, ADDRESS),
    "probes": lambda body: words_of(body, ADDRESS),
    "likeness": lambda body: stands_in(body, body),
    "kind": lambda body: sniff(body, "text/html"),
    "inspect": lambda body: inspect(body, ADDRESS),
    "feeds": lambda body: kind_with_feeds("text/xml", body),
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_markup_that_never_ends_is_read_in_time_that_grows_with_its_length(reader: Callable[[bytes], object]):
    begun = process_time()
    for part in UNENDING.values():
        reader(b"<p>x</p>" + part * (SIZE // len(part)))
    assert process_time() - begun < 10


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"<p>a < b and c > d</p>", "a < b and c > d"),
        (b"<p title='x'>one<br/>two</p>", "one two"),
        (b"one<script>var two = '<p>';</script>three", "one three"),
        (b"one<!-- two > two -->three<!-->four", "one three four"),
        (b"one<script>two", "one"),
        (b"one<!-- two", "one"),
        (b"one<a href=two", "one"),
        (b"<!DOCTYPE html><?xml version='1.0'?>one", "one"),
    ],
)
def test_what_is_left_is_what_a_browser_shows(body: bytes, text: str):
    assert " ".join(without_markup(body, b" ").decode().split()) == text


def test_a_head_is_left_out_whether_it_is_closed_or_not_and_a_page_without_one_stays_whole():
    for head in ("<head><title>no</title></head><body>", "<head><title>no</title><body>", ""):
        assert " ".join(without_tags(without_hidden(f"<html>{head}<p>yes</p>"), " ").split()) == "yes"
