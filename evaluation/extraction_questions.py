"""Question selection beside its baselines: sentence F1, NA, and answer words kept within a budget of tokens.

HotpotQA's ten paragraphs of a question are one noisy page (`extraction_pages`). Weights are trained on the even half of
the questions; all figures here are of the odd half. The baselines rank the same sentences: BM25, the embedder's cosine,
and both fused by rank.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.extraction_pages import GoldPage, hotpot_pages
from evaluation.lexical import fuse
from ingest.html import parse
from ingest.html.selection.budget import estimate_tokens, fit_budget
from ingest.html.selection.builtin import BuiltinSelector, choose
from ingest.html.selection.evidence import section_of
from ingest.html.selection.interface import BlockIndex, Selection, contents, index_of
from ingest.html.selection.lexical import bm25, terms_of
from models.protocols import Embedder

Scorer = Callable[[BlockIndex, str], NDArray[np.float64]]
WORD = re.compile(r"\w+")
SHARES = (0.05, 0.15, 0.25, 0.5)


@dataclass(frozen=True, slots=True)
class Asked:
    """A page, a question about it, and the answer that a reader wants."""

    index: BlockIndex
    question: str
    answer: str


def statements(index: BlockIndex) -> list[int]:
    """Numbers of the segments that say something: seen, no chrome, no headings."""
    return [number for number in contents(index) if index.segments[number].kind != "heading"]


def scorers(embedder: Embedder | None) -> dict[str, Scorer]:
    """Our selector and the baselines: a score for each segment of an index, higher is better."""
    found: dict[str, Scorer] = {
        "sitequest": lambda index, question: BuiltinSelector(embedder).score(index, question)[0],
        "BM25": _bm25,
    }
    if embedder is not None:
        found["bge cosine"] = lambda index, question: _cosine(index, question, embedder)
        found["BM25 + bge by rank"] = lambda index, question: _fused(index, question, embedder)
    return found


def _spread(index: BlockIndex, numbers: Sequence[int], values: Any) -> NDArray[np.float64]:
    scores = np.zeros(len(index.segments))
    scores[list(numbers)] = values
    return scores


def _bm25(index: BlockIndex, question: str) -> NDArray[np.float64]:
    numbers = statements(index)
    texts = [terms_of(_titled(index, number)) for number in numbers]
    return _spread(index, numbers, bm25(terms_of(question), texts) + 1e-6)


def _cosine(index: BlockIndex, question: str, embedder: Embedder) -> NDArray[np.float64]:
    numbers = statements(index)
    vectors = embedder.embed_passages([_titled(index, number) for number in numbers])
    return _spread(index, numbers, 1 + vectors @ embedder.embed_questions([question])[0])


def _fused(index: BlockIndex, question: str, embedder: Embedder) -> NDArray[np.float64]:
    numbers = statements(index)
    rankings = [
        np.argsort(-scores[numbers], kind="stable").tolist()
        for scores in (_bm25(index, question), _cosine(index, question, embedder))
    ]
    order = fuse(rankings, len(numbers))
    values = np.zeros(len(numbers))
    values[order] = np.arange(len(order), 0, -1)
    return _spread(index, numbers, values)


def _titled(index: BlockIndex, number: int) -> str:
    segment = index.segments[number]
    return f"{section_of(segment)}: {segment.text[:2000]}"


def top_f1(page: GoldPage, scores: NDArray[np.float64], count: int) -> float:
    """Sentence F1 of the `count` best-scored segments."""
    chosen = np.argsort(-scores, kind="stable")[:count].tolist()
    right = sum(page.index.segments[number].text in page.gold for number in chosen)
    wanted = sum(segment.text in page.gold for segment in page.index.segments)
    return 2 * right / (count + wanted)


def kept_within(asked: Asked, scores: NDArray[np.float64], share: float) -> tuple[float, float]:
    """(share of the answer's words kept, share of the page's tokens handed on) within a budget of `share`."""
    index = asked.index
    whole = sum(estimate_tokens(index.segments[number].text) for number in contents(index))
    selection = Selection((), scores=tuple(scores.tolist()))
    picked = fit_budget([index], [selection], int(share * whole))[0].segments(index)
    heads = {" ".join(segment.heading_path[-1:]) for segment in picked}
    said = set(WORD.findall(" ".join([*heads, *(segment.text for segment in picked)]).lower()))
    wanted = WORD.findall(asked.answer.lower())
    used = sum(estimate_tokens(segment.text) for segment in picked) + sum(map(estimate_tokens, heads))
    return sum(word in said for word in wanted) / max(1, len(wanted)), used / max(1, whole)


def keep_table(asked: Sequence[Asked], embedder: Embedder | None, shares: Sequence[float] = SHARES) -> str:
    """Answer words kept against the share of tokens, ours and the baselines, as a Markdown table."""
    lines = ["| ranked by | " + " | ".join(f"{share:.0%} of tokens" for share in shares) + " |"]
    lines.append("| --- |" + " --- |" * len(shares))
    for name, scorer in scorers(embedder).items():
        scored = [(one, scorer(one.index, one.question)) for one in asked]
        means = [np.mean([kept_within(one, scores, share)[0] for one, scores in scored]) for share in shares]
        lines.append(f"| {name} | " + " | ".join(f"{mean:.3f}" for mean in means) + " |")
    return "\n".join(lines)


def hotpot_asked(pages: Sequence[GoldPage]) -> list[Asked]:
    """Answerable pages whose answer stands in them."""
    return [
        Asked(page.index, page.question, page.answer)
        for page in pages
        if page.answerable and page.answer.lower() not in {"yes", "no"}
    ]


def catalogue_asked(questions: Path, site: Path, kinds: tuple[str, ...] = ("lookup", "list")) -> list[Asked]:
    """The catalogue's questions that one page answers, with that page."""
    known: dict[str, BlockIndex] = {}
    found: list[Asked] = []
    for row in json.loads(questions.read_text("utf-8")):
        if row["kind"] not in kinds:
            continue
        path = row["pages"][0]
        if path not in known:
            body = (site / path.lstrip("/")).read_bytes()
            known[path] = index_of(parse(body, f"http://www.ucsd.edu{path}", metadata=False))
        found.append(Asked(known[path], row["q"], str(row["a"])))
    return found


