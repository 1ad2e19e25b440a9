"""The built-in answer: the best spans of the evidence, word for word, merged and ordered, without a language model.

A span's score sums how much of the question it covers, whether it has the form that is asked for (a date for "when"),
whether its label is asked for, and how well its block ranks. A block's heading goes before its first span where the
span does not say what it is about; a heading never stands alone, and a row of a table is told by its cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.asks import find_asks, meets, names_kind, unmet
from retrieval.answers.cells import meets_row, say_row
from retrieval.answers.contents import find_contents
from retrieval.answers.draft import Claim, Draft
from retrieval.answers.forms import (
    asks_contact,
    asks_reach,
    find_years,
    gives_verdict,
    has_form,
    is_stamp,
    meets_quantity,
    meets_years,
)
from retrieval.answers.guard import speaks_to_model
from retrieval.answers.spans import Span, find_opening, find_spans, words_of
from retrieval.relevance import Relevance
from retrieval.texts import count_words, fold, holds_code, language, stems

LEAD_WORDS = 16
FULL = 0.9
QUANTITY = 0.6
LABEL = 0.5
RANK = 1.0
NAMED = 0.5
VERDICT = 0.2
OPENING = 0.2
REACH = 0.3
RARE = 0.25
KIND = 0.3
BESIDE = 0.3
ELSEWHERE = 0.7


@dataclass(frozen=True, slots=True)
class Scored:
    """A span with its score for one question."""

    span: Span
    score: float


def score_spans(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence]) -> list[Scored]:
    """All spans of the evidence, best first; text that speaks to a model is no span.

    Scored once for the same evidence of a question.
    """
    return list(relevance.once((analysis, *evidence), lambda: _score_all(analysis, relevance, evidence)))


def _score_all(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence]) -> list[Scored]:
    best = max((item.score for item in evidence), default=0.0)
    contents = find_contents(evidence)
    scored = [
        Scored(span, _score(span, analysis, relevance, best))
        for item in evidence
        if item.block_id not in contents
        for span in find_spans(item)
        if _may_answer(span, analysis, relevance)
    ]
    return sorted(scored, key=lambda one: (-one.score, one.span.item.block_id, one.span.place))


def _may_answer(span: Span, analysis: Analysis, relevance: Relevance) -> bool:
    if speaks_to_model(span.text) or is_stamp(span.text) or (span.kind == "whole" and analysis.wanted != "list"):
        return False
    return _speaks_of_it(span, analysis, relevance)


def _speaks_of_it(span: Span, analysis: Analysis, relevance: Relevance) -> bool:
    """Whether a span or its headings hold a word of the question, or its page's title half of them.

    Text in another language than the question's may share no word with it.
    """
    if analysis.asked or span.item.lang not in {"", analysis.lang}:
        return True
    near = relevance.covered([span.text, span.lead, *span.item.heading_path])
    return bool(near) or relevance.cover(span.item.title) >= NAMED


def _score(span: Span, analysis: Analysis, relevance: Relevance, best: float) -> float:
    item = span.item
    cover = relevance.cover(span.text, span.lead, *item.heading_path, item.title)
    own = relevance.cover(span.text)
    label = _label(span, relevance)
    form, length = _form(span, analysis), _shape(span) + _opening(span, analysis, relevance)
    heading = -0.3 if span.kind == "heading" and analysis.wanted not in {"title", "amount", "count"} else 0.0
    about = 0.6 if names_block(analysis, item) else 0.0
    about -= 0.5 if tells_other_years(analysis, span) else 0.0
    told = cover + 0.5 * own + RARE * _rarest(span, relevance)
    return told + form + label + length + heading + about - RANK * max(best - item.score, 0.0)


def _rarest(span: Span, relevance: Relevance) -> float:
    """The share of the question's two weightiest words that a span itself holds."""
    heavy = set(sorted(relevance.weights, key=lambda word: (-relevance.weights[word], word))[:2])
    return len(relevance.covered([span.text]) & heavy) / max(len(heavy), 1)


