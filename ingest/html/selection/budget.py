"""The best of many pages within a number of tokens."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.html.selection.interface import BlockIndex, Selection, join_intervals
from ingest.html.words import count_words

TOKENS_PER_WORD = 1.35


def estimate_tokens(text: str) -> int:
    """Tokens of a text for a usual tokenizer, estimated from its words."""
    return max(1, round(count_words(text) * TOKENS_PER_WORD)) if text else 0


def fit_budget(indexes: Sequence[BlockIndex], selections: Sequence[Selection], budget: int) -> list[Selection]:
    """Keep the best-scored segments of all pages together that fit in `budget` tokens.

    The headings above a segment count with it, once a section: a reader needs them to know what it is about.
    """
    ranked = sorted(
        (
            (-score, page, number)
            for page, selection in enumerate(selections)
            if selection.answerable
            for number, score in enumerate(selection.scores)
            if score > 0
        )
    )
    chosen: list[set[int]] = [set() for _ in indexes]
    shown: list[set[tuple[str, ...]]] = [set() for _ in indexes]
    left = budget
    for _, page, number in ranked:
        segment = indexes[page].segments[number]
        cost = estimate_tokens(segment.text)
        if segment.heading_path not in shown[page]:
            cost += estimate_tokens(" ".join(segment.heading_path[-1:]))
        if cost > left:
            continue
        left -= cost
        chosen[page].add(number)
        shown[page].add(segment.heading_path)
    return [
        Selection(join_intervals(numbers), bool(numbers), selection.scores, selection.counts)
        for numbers, selection in zip(chosen, selections, strict=True)
    ]
