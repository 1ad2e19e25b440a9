"""Built-in reranker: signals that need no model, in one weighted sum."""

from __future__ import annotations

from collections.abc import Sequence

from models.protocols import RerankPair


class BuiltinReranker:
    """Placeholder order: the mean of the scores that retrieval gives."""

    name = "builtin"

    def score(self, question: str, pairs: Sequence[RerankPair]) -> list[float]:
        """One score a pair; higher is better."""
        return [sum(pair.scores.values()) / max(len(pair.scores), 1) for pair in pairs]


class NoReranker:
    """Keeps the order that retrieval gives."""

    name = "none"

    def score(self, question: str, pairs: Sequence[RerankPair]) -> list[float]:
        """Falling numbers, in the order of the input."""
        return [-float(position) for position in range(len(pairs))]
