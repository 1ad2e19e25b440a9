"""Whether the evidence answers the question at all: a calibrated probability, before any model is called.

Weights and marks are in `doubt.json`, fitted by `scripts/fit_confidence.py`: logistic regression to "was the answer
right" over the development halves of question sets of several sites, each site counting alike; the file says which and
how well a site fares that was left out. Two features are too rare there to be fitted and are set by hand: `named`, a
block headed by the code that is asked about, unless what is asked for has a form that is missing there, and `cell`, a
label that is asked for with a value of the form wanted.
Features are shares and probabilities, so they carry over between sites; all of them are in the trace.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from core.records import Evidence
from retrieval.analysis import Analysis, asking_part
from retrieval.answers.asks import find_asks, unmet
from retrieval.answers.forms import (
    asks_credits,
    asks_quantity,
    counts_credits,
    expects_form,
    find_years,
    gives_verdict,
    has_form,
    meets_quantity,
    meets_years,
    speaks_of_another_time,
)
from retrieval.answers.lacking import around, lacks, names_no_holder
from retrieval.answers.offices import lacks_holder
from retrieval.answers.properties import is_place_of_another, is_sum_of_another, label_is_asked, lacks_property
from retrieval.answers.scoring import gives_hours, holds_names, names_block, score_spans, tells_other_years
from retrieval.answers.settled import tell
from retrieval.answers.spans import Span
from retrieval.answers.verdict import conclude
from retrieval.relevance import Relevance
from retrieval.texts import course_codes, fold, holds_code, language, stem_set, stems

WORDY = 24
SOME = 0.2
FAR = 4.0
LEAST = 0.001
POOR = 0.03
CLEAR = 0.9
FAINTLY, LACKING = 0.5, 0.6
FAINT, WEAK, SCARCE, HALF_HELD = 0.05, 0.2, 0.35, 0.6


@cache
def load_doubt() -> dict[str, Any]:
    """The content of `doubt.json`: `weights` by feature, `threshold` to answer, `sure` to answer without a note."""
    data: dict[str, Any] = json.loads(files("retrieval.answers").joinpath("doubt.json").read_text(encoding="utf-8"))
    return data


@dataclass(frozen=True, slots=True)
class Doubt:
    """What speaks for and against answering. `absent` are codes and names of the question that stand nowhere."""

    probability: float
    features: dict[str, float]
    absent: tuple[str, ...] = ()

    @property
    def refuse(self) -> bool:
        """Whether to say that the site does not answer this."""
        return bool(self.absent) or self.probability < load_doubt()["threshold"]

    @property
    def unsure(self) -> bool:
        """Whether an answer should say that it may not be one."""
        return bool(self.absent) or self.probability < load_doubt()["sure"]


def weigh(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], pool: Sequence[Evidence]) -> Doubt:
    """Features of the evidence and the probability that it answers."""
    texts = [" ".join([item.title, *item.heading_path, item.text]) for item in evidence]
    weights = relevance.weights
    union = sum(weights[word] for word in relevance.covered(texts)) / relevance.total
    missing = sum(weights[word] for word in relevance.missing) / relevance.total
    ranks = sorted((item.score for item in evidence), reverse=True)
    features = {
        "best": max((relevance.cover(text) for text in texts), default=0.0),
        "union": union,
        "dense": max((item.scores.get("dense", 0.0) for item in evidence), default=0.0),
        "missing": missing,
        "rank": ranks[0] if ranks else 0.0,
        "gap": ranks[0] - ranks[1] if len(ranks) > 1 else 0.0,
        "lead": _lead(pool),
        "top": relevance.cover(*around(evidence[0])) if evidence else 0.0,
        "rare": _rare(relevance, texts),
        "pairs": float(analysis.lang == "zh" and any(language(item.text) == "zh" for item in evidence[:2])),
        "abroad": float(bool(evidence) and evidence[0].lang not in {"", analysis.lang}),
        "yesno": float(analysis.wanted == "yesno"),
        "wordy": min(len(_own(analysis, relevance)), WORDY) / WORDY,
        **_of_page(analysis, relevance, evidence, pool),
        **_of_best_span(analysis, relevance, evidence),
    }
    features["named"] = float(_is_of_named(analysis, relevance, evidence, features))
    features["pairs"] *= float(features.get("held", 0.0) >= SOME)
    features["cell"] = features.get("label", 0.0) * features.get("told", 0.0)
    probability = predict(features) if evidence else 0.0
    if is_faint(features, analysis.lang) or names_no_holder(analysis, relevance, pool):
        probability *= FAINTLY
    elif lacks(analysis, relevance, evidence, features):
        probability *= LACKING
    probability = max(probability, features.pop("hours", 0.0) * CLEAR)
    absent = find_absent(analysis, pool) or _other_years(analysis, relevance, evidence)
    return Doubt(round(probability, 4), {name: round(value, 4) for name, value in features.items()}, absent)


def predict(features: Mapping[str, float]) -> float:
    """The probability of a set of features; a feature without a weight counts nothing."""
    weights: dict[str, float] = load_doubt()["weights"]
    total = weights["bias"] + sum(weights.get(name, 0.0) * value for name, value in features.items())
    return 1 / (1 + math.exp(-total))


def is_faint(features: Mapping[str, float], lang: str) -> bool:
    """Whether hardly anything speaks for the evidence: of 13 such answers that the fit lets pass two were right.

    The words of a Chinese question are pairs of signs, many of which stand nowhere.
    """
    rank, held = features["rank"], features.get("held", 0.0)
    return (rank < FAINT and held < HALF_HELD) or (lang != "zh" and rank < WEAK and held < SCARCE)


def _is_of_named(
    analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], features: Mapping[str, float]
) -> bool:
    """Whether a block is headed by the code that is asked about, and does not lack a thing whose form can be told.

    The credits of a course may stand in brackets after its name.
    """
    own = [item for item in evidence if names_block(analysis, item)]
    own = [item for item in own if not lacks_property(analysis, relevance, " ".join(around(item)))]
    if not own or analysis.lang != "en" or features.get("told", 0.0):
        return bool(own)
    return asks_credits(analysis.asked or analysis.text) and any(counts_credits(item.heading_path) for item in own)


def _lead(pool: Sequence[Evidence]) -> float:
    """How far the best block stands before the next one of another section, in log-odds (0 to 1 for `FAR` and more).

    A block that is itself unlikely leads by no more than it stands above `POOR`.
    """
    ranked = sorted(pool, key=lambda item: -item.score)
    if not ranked:
        return 0.0
    first = ranked[0]
    others = [item for item in ranked[1:] if _place(item) != _place(first) and item.text != first.text]
    gap = _odds(first.score) - _odds(others[0].score) if others else 0.0
    return min(max(min(gap, _odds(first.score) - _odds(POOR)) / FAR, 0.0), 1.0)


def _of_page(
    analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], pool: Sequence[Evidence]
) -> dict[str, float]:
    """How much of the question the candidates of the best page cover together, and whether they hold what is asked.

    A half where that cannot be told: the forms are those of English.
    """
    if not evidence:
        return {"page": 0.0, "met": 0.0}
    first = evidence[0]
    own = [item for item in pool if item.url == first.url] or [first]
    wholes = [" ".join(around(item)) for item in own]
    asks = find_asks(analysis) if analysis.lang == "en" else ()
    texts = [item.text for item in evidence if item.url == first.url]
    return {
        "page": sum(relevance.weights[word] for word in relevance.covered(wholes)) / relevance.total,
        "met": 1 - len(unmet(asks, texts)) / len(asks) if asks else 0.5,
    }


def _place(item: Evidence) -> tuple[str, tuple[str, ...]]:
    return item.url, item.heading_path


def _odds(score: float) -> float:
    score = min(max(score, LEAST), 1 - LEAST)
    return math.log(score / (1 - score))


def _rare(relevance: Relevance, texts: Sequence[str]) -> float:
    """The share of the question's two weightiest words that one piece of evidence holds."""
    heavy = sorted(relevance.weights, key=lambda word: (-relevance.weights[word], word))[:2]
    return (
        max((len(relevance.covered([text]) & set(heavy)) / len(heavy) for text in texts), default=0.0) if heavy else 0.0
    )


