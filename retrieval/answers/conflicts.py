"""Pages that disagree: the same statement with other numbers or dates on two pages, or another person or sum for all
that the question asks; the current one comes first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.forms import told_values
from retrieval.answers.scoring import Scored
from retrieval.answers.spans import Span
from retrieval.relevance import Relevance
from retrieval.texts import course_codes, fold, stems

ALIKE = 0.5
NEAR_SCORE = 0.7
MOSTLY = 0.6
SAME = 0.9
_YEAR = re.compile(r"(?<!\d)(20\d\d|19\d\d)(?:\s?[-/]\s?(?:20)?(\d\d))?(?!\d)")
_OLD = re.compile(r"\b(archived?|old|former(ly)?|superseded|expired|outdated|previous|past)\b|旧|往年|过期|已失效")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_MONTH = re.compile(
    r"\b(january|february|march|april|may|june|july|august|september|october|november|december)\b|[一二三四五六七八九十]+月"
)


def find_conflict(scored: Sequence[Scored], analysis: Analysis, relevance: Relevance) -> list[Span]:
    """The best span and those of other pages that say the same with other numbers, current first; or nothing."""
    if not scored:
        return []
    first = scored[0].span
    others = [
        one.span
        for one in scored[1:60]
        if one.score >= NEAR_SCORE * scored[0].score
        and one.span.item.url != first.item.url
        and first.item.url not in one.span.item.text
        and not _about_others(first.item, one.span.item)
        and (
            disagree(first, one.span)
            or answers_otherwise(first, one.span, analysis, relevance)
            or answers_of_another_year(first, one.span, analysis, relevance)
        )
    ]
    if not others:
        return []
    pages = {span.item.url: span for span in reversed([first, *others])}
    return sorted(pages.values(), key=lambda span: (currency(span.item, span.text), span is first), reverse=True)


def _about_others(one: Evidence, other: Evidence) -> bool:
    """Whether two blocks are headed by the codes of different things: each may say its own of itself."""
    mine, theirs = _codes(one), _codes(other)
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _codes(item: Evidence) -> set[str]:
    found = course_codes(" ".join([item.title, *item.heading_path]))
    return {code for code in found if not _YEAR.search(code)}


def disagree(one: Span, other: Span) -> bool:
    """Whether two spans say the same of the same thing with other numbers."""
    mine, theirs = _facts(one.text), _facts(other.text)
    if not mine or not theirs or mine == theirs or mine <= theirs or theirs <= mine:
        return False
    if one.kind == "heading" or other.kind == "heading":
        return False
    words, others = _words(one), _words(other)
    return len(words & others) >= ALIKE * len(words | others)


def answers_otherwise(one: Span, other: Span, analysis: Analysis, relevance: Relevance) -> bool:
    """Whether two spans, however worded, each hold all that is asked, and tell other people or sums."""
    mine, theirs = told_values(analysis, one.text), told_values(analysis, other.text)
    if not mine or not theirs or mine & theirs or "heading" in {one.kind, other.kind}:
        return False
    return all(_holds_all(span, relevance) for span in (one, other))


def answers_of_another_year(one: Span, other: Span, analysis: Analysis, relevance: Relevance) -> bool:
    """Whether two spans each hold all that is asked on pages of other years, where the question names no year."""
    if "heading" in {one.kind, other.kind} or _YEAR.search(analysis.text):
        return False
    mine, theirs = currency(one.item, one.text)[1], currency(other.item, other.text)[1]
    alike = len(_words(one) & _words(other)) >= SAME * min(len(_words(one)), len(_words(other)))
    return 0 < mine != theirs > 0 and not alike and all(_holds_all(span, relevance) for span in (one, other))


def _holds_all(span: Span, relevance: Relevance) -> bool:
    around = [span.text, span.lead, *span.item.heading_path, span.item.title]
    return relevance.cover(span.text, span.lead) >= MOSTLY and relevance.covered(around) == set(relevance.weights)


def _facts(text: str) -> set[str]:
    folded = fold(text)
    years = {match.group() for match in _YEAR.finditer(folded)}
    return (set(_NUMBER.findall(folded)) | set(_MONTH.findall(folded))) - years


def _words(span: Span) -> set[str]:
    return {word for word in stems(span.text) if not any(char.isdigit() for char in word)}


def currency(item: Evidence, text: str = "") -> tuple[int, int, str]:
    """How current a block is: not marked as old, the latest year it names or else its page's, the date of its page."""
    said = fold(" ".join([item.title, *item.heading_path, item.url, text]))
    changed = item.modified or ""
    named = list(_YEAR.finditer(said)) or list(_YEAR.finditer(changed[:4]))
    return (0 if _OLD.search(said) else 1, max(map(_last_year, named), default=0), changed)


def _last_year(match: re.Match[str]) -> int:
    first, second = int(match.group(1)), match.group(2)
    return first if second is None else max(first, first // 100 * 100 + int(second))


def date_of(item: Evidence, text: str = "") -> str:
    """The year or date by which a block is judged, for the reader."""
    _, year, modified = currency(item, text)
    return str(year) if year else (modified or item.fetched_at)[:10]
