"""Whether a page answers a question at all, for pages of other sizes than the ones the question weights know.

Those were learned on pages of ten headed paragraphs: they called nineteen of twenty ordinary small pages NA, and a
third of the long ones. Pages of fewer than `FEWEST` segments or more than `MOST` are judged by weights of their own,
learned by `python -m evaluation.train_page_judge` on pages of several sites; its docstring says how well they carry
over to a site that was left out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.records import Segment
from ingest.html.selection.evidence import FEATURES, section_of
from ingest.html.selection.lexical import coverage, terms_of

Scores = NDArray[np.float64]
WEIGHTS = "page_weights.json"
FEWEST, MOST = 20, 100
NAMED, HOP, PAGE_DENSE, PAGE_COVERED = (
    FEATURES.index(name) for name in ("head_named", "hop", "page_dense", "page_covered")
)


@dataclass(frozen=True, slots=True)
class PageJudge:
    """Logistic regression over `judge_features`; below `least` the page says nothing (NA)."""

    mean: tuple[float, ...]
    scale: tuple[float, ...]
    weights: tuple[float, ...]
    bias: float
    least: float

    def answers(self, features: Scores) -> float:
        """Probability that the page answers."""
        scaled = (features - np.array(self.mean)) / np.array(self.scale)
        return float(1.0 / (1.0 + np.exp(-(scaled @ np.array(self.weights) + self.bias))))


def judge_features(question: str, segments: Sequence[Segment], features: Scores, scores: Scores) -> Scores:
    """What decides: the two best scores and their distance, how near the page is, its size, and how much of the
    question one segment covers together with the headings above it.
    """
    logit = np.log(np.clip(scores, 1e-6, 1 - 1e-6) / (1 - np.clip(scores, 1e-6, 1 - 1e-6)))
    first, second = (np.sort(logit)[::-1][[0, min(1, len(logit) - 1)]]).tolist()
    around = coverage(terms_of(question), [terms_of(f"{section_of(one)} {one.text}") for one in segments])
    return np.array([
        first, second, float(features[0, PAGE_DENSE]), float(features[0, PAGE_COVERED]),
        float(features[:, NAMED].max()), float(features[:, HOP].max()), float(np.log(len(segments))),
        float(around.max(initial=0.0)), first - second,
    ])  # fmt: skip


def is_judged(segments: Sequence[Segment]) -> bool:
    """Whether a page is of a size that this judge decides about."""
    return not FEWEST <= len(segments) <= MOST


@lru_cache(maxsize=1)
def load_judges() -> dict[str, PageJudge]:
    """The learned weights: `dense` with an embedder, `lexical` without one."""
    text = files("ingest.html.selection").joinpath(WEIGHTS).read_text(encoding="utf-8")
    return {name: _judge(fields) for name, fields in json.loads(text).items()}


def _judge(fields: dict[str, Any]) -> PageJudge:
    values: Any = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    return PageJudge(**values)
