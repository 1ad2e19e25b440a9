"""The built-in answer: the best spans of the evidence, word for word, merged and ordered, without a language model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.draft import Claim, Draft
from retrieval.answers.spans import Span, find_spans, words_of
from retrieval.relevance import Relevance
from retrieval.texts import stems

_NUMBER = re.compile(r"\d")
_DATE = re.compile(
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?s?\b"
    r"|\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?[ap]\.?m"
    r"|\b(?:19|20)\d\d\b|\d+ ?[年月日时点]|\b(?:fall|winter|spring|summer|autumn) quarter",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"\b[A-Z\u00c0-\u00de][\w’'-]+ (?:[A-Z]\. )?[A-Z\u00c0-\u00de][\w’'-]+|[\u4e00-\u9fff]{2,4}(?:教授|老师|博士|主任)"
)
_PLACE = re.compile(
    r"\b(?:room|building|hall|street|avenue|road|floor|campus|suite|cent(?:re|er)|library|[A-Z]{1,3}\d{2,4})\b"
    r"|[路街楼室号]",
    re.IGNORECASE,
)
_MONEY = re.compile(r"[$€£¥]\s?\d|\d\s?(?:dollars|euros?|eur|usd|hkd|rmb|元)", re.IGNORECASE)

_EXPECTED = {"when": _DATE, "amount": _NUMBER, "count": _NUMBER, "who": _NAME, "where": _PLACE}


@dataclass(frozen=True, slots=True)
class Scored:
    """A span with its score for one question."""

    span: Span
    score: float


def score_spans(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence]) -> list[Scored]:
    """All spans of the evidence, best first. The score sums coverage, expected form, label and the block's own rank."""
    best = max((item.score for item in evidence), default=0.0)
    scored = [Scored(span, _score(span, analysis, relevance, best)) for item in evidence for span in find_spans(item)]
    return sorted(scored, key=lambda one: (-one.score, one.span.item.block_id, one.span.place))


def _score(span: Span, analysis: Analysis, relevance: Relevance, best: float) -> float:
    item = span.item
    cover = relevance.cover(span.text, span.lead, *item.heading_path, item.title)
    own = relevance.cover(span.text)
    expected = _EXPECTED.get(analysis.wanted)
    form = 0.2 if expected is not None and expected.search(span.text) else 0.0
    if analysis.wanted == "title" and span.kind == "heading":
        form = 0.3
    label = 0.45 if span.label and set(stems(span.label)) & set(analysis.stems) else 0.0
    length = -0.1 if words_of(span) < 3 and span.kind != "heading" else 0.0
    return cover + 0.4 * own + form + label + length - 0.6 * max(best - item.score, 0.0)


def answer_extractively(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], budget: int) -> Draft:
    """The draft made of the best spans, at most `budget` words; spans of one block keep their order."""
    scored = score_spans(analysis, relevance, evidence)
    if not scored:
        return Draft()
    chosen = _choose(scored, analysis, relevance, budget)
    blocks = list(dict.fromkeys(span.item.block_id for span in chosen))
    ordered = sorted(chosen, key=lambda span: (blocks.index(span.item.block_id), span.place))
    return Draft(claims=tuple(Claim(span.text, ((span.item, span.text),)) for span in ordered))


def _choose(scored: Sequence[Scored], analysis: Analysis, relevance: Relevance, budget: int) -> list[Span]:
    """Greedy: the best span, then spans near its score that add question words or stand beside a chosen one."""
    first = scored[0]
    chosen, words = [first.span], words_of(first.span)
    covered = relevance.covered([first.span.text, *first.span.item.heading_path])
    for one in scored[1:40]:
        size = words_of(one.span)
        if words + size > budget or _repeats(one.span, chosen):
            continue
        new = relevance.covered([one.span.text]) - covered
        near = one.score >= first.score - 0.25 and one.span.item.block_id == first.span.item.block_id
        if near or (new and one.score >= 0.75 * first.score) or one.score >= first.score - 0.08:
            chosen.append(one.span)
            words += size
            covered |= new
        if len(chosen) == 4:
            break
    return chosen


def _repeats(span: Span, chosen: Sequence[Span]) -> bool:
    mine = stems(span.text)
    return any(span.text in other.text or other.text in span.text or mine == stems(other.text) for other in chosen)
