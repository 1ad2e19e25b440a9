"""Further down among the candidates: the block that alone holds what is asked of what is named, if no evidence does."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.asks import find_asks, meets
from retrieval.answers.scoring import holds_names, is_of_others
from retrieval.answers.settled import tell
from retrieval.answers.spans import find_pieces
from retrieval.relevance import Relevance

DEEP = 20
COVERED = 0.7


def reach(
    analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], pool: Sequence[Evidence]
) -> list[Evidence]:
    """The evidence; where none of it has a piece that answers by its form, the first candidate that has comes second.

    As many blocks as before: the last gives way.
    """
    kept = list(evidence)
    asks = find_asks(analysis)
    if not kept or not asks or any(_answers(item, analysis, relevance, asks) for item in kept):
        return kept
    ids = {item.block_id for item in kept}
    rest = (item for item in pool[:DEEP] if item.block_id not in ids)
    found = next((item for item in rest if _answers(item, analysis, relevance, asks)), None)
    return [kept[0], found, *kept[1:]][: max(len(kept), 2)] if found else kept


def _answers(item: Evidence, analysis: Analysis, relevance: Relevance, asks: Sequence[Analysis]) -> bool:
    """Whether one piece of a block holds all that is asked, and with its headings most words of the question."""
    return any(
        all(meets(ask, tell(span)) for ask in asks)
        and holds_names(analysis, span)
        and not is_of_others(span, analysis)
        and relevance.cover(span.text, span.lead, *item.heading_path, item.title) >= COVERED
        for span in find_pieces(item)
    )
