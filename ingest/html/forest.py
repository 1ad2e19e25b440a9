"""Gradient-boosted trees in plain numpy: complete binary trees of one depth, walked all at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Forest:
    """`features` and `thresholds` are (trees, 2^depth − 1) in heap order, `leaves` (trees, 2^depth), `base` a logit."""

    features: NDArray[np.int64]
    thresholds: NDArray[np.float32]
    leaves: NDArray[np.float32]
    base: float

    def probability(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """Probability of each row (rows, features): the logistic of the base and the sum of one leaf a tree."""
        trees, inner = self.features.shape
        depth = (inner + 1).bit_length() - 1
        count = len(rows)
        flat = np.ascontiguousarray(rows.T).ravel()
        offsets = np.arange(count, dtype=np.int64)[:, None]
        roots = np.arange(trees, dtype=np.int64)[None, :] * inner
        node = np.zeros((count, trees), dtype=np.int64)
        features, thresholds = self.features.ravel(), self.thresholds.ravel()
        for _ in range(depth):
            place = roots + node
            right = flat.take(features.take(place) * count + offsets) > thresholds.take(place)
            node = 2 * node + 1 + right
        firsts = np.arange(trees, dtype=np.int64)[None, :] * (inner + 1) - inner
        total = self.leaves.ravel().take(node + firsts).sum(axis=1, dtype=np.float64) + self.base
        return np.asarray(1.0 / (1.0 + np.exp(-total)))

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Forest:
        """From the arrays of an npz file."""
        return cls(
            data["features"].astype(np.int64),
            data["thresholds"].astype(np.float32),
            data["leaves"].astype(np.float32),
            float(data["base"]),
        )
