"""Big pages are read beside the crawl, one at a time; an upgrade changes no page."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.ledger import LedgerRow
from core.records import FINGERPRINT, PageFacts, PageStatus, Snapshot
from core.snapshots import SnapshotStore
from crawler.answers import Answer
from crawler.reading import BIG, Reader
from tests.sites.reader import inspect

SECONDS = 10


async def test_the_crawl_goes_on_while_a_big_page_is_read():
    went_on = threading.Event()

    def wait(body: bytes, url: str, content_type: str = "", headers: Mapping[str, str] | None = None) -> PageFacts:
        return PageFacts(PageStatus.OK if went_on.wait(SECONDS) else PageStatus.FAILED)

    async def go_on() -> None:
        went_on.set()

    reading = Reader(wait).facts(Answer("http://campus.example/", 200, body=b"x" * BIG))
    facts, _ = await asyncio.gather(reading, go_on())
    assert facts.status == PageStatus.OK


async def test_big_pages_are_read_one_at_a_time_and_small_ones_at_once():
    inside: list[int] = []
    most: list[int] = []

    def count(body: bytes, url: str, content_type: str = "", headers: Mapping[str, str] | None = None) -> PageFacts:
        inside.append(1)
        most.append(len(inside))
        inside.pop()
        return PageFacts(PageStatus.OK, title=threading.current_thread().name)

    reader = Reader(count)
    answers = [Answer(f"http://campus.example/{n}", 200, body=b"x" * BIG) for n in range(8)]
    facts = await asyncio.gather(*(reader.facts(answer) for answer in answers))
    small = await reader.facts(Answer("http://campus.example/s", 200, body=b"x"))
    assert max(most) == 1
    assert small.title == threading.current_thread().name not in {one.title for one in facts}


def kept_page(store: SnapshotStore, said: str) -> LedgerRow:
    """The row of a page whose fingerprint has the form of an older release."""
    when = datetime(2026, 3, 1, tzinfo=UTC)
    html = {"content-type": "text/html"}
    key = store.put(Snapshot("test", "http://campus.example/", 200, said.encode(), when, html))
    return LedgerRow("test", "http://campus.example/", snapshot=key, fingerprint="old", media_type="text/html")


async def test_a_fingerprint_of_an_older_form_is_made_anew_of_what_the_page_said_then(tmp_path: Path):
    store = SnapshotStore(tmp_path)
    known = kept_page(store, "<p>Weaving</p>")
    reader = Reader(inspect)
    renewed = await reader.renewed(known, store)
    same = Answer("http://campus.example/", 200, {"content-type": "text/html"}, b"<main><p>Weaving</p></main>")
    assert renewed.fingerprint == await reader.fingerprint(same)
    assert renewed.fingerprint.startswith(FINGERPRINT)
    assert await reader.renewed(renewed, store) is renewed


@pytest.mark.parametrize("changes", [{"snapshot": ""}, {"snapshot": "test/aa/none"}, {"media_type": "application/pdf"}])
async def test_what_has_no_page_to_make_it_anew_of_keeps_its_fingerprint(tmp_path: Path, changes: dict[str, str]):
    store = SnapshotStore(tmp_path)
    known = replace(kept_page(store, "<p>Weaving</p>"), **changes)  # type: ignore[arg-type]
    assert await Reader(inspect).renewed(known, store) is known
