"""Evidence out of candidates: read their texts, rerank, spread over pages, cut to the word budget."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping, Sequence
from typing import Any

from core.records import Evidence
from models import late
from models.protocols import Reranker, RerankPair
from retrieval.answers.contents import says_nothing
from retrieval.answers.continuing import ENDS
from retrieval.candidates import Candidate, Context, spread_pages
from retrieval.ports import read_rows
from retrieval.relevance import Relevance

CONTEXT_WORDS = 220
FLOOR = 1e-6


async def read_evidence(context: Context, candidates: Sequence[Candidate]) -> list[Evidence]:
    """The candidates with text, page, surroundings and entities, in the order given; one round trip."""
    with context.trace.step("read") as detail:
        ids = [candidate.id for candidate in candidates]
        ask = {"ids": ids, "context_words": CONTEXT_WORDS, "tokens": context.tokens is not None, "ends": ENDS}
        rows = await read_rows(context.reader, "retrieval/evidence", ask) if ids else []
        by_id = {row["id"]: row for row in rows}
        detail["blocks"] = len(by_id)
    likeness = compare_tokens(context, rows)
    return [_evidence(one, by_id[one.id], likeness) for one in candidates if one.id in by_id]


def compare_tokens(context: Context, rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    """How well the tokens of blocks meet those of the question, by block id; blocks without tokens are left out."""
    if context.tokens is None:
        return {}
    found = late.compare(context.tokens, [row["tokens"] for row in rows])
    return {row["id"]: round(value, 6) for row, value in zip(rows, found, strict=True) if value is not None}


def _evidence(candidate: Candidate, row: dict[str, Any], likeness: Mapping[str, float]) -> Evidence:
    scores = candidate.scores
    if candidate.id in likeness:
        scores = {**scores, "late": likeness[candidate.id]}
    around = [row["parent"], *row["neighbours"]]
    read = Evidence(
        block_id=row["id"],
        url=row["url"],
        title=row["title"] or row["url"],
        heading_path=tuple(row["headings"] or ()),
        text=row["text"],
        kind=row["kind"],
        anchor=row["anchor"],
        lang=row["lang"] or "",
        words=row["words"] or 0,
        score=candidate.score,
        scores=scores,
        entities=tuple(row["entities"]),
        path=candidate.path,
        parent_text=next((text for text in around if text and text != row["text"]), ""),
        fetched_at=str(row["fetched_at"] or ""),
        modified=row["modified"] or row["published"],
        markdown=row["markdown"] or "" if row["kind"] == "definitions" else "",
    )
    return read.model_copy(update={"following": _following(read, row["following"])})


def _following(item: Evidence, found: Sequence[dict[str, Any]]) -> Evidence | None:
    """The block that the item's text leads on to, of the same section."""
    if not found:
        return None
    there = found[0]
    changes = {"block_id": there["id"], "kind": there["kind"], "text": there["text"], "anchor": there["anchor"]}
    return item.model_copy(update={**changes, "parent_text": "", "markdown": "", "words": 0})


async def rank(context: Context, found: list[Evidence], reranker: Reranker | None) -> list[Evidence]:
    """Rerank, then order with the same-page penalty; scores stay on the evidence."""
    with context.trace.step("rerank") as detail:
        if reranker is not None and context.options.rerank and found:
            detail["model"] = reranker.name
            pairs = [RerankPair(one.text, one.title, one.heading_path, one.scores, one.url) for one in found]
            scores = await asyncio.to_thread(reranker.score, context.analysis.whole, pairs)
            found = [_scored(one, lift(score, one)) for one, score in zip(found, scores, strict=True)]
        ordered = spread_pages(found, context.options.rank_penalty)
        detail["order"] = [{"block": one.block_id, "score": round(one.score, 4)} for one in ordered[:20]]
    return ordered


def lift(score: float, item: Evidence) -> float:
    """A reranker's score with the log-odds that a page's name or a link adds; other scales are raised a little."""
    added = item.scores.get("lift", 0.0)
    if not added or not 0.0 <= score <= 1.0:
        return score + 0.1 * added
    odds = math.log(max(score, FLOOR) / (1 - min(score, 1 - FLOOR)))
    return 1 / (1 + math.exp(-odds - added))


def _scored(item: Evidence, score: float) -> Evidence:
    return item.model_copy(update={"score": float(score), "scores": {**item.scores, "rerank": round(float(score), 6)}})


def cut(context: Context, ordered: Sequence[Evidence], limit: int) -> list[Evidence]:
    """The best blocks within the limit and the word budget, without doubles and blocks that say nothing.

    What was cut is in the trace.
    """
    kept: list[Evidence] = []
    texts: set[str] = set()
    words = 0
    with context.trace.step("cut") as detail:
        for item in ordered:
            if len(kept) == limit or (words + item.words > context.options.evidence_words and kept):
                break
            if item.text not in texts and not says_nothing(item):
                kept.append(item)
                texts.add(item.text)
                words += item.words
        detail.update(kept=[one.block_id for one in kept], words=words, cut=len(ordered) - len(kept))
    return kept


class Blend:
    """The plain default reranker: a weighted sum of the scores found on the way and of lexical coverage."""

    name = "blend"

    def __init__(self, relevance: Relevance) -> None:
        self._relevance = relevance

    def score(self, question: str, pairs: Sequence[RerankPair]) -> list[float]:
        """Scores of about 0 to 2 in the order of the pairs."""
        return [self._one(pair) for pair in pairs]

    def _one(self, pair: RerankPair) -> float:
        last = pair.heading_path[-1] if pair.heading_path else ""
        cover = self._relevance.cover(pair.text, pair.title, " ".join(pair.heading_path))
        heading = self._relevance.cover(last)
        dense, code = pair.scores.get("dense", 0.0), pair.scores.get("code", 0.0)
        return 0.9 * cover + 0.8 * dense + 0.25 * heading + 0.15 * code + 0.3 * pair.scores.get("graph", 0.0)
