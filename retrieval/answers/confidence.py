"""Whether the evidence answers the question at all: a calibrated probability, before any model is called.

The weights were fitted by logistic regression on the development halves of the question sets
(scripts/measure_retrieval.py --fit); features are shares and cosines, so they carry over between sites.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.relevance import Relevance
from retrieval.texts import course_codes, fold, holds_code, stems

WEIGHTS = {"bias": -4.0, "best": 2.5, "union": 2.0, "dense": 0.5, "missing": -0.5, "rank": 3.0}
THRESHOLD = 0.5


@dataclass(frozen=True, slots=True)
class Doubt:
    """What speaks for and against answering. `absent` are codes and names of the question that stand nowhere."""

    probability: float
    features: dict[str, float]
    absent: tuple[str, ...] = ()

    @property
    def refuse(self) -> bool:
        """Whether to say that the site does not answer this."""
        return bool(self.absent) or self.probability < THRESHOLD


def weigh(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], pool: Sequence[Evidence]) -> Doubt:
    """Features of the evidence and the probability that it answers."""
    texts = [" ".join([item.title, *item.heading_path, item.text]) for item in evidence]
    weights = relevance.weights
    union = sum(weights[word] for word in relevance.covered(texts)) / relevance.total
    missing = sum(weights[word] for word in relevance.missing) / relevance.total
    features = {
        "best": max((relevance.cover(text) for text in texts), default=0.0),
        "union": union,
        "dense": max((item.scores.get("dense", 0.0) for item in evidence), default=0.0),
        "missing": missing,
        "rank": max((item.score for item in evidence), default=0.0),
    }
    total = WEIGHTS["bias"] + sum(WEIGHTS[name] * value for name, value in features.items())
    probability = 1 / (1 + math.exp(-total)) if evidence else 0.0
    absent = find_absent(analysis, pool)
    return Doubt(round(probability, 4), {name: round(value, 4) for name, value in features.items()}, absent)


def find_absent(analysis: Analysis, pool: Sequence[Evidence]) -> tuple[str, ...]:
    """Codes and full names in the question that no candidate holds: the question's premise may be false."""
    whole = " ".join(" ".join([item.title, *item.heading_path, item.text, *item.entities]) for item in pool)
    folded, known = fold(whole), set(stems(whole))
    hit = any(item.scores.get("code") for item in pool)
    absent = [code for code in _single_codes(analysis) if not hit and not holds_code(folded, code)]
    for name in analysis.names:
        parts = stems(name)
        if len(parts) >= 2 and not course_codes(name) and not set(parts) & known:
            absent.append(name)
    return tuple(absent)


def _single_codes(analysis: Analysis) -> list[str]:
    """Codes of which each must be there; of `BENG/CSE 184` one of the spellings is enough."""
    groups: dict[str, list[str]] = {}
    for code in (code for code in analysis.course_codes if code.split()[0] in analysis.text):
        groups.setdefault(code.split()[1], []).append(code)
    shared = "/" in analysis.text
    return [code for group in groups.values() for code in (group[:1] if shared else group)]
