"""Two-hop answers: what is asked of the things that a relation of the named thing leads to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.draft import Claim, Draft
from retrieval.answers.extractive import score_spans
from retrieval.data import load_data
from retrieval.relevance import Relevance
from retrieval.texts import fold
from retrieval.vocabulary import Wording

MOST = 6


def find_targets(analysis: Analysis, wording: Wording, pool: Sequence[Evidence]) -> list[Evidence]:
    """The own blocks of things reached over a wanted relation, when the question asks something of those things."""
    if not wording.relations or not asks_beyond(analysis, wording):
        return []
    home = {item.url for item in pool if len(item.path) == 1 and item.scores.get("defines")}
    reached = [item for item in pool if _is_target(item, wording)]
    away = [item for item in reached if item.url not in home]
    chosen = (away or reached) if wording.elsewhere else reached
    first = {item.path[0].target: item for item in reversed(chosen)}
    return [item for item in chosen if first[item.path[0].target] is item][:MOST]


def _is_target(item: Evidence, wording: Wording) -> bool:
    return len(item.path) == 2 and item.path[0].edge in wording.relations and item.scores.get("defines", 0) >= 1


def asks_beyond(analysis: Analysis, wording: Wording) -> bool:
    """Whether an attribute is asked of what a relation leads to ("the title of the prerequisite of …")."""
    return bool(wording.attributes) and re.search(load_data("vocabulary")["beyond"], fold(analysis.text)) is not None


def answer_hops(analysis: Analysis, relevance: Relevance, targets: Sequence[Evidence], wording: Wording) -> Draft:
    """One claim a target: its heading, and its best span where more than title and units is asked."""
    claims = []
    for item in targets:
        heading = item.heading_path[-1] if item.heading_path else item.title
        claims.append(Claim(heading, ((item, heading),)))
        if set(wording.attributes) - {"title", "units"}:
            best = score_spans(analysis, relevance, [item])[:1]
            claims.extend(Claim(one.span.text, ((item, one.span.text),)) for one in best)
    return Draft(claims=tuple(claims), made_by="graph")
