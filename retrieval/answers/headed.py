"""Answers to "which X are there": the sections of a page that is about X, each with its beginning, or its list."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.contents import says_nothing
from retrieval.answers.draft import Claim
from retrieval.answers.extractive import claim_heading
from retrieval.answers.subjects import find_subject, heads

FEW, MANY = 2, 12


def list_sections(analysis: Analysis, pool: Sequence[Evidence]) -> list[Claim]:
    """A claim for each section below the heading that names what is asked for; nothing with fewer than two."""
    subject = find_subject(analysis)
    if subject is None or subject.asked != "which":
        return []
    pages: dict[tuple[str, tuple[str, ...]], dict[str, Evidence]] = {}
    for item in pool:
        for depth in range(len(item.heading_path) - 1):
            if heads(subject, item.heading_path[depth]) and not says_nothing(item):
                sections = pages.setdefault((item.url, item.heading_path[: depth + 1]), {})
                sections.setdefault(item.heading_path[depth + 1], item)
    best = max(pages.values(), key=lambda found: (_spoken(found, analysis), len(found)), default={})
    if not FEW <= len(best) <= MANY:
        return []
    return [claim for item in best.values() for claim in claim_heading(item)]


def section_pages(analysis: Analysis, pool: Sequence[Evidence]) -> list[str]:
    """The addresses of the pages whose sections are asked for, the best ranked first."""
    subject = find_subject(analysis)
    if subject is None or subject.asked != "which":
        return []
    named = [item for item in pool if any(heads(subject, heading) for heading in item.heading_path[:-1])]
    return list(dict.fromkeys(item.url for item in named))


def _spoken(found: dict[str, Evidence], analysis: Analysis) -> bool:
    return len(found) >= FEW and all(item.lang in {"", analysis.lang} for item in found.values())
