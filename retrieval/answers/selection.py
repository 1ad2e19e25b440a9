"""Question-relevant selection: what of each block goes to a language model, within a budget of tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.guard import for_prompt
from retrieval.answers.scoring import score_spans
from retrieval.relevance import Relevance

_HAN = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Source:
    """A numbered piece of evidence as a model sees it."""

    number: int
    item: Evidence
    text: str


def count_tokens(text: str) -> int:
    """An upper estimate of tokens: a Chinese character counts one, four other characters count 1.2."""
    han = len(_HAN.findall(text))
    return han + int((len(text) - han) * 0.3) + 1


def select_sources(
    analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], budget: int, whole: bool
) -> list[Source]:
    """The best spans of every block, in their order, at most `budget` tokens in all; whole blocks if `whole`."""
    kept = _whole(evidence, budget) if whole else _spans(analysis, relevance, evidence, budget)
    sources = [Source(number, item, text) for number, (item, text) in enumerate(kept, start=1)]
    return order_for_reading(sources)


def _whole(evidence: Sequence[Evidence], budget: int) -> list[tuple[Evidence, str]]:
    kept: list[tuple[Evidence, str]] = []
    for item in evidence:
        text = for_prompt(item.text)
        budget -= count_tokens(text)
        if budget < 0 and kept:
            break
        kept.append((item, text))
    return kept


def _spans(
    analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], budget: int
) -> list[tuple[Evidence, str]]:
    chosen: dict[str, list[tuple[int, str]]] = {}
    best = 0.0
    for one in score_spans(analysis, relevance, evidence):
        text = for_prompt(one.span.text) if one.span.place >= 0 else ""
        best = max(best, one.score)
        size = count_tokens(text)
        if not text or size > budget or one.score < 0.25 * best:
            continue
        chosen.setdefault(one.span.item.block_id, []).append((one.span.place, text))
        budget -= size
    return [
        (item, " ".join(text for _, text in sorted(chosen[item.block_id])))
        for item in evidence
        if item.block_id in chosen
    ]


def order_for_reading(sources: Sequence[Source]) -> list[Source]:
    """The best first and the second best last, so that neither is lost in the middle."""
    return [*sources[0:1], *sources[2:], *sources[1:2]]