def _other_years(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence]) -> tuple[str, ...]:
    """The years that are asked for, when even the best span tells of others only."""
    scored = score_spans(analysis, relevance, evidence)
    if not scored or not tells_other_years(analysis, scored[0].span):
        return ()
    return tuple(_said(year) for year in find_years(asking_part(analysis.text)))


def _of_best_span(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence]) -> dict[str, float]:
    """How much of the question the best span covers, alone and with its headings, and whether it has the form asked."""
    scored = score_spans(analysis, relevance, evidence)
    if not scored:
        return {"span": 0.0, "own": 0.0, "form": 0.0, "held": 0.0, "told": 0.0}
    span = scored[0].span
    whole = " ".join([span.text, span.lead, *span.item.heading_path, span.item.title])
    hours, own = gives_hours(span, analysis, relevance), _own(analysis, relevance)
    return {
        "span": relevance.cover(span.text, span.lead, *span.item.heading_path, span.item.title),
        "own": 1.0 if hours else relevance.cover(span.text),
        "held": len(relevance.covered([whole]) & own) / max(len(own), 1),
        "label": float(bool(span.label) and label_is_asked(analysis, relevance, span.label)),
        "near": span.item.score,
        "hours": float(hours),
        "form": float(has_form(analysis, span.text)) if expects_form(analysis) else 0.5,
        "told": 1.0 if hours else _tells(span, whole, analysis, relevance),
    }


