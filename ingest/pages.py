"""One crawled page from snapshot to page graph, as a function that a worker process runs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from core.records import PageGraph, PageStatus, Snapshot
from core.snapshots import SnapshotStore
from ingest.cutting import cut
from ingest.entities.profile import Profile, load_profile
from ingest.graphs import build_graph, graph_hash
from ingest.html import parse


@dataclass(frozen=True, slots=True)
class PageOutcome:
    """What came of one page. `graph` is None where there is nothing to write; `reason` then says why."""

    status: PageStatus
    reason: str = ""
    graph: PageGraph | None = None
    words: int = 0


_profile = lru_cache(maxsize=8)(load_profile)


def read_page(folder: Path, key: str, profile: str, most_blocks: int) -> PageOutcome:
    """Read the snapshot of `key`, parse it and build its graph. Runs in a process of the pool: reads no database."""
    snapshot = SnapshotStore(folder).get(key)
    return graph_of(snapshot, _profile(profile), most_blocks)


def graph_of(snapshot: Snapshot, profile: Profile, most_blocks: int | None = None) -> PageOutcome:
    """The graph of one snapshot, with the hash that decides whether it has to be written.

    Of a page of more than `most_blocks` leaf blocks only those are kept.
    """
    whole = parse(snapshot.body, snapshot.url, snapshot.content_type)
    if whole.status is PageStatus.FAILED:
        return PageOutcome(whole.status, whole.reason)
    parsed = whole if most_blocks is None else cut(whole, most_blocks)
    graph = build_graph(snapshot, parsed, profile)
    page = replace(graph.page, content_hash=graph_hash(parsed, profile, graph.links))
    words = sum(block.words for block in graph.blocks if block.leaf)
    is_cut = parsed is not whole and whole.status is PageStatus.OK  # in the graph it stays a page like others
    return PageOutcome(
        PageStatus.TRUNCATED if is_cut else whole.status, parsed.reason, replace(graph, page=page), words
    )
