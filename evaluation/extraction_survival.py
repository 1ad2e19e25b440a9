"""What selection and block tree keep of a site's facts, and what reading takes of memory."""

from __future__ import annotations

import gc
import gzip
import json
import tracemalloc
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from core.records import ParsedPage
from demo.server import answer
from ingest.html import parse
from ingest.html.selection.builtin import select_main
from ingest.html.selection.interface import index_of

PARAGRAPH = (
    "<div class='card c{n}'><h3 id=t{n}>Title {n} of page {page}</h3><p>Words of paragraph {n}, with "
    "<a href='/p/{n}'>a link</a>, some <b>bold</b> ones and more to read about subject {n}.</p></div>"
)


@dataclass(slots=True)
class Survival:
    """Facts looked for, those that stand in leaf blocks, and those that main selection keeps."""

    facts: int = 0
    in_blocks: int = 0
    selected: int = 0

    def add(self, page: ParsedPage, fact: str) -> None:
        """Look for one fact."""
        self.add_all(page, [fact])

    def add_all(self, page: ParsedPage, facts: list[str]) -> None:
        """Look for many facts of one page."""
        index = index_of(page)
        blocks = _packed(block.text for block in page.blocks if block.leaf)
        main = _packed(segment.text for segment in select_main(index).segments(index))
        for fact in facts:
            wanted = _packed([fact])
            self.facts += 1
            self.in_blocks += wanted in blocks
            self.selected += wanted in main

    @property
    def row(self) -> str:
        """Cells of a Markdown table."""
        total = max(1, self.facts)
        return f"{self.facts} | {self.in_blocks / total:.1%} | {self.selected / total:.1%}"


def survive_catalogue(courses: Path, site: Path, pages: int = 40) -> Survival:
    """Course descriptions of a catalogue's pages, each looked for word by word."""
    found = Survival()
    for path, facts in _descriptions(courses, pages):
        page = parse((site / path.lstrip("/")).read_bytes(), f"http://www.ucsd.edu{path}", metadata=False)
        found.add_all(page, facts)
    return found


def _packed(texts: Iterable[str]) -> str:
    return "".join("".join(text.split()) for text in texts).lower()


def _descriptions(courses: Path, pages: int) -> list[tuple[str, list[str]]]:
    found: dict[str, list[str]] = defaultdict(list)
    with gzip.open(courses, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["description"]:
                found[row["page"]].append(row["description"])
    return list(found.items())[:pages]


def survive_demo(questions: Path) -> Survival:
    """The quotes that answer the demo site's questions, on the pages that hold them."""
    found = Survival()
    for row in json.loads(questions.read_text("utf-8"))["questions"]:
        quote = row.get("quote") or ""
        for path in row.get("pages", ()) if quote else ():
            reply = answer(path, "demo.example")
            page = parse(reply.body, f"http://demo.example{path}", reply.content_type, metadata=False)
            if _packed([quote]) in _packed(segment.text for segment in page.segments):
                found.add(page, quote)
    return found


def generated_page(number: int, size: int = 120_000) -> bytes:
    """A page of at least `size` bytes, another for each number."""
    cards = "".join(PARAGRAPH.format(n=place, page=number) for place in range(1 + size // 180))
    return f"<html><head><title>Page {number}</title></head><body><main>{cards}</main></body></html>".encode()


def peak_of(body: bytes) -> float:
    """Peak of memory while a page is parsed, as a multiple of its bytes."""
    parse(body, "http://site.example/")
    gc.collect()
    tracemalloc.start()
    parse(body, "http://site.example/")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / len(body)


def resident_over(pages: int, every: int, size: int = 120_000) -> Iterator[tuple[int, float]]:
    """(pages parsed so far, resident megabytes of this process) as many different pages go through."""
    process = psutil.Process()
    for number in range(1, pages + 1):
        parse(generated_page(number, size), f"http://site.example/{number}")
        if number % every == 0 or number == 1:
            yield number, process.memory_info().rss / 1e6
