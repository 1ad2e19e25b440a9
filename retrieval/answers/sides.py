"""Answers to a question about several things: the best span for each of them, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.records import Evidence
from retrieval.analysis import Analysis, analyse
from retrieval.answers.confidence import Doubt, weigh
from retrieval.answers.draft import Claim, Draft
from retrieval.answers.extractive import claim_spans
from retrieval.answers.scoring import score_spans
from retrieval.answers.spans import Span
from retrieval.decompose import decompose
from retrieval.relevance import Relevance
from retrieval.texts import stems

NAMED = 0.6


@dataclass(frozen=True, slots=True)
class Side:
    """One thing that is asked about, the question about it alone, and the span that answers it."""

    analysis: Analysis
    relevance: Relevance
    span: Span
    doubt: Doubt


def find_sides(analysis: Analysis, evidence: Sequence[Evidence]) -> list[Side]:
    """A span for every part of the question; nothing when it has one part, or a part that no block names."""
    parts = decompose(analysis)
    if len(parts) < 2 or not evidence:
        return []
    sides = [_find(part, [other for other in parts if other != part], evidence) for part in parts]
    found = [side for side in sides if side is not None]
    return found if len(found) == len(parts) else []


def _find(part: str, others: Sequence[str], evidence: Sequence[Evidence]) -> Side | None:
    analysis = analyse(part)
    shared = {word for other in others for word in stems(other)}
    own = set(analysis.stems) - shared
    relevance = Relevance(analysis, [_whole(item) for item in evidence])
    about = [item for item in evidence if own and len(own & set(stems(_whole(item)))) >= NAMED * len(own)]
    scored = [one for one in score_spans(analysis, relevance, about) if one.span.kind != "heading"]
    named = [one for one in scored if own & set(stems(" ".join([one.span.text, *_above(one.span.item)])))]
    if not named:
        return None
    return Side(analysis, relevance, named[0].span, weigh(analysis, relevance, about, evidence))


def _above(item: Evidence) -> tuple[str, ...]:
    return (*item.heading_path, item.title)


def _whole(item: Evidence) -> str:
    return " ".join([*_above(item), item.text])


def answer_sides(sides: Sequence[Side]) -> Draft:
    """One claim a side, in the order of the question."""
    claims: dict[str, Claim] = {}
    for side in sides:
        for claim in claim_spans([side.span], side.analysis, side.relevance):
            claims.setdefault(claim.text, claim)
    return Draft(claims=tuple(claims.values()))


def sureness(sides: Sequence[Side]) -> float:
    """How probable it is that all sides are answered: the mean over them; zero when there are none."""
    return sum(side.doubt.probability for side in sides) / len(sides) if sides else 0.0
