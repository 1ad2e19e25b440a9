"""Verification of every answer sentence against its blocks, without a language model.

A sentence stands when each of its quotes is verbatim in its block (or in the block's heading path), when its numbers,
codes and names are there too, and when its content words are supported by its blocks together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.records import Evidence
from retrieval.analysis import find_names
from retrieval.answers.draft import Claim
from retrieval.answers.guard import speaks_to_model
from retrieval.texts import content, course_codes, fold, grams, holds_code, sentences, stems

SUPPORT = 0.6
_NUMBERS = re.compile(r"\d+(?:[.,:]\d+)*")
_SPACE = re.compile(r"\s+")


def source_text(item: Evidence) -> str:
    """All of a block that may be quoted: its page's title, headings and text."""
    return "\n".join([item.title, *item.heading_path, item.text])


def supporting_text(item: Evidence) -> str:
    """All of a block that may support a claim: the same without sentences that speak to a model."""
    kept = [part for part in sentences(item.text) if not speaks_to_model(part)]
    return "\n".join([item.title, *item.heading_path, *kept])


def is_verbatim(quote: str, item: Evidence) -> bool:
    """Whether the quote stands in the block, white space aside."""
    return bool(quote.strip()) and _plain(quote) in _plain(source_text(item))


def _plain(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def verify(claim: Claim, least: float = SUPPORT) -> Claim:
    """The claim with `supported` and, if it is not, the reason; `least` is the share of its words to be held."""
    reason = _fault(claim, least)
    return replace(claim, supported=reason == "", reason=reason)


def _fault(claim: Claim, least: float) -> str:
    if not claim.quotes:
        return "no citation"
    for item, quote in claim.quotes:
        if not is_verbatim(quote, item):
            return f"the quote is not in block {item.block_id}"
        if speaks_to_model(quote):
            return "the quote speaks to a model"
    sources = [item for item, _ in claim.quotes]
    return _missing_facts(claim.text, sources) or _missing_words(claim.text, sources, least)


def _missing_facts(text: str, sources: Sequence[Evidence]) -> str:
    whole = fold(" ".join(supporting_text(item) for item in sources))
    numbers = set(_NUMBERS.findall(whole))
    for number in _NUMBERS.findall(fold(text)):
        if number not in numbers:
            return f"the number {number} is in no cited block"
    for code in course_codes(text):
        if not holds_code(whole, code):
            return f"the code {code} is in no cited block"
    known = set(stems(whole))
    for name in find_names(text):
        if not {part for part in stems(name) if len(part) > 1} <= known:
            return f"the name {name} is in no cited block"
    return ""


def _missing_words(text: str, sources: Sequence[Evidence], least: float) -> str:
    asked = {gram for word in content(text) for gram in grams(word)}
    known = set(stems(" ".join(supporting_text(item) for item in sources)))
    if asked and len(asked & known) / len(asked) < least:
        return "its words are not in the cited blocks"
    return ""
