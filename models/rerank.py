"""Built-in reranker: a weighted sum of signals that need no model at question time.

    p(block is evidence) = 1 / (1 + exp(−(bias + weights · signals)))

The weights were learned on public question sets by pairwise logistic loss (RankNet, Burges et al. 2005) and are kept
in rerank_weights.json with how they were made; `python -m evaluation.train_reranker` makes them again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelError
from models.protocols import RerankPair
from models.signals import NAMES, measure

WEIGHTS_NAME = "rerank_weights.json"


class BuiltinReranker:
    """Scores from 0 to 1, calibrated on its training sets; `weights` has one number a name of `models.signals`.

    Of `RerankPair.scores` it reads `dense` (cosine, −1 to 1), `lexical` (full-text score, any scale) and `graph`
    (0 to 1); absent ones count as 0.
    """

    name = "builtin"

    def __init__(self, weights: NDArray[np.float32] | None = None, bias: float = 0.0) -> None:
        self._weights, self._bias = (weights, bias) if weights is not None else load_weights()

    def score(self, question: str, pairs: Sequence[RerankPair]) -> list[float]:
        """One score a pair, in their order; higher is better."""
        if not pairs:
            return []
        logits = measure(question, pairs) @ self._weights + self._bias
        return [float(value) for value in 1.0 / (1.0 + np.exp(-np.clip(logits, -30, 30)))]


class NoReranker:
    """Keeps the order that retrieval gives."""

    name = "none"

    def score(self, question: str, pairs: Sequence[RerankPair]) -> list[float]:
        """Falling numbers, in the order of the input."""
        return [-float(position) for position in range(len(pairs))]


def load_weights() -> tuple[NDArray[np.float32], float]:
    """The learned weights, in the order of `NAMES`, and the bias."""
    raw = json.loads(files("models").joinpath(WEIGHTS_NAME).read_text(encoding="utf-8"))
    missing = [name for name in NAMES if name not in raw["weights"]]
    if missing:
        raise ModelError(f"{WEIGHTS_NAME} has no weight for {', '.join(missing)}; train the reranker again.")
    return np.array([raw["weights"][name] for name in NAMES], dtype=np.float32), float(raw["bias"])
