"""Batches of texts by length, padding, and unit vectors: what every embedder here needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from models.protocols import Vectors

MAX_BATCH = 64


def batch_rows(lengths: Sequence[int], tokens: int) -> Iterator[list[int]]:
    """Rows in batches by length, so that little is padded; a batch has at most `tokens` tokens, padding included."""
    batch: list[int] = []
    for row in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) == MAX_BATCH or (len(batch) + 1) * lengths[row] > tokens):
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def pad_ids(tokens: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Token ids and their mask (1 where there is a token), both of shape (texts, longest)."""
    width = max(len(ids) for ids in tokens)
    padded = np.zeros((len(tokens), width), dtype=np.int64)
    mask = np.zeros_like(padded)
    for row, ids in enumerate(tokens):
        padded[row, : len(ids)] = ids
        mask[row, : len(ids)] = 1
    return padded, mask


def normalise(vectors: NDArray[np.float32]) -> Vectors:
    """Rows scaled to length 1; a zero row stays zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-12), dtype=np.float32)