def _own(analysis: Analysis, relevance: Relevance) -> set[str]:
    """The words of the question, without those that are only told beside it."""
    return set(relevance.weights) - analysis.beside


def _tells(span: Span, whole: str, analysis: Analysis, relevance: Relevance) -> float:
    """Whether a span has what is asked for, of the thing that is named, and of the time: before, last year."""
    asked = analysis.asked or analysis.text
    if not holds_names(analysis, span) or speaks_of_another_time(asked, whole):
        return 0.0
    if lacks_property(analysis, relevance, f"{span.label} {whole}") or lacks_holder(analysis, tell(span)):
        return 0.0
    if is_place_of_another(analysis, span.text) or is_sum_of_another(analysis, span.text):
        return 0.0
    if analysis.wanted != "yesno":
        return _told(analysis, span.text)
    return 1.0 if conclude(analysis, relevance, span) else float(gives_verdict(span.text))


def _told(analysis: Analysis, text: str) -> float:
    """Whether a span has what is asked for, by the strictest test there is; a half where there is none."""
    asked = analysis.asked or analysis.text
    if asks_quantity(asked):
        return float(meets_quantity(asked, text))
    return float(has_form(analysis, text)) if expects_form(analysis) else 0.5


def find_absent(analysis: Analysis, pool: Sequence[Evidence]) -> tuple[str, ...]:
    """Codes and full names in the question that no candidate holds: the question's premise may be false."""
    whole = " ".join(" ".join([item.title, *item.heading_path, item.text, *item.entities]) for item in pool)
    folded = fold(whole)
    hit = any(item.scores.get("code") for item in pool)
    asking = asking_part(analysis.text)
    absent = [code for code in _single_codes(analysis) if not hit and not holds_code(folded, code)]
    absent += [_said(year) for year in find_years(asking) if pool and not meets_years([year], whole)]
    full = [name for name in analysis.names if name in asking and len(stems(name)) >= 2 and not course_codes(name)]
    known = _stems_of(pool) if full else frozenset()
    absent += [name for name in full if known.isdisjoint(stems(name))]
    return tuple(absent)


def _stems_of(pool: Sequence[Evidence]) -> frozenset[str]:
    """All stems of the candidates, with those of their entities' names."""
    texts = [" ".join([item.title, *item.heading_path, item.text]) for item in pool]
    names = {name for item in pool for name in item.entities}
    return frozenset().union(*map(stem_set, [*texts, *names]))


def _said(year: tuple[int, int]) -> str:
    return str(year[0]) if year[0] == year[1] else f"{year[0]}–{year[1]}"


def _single_codes(analysis: Analysis) -> list[str]:
    """Codes of which each must be there; of `BENG/CSE 184` one of the spellings is enough."""
    groups: dict[str, list[str]] = {}
    for code in (code for code in analysis.course_codes if code.split()[0] in analysis.text):
        groups.setdefault(code.split()[1], []).append(code)
    shared = "/" in analysis.text
    return [code for group in groups.values() for code in (group[:1] if shared else group)]
