"""The answer of a baseline, made of its evidence by the very means that ours are: doubt, extraction or model, proof.

So what two systems differ by is what they found, and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.records import Evidence, Question, Route
from evaluation.records import Found, GoldQuestion, Reply
from evaluation.replies import read_answer
from models.factory import EmbedderSet
from models.protocols import LanguageModel, Reranker, RerankPair
from retrieval.analysis import analyse
from retrieval.answering import Answering, Findings
from retrieval.candidates import Context
from retrieval.events import Trace
from retrieval.followups import resolve
from retrieval.options import Options
from retrieval.relevance import Relevance
from retrieval.sites import SiteFacts

ROUTE = Route(mode="A", confidence=1.0, reason="a baseline has one way")


@dataclass(frozen=True, slots=True)
class Answerer:
    """Answers from pieces of text. `reranker` gives the doubt the scale it was fitted on; it changes no order.

    `reorder`: let it change the order after all, for the ablation that takes our blocks away and nothing else.
    """

    embedders: EmbedderSet
    reranker: Reranker | None
    llm: LanguageModel | None = None
    options: Options = field(default_factory=Options)
    reorder: bool = False

    async def answer(self, question: GoldQuestion, found: Sequence[Found], k: int) -> Reply:
        """The reply from all pieces found, best first, of which the first k are its evidence."""
        text = resolve(question.text, question.history)
        pool = await asyncio.to_thread(self._score, text, [_evidence(one, place) for place, one in enumerate(found)])
        if self.reorder:
            pool = sorted(pool, key=lambda item: -item.score)
        context = self._context(text)
        relevance = Relevance(context.analysis, [f"{item.title} {item.text}" for item in pool])
        findings = Findings(tuple(pool[:k]), tuple(pool), relevance)
        asked = Question(text=text, history=question.history)
        reply = read_answer(await Answering(context, asked, ROUTE, findings).answer())
        return replace(reply, mode="", candidates=tuple(one.block_id for one in found))

    def _score(self, question: str, items: Sequence[Evidence]) -> list[Evidence]:
        if self.reranker is None or not items:
            return list(items)
        scores = self.reranker.score(question, [RerankPair(one.text, one.title, (), one.scores) for one in items])
        return [item.model_copy(update={"score": float(score)}) for item, score in zip(items, scores, strict=True)]

    def _context(self, text: str) -> Context:
        facts, trace = SiteFacts("baseline", {"": 1}), Trace(_ignore)
        return Context(analyse(text), facts, (), NoGraph(), self.embedders, self.options, trace, llm=self.llm)


class NoGraph:
    """A baseline has no graph to read."""

    async def read(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        """Nothing is there."""
        return []


def _evidence(found: Found, place: int) -> Evidence:
    return Evidence(
        block_id=found.block_id or f"{found.url}#{place}",
        url=found.url,
        title=found.title or found.url,
        heading_path=(),
        text=found.text,
        words=len(found.text.split()),
        scores=dict(found.scores),
    )


def _ignore(event: object) -> None:
    """Nobody listens."""
