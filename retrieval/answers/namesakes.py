"""Two people of one name: what is asked of the one whose page ranks first is told of the others, too."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.asks import find_asks, meets
from retrieval.answers.scoring import Scored
from retrieval.answers.spans import Span
from retrieval.relevance import TITLES
from retrieval.texts import stem_set

MOST = 2


def find_namesakes(scored: Sequence[Scored], analysis: Analysis) -> list[Span]:
    """A span for each other page that is headed by the same full name, written otherwise, and holds what is asked."""
    asks = find_asks(analysis)
    names = [stem_set(name) - TITLES for name in analysis.names]
    first = scored[0].span.item
    name = next((name for name in names if len(name) > 1 and _bears(first, name)), None)
    if name is None or not asks:
        return []
    found: dict[str, Span] = {}
    for one in scored[1:]:
        item = one.span.item
        other = item.url != first.url and item.lang == first.lang and _bears(item, name) and _name(item) != _name(first)
        if other and one.span.kind != "heading" and all(meets(ask, one.span.text) for ask in asks):
            found.setdefault(item.url, one.span)
    return list(found.values())[:MOST]


def _bears(item: Evidence, name: frozenset[str]) -> bool:
    """Whether the first heading of a block is this name, an initial or a title aside."""
    return bool(item.heading_path) and name <= _name(item) and len(_name(item) - name) <= 1


def _name(item: Evidence) -> frozenset[str]:
    return stem_set(item.heading_path[0]) - TITLES if item.heading_path else frozenset()
