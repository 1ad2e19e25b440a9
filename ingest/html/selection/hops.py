"""The second look at a page: what a question still wants once its best segments are read.

A question that takes two passages is seldom near the second one: what is near it is the question together with the
first. The best segment of each of the best sections is therefore asked with the question, and every segment of another
section is seen by how near it is to that, and by how much it says of what is still unsaid.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.records import Segment
from ingest.html.selection.evidence import FEATURES, Embedded, first_in_section, section_of, sections_of
from ingest.html.selection.lexical import terms_of
from models.protocols import Embedder

Scores = NDArray[np.float64]
HOPS = ("covered_titled", "hop_near", "hop_near_best", "hop_near_sure", "hop_rank", "gain", "hop_first")
ANCHORS, GAINED = 4, 3
LONGEST = 1500
FAR = -0.5
LEXICAL_SHARE = 0.25
_CONTEXTUAL, _LEXICAL, _HOP = (FEATURES.index(name) for name in ("contextual", "lexical", "hop"))
_NAME = re.compile(r"[A-Z][\w'’.-]*|\d[\w.-]*")


@dataclass(frozen=True, slots=True)
class Look:
    """Features of each segment (`FEATURES`, then `HOPS`), and the share of the question's names that the page holds."""

    features: Scores
    named: float


def look_again(
    question: str, segments: Sequence[Segment], features: Scores, embedded: Embedded | None, embedder: Embedder | None
) -> Look:
    """Add what the best segments show to the features of a first look."""
    asked = set(terms_of(question))
    bags = [set(terms_of(f"{section_of(segment)} {segment.text}")) for segment in segments]
    weights = _weigh(asked, bags)
    sections = sections_of(segments)
    covered = _said(asked, bags, weights)
    mixed = features[:, _CONTEXTUAL] + LEXICAL_SHARE * (features[:, _LEXICAL] + covered)
    anchors = find_anchors(mixed, sections)
    near = np.zeros((len(segments), 4))
    if embedded is not None and embedder is not None:
        near = _nearness(question, segments, embedded, embedder, anchors, mixed, sections)
    gain = np.zeros(len(segments))
    for anchor in anchors[:GAINED]:
        unsaid = _said(asked - bags[anchor], bags, weights)
        gain = np.maximum(gain, np.where(sections == sections[anchor], 0.0, unsaid))
    first = features[:, _HOP] * first_in_section(sections)
    whole = np.concatenate([features, covered[:, None], near, gain[:, None], first[:, None]], axis=1)
    return Look(whole, _share_of_names(question, bags))


def find_anchors(scores: Scores, sections: NDArray[np.int64]) -> list[int]:
    """The best segment of each of the best sections, best first."""
    found: dict[int, int] = {}
    for place in np.argsort(-scores, kind="stable").tolist():
        found.setdefault(int(sections[place]), place)
        if len(found) == ANCHORS:
            break
    return list(found.values())


def _weigh(asked: set[str], bags: Sequence[set[str]]) -> dict[str, float]:
    """What each term of a question counts: rare ones more. They sum up to 1."""
    weights = {term: math.log(1 + len(bags) / (1 + sum(term in bag for bag in bags))) for term in asked}
    total = sum(weights.values()) or 1.0
    return {term: weight / total for term, weight in weights.items()}


def _said(asked: set[str], bags: Sequence[set[str]], weights: dict[str, float]) -> Scores:
    return np.array([sum(weights[term] for term in asked & bag) for bag in bags])


def _nearness(
    question: str,
    segments: Sequence[Segment],
    embedded: Embedded,
    embedder: Embedder,
    anchors: Sequence[int],
    mixed: Scores,
    sections: NDArray[np.int64],
) -> Scores:
    """How near each segment is to the question with an anchor of another section: any, the best, a sure one; ranks."""
    told = [f"{question} {section_of(segments[one])}: {segments[one].text}"[:LONGEST] for one in anchors]
    cosines = np.asarray(embedded.titled @ embedder.embed_questions(told).T, dtype=np.float64)
    near = np.full(cosines.shape, FAR)
    ranks = np.zeros(cosines.shape)
    for column, anchor in enumerate(anchors):
        other = np.flatnonzero(sections != sections[anchor])
        found = cosines[other, column]
        near[other, column] = found - found.max(initial=-1.0)
        ranks[other[np.argsort(-found, kind="stable")], column] = 1.0 / (1.0 + np.arange(len(other)))
    best = np.where(sections == sections[anchors[0]], 0.0, near[:, 0])
    sure = near + mixed[list(anchors)] - mixed[anchors[0]]
    return np.stack([near.max(axis=1), best, sure.max(axis=1), ranks.max(axis=1)], axis=1)


def _share_of_names(question: str, bags: Sequence[set[str]]) -> float:
    """The share of the names and numbers in a question that stand on its page, a first word aside; 1 of none."""
    names = _NAME.findall(question)
    named = set(terms_of(" ".join(names[1:] if names and question.startswith(names[0]) else names)))
    return len(named & set().union(*bags)) / len(named) if named else 1.0
