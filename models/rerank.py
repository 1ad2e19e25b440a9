"""Built-in reranker: a weighted sum of signals that need no model at question time.

    p(block is evidence) = 1 / (1 + exp(−(bias + weights · signals)))

The weights were learned on public question sets by pairwise logistic loss (RankNet, Burges et al. 2005) and are kept
in rerank_weights.json with how they were made; `python -m evaluation.train_reranker` makes them again. Where the
candidates have a likeness of tokens (`models.late`), other weights hold, over three signals more: those of
rerank_late_weights.json, which `scripts/fit_late_reranker.py` makes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelError
from models.protocols import RerankPair
from models.signals import LATE_NAMES, NAMES, measure, measure_late

WEIGHTS_NAME = "rerank_weights.json"
LATE_WEIGHTS_NAME = "rerank_late_weights.json"
Weights = NDArray[np.float32]


class BuiltinReranker:
    """Scores from 0 to 1, calibrated on its training sets; `weights` has one number a name of `models.signals`.

    Of `RerankPair.scores` it reads `dense` (cosine, −1 to 1), `lexical` (full-text score, any scale) and `graph`
    (0 to 1); absent ones count as 0. `late` (likeness of tokens, about 0 to 1) is read where half of the pairs have
    one; given `weights` hold without it.
    """

    name = "builtin"

    def __init__(self, weights: Weights | None = None, bias: float = 0.0) -> None:
        self._plain = (weights, bias) if weights is not None else load_weights()
        self._late = None if weights is not None else load_weights(LATE_WEIGHTS_NAME, (*NAMES, *LATE_NAMES))

    def score(self, question: str, pairs: Sequence[RerankPair]) -> list[float]:
        """One score a pair, in their order; higher is better."""
        if not pairs:
            return []
        signals, (weights, bias) = measure(question, pairs), self._plain
        more = measure_late(pairs) if self._late else None
        if self._late and more is not None:
            signals, (weights, bias) = np.concatenate([signals, more], axis=1), self._late
        logits = signals @ weights + bias
        return [float(value) for value in 1.0 / (1.0 + np.exp(-np.clip(logits, -30, 30)))]


class NoReranker:
    """Keeps the order that retrieval gives."""

    name = "none"

    def score(self, question: str, pairs: Sequence[RerankPair]) -> list[float]:
        """Falling numbers, in the order of the input."""
        return [-float(position) for position in range(len(pairs))]


def load_weights(file: str = WEIGHTS_NAME, names: Sequence[str] = NAMES) -> tuple[Weights, float]:
    """The learned weights, in the order of `names`, and the bias."""
    raw = json.loads(files("models").joinpath(file).read_text(encoding="utf-8"))
    missing = [name for name in names if name not in raw["weights"]]
    if missing:
        raise ModelError(f"{file} has no weight for {', '.join(missing)}; train the reranker again.")
    return np.array([raw["weights"][name] for name in names], dtype=np.float32), float(raw["bias"])
