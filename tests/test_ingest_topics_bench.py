"""How long the communities of a large site take and how much memory, Leiden beside HyGRAG's hashing."""

from __future__ import annotations

import multiprocessing
import resource
import sys
import time
from typing import Any

import numpy as np
import pytest

NODES, SIZE = 30_000, 384
SECONDS, MEGABYTES = 30, 2048


def cluster_a_site(method: str, answer: Any) -> None:
    """In a process of its own, so that its memory is its own: (seconds, seconds of CPU, megabytes, communities)."""
    from ingest.topics.clusters import Method
    from ingest.topics.hierarchy import build_levels
    from ingest.topics.hybrid import build_hybrid
    from ingest.topics.summaries import Member, summaries_of

    chosen: Method = "hashing" if method == "hashing" else "leiden"
    random = np.random.default_rng(0)
    centres = random.standard_normal((800, SIZE), dtype=np.float32)
    members = {}
    for number in range(NODES):
        for kind in "be":
            vector = centres[number % 800] + 0.8 * random.standard_normal(SIZE, dtype=np.float32)
            name = f"{kind}{number:06}"
            text = f"Block {number} speaks of thing {number % 800}. It goes on." if kind == "b" else ""
            headings = (f"Part {number % 90}", f"Section {number % 800}") if kind == "b" else ()
            members[name] = Member(name, vector, text, headings, "" if kind == "b" else f"Thing {number}")
    ends = (np.arange(3 * NODES) % NODES + 800 * random.integers(0, 37, 3 * NODES)) % NODES
    mentions = [(f"b{place % NODES:06}", f"e{end:06}") for place, end in enumerate(ends.tolist())]
    mentions += [(f"b{place:06}", "e000000") for place in range(NODES)]
    pairs = random.integers(0, NODES, (37_680, 2)).tolist()
    relations = [(f"e{head:06}", f"e{tail:06}", 1.0) for head, tail in pairs]
    started, cpu = time.perf_counter(), time.process_time()
    graph = build_hybrid({name: one.vector for name, one in members.items()}, mentions, relations)
    found = build_levels(graph, "demo", chosen)
    summaries_of([(row.id, row.level, row.members, row.centre) for row in found], members)
    spent = time.perf_counter() - started, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    answer.send((*spent, peak, len(found)))


@pytest.mark.bench
@pytest.mark.timeout(900)
def test_thirty_thousand_blocks_and_as_many_entities_are_clustered_in_time(capsys: pytest.CaptureFixture[str]):
    context = multiprocessing.get_context("spawn")
    figures = {}
    for method in ("leiden", "hashing"):
        ours, theirs = context.Pipe()
        process = context.Process(target=cluster_a_site, args=(method, theirs))
        process.start()
        figures[method] = ours.recv()
        process.join()
    with capsys.disabled():
        for method, (seconds, cpu, peak, count) in figures.items():
            print(f"\n{method}: {seconds:.1f} s ({cpu:.1f} s of CPU), {peak:.0f} MB, {count} communities")  # noqa: T201
    seconds, cpu, peak, _ = figures["leiden"]
    assert min(seconds, cpu) <= SECONDS
    assert peak <= MEGABYTES