def _form(span: Span, analysis: Analysis) -> float:
    """What having the form that is asked for adds, and lacking one that is asked for by name takes away."""
    asked = analysis.asked or analysis.text
    if analysis.wanted == "title" and span.kind == "heading":
        return 0.3
    form = 0.25 if has_form(analysis, span.text) else 0.0
    form += REACH if form and asks_reach(asked) else 0.0
    form += KIND if names_kind(analysis, span.text) else 0.0
    if meets_quantity(asked, span.text) and holds_names(analysis, span):
        return form + QUANTITY
    if analysis.wanted == "yesno" and gives_verdict(span.text):
        return VERDICT
    return form - (QUANTITY if asks_contact(asked) else 0.0)


def holds_names(analysis: Analysis, span: Span) -> bool:
    """Whether a span with its headings and title holds a word of each thing that the question names, if it names any.

    A question that was put in another language than the block's names it in other words.
    """
    item = span.item
    if analysis.asked or item.lang not in {"", analysis.lang}:
        return True
    known = set(stems(" ".join([span.text, span.lead, *item.heading_path, item.title, item.text])))
    return all(not known.isdisjoint(stems(name)) for name in analysis.names)


def _shape(span: Span) -> float:
    """What the length of a span, or its being the mere lead of a list, takes away."""
    size = words_of(span)
    short = -0.2 if size < 4 and span.kind == "sentence" else -0.1 if size > 60 else 0.0
    return short - (0.3 if span.text.endswith((":", "：", "…")) and span.kind != "heading" else 0.0)


def _opening(span: Span, analysis: Analysis, relevance: Relevance) -> float:
    """What the first piece of a block gains by a heading that the question names; all under a code is about it."""
    path = span.item.heading_path
    named = bool(path) and span.place == 0 and not names_block(analysis, span.item)
    return OPENING * relevance.cover(path[-1]) if named else 0.0


def _label(span: Span, relevance: Relevance) -> float:
    """What a label that is asked for, or a row and a column that are, add to a span."""
    if span.label and relevance.covered([span.label]):
        return LABEL
    if span.kind == "whole":
        return 0.3
    return 0.4 * meets_row(span.row, relevance) if span.row is not None else 0.0


def tells_other_years(analysis: Analysis, span: Span) -> bool:
    """Whether the question names a year, and the span with its headings and title tells only of others."""
    asked, text = find_years(analysis.text), " ".join([span.text, span.lead, *span.item.heading_path, span.item.title])
    return bool(asked) and bool(find_years(text)) and not meets_years(asked, text)


def names_block(analysis: Analysis, item: Evidence) -> bool:
    """Whether a code of the question heads the block: then the block is about what was asked."""
    heading = fold(item.heading_path[-1]) if item.heading_path else ""
    return any(holds_code(heading, code) for code in analysis.course_codes)


def answer_extractively(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], budget: int) -> Draft:
    """The draft made of the best spans, at most `budget` words; spans of one block keep their order."""
    scored = score_spans(analysis, relevance, evidence)
    if not scored:
        return Draft()
    chosen = _choose(scored, analysis, relevance, budget)
    blocks = list(dict.fromkeys(span.item.block_id for span in chosen))
    ordered = sorted(chosen, key=lambda span: (blocks.index(span.item.block_id), span.place))
    return Draft(claims=tuple(claim_spans(ordered, analysis, relevance)))


def answer_broadly(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], most: int = 8) -> Draft:
    """A synthesis for a question about the whole site: of every page the best span, and its best short list."""
    scored = score_spans(replace(analysis, wanted="list"), relevance, evidence)
    best: dict[str, Span] = {}
    lists: dict[str, Span] = {}
    for one in scored:
        if one.span.kind == "whole":
            lists.setdefault(one.span.item.url, one.span)
        elif one.span.kind != "heading" and relevance.covered([one.span.text, *one.span.item.heading_path]):
            best.setdefault(one.span.item.url, one.span)
    pages = list(dict.fromkeys(item.url for item in evidence))[:most]
    chosen = [found[url] for url in pages for found in (best, lists) if url in found]
    claims = [claim for span in chosen for claim in claim_spans([span], analysis, relevance)]
    return Draft(claims=tuple(claims), form="list")