def unseen_pages(folder: Path) -> list[GoldPage]:
    """The odd half of HotpotQA's pages, which no weight was fitted on."""
    return [page for page in hotpot_pages(folder) if page.number % 2 == 1]


def f1_table(pages: Sequence[GoldPage], embedder: Embedder | None) -> str:
    """Sentence F1 of our selection and of the best-scored sentences by the baselines."""
    answerable = [page for page in pages if page.answerable]
    ours, said_na, called_na = _ours(pages, embedder)
    lines = ["| selection | sentence F1 |", "| --- | --- |", f"| sitequest | {ours:.3f} |"]
    for name, scorer in scorers(embedder).items():
        scores = [scorer(page.index, page.question) for page in answerable]
        for count in () if name == "sitequest" else (2, 3):
            values = [top_f1(page, score, count) for page, score in zip(answerable, scores, strict=True)]
            lines.append(f"| {name}, top {count} | {np.mean(values):.3f} |")
    lines.append("")
    lines.append(f"NA found on pages of distractors: {said_na:.2f}; answerable pages called NA: {called_na:.2f}.")
    return "\n".join(lines)


def _ours(pages: Sequence[GoldPage], embedder: Embedder | None) -> tuple[float, float, float]:
    """(sentence F1 of answerable pages whether called NA or not, NA found, answerable pages called NA)."""
    selector = BuiltinSelector(embedder)
    scores: list[float] = []
    said: dict[bool, list[bool]] = {True: [], False: []}
    for page in pages:
        chances, answers = selector.score(page.index, page.question)
        said[page.answerable].append(not answers)
        if page.answerable:
            chosen = choose(chances)
            right = sum(page.index.segments[number].text in page.gold for number in chosen)
            wanted = sum(segment.text in page.gold for segment in page.index.segments)
            scores.append(2 * right / max(1, len(chosen) + wanted))
    return float(np.mean(scores)), float(np.mean(said[False])), float(np.mean(said[True]))
