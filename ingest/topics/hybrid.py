"""The hybrid graph of a site (HyGRAG): leaf blocks and entities as nodes; relations, mentions and shared entities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, triu

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
ROUNDS = 2
SHARED = 3
MAX_SHARING = 60
MAX_WEIGHT = 10.0


@dataclass(frozen=True, slots=True)
class HybridGraph:
    """Nodes by number (`ids` sorted, blocks and entities mixed), their text vectors, and weighted undirected edges.

    Edge number i joins `sources[i]` and `targets[i]`, the smaller node number first; edges are sorted.
    """

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
    vectors: Mapping[str, Sequence[float] | Floats],
    mentions: Iterable[tuple[str, str]],
    relations: Iterable[tuple[str, str, float]],
    shared: int = SHARED,
) -> HybridGraph:
    """The hybrid graph; blocks are joined where they share more than `shared` entities (paper, eq. 2)."""
    ids = tuple(sorted(vectors))
    number = {name: place for place, name in enumerate(ids)}
    named = [(block, entity) for block, entity in mentions if block in number and entity in number]
    rows = [(number[block], number[entity], 1.0) for block, entity in named]
    rows += [(number[head], number[tail], weight) for head, tail, weight in relations if {head, tail} <= number.keys()]
    rows += [(number[one], number[other], float(count)) for one, other, count in find_sharing(named, shared)]
    matrix = np.asarray([vectors[name] for name in ids], dtype=np.float32) if ids else np.zeros((0, 1), np.float32)
    return HybridGraph(ids, normalise(matrix), *_join(rows, len(ids)))


def _join(rows: Sequence[tuple[int, int, float]], size: int) -> tuple[Ints, Ints, Floats]:
    """Undirected edges, sorted, the weights of equal ones summed, none from a node to itself."""
    if not rows:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32)
    one, other, weight = np.asarray(rows, dtype=np.float64).T
    return sum_edges(one.astype(np.int64), other.astype(np.int64), weight, size, MAX_WEIGHT)


def sum_edges(
    one: Ints, other: Ints, weights: NDArray[np.floating], size: int, most: float = np.inf
) -> tuple[Ints, Ints, Floats]:
    """Sources, targets and weights of undirected edges: sorted, equal ones summed up to `most`, no loops."""
    apart = one != other
    low, high = np.minimum(one, other)[apart], np.maximum(one, other)[apart]
    pairs, place = np.unique(low * size + high, return_inverse=True)
    total = np.minimum(np.bincount(place, weights[apart], len(pairs)), most).astype(np.float32)
    return pairs // max(size, 1), pairs % max(size, 1), total


def find_sharing(mentions: Iterable[tuple[str, str]], shared: int = SHARED) -> list[tuple[str, str, int]]:
    """Pairs of blocks that share more than `shared` entities, with how many, sorted.

    Entities that more than `MAX_SHARING` blocks mention say nothing of a likeness and are left out.
    """
    pairs = sorted(set(mentions))
    blocks = sorted({block for block, _ in pairs})
    entities = {entity: place for place, entity in enumerate(sorted({entity for _, entity in pairs}))}
    row = {block: place for place, block in enumerate(blocks)}
    ends = np.asarray([(row[block], entities[entity]) for block, entity in pairs], dtype=np.int64).reshape(-1, 2)
    degrees = np.bincount(ends[:, 1], minlength=len(entities))
    ends = ends[degrees[ends[:, 1]] <= MAX_SHARING]
    table = csr_array((np.ones(len(ends), np.int32), (ends[:, 0], ends[:, 1])), shape=(len(blocks), len(entities)))
    both = triu(table @ table.T, k=1, format="coo")
    kept = both.data > shared
    found = zip(both.row[kept].tolist(), both.col[kept].tolist(), both.data[kept].tolist(), strict=True)
    return sorted((blocks[one], blocks[other], count) for one, other, count in found)


def normalise(matrix: Floats) -> Floats:
    """Rows of length one; a row of zeros stays."""
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    unit: Floats = matrix / np.maximum(lengths, 1e-9)
    return unit.astype(np.float32, copy=False)


def smooth(graph: HybridGraph, rounds: int = ROUNDS) -> Floats:
    """Structure-aware vectors: each round, every node becomes the normalised mean of itself and its neighbours."""
    nodes = np.arange(graph.size)
    rows = np.concatenate([graph.sources, graph.targets, nodes])
    columns = np.concatenate([graph.targets, graph.sources, nodes])
    beside = csr_array((np.ones(len(rows), np.float32), (rows, columns)), shape=(graph.size, graph.size))
    vectors = graph.vectors
    for _ in range(rounds):
        vectors = normalise(beside @ vectors)
    return vectors
