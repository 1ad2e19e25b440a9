"""The router alone as a system: which mode a question is sent to, without any site or database."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.records import GoldQuestion, Place, Reply
from models.protocols import Embedder
from retrieval.analysis import analyse
from retrieval.followups import resolve
from retrieval.framing import unframe
from retrieval.respelling import mend
from retrieval.router import RouteClassifier, direct_route, route_locally


@dataclass(frozen=True, slots=True)
class RouterSystem:
    """The router as it decides without a language model; a reply has a mode and nothing else."""

    embedder: Embedder
    classifier: RouteClassifier
    name: str = "router"

    async def ask(self, question: GoldQuestion) -> Reply:
        """The mode of one question."""
        asked = unframe(mend(question.text))
        analysis = analyse(resolve(asked.text, question.history), asked.told)
        vector = np.asarray(self.embedder.embed_questions([analysis.text])[0], dtype=np.float32)
        route = route_locally(analysis.text, analysis.wanted, self.classifier, vector) or direct_route(analysis)
        return Reply(mode=route.mode)

    def locate(self, question: GoldQuestion) -> Place:
        """Nothing is retrieved."""
        return Place()
