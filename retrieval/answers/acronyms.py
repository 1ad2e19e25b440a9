"""Answers to "what does X stand for": the words in a text whose first letters X is, beside it in brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz.distance import LCSseq

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.draft import Claim

MOST = 0.75
_ASKS = re.compile(
    r"\b(?i:what (?:does|do) (?:the (?:letters |acronym |abbreviation )?)?)(?P<x>[A-Za-z][\w-]{1,9}) "
    r"(?i:stand for|mean)\b"
    r"|(?P<y>[A-Za-z][A-Za-z0-9-]{1,9}) ?(?:是什么的(?:缩写|简称)|的全称(?:是什么)?|代表什么)"
)
_WORD = r"[A-Za-z][\w’'-]*"


def answer_acronym(analysis: Analysis, evidence: Sequence[Evidence]) -> list[Claim]:
    """The first text that spells out what is asked for, as one claim."""
    match = _ASKS.search(analysis.asked or analysis.text)
    if match is None:
        return []
    short = match.group("x") or match.group("y")
    for item in evidence:
        found = spell_out(short, " ".join(item.text.split()))
        if found:
            words, quote = found
            return [Claim(f"{short}: {words}", ((item, quote),))]
    return []


def spell_out(short: str, text: str) -> tuple[str, str] | None:
    """The words that an acronym stands for in a text, and the piece that says so; None where none does."""
    name = re.escape(short)
    before = re.finditer(rf"((?:{_WORD}[\s]+){{2,10}})[(（]{name}s?[)）]", text, re.IGNORECASE)
    after = re.finditer(rf"\b{name}s?\s?[(（]((?:{_WORD}[\s]*){{2,10}})[)）]", text, re.IGNORECASE)
    for match in (*before, *after):
        words = _ending(short, match.group(1).split())
        if words:
            start = match.group().index(words) if match.group().startswith(match.group(1)) else 0
            return words, match.group()[start:]
    return None


def _ending(short: str, words: Sequence[str]) -> str:
    """The shortest run of words up to the end that begins with the first letter and has most letters as initials."""
    letters = [letter for letter in short.lower() if letter.isalnum()]
    for start in range(len(words) - 2, -1, -1):
        run = words[start:]
        initials = [part[0].lower() for word in run for part in word.split("-") if part]
        if initials[0] == letters[0] and LCSseq.similarity(letters, initials) >= MOST * len(letters):
            return " ".join(run)
    return ""
