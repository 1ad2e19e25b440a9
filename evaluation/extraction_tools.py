"""The tools that are compared on main content, and how each is run."""

from __future__ import annotations

import gzip
import importlib
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ingest.html import parse
from ingest.html.selection.builtin import select_main
from ingest.html.selection.interface import index_of

WORD = re.compile(r"\w+")
Extractor = Callable[[bytes, str], str]
Example = tuple[bytes, str, str, str]
"""Body, address, type of page, wanted text."""


@dataclass(slots=True)
class Outcome:
    """Scores of one tool by page type, and the processor time it took."""

    scores: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    seconds: float = 0.0
    failures: int = 0

    @property
    def all(self) -> list[float]:
        """Scores of all pages."""
        return [score for scores in self.scores.values() for score in scores]

    @property
    def speed(self) -> float:
        """Pages a second; 0 where it was not measured."""
        return len(self.all) / self.seconds if self.seconds else 0.0


def extract_ours(body: bytes, url: str) -> str:
    """Text of the built-in selection."""
    index = index_of(parse(body, url, metadata=False))
    return "\n".join(segment.text for segment in select_main(index).segments(index))


def extract_everything(body: bytes, url: str) -> str:
    """All visible text: the floor."""
    return "\n".join(segment.text for segment in parse(body, url, metadata=False).segments if segment.visible)


def _trafilatura() -> Extractor:
    module = importlib.import_module("trafilatura")
    return lambda body, url: str(module.extract(body, url=url) or "")


def _resiliparse() -> Extractor:
    plain = importlib.import_module("resiliparse.extract.html2text").extract_plain_text
    decode = importlib.import_module("resiliparse.parse.encoding")
    return lambda body, _: str(plain(decode.bytes_to_str(body, decode.detect_encoding(body)), main_content=True))


def _readability() -> Extractor:
    document = importlib.import_module("readability").Document
    html = importlib.import_module("lxml.html")

    def extract(body: bytes, _: str) -> str:
        summary = document(body.decode("utf-8", "replace")).summary()
        return str(html.fromstring(summary).text_content())

    return extract


def _htmlrag() -> Extractor:
    clean = importlib.import_module("htmlrag").clean_html
    html = importlib.import_module("lxml.html")
    return lambda body, _: str(html.fromstring(clean(body.decode("utf-8", "replace")) or "<p/>").text_content())


TOOLS: dict[str, Callable[[], Extractor]] = {
    "sitequest": lambda: extract_ours,
    "trafilatura": _trafilatura,
    "resiliparse": _resiliparse,
    "readability-lxml": _readability,
    "htmlrag (cleaning only)": _htmlrag,
    "all visible text": lambda: extract_everything,
}


def word_f1(said: str, wanted: str) -> float:
    """F1 of two bags of lower-case words."""
    left, right = Counter(WORD.findall(said.lower())), Counter(WORD.findall(wanted.lower()))
    common = sum((left & right).values())
    return 2 * common / (left.total() + right.total()) if common else 0.0


def load_pages(folder: Path, step: int = 1) -> list[Example]:
    """Every `step`-th page of the data set."""
    pages = []
    for entry in json.loads((folder / "index.json").read_text("utf-8"))[::step]:
        body = gzip.decompress((folder / "html" / f"{entry['id']}.html.gz").read_bytes())
        truth = json.loads((folder / "ground-truth" / f"{entry['id']}.json").read_text("utf-8"))
        pages.append((body, entry["url"], entry["page_type"], truth["ground_truth"]["main_content"]))
    return pages


def measure(tool: Extractor, pages: Sequence[Example]) -> Outcome:
    """Run one tool over all pages, once before the clock starts."""
    outcome = Outcome()
    tool(*pages[0][:2])
    for body, url, kind, wanted in pages:
        started = time.process_time()
        try:
            said = tool(body, url)
        except Exception:  # noqa: BLE001  a tool that fails on a page scores nothing there, and the failure is counted
            said, outcome.failures = "", outcome.failures + 1
        outcome.seconds += time.process_time() - started
        outcome.scores[kind].append(word_f1(said, wanted))
    return outcome


def compare(pages: Sequence[Example]) -> tuple[dict[str, Outcome], list[str]]:
    """(outcomes by tool, tools that are not installed)."""
    outcomes: dict[str, Outcome] = {}
    missing: list[str] = []
    for name, make in TOOLS.items():
        try:
            tool = make()
        except (ImportError, AttributeError):
            missing.append(name)
            continue
        outcomes[name] = measure(tool, pages)
    return outcomes, missing
