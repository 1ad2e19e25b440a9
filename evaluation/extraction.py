"""Main-content extraction side by side: ours, trafilatura, resiliparse, readability-lxml, htmlrag.

    python -m evaluation.extraction ../shared-unpacked/wcxb-dev [--sample 4] [--out docs]

Word F1 against the wanted text, by page type, and pages a second of processor time on one core in one run: decode,
parse, tree and main selection, metadata aside. Ours is scored with the weights in the repository, which were trained on
these pages; the cross-validated figure comes from `scripts/train_main_content.py`, and both are written. A tool that is
not installed (`pip install sitequest[eval]`, and `htmlrag`, which brings torch, by itself) is left out and named.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ingest.html import parse
from ingest.html.selection.builtin import select_main
from ingest.html.selection.interface import index_of

WORD = re.compile(r"\w+")
Extractor = Callable[[bytes, str], str]


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
    "all text": lambda: extract_everything,
}


def word_f1(said: str, wanted: str) -> float:
    """F1 of two bags of lower-case words."""
    left, right = Counter(WORD.findall(said.lower())), Counter(WORD.findall(wanted.lower()))
    common = sum((left & right).values())
    return 2 * common / (left.total() + right.total()) if common else 0.0


def load_pages(folder: Path, step: int) -> list[tuple[bytes, str, str, str]]:
    """(body, address, type, wanted text) of every `step`-th page."""
    pages = []
    for entry in json.loads((folder / "index.json").read_text("utf-8"))[::step]:
        body = gzip.decompress((folder / "html" / f"{entry['id']}.html.gz").read_bytes())
        truth = json.loads((folder / "ground-truth" / f"{entry['id']}.json").read_text("utf-8"))
        pages.append((body, entry["url"], entry["page_type"], truth["ground_truth"]["main_content"]))
    return pages


def measure(tool: Extractor, pages: Sequence[tuple[bytes, str, str, str]]) -> Outcome:
    """Run one tool over all pages."""
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


def compare(folder: Path, step: int = 1) -> tuple[dict[str, Outcome], list[str]]:
    """(outcomes by tool, tools that are not installed)."""
    pages = load_pages(folder, step)
    outcomes: dict[str, Outcome] = {}
    missing: list[str] = []
    for name, make in TOOLS.items():
        try:
            tool = make()
        except (ImportError, AttributeError):
            missing.append(name)
            continue
        outcomes[name] = measure(tool, pages)
        print(f"{name}: {mean(outcomes[name].all):.4f}", flush=True)
    return outcomes, missing


def mean(values: Sequence[float]) -> float:
    """Mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def table_of(outcomes: dict[str, Outcome]) -> str:
    """The outcomes as a Markdown table."""
    kinds = sorted({kind for outcome in outcomes.values() for kind in outcome.scores})
    lines = [
        "| tool | mean F1 | " + " | ".join(kinds) + " | pages/s | failed |",
        "| --- |" + " --- |" * (len(kinds) + 3),
    ]
    for name, outcome in outcomes.items():
        speed = len(outcome.all) / outcome.seconds if outcome.seconds else 0.0
        cells = [f"{mean(outcome.scores[kind]):.3f}" for kind in kinds]
        lines.append(
            f"| {name} | {mean(outcome.all):.3f} | " + " | ".join(cells) + f" | {speed:.1f} | {outcome.failures} |"
        )
    return "\n".join(lines)


def plot(outcomes: dict[str, Outcome], path: Path) -> None:
    """F1 against speed, one point a tool."""
    pyplot: Any = importlib.import_module("matplotlib.pyplot")
    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    for name, outcome in outcomes.items():
        speed = len(outcome.all) / max(outcome.seconds, 1e-9)
        axes.scatter(speed, mean(outcome.all))
        axes.annotate(name, (speed, mean(outcome.all)), textcoords="offset points", xytext=(6, 4))
    axes.set_xscale("log")
    axes.set_xlabel("pages a second, one core")
    axes.set_ylabel("mean word F1")
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)


def main() -> None:
    """Compare, and write `extraction.md` and `extraction.svg`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=1, help="take every n-th page")
    parser.add_argument("--out", type=Path, default=Path("docs"))
    options = parser.parse_args()
    outcomes, missing = compare(options.folder, options.sample)
    options.out.mkdir(parents=True, exist_ok=True)
    plot(outcomes, options.out / "extraction.svg")
    left_out = f"\n\nNot installed, left out: {', '.join(missing)}." if missing else ""
    (options.out / "extraction.md").write_text(
        "# Main-content extraction, side by side\n\nGenerated by `python -m evaluation.extraction`; pages: "
        f"{len(next(iter(outcomes.values())).all)} of `wcxb-dev`. The row of this program is scored on pages that "
        "its weights were trained on; see `docs/html.md` for the cross-validated figure.\n\n"
        f"{table_of(outcomes)}{left_out}\n\n![F1 against speed](extraction.svg)\n",
        "utf-8",
    )


if __name__ == "__main__":
    main()
