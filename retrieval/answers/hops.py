"""Two-hop answers: what is asked of the things that a relation of the named thing leads to."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.draft import Claim, Draft
from retrieval.answers.extractive import claim_heading, claim_spans
from retrieval.answers.scoring import score_spans
from retrieval.answers.spans import find_spans
from retrieval.data import load_data
from retrieval.modes.entities import edges_of
from retrieval.relevance import Relevance
from retrieval.sites import SiteFacts
from retrieval.texts import fold
from retrieval.vocabulary import Wording, read_wording

MOST = 6
PLAIN = {"title", "units"}
BESIDE = "named with"


def find_targets(analysis: Analysis, wording: Wording, site: SiteFacts, pool: Sequence[Evidence]) -> list[Evidence]:
    """The own blocks of things reached over a wanted relation, when the question asks something of those things."""
    phrase = asked_phrase(analysis)
    if phrase is None or not wording.attributes:
        return []
    edges = set(edges_of(read_wording(phrase, site)))
    related = [item for item in pool if _is_target(item, edges, analysis.text)]
    beside = [item for item in pool if _is_target(item, {BESIDE}, analysis.text)]
    if wording.elsewhere:
        home = _homes(pool, {fold(item.path[0].source) for item in (*related, *beside)})
        away = [[item for item in found if item.url not in home] for found in (related, beside)]
        return _one_each(away[0] or away[1] or related or beside)
    plain = set(wording.attributes) <= PLAIN
    return _one_each(related or beside) if plain else _best_each(analysis, related or beside)


def _homes(pool: Sequence[Evidence], names: Collection[str]) -> set[str]:
    """The pages on which the named things have blocks of their own."""
    own = {item.url for item in pool if len(item.path) == 1 and item.scores.get("defines", 0) >= 1}
    headed = ((item.url, fold(item.heading_path[-1])) for item in pool if item.heading_path)
    return own | {url for url, heading in headed if any(_begins(heading, name) for name in names)}


def _begins(heading: str, name: str) -> bool:
    return heading.startswith(name) and not heading[len(name) : len(name) + 1].isalnum()


def _one_each(items: Sequence[Evidence]) -> list[Evidence]:
    """The surest block of every reached thing, in the order of their ranks."""
    best: dict[str, Evidence] = {}
    for item in items:
        known = best.get(item.path[0].target)
        if known is None or item.scores["defines"] > known.scores["defines"]:
            best[item.path[0].target] = item
    sure = [item for item in best.values() if item.scores["defines"] >= 1]
    return (sure or list(best.values()))[:MOST]


def _best_each(analysis: Analysis, items: Sequence[Evidence]) -> list[Evidence]:
    """Of every reached thing the block with the best span for what is asked of it."""
    if not items:
        return []
    scored = score_spans(analysis, Relevance(analysis, [item.text for item in items]), items)
    best = {one.span.item.path[0].target: one.span.item for one in reversed(scored)}
    return list(best.values())[:MOST]


def _is_target(item: Evidence, edges: set[str], asked: str) -> bool:
    """Reached from a thing that the question names, over a wanted edge, and the reached thing's own block."""
    named = len(item.path) == 2 and item.path[0].edge in edges and fold(item.path[0].source) in fold(asked)
    return named and item.scores.get("defines", 0) >= 0.5


def asked_phrase(analysis: Analysis) -> str | None:
    """The words that name the relation whose far end is asked about ("the prerequisite of"), or None."""
    match = re.search(load_data("vocabulary")["beyond"], fold(analysis.text))
    return match.group() if match else None


def find_home(targets: Sequence[Evidence], pool: Sequence[Evidence]) -> list[Evidence]:
    """The own block of the thing that the question names, where it names one of the targets."""
    for item in pool:
        if len(item.path) == 1 and item.scores.get("defines", 0) >= 1 and _naming(item, targets):
            return [item]
    return []


def _naming(home: Evidence, targets: Sequence[Evidence]) -> str:
    """The span of a block that names a target: what states the relation."""
    names = [fold(target.path[0].target) for target in targets]
    spans = sorted(find_spans(home), key=lambda span: span.label == "")
    return next((span.text for span in spans if any(name in fold(span.text) for name in names)), "")


def answer_hops(
    analysis: Analysis,
    relevance: Relevance,
    targets: Sequence[Evidence],
    wording: Wording,
    home: Sequence[Evidence] = (),
) -> Draft:
    """One claim a target: its heading, cited there and where the relation is stated; more where more is asked."""
    claims: list[Claim] = []
    for item in targets:
        heading = item.heading_path[-1] if item.heading_path else item.title
        stated = [(block, said) for block in home if (said := _naming(block, [item]))]
        if set(wording.attributes) <= PLAIN:
            told = claim_heading(item) or [Claim(heading, ((item, heading),))]
        else:
            best = [one.span for one in score_spans(analysis, relevance, [item]) if one.span.kind != "heading"][:1]
            told = claim_spans(best, analysis, relevance)
        claims.extend(Claim(one.text, (*one.quotes, *stated)) for one in told)
    return Draft(claims=tuple(claims), made_by="graph")
