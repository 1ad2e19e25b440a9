"""The hybrid graph of a site (HyGRAG): leaf blocks and entities as nodes; relations, mentions and shared entities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
ROUNDS = 2
SHARED = 3
MAX_SHARING = 60


@dataclass(frozen=True, slots=True)
class HybridGraph:
    """Nodes by number (`ids` sorted, blocks and entities mixed), their text vectors, and weighted undirected edges."""

    ids: tuple[str, ...]
    vectors: Floats
    sources: Ints
    targets: Ints
    weights: Floats

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.ids)


def build_hybrid(
    vectors: Mapping[str, Sequence[float]],
    mentions: Iterable[tuple[str, str]],
    relations: Iterable[tuple[str, str, float]],
    shared: int = SHARED,
) -> HybridGraph:
    """The hybrid graph; blocks are joined where they share more than `shared` entities (paper, eq. 2).

    Entities that more than `MAX_SHARING` blocks mention say nothing of a likeness and are left out of that count.
    """
    ids = tuple(sorted(vectors))
    number = {name: place for place, name in enumerate(ids)}
    edges: Counter[tuple[int, int]] = Counter()
    blocks_of: dict[int, set[int]] = {}
    for block, entity in mentions:
        if block in number and entity in number:
            edges[_pair(number[block], number[entity])] += 1
            blocks_of.setdefault(number[entity], set()).add(number[block])
    for head, tail, weight in relations:
        if head in number and tail in number and head != tail:
            edges[_pair(number[head], number[tail])] += weight  # type: ignore[assignment]
    for pair, count in _sharing(blocks_of).items():
        if count > shared:
            edges[pair] += count
    rows = sorted(edges.items())
    matrix = np.asarray([vectors[name] for name in ids], dtype=np.float32) if ids else np.zeros((0, 1), np.float32)
    return HybridGraph(
        ids,
        normalise(matrix),
        np.asarray([pair[0] for pair, _ in rows], dtype=np.int64),
        np.asarray([pair[1] for pair, _ in rows], dtype=np.int64),
        np.asarray([min(float(weight), 10.0) for _, weight in rows], dtype=np.float32),
    )


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _sharing(blocks_of: Mapping[int, set[int]]) -> Counter[tuple[int, int]]:
    counts: Counter[tuple[int, int]] = Counter()
    for blocks in blocks_of.values():
        if len(blocks) <= MAX_SHARING:
            counts.update(combinations(sorted(blocks), 2))
    return counts


def normalise(matrix: Floats) -> Floats:
    """Rows of length one; a row of zeros stays."""
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    unit: Floats = matrix / np.maximum(lengths, 1e-9)
    return unit.astype(np.float32)


def smooth(graph: HybridGraph, rounds: int = ROUNDS) -> Floats:
    """Structure-aware vectors: each round, every node becomes the normalised mean of itself and its neighbours."""
    vectors = graph.vectors
    ends = np.concatenate([graph.sources, graph.targets])
    others = np.concatenate([graph.targets, graph.sources])
    order = np.argsort(ends, kind="stable")
    ends, others = ends[order], others[order]
    starts = np.flatnonzero(np.r_[True, ends[1:] != ends[:-1]]) if len(ends) else np.zeros(0, np.int64)
    for _ in range(rounds):
        total = vectors.copy()
        if len(ends):
            total[ends[starts]] += np.add.reduceat(vectors[others], starts, axis=0)
        vectors = normalise(total)
    return vectors
