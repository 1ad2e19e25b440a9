"""Whether the evidence answers the question at all: a calibrated probability, before any model is called.

Fitted by logistic regression to "was the answer right" on the development half of the catalogue's and of the
two-language institute's questions and on those of the demo (109 answers; the catalogue's graph had no real vectors).
At the threshold, each answer left out of its own fit, 41 of 49 right ones are kept and 12 of 60 others. A Chinese text
is compared by pairs of characters, of which fewer meet than of words: `pairs` makes up for it. `named`, a block headed
by the code that is asked about, was set by hand, since these questions name codes too seldom. Features are shares and
probabilities, so they carry over between sites; all of them are in the trace.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.extractive import names_block, score_spans, tells_other_years
from retrieval.answers.forms import expects_form, find_years, has_form, meets_years
from retrieval.relevance import Relevance
from retrieval.texts import course_codes, fold, holds_code, language, stems

WEIGHTS = {"bias": -4.45, "best": 3.18, "rank": 1.06, "span": 1.2, "form": 1.05, "pairs": 2.57, "named": 1.2}
THRESHOLD = 0.45


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
        "pairs": float(analysis.lang == "zh" and any(language(item.text) == "zh" for item in evidence[:2])),
        "named": float(any(names_block(analysis, item) for item in evidence)),
        **_of_best_span(analysis, relevance, evidence),
    }
    total = WEIGHTS["bias"] + sum(WEIGHTS.get(name, 0.0) * value for name, value in features.items())
    probability = 1 / (1 + math.exp(-total)) if evidence else 0.0
    absent = find_absent(analysis, pool) or _other_years(analysis, relevance, evidence)
    return Doubt(round(probability, 4), {name: round(value, 4) for name, value in features.items()}, absent)


def _other_years(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence]) -> tuple[str, ...]:
    """The years that are asked for, when even the best span tells of others only."""
    scored = score_spans(analysis, relevance, evidence)
    if not scored or not tells_other_years(analysis, scored[0].span):
        return ()
    return tuple(_said(year) for year in find_years(analysis.text))


def _of_best_span(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence]) -> dict[str, float]:
    """How much of the question the best span covers, alone and with its headings, and whether it has the form asked."""
    scored = score_spans(analysis, relevance, evidence)
    if not scored:
        return {"span": 0.0, "own": 0.0, "form": 0.0}
    span = scored[0].span
    return {
        "span": relevance.cover(span.text, span.lead, *span.item.heading_path, span.item.title),
        "own": relevance.cover(span.text),
        "form": float(has_form(analysis, span.text)) if expects_form(analysis) else 0.5,
    }


def find_absent(analysis: Analysis, pool: Sequence[Evidence]) -> tuple[str, ...]:
    """Codes and full names in the question that no candidate holds: the question's premise may be false."""
    whole = " ".join(" ".join([item.title, *item.heading_path, item.text, *item.entities]) for item in pool)
    folded, known = fold(whole), set(stems(whole))
    hit = any(item.scores.get("code") for item in pool)
    absent = [code for code in _single_codes(analysis) if not hit and not holds_code(folded, code)]
    absent += [_said(year) for year in find_years(analysis.text) if pool and not meets_years([year], whole)]
    for name in analysis.names:
        parts = stems(name)
        if len(parts) >= 2 and not course_codes(name) and not set(parts) & known:
            absent.append(name)
    return tuple(absent)


def _said(year: tuple[int, int]) -> str:
    return str(year[0]) if year[0] == year[1] else f"{year[0]}–{year[1]}"


def _single_codes(analysis: Analysis) -> list[str]:
    """Codes of which each must be there; of `BENG/CSE 184` one of the spellings is enough."""
    groups: dict[str, list[str]] = {}
    for code in (code for code in analysis.course_codes if code.split()[0] in analysis.text):
        groups.setdefault(code.split()[1], []).append(code)
    shared = "/" in analysis.text
    return [code for group in groups.values() for code in (group[:1] if shared else group)]