def _choose(scored: Sequence[Scored], analysis: Analysis, relevance: Relevance, budget: int) -> list[Span]:
    """Greedy: the best span, those that hold what is asked for and still missing, then others that add question words,
    stand in the same block, or score nearly as much.
    """
    first = scored[0]
    chosen = _complete(scored, analysis, budget)
    words = sum(words_of(span) for span in chosen)
    covered = relevance.covered([text for span in chosen for text in (span.text, *span.item.heading_path)])
    for one in scored[1:60]:
        size = words_of(one.span)
        if words + size > budget * FULL or _repeats(one.span, chosen):
            continue
        new = relevance.covered([one.span.text]) - covered
        beside = one.span.item.block_id == first.span.item.block_id and one.score >= _nearness(first.span) * first.score
        if beside or (new and one.score >= 0.7 * first.score) or one.score >= 0.92 * first.score:
            chosen.append(one.span)
            words += size
            covered |= new
        if len(chosen) >= 5:
            break
    return chosen


def _complete(scored: Sequence[Scored], analysis: Analysis, budget: int) -> list[Span]:
    """The best span and, for each thing asked for that it lacks, the best that holds it: of its page, else near."""
    first = scored[0]
    chosen = [first.span]
    for ask in find_asks(analysis):
        if not unmet([ask], [span.text for span in chosen]):
            continue
        others = (one for one in scored[1:] if one.span.kind != "heading" and meets(ask, one.span.text))
        near = [one for one in others if one.score >= _least(one, first) and holds_names(analysis, one.span)]
        near.sort(key=lambda one: one.span.item.url != first.span.item.url)
        if near and words_of(near[0].span) + sum(map(words_of, chosen)) <= budget:
            chosen.append(near[0].span)
    return chosen


def _least(one: Scored, first: Scored) -> float:
    """The score from which on a span may complete an answer: less where it stands on the same page."""
    return (BESIDE if one.span.item.url == first.span.item.url else ELSEWHERE) * first.score


def _nearness(first: Span) -> float:
    """How near a span beside the best must score: prose reads on, rows and terms of a list stand by themselves."""
    return 0.6 if first.kind == "sentence" else 0.9


def _repeats(span: Span, chosen: Sequence[Span]) -> bool:
    mine = stems(span.text)
    return any(span.text in other.text or other.text in span.text or mine == stems(other.text) for other in chosen)


def claim_spans(spans: Sequence[Span], analysis: Analysis, relevance: Relevance) -> list[Claim]:
    """Spans as claims; the first of a block is led by the block's heading unless it says the same."""
    claims: list[Claim] = []
    led: set[str] = set()
    for place, span in enumerate(spans):
        block = span.item.block_id
        if span.kind == "heading":
            follower = spans[place + 1] if place + 1 < len(spans) else None
            if follower is None or follower.item.block_id != block:
                claims.extend(claim_heading(span.item))
                led.add(block)
            continue
        text = say_row(span.row, analysis, relevance) if span.row else span.said or span.text
        asked = place > 0 and spans[place - 1].kind == "heading" and spans[place - 1].item.block_id == block
        heading = "" if block in led else _heading(span.item) if asked else lead_of(span, text)
        claims.append(Claim(_led(heading, text), ((span.item, span.text),)))
        led.add(block)
    return claims


def claim_heading(item: Evidence) -> list[Claim]:
    """A heading that answers, with what begins its block: alone it would be no sentence."""
    heading = _heading(item)
    opening = [
        one
        for one in find_opening(item)
        if one.kind != "heading" and not speaks_to_model(one.text) and not is_stamp(one.text)
    ]
    if not heading or not opening:
        return []
    first = opening[0]
    return [Claim(_led(heading, first.said or first.text), ((item, item.heading_path[-1]), (item, first.text)))]


def _heading(item: Evidence) -> str:
    return item.heading_path[-1].rstrip(":： ") if item.heading_path else ""


def _led(heading: str, text: str) -> str:
    if not heading or heading[-1] in "?!？！":
        return f"{heading} {text}".strip()
    return f"{heading}{'：' if language(heading) == 'zh' else ': '}{text}"


def lead_of(span: Span, text: str) -> str:
    """The heading that a span needs before it, or nothing."""
    heading = _heading(span.item)
    told = set(stems(heading)) <= set(stems(text))
    return "" if told or count_words(heading) > LEAD_WORDS else heading
