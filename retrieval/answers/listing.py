"""An answer that is a list or a count: one cited line an item, and how complete it is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.compose import say
from retrieval.answers.draft import Claim, Draft
from retrieval.answers.walked import answer_walk
from retrieval.data import load_data
from retrieval.modes.lists import Item, ListFound
from retrieval.relevance import Relevance
from retrieval.texts import count_words, fold

LINE_WORDS = 30


def answer_list(analysis: Analysis, found: ListFound, evidence: Sequence[Evidence]) -> Draft:
    """The draft of a list; items whose block could not be read are left out and the note says so."""
    blocks = {item.block_id: item for item in evidence}
    claims = tuple(_claim(item, blocks[item.block_id]) for item in found.items if item.block_id in blocks)
    if found.beyond is not None:
        relevance = Relevance(analysis, [item.text for item in evidence])
        claims = (*claims, *answer_walk(analysis, relevance, found.beyond, evidence).claims)
    claims = tuple({claim.text: claim for claim in claims}.values())
    what = noun(found.ask.type, found.total, analysis.lang)
    lead = say(analysis.lang, "count", count=found.total, what=what).rstrip(".。") + ":"
    complete = found.total <= len(found.items)
    note = (
        _completeness(found, what, analysis.lang) if complete else say(analysis.lang, "capped", count=len(found.items))
    )
    missing = say(analysis.lang, "unapplied", what=", ".join(found.ask.unapplied)) if found.ask.unapplied else ""
    return Draft(claims=claims, form="list", lead=lead, notes=tuple(filter(None, (note, missing))), made_by="graph")


def _completeness(found: ListFound, what: str, lang: str) -> str:
    """That the list is complete, with the conditions as they were understood."""
    negative = say(lang, "not")
    shown = "; ".join(f"{negative}{one.shown}" if one.negated else one.shown for one in found.ask.conditions)
    if not shown:
        return say(lang, "whole", count=found.total, what=what)
    meet = "meets" if found.total == 1 else "meet"
    return say(lang, "complete", count=found.total, what=what, meet=meet, condition=shown)


def noun(kind: str, count: int, lang: str) -> str:
    """The noun of a type for a number of things."""
    known: Mapping[str, Sequence[str]] = load_data("vocabulary")["nouns"]
    one, many, chinese = known.get(kind, (kind, kind, kind))
    return chinese if lang == "zh" else one if count == 1 else many


def _claim(item: Item, block: Evidence) -> Claim:
    quote = _line(item, block)
    if item.type == "page":
        return Claim(f"{item.name}: {quote}", ((block, quote),))
    return Claim(quote, ((block, quote),))


def _spellings(name: str) -> list[str]:
    """A name as it may stand in a heading: with what it has in brackets, beside it, or without."""
    bare = re.sub(r"\s*[(（].*?[)）]", "", name)
    beside = " ".join(re.sub(r"[()（）]", " ", name).split())
    return [fold(one) for one in (name, beside, bare) if len(one) > 2]


def _line(item: Item, block: Evidence) -> str:
    """The shortest line of the block that says which thing it is: its heading, the line that names it, or the name."""
    heading = block.heading_path[-1] if block.heading_path else ""
    if any(name in fold(heading) for name in _spellings(item.name)) and count_words(heading) <= LINE_WORDS:
        return heading
    for line in block.text.split("\n"):
        if item.quote and item.quote in line and count_words(line) <= LINE_WORDS:
            return line.strip()
    return item.quote or item.name
