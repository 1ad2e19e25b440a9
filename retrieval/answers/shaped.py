"""Answers whose shape the question gives: a row that wins, the holder of an office, how a page begins, all sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.acronyms import answer_acronym
from retrieval.answers.compose import say
from retrieval.answers.draft import Claim, Draft
from retrieval.answers.extractive import claim_spans
from retrieval.answers.extremes import answer_extreme
from retrieval.answers.headed import list_sections
from retrieval.answers.marks import CHINESE, LATIN
from retrieval.answers.offices import find_holders, find_office
from retrieval.answers.openings import find_openings
from retrieval.answers.spans import Span
from retrieval.relevance import Relevance

SEVERAL = 0.7
DESCRIBED = frozenset({"definition", "fact", "list", "title", "who"})


@dataclass(frozen=True, slots=True)
class Shaped:
    """A draft, and how probable it is that it answers, whatever else is in the evidence."""

    draft: Draft
    probability: float

    @property
    def blocks(self) -> list[Evidence]:
        """The blocks it rests on, in order, once each."""
        return list({item.block_id: item for claim in self.draft.claims for item, _ in claim.quotes}.values())


def answer_by_shape(
    analysis: Analysis,
    relevance: Relevance,
    evidence: Sequence[Evidence],
    pool: Sequence[Evidence],
    whole: Sequence[Evidence] = (),
) -> Shaped | None:
    """The answer by the first shape that fits; None where none does. `whole`: the pool with the rest of a page."""
    told = answer_acronym(analysis, [*evidence, *pool]) or answer_extreme(analysis, relevance, [*evidence, *pool])
    if told:
        return _shape(told, 0.8)
    holders, about = find_holders(analysis, relevance, [*evidence, *pool])
    if holders:
        return _tell_holders(holders, about, analysis, relevance)
    if analysis.wanted in DESCRIBED and find_office(analysis) is None:
        opening = claim_spans(find_openings(analysis, pool), analysis, relevance)
        if opening:
            return _shape(opening, 0.8)
    sections = list_sections(analysis, [*whole, *pool])
    return _shape(sections, 0.8, "list") if sections else None


def _tell_holders(holders: Sequence[Span], about: float, analysis: Analysis, relevance: Relevance) -> Shaped:
    """Who holds an office; of several things that bear the name asked about each by its own name, and said to be."""
    if len({span.item.url for span in holders}) == 1:
        return _shape(claim_spans(holders, analysis, relevance), min(0.8, about))
    marks = CHINESE if analysis.lang == "zh" else LATIN
    claims = tuple(
        Claim(f"{span.item.title}{marks.colon}{span.text}", ((span.item, span.item.title), (span.item, span.text)))
        for span in holders
    )
    return Shaped(Draft(claims, "list", notes=(say(analysis.lang, "several"),)), min(SEVERAL, about))


def _shape(claims: Sequence[Claim], probability: float, form: str = "prose") -> Shaped:
    return Shaped(Draft(claims=tuple(claims), form=form), probability)
