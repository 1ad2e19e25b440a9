"""The built-in answer: the best spans of the evidence, word for word, merged and ordered, without a language model.

A span's score sums how much of the question it covers, whether it has the form that is asked for (a date for "when"),
whether its label is asked for, and how well its block ranks. A block's heading goes before its first span where the
span does not say what it is about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.draft import Claim, Draft
from retrieval.answers.guard import speaks_to_model
from retrieval.answers.spans import Span, find_spans, words_of
from retrieval.relevance import Relevance
from retrieval.texts import count_words, fold, holds_code, language, stems

_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|sixty|ninety|hundred)\b"
    r"|[一二三四五六七八九十百两]",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?s?\b"
    r"|\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?[ap]\.?m"
    r"|\b(?:19|20)\d\d\b|\d+ ?[年月日时点]|\b(?:fall|winter|spring|summer|autumn) (?:quarter|term|semester)",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"\b[A-Z\u00c0-\u00de][\w’'-]+ (?:[A-Z]\. ?)*[A-Z\u00c0-\u00de][\w’'-]+|[\u4e00-\u9fff]{2,4}(?:教授|老师|博士|主任)"
    r"|^[\u4e00-\u9fff]{2,4}$|\S+@\S+"
)
_PLACE = re.compile(
    r"\b(?:room|building|hall|street|avenue|road|floor|campus|suite|cent(?:re|er)|library|[A-Z]{1,3}\d{2,4})\b"
    r"|[路街楼室号]",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"[$€£¥]\s?\d|\d[\d,.]*\s?(?:dollars?|euros?|eur|usd|hkd|rmb|crowns?|kronor|元|克朗|美元|港币)", re.IGNORECASE
)
_SHARE = re.compile(r"\d\s?(?:%|percent|per cent)|百分", re.IGNORECASE)
_CONTACT = re.compile(r"\S+@\S+\.\w|\(?\d{3,4}\)?[\s-]\d{3,4}")
_EXPECTED = {
    "when": _DATE,
    "amount": _NUMBER,
    "money": _MONEY,
    "share": _SHARE,
    "count": _NUMBER,
    "who": _NAME,
    "where": _PLACE,
    "contact": _CONTACT,
}
LEAD_WORDS = 16
FULL = 0.75


@dataclass(frozen=True, slots=True)
class Scored:
    """A span with its score for one question."""

    span: Span
    score: float


def score_spans(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence]) -> list[Scored]:
    """All spans of the evidence, best first; text that speaks to a model is no span."""
    best = max((item.score for item in evidence), default=0.0)
    scored = [
        Scored(span, _score(span, analysis, relevance, best))
        for item in evidence
        for span in find_spans(item)
        if not speaks_to_model(span.text)
    ]
    return sorted(scored, key=lambda one: (-one.score, one.span.item.block_id, one.span.place))


def _score(span: Span, analysis: Analysis, relevance: Relevance, best: float) -> float:
    item = span.item
    cover = relevance.cover(span.text, span.lead, *item.heading_path, item.title)
    own = relevance.cover(span.text)
    form = 0.25 if has_form(analysis, span.text) else 0.0
    if analysis.wanted == "title" and span.kind == "heading":
        form = 0.3
    label = 0.8 if span.label and relevance.covered([span.label]) else 0.0
    size = words_of(span)
    length = -0.2 if size < 4 and span.kind != "heading" else -0.1 if size > 60 else 0.0
    heading = -0.15 if span.kind == "heading" and analysis.wanted not in {"title", "amount", "count"} else 0.0
    about = 0.6 if names_block(analysis, item) else 0.0
    return cover + 0.5 * own + form + label + length + heading + about - 0.6 * max(best - item.score, 0.0)


def names_block(analysis: Analysis, item: Evidence) -> bool:
    """Whether a code of the question heads the block: then the block is about what was asked."""
    heading = fold(item.heading_path[-1]) if item.heading_path else ""
    return any(holds_code(heading, code) for code in analysis.course_codes)


def expects_form(analysis: Analysis) -> bool:
    """Whether the kind of answer wanted has a form of its own."""
    return analysis.wanted in _EXPECTED


def has_form(analysis: Analysis, text: str) -> bool:
    """Whether a text has the form of what is wanted: a date, a number, a name, a place, a way to reach someone."""
    expected = _EXPECTED.get(analysis.wanted)
    return expected is not None and expected.search(text) is not None


def answer_extractively(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], budget: int) -> Draft:
    """The draft made of the best spans, at most `budget` words; spans of one block keep their order."""
    scored = score_spans(analysis, relevance, evidence)
    if not scored:
        return Draft()
    chosen = _choose(scored, relevance, budget)
    blocks = list(dict.fromkeys(span.item.block_id for span in chosen))
    ordered = sorted(chosen, key=lambda span: (blocks.index(span.item.block_id), span.place))
    return Draft(claims=tuple(_claims(ordered)))


def answer_broadly(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], most: int = 8) -> Draft:
    """A synthesis for a question about the whole site: the best span of every page, in the order of the evidence."""
    best: dict[str, Span] = {}
    for one in score_spans(analysis, relevance, evidence):
        best.setdefault(one.span.item.url, one.span)
    pages = list(dict.fromkeys(item.url for item in evidence))[:most]
    claims = [claim for url in pages if url in best for claim in _claims([best[url]])]
    return Draft(claims=tuple(claims), form="list")


def _choose(scored: Sequence[Scored], relevance: Relevance, budget: int) -> list[Span]:
    """Greedy: the best span, then others that add question words, stand in the same block, or score nearly as much."""
    first = scored[0]
    chosen, words = [first.span], words_of(first.span)
    covered = relevance.covered([first.span.text, *first.span.item.heading_path])
    for one in scored[1:60]:
        size = words_of(one.span)
        if words + size > budget * FULL or _repeats(one.span, chosen):
            continue
        new = relevance.covered([one.span.text]) - covered
        beside = one.span.item.block_id == first.span.item.block_id and one.score >= 0.45 * first.score
        if beside or (new and one.score >= 0.7 * first.score) or one.score >= 0.92 * first.score:
            chosen.append(one.span)
            words += size
            covered |= new
        if len(chosen) == 5:
            break
    return chosen


def _repeats(span: Span, chosen: Sequence[Span]) -> bool:
    mine = stems(span.text)
    return any(span.text in other.text or other.text in span.text or mine == stems(other.text) for other in chosen)


def _claims(spans: Sequence[Span]) -> list[Claim]:
    """Spans as claims; the first of a block is led by the block's heading unless it says the same."""
    claims: list[Claim] = []
    led: set[str] = set()
    for span in spans:
        heading = lead_of(span)
        if heading and span.item.block_id not in led:
            mark = "：" if language(heading) == "zh" else ": "
            claims.append(Claim(f"{heading}{mark}{span.text}", ((span.item, span.text),)))
        else:
            claims.append(Claim(span.text, ((span.item, span.text),)))
        led.add(span.item.block_id)
    return claims


def lead_of(span: Span) -> str:
    """The heading that a span needs before it, or nothing."""
    if span.kind == "heading" or not span.item.heading_path:
        return ""
    heading = span.item.heading_path[-1]
    told = set(stems(heading)) <= set(stems(span.text))
    return "" if told or count_words(heading) > LEAD_WORDS else heading.rstrip(":： ")
