"""Train the judge of whether a page answers a question (`ingest/html/selection/page_weights.json`), a site left out.

    python -m evaluation.train_page_judge HOTPOT SITE=QUESTIONS.json[,…] … [--write]

HOTPOT is the folder of `hotpotqa-train100` (its even half is used), SITE a folder of HTML files, QUESTIONS sets in the
form of `evaluation/questions`; halves called unseen are left out. A question's page answers; of 25 other pages of the
site, the one that covers most of the question and one in the middle do not. Every site counts alike, answers and NA
too. At most `CALLED_NA` of the sites' answerable pages fall below the threshold. Printed for each site, by weights
that never saw it: NA found, and answerable pages called NA, by the old weights and by these.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from core.records import Segment
from core.settings import load_settings
from evaluation.extraction_pages import hotpot_pages
from evaluation.train_question_selection import Remembering, shorten
from ingest.html import parse
from ingest.html.selection import BlockIndex, index_of
from ingest.html.selection.builtin import load_models
from ingest.html.selection.evidence import embed, question_features, section_of
from ingest.html.selection.hops import look_again
from ingest.html.selection.interface import contents
from ingest.html.selection.judge import PageJudge, is_judged, judge_features
from ingest.html.selection.lexical import coverage, terms_of
from ingest.html.selection.tables import name_cells
from models.factory import make_embedders
from models.protocols import Embedder
from retrieval.texts import fold

WEIGHTS = Path(__file__).parents[1] / "ingest" / "html" / "selection" / "page_weights.json"
CALLED_NA = 0.1
OTHERS = 25
LONGEST = 350
HOTPOT = "hotpot"
Row = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and a page of a site: whether it answers."""

    site: str
    question: str
    index: BlockIndex
    answers: bool


@dataclass(frozen=True, slots=True)
class Example:
    """What is known of one of them. `before`: whether the question weights call it NA."""

    site: str
    row: Row
    answers: bool
    judged: bool
    before: bool


def read_segments(index: BlockIndex) -> list[Segment]:
    """The segments that may be selected."""
    return [index.segments[number] for number in contents(index) if index.segments[number].kind != "heading"]


def site_pages(spec: str, chance: random.Random) -> Iterator[Asked]:
    """The pages of one `SITE=QUESTIONS,…` with their questions."""
    folder, _, sets = spec.partition("=")
    pages = {path: file for file in sorted(Path(folder).rglob("*.html")) for path in _addresses(Path(folder), file)}
    for name in sets.split(","):
        for question in json.loads(Path(name).read_text("utf-8"))["questions"]:
            if question.get("half", "seen") == "seen" and question["lang"] == "en" and not question.get("history"):
                yield from _ask(folder, question, pages, chance)


def _addresses(root: Path, file: Path) -> set[str]:
    path = f"/{file.relative_to(root)}"
    return {path, path.removesuffix("index.html"), path.removesuffix("/index.html")}


