"""Big pages are read beside the crawl, and one at a time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping

from core.records import PageFacts, PageStatus
from crawler.answers import Answer
from crawler.reading import BIG, Reader

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
