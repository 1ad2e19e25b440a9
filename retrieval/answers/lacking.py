"""What an answer would need and no evidence has: a thing whose form can be told, a person, another time, an office."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.asks import find_asks, unmet
from retrieval.answers.forms import speaks_of_another_time
from retrieval.answers.offices import find_holders, find_office
from retrieval.answers.properties import is_sum_of_another, lacks_property
from retrieval.relevance import Relevance

ABOUT = 0.6


def lacks(
    analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], features: Mapping[str, float]
) -> bool:
    """Whether a thing whose form can be told is asked for (a number of something, a person), and nothing holds it.

    Not where a block is headed by what is asked about: its heading may tell it.
    """
    if analysis.lang != "en" or features.get("told") or features["named"]:
        return False
    asks = find_asks(analysis)
    about = _find_about(analysis, relevance, evidence)
    texts = [item.text for item in about if not is_sum_of_another(analysis, item.text)]
    if asks and len(unmet(asks, texts)) == len(asks):
        return True
    if speaks_of_another_time(analysis.text, " ".join(item.text for item in about)):
        return True
    return lacks_property(analysis, relevance, " ".join(" ".join(around(item)) for item in evidence))


def _find_about(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence]) -> Sequence[Evidence]:
    """The evidence that is about what is asked, where a sum, a person or a way to reach somebody stands anywhere."""
    if analysis.wanted not in {"money", "who", "contact"}:
        return evidence
    covers = [relevance.cover(*around(item)) for item in evidence]
    least = ABOUT * max(covers, default=0.0)
    return [item for item, cover in zip(evidence, covers, strict=True) if cover >= least]


def names_no_holder(analysis: Analysis, relevance: Relevance, pool: Sequence[Evidence]) -> bool:
    """Whether the holder of an office is asked for, and no candidate about the thing names one."""
    return find_office(analysis) is not None and not find_holders(analysis, relevance, pool)[0]


def around(item: Evidence) -> tuple[str, ...]:
    """A block's text with its headings and the title of its page."""
    return item.text, *item.heading_path, item.title