def _ask(site: str, question: dict[str, Any], pages: dict[str, Path], chance: random.Random) -> Iterator[Asked]:
    forms = [fold(form) for item in question.get("items") or [] for form in item.split("|")]
    forms += [fold(form) for form in question.get("accept") or []]
    own = [pages[path] for path in question["pages"] if path in pages]
    if not (question["answerable"] and forms and own):
        return
    index = _read(own[0])
    if not _holds(index, forms):
        return
    yield Asked(site, question["question"], index, answers=True)
    rest = sorted({file for path, file in pages.items() if file not in own})
    others = [_read(file) for file in chance.sample(rest, min(OTHERS, len(rest)))]
    others = [other for other in others if 2 <= len(read_segments(other)) <= LONGEST and not _holds(other, forms)]
    others.sort(key=lambda other: -_cover(question["question"], other))
    for other in (*others[:1], *others[len(others) // 2 :][:1]):
        yield Asked(site, question["question"], other, answers=False)


def _read(file: Path) -> BlockIndex:
    return index_of(parse(file.read_bytes(), f"http://pages.example/{file.name}", "text/html", metadata=False))


def _holds(index: BlockIndex, forms: Sequence[str]) -> bool:
    segments = read_segments(index)
    return 2 <= len(segments) <= LONGEST and any(form in fold(one.text) for one in segments for form in forms)


def _cover(question: str, index: BlockIndex) -> float:
    texts = [terms_of(f"{section_of(one)} {one.text}") for one in read_segments(index)]
    return float(coverage(terms_of(question), texts).max(initial=0.0))


def make_example(asked: Asked, embedder: Embedder | None) -> Example:
    """The features of a page and its question."""
    segments = name_cells(read_segments(asked.index))
    model = load_models()["lexical" if embedder is None else "dense"]
    embedded = embed(asked.question, segments, embedder)
    features = question_features(asked.question, segments, embedded)
    row = judge_features(asked.question, segments, features, model.first.score(features))
    look = look_again(asked.question, segments, features, embedded, embedder)
    before = model.answerable(look, model.whole.score(look.features)) < model.least
    return Example(asked.site, row, asked.answers, is_judged(segments), before)


def fit(examples: Sequence[Example]) -> PageJudge:
    """Weights and threshold; every site counts alike, and its two verdicts too."""
    rows = np.stack([one.row for one in examples])
    scaler = StandardScaler().fit(rows)
    counts = Counter((one.site, one.answers) for one in examples)
    shares = np.array([1.0 / counts[one.site, one.answers] for one in examples])
    model = LogisticRegression(C=0.5, max_iter=3000)
    model.fit(scaler.transform(rows), [one.answers for one in examples], sample_weight=shares / shares.mean())
    judge = PageJudge(tuple(scaler.mean_), tuple(scaler.scale_), tuple(model.coef_[0]), float(model.intercept_[0]), 0.0)
    said = [judge.answers(one.row) for one in examples if one.answers and one.site != HOTPOT]
    return PageJudge(judge.mean, judge.scale, judge.weights, judge.bias, float(np.quantile(said, CALLED_NA)))


def report(site: str, judge: PageJudge, examples: Sequence[Example]) -> str:
    """One site's line: found and called NA, before and now."""
    now = np.array([judge.answers(one.row) < judge.least if one.judged else one.before for one in examples])
    before, true = (np.array([getattr(one, name) for one in examples]) for name in ("before", "answers"))
    shares = [f"{called[~true].mean():.2f} / {called[true].mean():.2f}" for called in (before, now)]
    return f"{site}: {true.sum()} pages that answer, {(~true).sum()} that do not; before {shares[0]}, now {shares[1]}"


def main() -> None:
    """Train, report on each site by the others, and with `--write` keep the weights of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hotpot", type=Path)
    parser.add_argument("sites", nargs="+")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    chance = random.Random(7)
    asked = [one for spec in options.sites for one in site_pages(spec, chance)]
    hotpot = [Asked(HOTPOT, page.question, page.index, page.answerable) for page in hotpot_pages(options.hotpot)]
    weights: dict[str, Any] = {}
    for name, embedder in (("dense", Remembering(make_embedders(load_settings()).primary)), ("lexical", None)):
        examples = [make_example(one, embedder) for one in asked]
        even, odd = ([make_example(one, embedder) for one in _half(hotpot, odd)] for odd in (False, True))
        for site in dict.fromkeys(one.site for one in examples):
            judge = fit([*even, *(one for one in examples if one.site != site)])
            print(name, report(site, judge, [one for one in examples if one.site == site]), flush=True)
        judge = fit([*even, *examples])
        print(name, report("hotpot, odd half", judge, odd), flush=True)
        weights[name] = {key: shorten(value) for key, value in asdict(judge).items()}
    if options.write:
        WEIGHTS.write_text(json.dumps(weights, indent=1) + "\n", "utf-8")
        print(f"wrote {WEIGHTS}")


def _half(pages: Sequence[Asked], odd: bool) -> list[Asked]:
    """The pages of every second question; there are two a question."""
    return [page for place, page in enumerate(pages) if (place // 2 % 2 == 1) == odd]


if __name__ == "__main__":
    main()
