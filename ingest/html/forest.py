"""Gradient-boosted trees in plain numpy: complete binary trees of one depth, walked all at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Forest:
    """`features` and `thresholds` are (trees, 2^depth − 1) in heap order, `leaves` (trees, 2^depth), `base` a logit."""

    features: NDArray[np.int64]
    thresholds: NDArray[np.float32]
    leaves: NDArray[np.float32]
    base: float

    def probability(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """Probability of each row (rows, features): the logistic of the base and the sum of one leaf a tree."""
        trees, inner = self.features.shape
        count, wide = len(rows), inner + 1
        columns = np.ascontiguousarray(rows.T)
        flat, offsets = columns.ravel(), np.arange(count)[None, :]
        features, thresholds = self._padded
        firsts = features * count
        roots = np.arange(trees)[:, None] * wide
        place = roots + 2 + (columns[self.features[:, 0]] > self.thresholds[:, :1])
        for _ in range(wide.bit_length() - 2):
            asked = firsts.take(place, mode="clip")
            asked += offsets
            right = flat.take(asked, mode="clip") > thresholds.take(place, mode="clip")
            place <<= 1
            place -= roots
            place += right
        said = np.ascontiguousarray(self.leaves.ravel().take(place - wide, mode="clip").T)
        return np.asarray(1.0 / (1.0 + np.exp(-(said.sum(axis=1, dtype=np.float64) + self.base))))

    @cached_property
    def _padded(self) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Features and thresholds where the children of a node at `n` of its tree stand at `2n` and `2n + 1`."""
        before = ((0, 0), (1, 0))
        return np.pad(self.features, before).ravel(), np.pad(self.thresholds, before).ravel()

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Forest:
        """From the arrays of an npz file."""
        return cls(
            data["features"].astype(np.int64),
            data["thresholds"].astype(np.float32),
            data["leaves"].astype(np.float32),
            float(data["base"]),
        )
