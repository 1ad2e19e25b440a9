"""Every figure of extraction in one run, beside its baselines.

    python -m evaluation.extraction WCXB-DEV [--hotpot DIR] [--catalogue DIR --data DIR] [--folds 4] [--memory 10000]

Main content: word F1 against the wanted text by page type, and pages a second of processor time on one core in one run
(decode, parse, tree and main selection, metadata aside), for this program, trafilatura, resiliparse, readability-lxml
and htmlrag. Ours is scored with the weights in the repository, which were trained on these pages, and with `--folds`
with weights trained anew without the page's domain. Then, where their data is named: question selection, NA and token
budgets on pages of HotpotQA and of a catalogue, the survival of facts, and memory. The result is printed and written to
`extraction.md` and `extraction.svg` in `--out`. Tools that are not installed (`pip install sitequest[eval]`,
which pip 23 cannot resolve and later ones can, and `htmlrag`, which brings torch, by itself) are named and left out.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.settings import load_settings
from evaluation.extraction_questions import catalogue_asked, f1_table, hotpot_asked, keep_table, unseen_pages
from evaluation.extraction_survival import generated_page, peak_of, resident_over, survive_catalogue, survive_demo
from evaluation.extraction_tools import Outcome, compare, load_pages
from models.factory import make_embedders
from models.protocols import Embedder

DEMO = Path(__file__).parents[1] / "demo" / "questions.json"
OURS = "sitequest"


def mean(values: list[float]) -> float:
    """Mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def table_of(outcomes: dict[str, Outcome]) -> str:
    """The outcomes as a Markdown table; speed also as a multiple of trafilatura's."""
    kinds = sorted({kind for outcome in outcomes.values() for kind in outcome.scores})
    base = outcomes["trafilatura"].speed if "trafilatura" in outcomes else 0.0
    lines = [
        "| tool | mean F1 | " + " | ".join(kinds) + " | pages/s | × trafilatura | failed |",
        "| --- |" + " --- |" * (len(kinds) + 4),
    ]
    for name, outcome in outcomes.items():
        cells = [f"{mean(outcome.scores[kind]):.3f}" for kind in kinds]
        speed = f"{outcome.speed:.1f}" if outcome.speed else "–"
        ratio = f"{outcome.speed / base:.2f}" if base and outcome.speed else "–"
        lines.append(
            f"| {name} | {mean(outcome.all):.3f} | "
            + " | ".join(cells)
            + f" | {speed} | {ratio} | {outcome.failures} |"
        )
    return "\n".join(lines)


def plot(outcomes: dict[str, Outcome], path: Path) -> None:
    """F1 against speed, one point a tool."""
    pyplot: Any = importlib.import_module("matplotlib.pyplot")
    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    for name, outcome in outcomes.items():
        if outcome.speed:
            axes.scatter(outcome.speed, mean(outcome.all))
            axes.annotate(name, (outcome.speed, mean(outcome.all)), textcoords="offset points", xytext=(6, 4))
    axes.set_xscale("log")
    axes.set_xlabel("pages a second, one core")
    axes.set_ylabel("mean word F1")
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)


def main_content(options: argparse.Namespace) -> Iterator[str]:
    """The table of tools, and the plot."""
    pages = load_pages(options.folder, options.sample)
    outcomes, missing = compare(pages)
    if options.folds:
        from evaluation.train_main_content import outcome_of_folds

        outcomes = {
            f"{OURS}, {options.folds} folds by domain": outcome_of_folds(options.folder, options.folds),
            **outcomes,
        }
    plot(outcomes, options.out / "extraction.svg")
    yield f"## Main content, {len(pages)} pages of `wcxb-dev`\n\n{table_of(outcomes)}"
    if missing:
        yield f"Not installed, left out: {', '.join(missing)}."
    if OURS in outcomes:
        yield f"The weights of the row {OURS!r} saw these pages: it shows speed, not how well they carry over."
    yield "![F1 against speed](extraction.svg)"


def questions(options: argparse.Namespace, embedder: Embedder) -> Iterator[str]:
    """Question selection, NA and budgets."""
    if options.hotpot:
        pages = unseen_pages(options.hotpot)
        yield f"## Question selection, {len(pages)} pages of the unseen half of HotpotQA\n\n{f1_table(pages, embedder)}"
        asked = hotpot_asked(pages)
        yield f"## Answer words kept, {len(asked)} HotpotQA pages\n\n{keep_table(asked, embedder)}"
    if options.catalogue and options.data:
        asked = catalogue_asked(options.data / "ucsd_questions.json", options.catalogue)[:: options.thin]
        shares = (0.01, 0.02, 0.05)
        yield f"## Answer words kept, {len(asked)} catalogue pages\n\n{keep_table(asked, embedder, shares)}"


def survival(options: argparse.Namespace) -> Iterator[str]:
    """Facts in blocks and in the main selection."""
    lines = ["| facts | looked for | in leaf blocks | in the main selection |", "| --- | --- | --- | --- |"]
    lines.append(f"| quotes that answer the demo's questions | {survive_demo(DEMO).row} |")
    if options.catalogue and options.data:
        found = survive_catalogue(options.data / "ucsd_courses.jsonl.gz", options.catalogue)
        lines.append(f"| course descriptions of the catalogue | {found.row} |")
    yield "## Facts that survive\n\n" + "\n".join(lines)


def memory(options: argparse.Namespace) -> Iterator[str]:
    """Peak above idle for pages from 100 kB, and the size of a process that reads many."""
    if not options.memory:
        return
    lines = ["| bytes of the page | peak / bytes |", "| --- | --- |"]
    lines += [
        f"| {len(body):,} | {peak_of(body):.1f} |"
        for body in map(generated_page, (1, 2, 3), (100_000, 500_000, 2_000_000))
    ]
    yield "## Memory\n\n" + "\n".join(lines)
    sizes = list(resident_over(options.memory, max(1, options.memory // 10)))
    rows = "\n".join(f"| {pages:,} | {size:.0f} |" for pages, size in sizes)
    yield f"| pages parsed, 120 kB each | resident MB |\n| --- | --- |\n{rows}"


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=1, help="take every n-th page")
    parser.add_argument("--folds", type=int, default=0, help="train anew in so many folds, split by domain")
    parser.add_argument("--hotpot", type=Path, help="folder of hotpotqa-train100")
    parser.add_argument("--catalogue", type=Path, help="folder of the catalogue's pages")
    parser.add_argument("--data", type=Path, help="folder of ucsd_questions.json and ucsd_courses.jsonl.gz")
    parser.add_argument("--thin", type=int, default=1, help="take every n-th question of the catalogue")
    parser.add_argument("--memory", type=int, default=0, help="read so many generated pages")
    parser.add_argument("--out", type=Path, default=Path("docs"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    shown = " ".join(Path(word).name for word in sys.argv[1:])
    pieces = [f"# Extraction, measured\n\nGenerated by `python -m evaluation.extraction {shown}`."]
    embedder = make_embedders(load_settings()).primary if options.hotpot or options.catalogue else None
    for part in (
        main_content(options),
        questions(options, embedder) if embedder else (),
        survival(options),
        memory(options),
    ):
        for piece in part:
            pieces.append(piece)
            print(piece, end="\n\n", flush=True)
    (options.out / "extraction.md").write_text("\n\n".join(pieces) + "\n", "utf-8")


if __name__ == "__main__":
    main()
