"""Candidate blocks between a mode's statement and the evidence: records, fusion, page penalty."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.records import Evidence, PathStep
from models.factory import EmbedderSet
from models.protocols import LanguageModel, Vectors
from retrieval.analysis import Analysis
from retrieval.events import Trace
from retrieval.options import Options
from retrieval.ports import GraphReader
from retrieval.sites import SiteFacts


@dataclass(frozen=True, slots=True)
class Probe:
    """A question vector with the index and property of the model that made it, and the question's tokens."""

    vector: tuple[float, ...]
    second: bool = False
    tokens: Vectors | None = field(default=None, compare=False)

    def over(self, label: str) -> dict[str, Any]:
        """The probe as a statement's parameter, for nodes of this label in lower case (`block`, `page`, …)."""
        ending = "_2" if self.second else ""
        return {"index": f"{label}_vector{ending}", "property": f"embedding{ending}", "vector": list(self.vector)}


@dataclass(frozen=True, slots=True)
class Context:
    """All that a mode needs: the question taken apart, its site, its vectors, and the graph."""

    analysis: Analysis
    site: SiteFacts
    probes: tuple[Probe, ...]
    reader: GraphReader
    embedders: EmbedderSet
    options: Options
    trace: Trace
    languages: tuple[str, ...] = ()
    llm: LanguageModel | None = None

    def filters(self) -> dict[str, Any]:
        """The parameters that every statement filters by."""
        return {"site": self.site.name, "languages": list(self.languages)}

    def over(self, label: str) -> list[dict[str, Any]]:
        """The probes as parameters for nodes of this label in lower case; only blocks and pages have second vectors."""
        return [probe.over(label) for probe in self.probes if not probe.second or label in {"block", "page"}]

    @property
    def tokens(self) -> Vectors | None:
        """The question's tokens, where the primary model read the question and can hand them out."""
        return next((probe.tokens for probe in self.probes if probe.tokens is not None), None)

    @property
    def text_k(self) -> int:
        """Full-text hits to ask for: all, since the index knows no site; they are taken lazily, best first."""
        return max(self.site.everywhere, 1)

    def widen(self, wanted: int) -> int:
        """Neighbours to ask a vector index for so that `wanted` of them survive the filter on site and language."""
        share = max(self.site.eligible(self.languages) / self.text_k, 1e-6)
        return min(math.ceil(wanted * (1.0 if share > 0.999 else 1.5 / share)), 20_000)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A block that a mode proposes; `score` orders it within the mode."""

    id: str
    url: str
    score: float
    scores: dict[str, float] = field(default_factory=dict)
    path: tuple[PathStep, ...] = ()
    group: int = 0


def read_candidates(rows: Iterable[dict[str, Any]], mode: str) -> list[Candidate]:
    """Rows of a mode's statement as candidates; every number of a row but its group is kept as a score."""
    return [
        Candidate(
            id=row["id"],
            url=row["url"],
            score=float(row["score"]),
            scores={
                (mode if name == "score" else name): round(float(value), 6)
                for name, value in row.items()
                if isinstance(value, int | float) and name != "group"
            },
            path=tuple(PathStep(**step) for step in row.get("path") or ()),
            group=int(row.get("group") or 0),
        )
        for row in rows
    ]


def fuse(lists: Sequence[Sequence[Candidate]], limit: int, constant: int = 60) -> list[Candidate]:
    """Reciprocal rank fusion of several modes' candidates; scores and paths of one block are joined."""
    totals: dict[str, float] = defaultdict(float)
    merged: dict[str, Candidate] = {}
    for candidates in lists:
        for place, candidate in enumerate(candidates):
            totals[candidate.id] += 1.0 / (constant + place)
            merged[candidate.id] = _join(merged.get(candidate.id), candidate)
    order = sorted(totals, key=lambda block: (-totals[block], block))[:limit]
    return [replace(merged[block], score=totals[block]) for block in order]


def _join(first: Candidate | None, other: Candidate) -> Candidate:
    if first is None:
        return other
    return replace(first, scores={**other.scores, **first.scores}, path=first.path or other.path)


def spread_pages(evidence: Sequence[Evidence], penalty: float) -> list[Evidence]:
    """Order by score less `penalty` for every better block of the same page (PolyUQuest, mode C), so sources differ."""
    seen: dict[str, int] = defaultdict(int)
    lowered: list[tuple[float, int, Evidence]] = []
    for place, item in enumerate(sorted(evidence, key=lambda one: (-one.score, one.block_id))):
        lowered.append((item.score - penalty * seen[item.url], place, item))
        seen[item.url] += 1
    return [item for _, _, item in sorted(lowered, key=lambda row: (-row[0], row[1]))]


def summary(found: Sequence[Candidate], most: int = 20) -> list[dict[str, Any]]:
    """The candidates with their scores, for the trace."""
    return [{"block": one.id, "url": one.url, **one.scores} for one in found[:most]]
