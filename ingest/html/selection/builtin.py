"""The selector that needs no language model: main content by score, a question by embedder, words and neighbours."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.records import Segment
from ingest.html.selection.evidence import coded_heads, embed, question_features
from ingest.html.selection.hops import Look, look_again
from ingest.html.selection.interface import BlockIndex, Selection, contents, join_intervals
from ingest.html.selection.judge import (
    HOP,
    NAMED,
    PAGE_COVERED,
    PAGE_DENSE,
    is_judged,
    judge_features,
    load_judges,
)
from ingest.html.selection.tables import add_rows, name_cells
from models.protocols import Embedder

Scores = NDArray[np.float64]
WEIGHTS = "question_weights.json"
LEAST_MAIN = 0.5
SAYS_MOST = 0.55
CODED = 50.0


@dataclass(frozen=True, slots=True)
class Logistic:
    """Logistic regression over features brought to one scale."""

    mean: tuple[float, ...]
    scale: tuple[float, ...]
    weights: tuple[float, ...]
    bias: float

    def score(self, features: Scores) -> Scores:
        """The probability of each row."""
        scaled = (features - np.array(self.mean)) / np.array(self.scale)
        return np.asarray(1.0 / (1.0 + np.exp(-(scaled @ np.array(self.weights) + self.bias))))


@dataclass(frozen=True, slots=True)
class QuestionModel:
    """Weights of a segment at the `first` and at the second look (`whole`), of a page, and the score of NA.

    The first look is what the judge of other pages learned from.
    """

    first: Logistic
    whole: Logistic
    page: Logistic
    least: float

    def answerable(self, look: Look, scores: Scores) -> float:
        """Probability that the page answers the question at all; 1 where one segment says most of what is asked."""
        if len(scores) and float(look.features[0, PAGE_COVERED]) >= SAYS_MOST:
            return 1.0
        return self.likely(look, scores)

    def likely(self, look: Look, scores: Scores) -> float:
        """The same by the weights alone."""
        return float(self.page.score(page_features(look, scores)[None])[0]) if len(scores) else 0.0


def page_features(look: Look, scores: Scores) -> Scores:
    """What decides NA: the two best scores, and how much of the question the page covers and names."""
    ranked = np.clip(np.sort(scores)[::-1][:2], 1e-6, 1 - 1e-6)
    logit = np.log(ranked / (1 - ranked))
    nearest, covered = look.features[0, [PAGE_DENSE, PAGE_COVERED]].tolist()
    headed, hop = look.features[:, [NAMED, HOP]].max(axis=0).tolist()
    return np.array([float(logit[0]), float(logit[-1]), nearest, covered, headed, hop, look.named])


@lru_cache(maxsize=1)
def load_models() -> dict[str, QuestionModel]:
    """The learned weights: `dense` with an embedder, `lexical` without one."""
    text = files("ingest.html.selection").joinpath(WEIGHTS).read_text(encoding="utf-8")
    return {name: _model(fields) for name, fields in json.loads(text).items()}


def _model(fields: dict[str, Any]) -> QuestionModel:
    parts = {name: _logistic(fields[name]) for name in ("first", "whole", "page")}
    return QuestionModel(**parts, least=float(fields["least"]))


def _logistic(fields: dict[str, Any]) -> Logistic:
    values: Any = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    return Logistic(**values)


class BuiltinSelector:
    """Runs on every page. `embedder` helps with questions; without one, words and neighbours decide alone."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder

    async def select(self, index: BlockIndex, question: str | None = None) -> Selection:
        """Main content without a question; with one, what bears on it, or NA."""
        if question is None or not question.strip():
            return select_main(index)
        return await asyncio.to_thread(self.select_question, index, question)

    def select_question(self, index: BlockIndex, question: str) -> Selection:
        """The segments that bear on a question."""
        scores, answerable = self.score(index, question)
        if not answerable or not scores.any():
            return Selection((), answerable=False, scores=tuple(scores.tolist()))
        picked = add_rows(index.segments, choose(scores))
        return Selection(join_intervals(picked), scores=tuple(scores.tolist()))

    def score(self, index: BlockIndex, question: str) -> tuple[Scores, bool]:
        """(a probability a segment, whether the page answers at all). Headings and chrome score 0."""
        numbers = [number for number in contents(index) if index.segments[number].kind != "heading"]
        scores = np.zeros(len(index.segments))
        if not numbers:
            return scores, False
        segments: Sequence[Segment] = name_cells([index.segments[number] for number in numbers])
        kind = "lexical" if self._embedder is None else "dense"
        model = load_models()[kind]
        embedded = embed(question, segments, self._embedder)
        features = question_features(question, segments, embedded)
        look = look_again(question, segments, features, embedded, self._embedder)
        found = model.whole.score(look.features)
        scores[numbers] = favour(found, coded_heads(question, segments))
        if is_judged(segments):
            judge = load_judges()[kind]
            row = judge_features(question, segments, features, model.first.score(features))
            return scores, judge.answers(row) >= judge.least
        return scores, model.answerable(look, found) >= model.least


def favour(scores: Scores, named: NDArray[np.bool_]) -> Scores:
    """Probabilities with the odds of what stands under a code that is asked for raised: no learned page has codes."""
    odds = scores * np.where(named, CODED, 1.0)
    return np.asarray(odds / (odds + 1.0 - scores))


def choose(scores: Scores) -> list[int]:
    """The numbers of the segments to select by their probabilities: as many as promise the greatest F1."""
    chosen: list[int] = best_set(scores, np.ones(len(scores))).tolist()
    return chosen


def select_main(index: BlockIndex) -> Selection:
    """The main content by the segments' own scores."""
    numbers = contents(index)
    scores = np.array([segment.main for segment in index.segments])
    words = np.array([float(segment.words) for segment in index.segments])
    if not numbers:
        return Selection((), answerable=False, scores=tuple(scores.tolist()))
    picked = [number for number in numbers if scores[number] >= LEAST_MAIN]
    if not picked:
        place = best_set(scores[numbers], words[numbers] + 1)
        picked = [numbers[number] for number in place.tolist()]
    return Selection(join_intervals(picked), scores=tuple(scores.tolist()))


def best_set(scores: Scores, weights: Scores) -> NDArray[np.int64]:
    """The set of greatest expected F1: the best-scored items, as many as raise 2 Σ p w / (Σ chosen w + Σ all p w)."""
    order = np.argsort(-scores, kind="stable")
    gained = np.cumsum((scores * weights)[order])
    taken = np.cumsum(weights[order])
    expected = 2 * gained / np.maximum(taken + float((scores * weights).sum()), 1e-9)
    return np.sort(order[: int(np.argmax(expected)) + 1])
