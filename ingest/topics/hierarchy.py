"""Levels of communities: clusters of nodes, then clusters of clusters, until few are left (HyGRAG)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ingest.identity import digest
from ingest.topics.clusters import Cluster, Method, centroids, cluster
from ingest.topics.hybrid import Floats, HybridGraph, smooth, sum_edges

LEVELS = 4
ENOUGH = 5


@dataclass(frozen=True, slots=True)
class Community:
    """A community: `members` are node ids at level 1, ids of communities above. `centre` is its mean vector."""

    id: str
    level: int
    members: tuple[str, ...]
    centre: tuple[float, ...]


def build_levels(graph: HybridGraph, site: str, method: Method = "leiden", levels: int = LEVELS) -> list[Community]:
    """All communities, level by level. Same graph, same communities: ids are hashes of their members."""
    found: list[Community] = []
    vectors = smooth(graph)
    for level in range(1, levels + 1):
        if level > 1 and graph.size <= ENOUGH:
            break
        clusters = cluster(graph, vectors, method)
        if level > 1 and len(clusters) >= graph.size:
            break
        centres = centroids(clusters, vectors)
        above = [_community(graph, site, level, nodes, centre) for nodes, centre in zip(clusters, centres, strict=True)]
        found += above
        graph, vectors = _coarsen(graph, clusters, above, centres)
    return found


def _community(graph: HybridGraph, site: str, level: int, nodes: Cluster, centre: Floats) -> Community:
    members = tuple(sorted(graph.ids[node] for node in nodes))
    name = f"{site}:community:{digest(str(level), *members)}"
    return Community(name, level, members, tuple(np.round(centre.astype(np.float64), 6).tolist()))


def _coarsen(
    graph: HybridGraph, clusters: Sequence[Cluster], above: Sequence[Community], centres: Floats
) -> tuple[HybridGraph, Floats]:
    """The graph of communities: two are joined as strongly as their members are."""
    order = sorted(range(len(above)), key=lambda number: above[number].id)
    place = {number: new for new, number in enumerate(order)}
    home = np.zeros(graph.size, dtype=np.int64)
    for number, nodes in enumerate(clusters):
        home[nodes] = place[number]
    vectors = centres[order]
    ids = tuple(above[number].id for number in order)
    ends = sum_edges(home[graph.sources], home[graph.targets], graph.weights, len(ids))
    coarse = HybridGraph(ids, vectors, *ends)
    return coarse, vectors
