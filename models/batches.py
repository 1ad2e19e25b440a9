"""Batches of texts by length, padding, and unit vectors: what every embedder here needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from models.protocols import Vectors

MAX_BATCH = 64
PADDED = 1.25


def batch_rows(lengths: Sequence[int], tokens: int) -> Iterator[list[int]]:
    """Rows in batches by length, so that no row is padded by more than a quarter and a little.

    A batch has at most `tokens` tokens, padding included, or one row.
    """
    batch: list[int] = []
    for row in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and not _fits(lengths[batch[0]], lengths[row], len(batch) + 1, tokens):
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def _fits(shortest: int, longest: int, rows: int, tokens: int) -> bool:
    return rows <= MAX_BATCH and rows * longest <= tokens and longest <= PADDED * shortest + 4


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
