"""Pages of more blocks than one page may bring: kept up to the limit, never silently."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from core.records import PageStatus, ParsedPage, Snapshot
from ingest.cutting import cut
from ingest.entities.profile import load_profile
from ingest.html import parse
from ingest.pages import graph_of

URL = "https://site.example/log"
SENTENCE = "The keeper of the lighthouse noted wind, tide and every ship that passed on day"


def _long(count: int) -> bytes:
    entries = "".join(
        f"<h2>Day {day}</h2><p>{SENTENCE} {day}. <a href='/day/{day}'>More</a></p>" for day in range(count)
    )
    return f"<html><head><title>Log</title></head><body><main><h1>Log</h1>{entries}</main></body></html>".encode()


def _table(rows: int) -> bytes:
    lines = "".join(f"<tr><td>Ship {row}</td><td>{SENTENCE} {row}</td></tr>" for row in range(rows))
    return f"<main><h1>Ships</h1><table><tr><th>Name</th><th>Note</th></tr>{lines}</table></main>".encode()


def _leaves(page: ParsedPage) -> int:
    return sum(block.leaf for block in page.blocks)


@pytest.fixture(scope="module")
def page() -> ParsedPage:
    return parse(_long(60), URL, "text/html")


def test_a_page_within_the_limit_is_left_as_it_is(page: ParsedPage):
    assert cut(page, _leaves(page)) is page
    assert cut(replace(page, blocks=()), 1).blocks == ()


def test_a_longer_page_is_kept_up_to_the_limit_and_says_so(page: ParsedPage):
    short = cut(page, 20)
    assert _leaves(short) == 20
    assert [block.text for block in short.blocks] == [block.text for block in page.blocks[: len(short.blocks)]]
    assert "page_blocks" in short.reason
    assert short.warnings[-1] == short.reason
    assert short.content_hash != page.content_hash


def test_links_beyond_the_place_go_with_their_text_and_the_others_keep_their_blocks(page: ParsedPage):
    short = cut(page, 20)
    assert [link.url for link in short.links] == [f"https://site.example/day/{day}" for day in range(20)]
    for block in short.blocks:
        assert all(f"day {short.links[number].url.rpartition('/')[2]}." in block.text for number in block.links)


def test_the_whole_of_a_long_table_holds_only_the_rows_that_were_kept():
    found = parse(_table(400), URL, "text/html")
    short = cut(found, 5)
    whole = next(block for block in short.blocks if block.kind == "table" and not block.leaf)
    assert "Ship 0" in whole.text
    assert "Ship 399" not in whole.text
    assert len(whole.text) < len(next(block for block in found.blocks if block.kind == "table").text) / 4


def test_the_graph_of_a_long_page_is_small_and_warns_and_its_outcome_is_truncated():
    snapshot = Snapshot("site", URL, 200, _long(60), datetime(2026, 3, 1, tzinfo=UTC), {"content-type": "text/html"})
    outcome = graph_of(snapshot, load_profile("university"), 10)
    assert outcome.graph is not None
    assert sum(block.leaf for block in outcome.graph.blocks) == 10
    assert (outcome.status, outcome.graph.page.status) == (PageStatus.TRUNCATED, "ok")
    assert outcome.graph.page.warnings[-1] in outcome.reason
