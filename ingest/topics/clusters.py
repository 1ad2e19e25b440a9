"""Clusters of nodes: Leiden on the hybrid graph, or HyGRAG's hashing; sizes within bounds, none dropped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

import graspologic_native
import numpy as np

from ingest.topics.hybrid import Floats, HybridGraph, normalise

Method = Literal["leiden", "hashing"]
S_MIN, S_MAX = 5, 50
PLANES = 16
SEED = 20260301
Cluster = list[int]


def cluster(graph: HybridGraph, vectors: Floats, method: Method = "leiden") -> list[Cluster]:
    """Clusters of node numbers, each sorted, in order of their first member; every node is in exactly one."""
    if not graph.size:
        return []
    found = leiden(graph, vectors) if method == "leiden" else hashing(vectors)
    return sorted(fit_sizes(found, vectors))


def leiden(graph: HybridGraph, vectors: Floats) -> list[Cluster]:
    """Hierarchical Leiden with a fixed seed; its finest clusters. Nodes without an edge go to the nearest cluster."""
    if not len(graph.sources):
        return hashing(vectors)
    likeness = np.einsum("ij,ij->i", vectors[graph.sources], vectors[graph.targets])
    weights = graph.weights * np.maximum(likeness, 0.05)
    edges = [
        (str(one), str(other), float(weight))
        for one, other, weight in zip(graph.sources, graph.targets, weights, strict=True)
    ]
    rows = graspologic_native.hierarchical_leiden(edges, max_cluster_size=S_MAX, seed=SEED)
    home: dict[int, int] = {int(row.node): row.cluster for row in rows if row.is_final_cluster}
    members: dict[int, Cluster] = defaultdict(list)
    for node, number in home.items():
        members[number].append(node)
    clusters = [sorted(nodes) for nodes in members.values()]
    return _adopt(clusters, [node for node in range(graph.size) if node not in home], vectors)


def hashing(vectors: Floats, planes: int = PLANES) -> list[Cluster]:
    """HyGRAG: one bit a random hyperplane; equal codes fall together, small groups join the nearest code."""
    random = np.random.default_rng(SEED)
    normals = random.standard_normal((vectors.shape[1], planes)).astype(np.float32)
    centred = vectors - vectors.mean(axis=0)
    bits = (centred @ normals) > 0
    codes = bits @ (1 << np.arange(planes))
    groups: dict[int, Cluster] = defaultdict(list)
    for node, code in enumerate(codes.tolist()):
        groups[code].append(node)
    return _join_codes(groups)


def _join_codes(groups: dict[int, Cluster]) -> list[Cluster]:
    """Small groups join the large one whose code differs in the fewest bits."""
    large = {code: list(nodes) for code, nodes in groups.items() if len(nodes) >= S_MIN}
    if not large:
        return [sorted(node for nodes in groups.values() for node in nodes)]
    codes = np.asarray(sorted(large), dtype=np.int64)
    for code in sorted(set(groups) - set(large)):
        distance = np.bitwise_count(np.bitwise_xor(codes, code))
        large[int(codes[int(distance.argmin())])] += groups[code]
    return [sorted(nodes) for nodes in large.values()]


def _adopt(clusters: list[Cluster], lone: Sequence[int], vectors: Floats) -> list[Cluster]:
    if not lone:
        return clusters
    if not clusters:
        return [sorted(lone)]
    centres = centroids(clusters, vectors)
    for start in range(0, len(lone), 4096):
        chunk = list(lone[start : start + 4096])
        nearest = (vectors[chunk] @ centres.T).argmax(axis=1)
        for node, number in zip(chunk, nearest.tolist(), strict=True):
            clusters[number].append(node)
    return [sorted(nodes) for nodes in clusters]


def centroids(clusters: Sequence[Cluster], vectors: Floats) -> Floats:
    """The mean vector of each cluster, normalised."""
    return normalise(np.asarray([vectors[nodes].mean(axis=0) for nodes in clusters], dtype=np.float32))


def fit_sizes(clusters: Sequence[Cluster], vectors: Floats, least: int = S_MIN, most: int = S_MAX) -> list[Cluster]:
    """Split what is too large, join what is too small with its nearest; nothing is dropped."""
    parts = [part for nodes in clusters for part in _split(nodes, vectors, most)]
    small = sorted(nodes for nodes in parts if len(nodes) < least)
    large = sorted(nodes for nodes in parts if len(nodes) >= least)
    if not large:
        return [sorted(node for nodes in parts for node in nodes)] if parts else []
    centres = centroids(large, vectors)
    room = np.asarray([most - len(nodes) for nodes in large])
    for nodes in small:
        likeness = centres @ vectors[nodes].mean(axis=0)
        likeness[room < len(nodes)] -= 4.0
        number = int(likeness.argmax())
        large[number] = sorted([*large[number], *nodes])
        room[number] -= len(nodes)
    return [part for nodes in large for part in _split(nodes, vectors, most)]


def _split(nodes: Cluster, vectors: Floats, most: int) -> list[Cluster]:
    """Halve along the direction in which the vectors differ most, until every part fits."""
    if len(nodes) <= most:
        return [sorted(nodes)] if nodes else []
    rows = vectors[nodes] - vectors[nodes].mean(axis=0)
    direction = _main_direction(rows)
    order = np.lexsort((np.asarray(nodes), np.round(rows @ direction, 5)))
    half = len(nodes) // 2
    halves = ([nodes[place] for place in order[:half]], [nodes[place] for place in order[half:]])
    return [part for half_nodes in halves for part in _split(half_nodes, vectors, most)]


def _main_direction(rows: Floats) -> Floats:
    """The first principal direction, by power iteration from a fixed start."""
    start = np.random.default_rng(SEED).standard_normal(size=(1, rows.shape[1]))
    direction: Floats = normalise(start.astype(np.float32))[0]
    for _ in range(12):
        direction = normalise((rows.T @ (rows @ direction))[None, :])[0]
    return direction
