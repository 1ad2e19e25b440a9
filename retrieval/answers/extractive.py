"""The built-in answer: the best spans of the evidence, word for word, merged and ordered, without a language model.

A block's heading goes before its first span where the span does not say what it is about; a heading never stands alone,
and a row of a table is told by its cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.asks import find_asks, meets, unmet
from retrieval.answers.cells import say_row
from retrieval.answers.compose import say
from retrieval.answers.continuing import go_on
from retrieval.answers.draft import Claim, Draft
from retrieval.answers.forms import is_stamp
from retrieval.answers.guard import speaks_to_model
from retrieval.answers.marks import CHINESE, LATIN, marks_of
from retrieval.answers.namesakes import find_namesakes
from retrieval.answers.scoring import Scored, gives_hours, holds_names, score_spans
from retrieval.answers.settled import settles
from retrieval.answers.spans import QUESTIONS, Span, find_opening, words_of
from retrieval.answers.verdict import Verdict, asks_verdict, conclude
from retrieval.relevance import Relevance
from retrieval.texts import count_words, stems

LEAD_WORDS = 16
FULL = 0.9
BESIDE = 0.3
NEXT = 20
FEW = 4
NEAR = 0.8
BESIDE_UNSURE = 0.6
ELSEWHERE = 0.7


def answer_extractively(
    analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], budget: int, sure: bool = True
) -> Draft:
    """The draft made of the best spans, at most `budget` words; spans of one block keep their order.

    Where it is not `sure` that the best span answers, the next ones fill the budget.
    """
    scored = score_spans(analysis, relevance, evidence)
    if not scored:
        return Draft()
    concluded = _conclude(scored, analysis, relevance)
    if concluded is not None:
        return concluded
    chosen = _choose(scored, analysis, relevance, budget)
    if not sure and not gives_hours(scored[0].span, analysis, relevance):
        chosen = _fill(chosen, scored, budget, analysis, relevance)
    blocks = list(dict.fromkeys(span.item.block_id for span in chosen))
    ordered = sorted(chosen, key=lambda span: (blocks.index(span.item.block_id), span.place))
    return Draft(claims=tuple(claim_spans(ordered, analysis, relevance)))


def _conclude(scored: Sequence[Scored], analysis: Analysis, relevance: Relevance) -> Draft | None:
    """The answer to a yes/no question by the first of the best spans that says yes or no, that word first."""
    if not asks_verdict(analysis):
        return None
    near = [one.span for one in scored[:FEW] if one.score >= NEAR * scored[0].score]
    for span in near:
        verdict = conclude(analysis, relevance, span)
        claims = claim_spans([span], analysis, relevance) if verdict else []
        if verdict and claims:
            return Draft(claims=(replace(claims[0], text=_opened(verdict, claims[0].text, span, analysis)),))
    return None


def _opened(verdict: Verdict, text: str, span: Span, analysis: Analysis) -> str:
    """A claim with the verdict before it; a span that begins with that word says it itself."""
    word = say(analysis.lang, verdict)
    if span.text.lower().startswith(word.lower()):
        return span.text
    return f"{word}{(CHINESE if analysis.lang == 'zh' else LATIN).colon}{text}"


def answer_broadly(analysis: Analysis, relevance: Relevance, evidence: Sequence[Evidence], most: int = 15) -> Draft:
    """A synthesis for a question about the whole site: of every page the best span, and its best short list."""
    scored = score_spans(replace(analysis, wanted="list"), relevance, evidence)
    best: dict[str, Span] = {}
    lists: dict[str, Span] = {}
    for one in scored:
        if one.span.kind == "whole" and one.span.item.kind == "table":
            continue
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
    chosen = [*_complete(scored, analysis, budget), *find_namesakes(scored, analysis)]
    if settles(chosen, analysis, relevance):
        return chosen
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


def _fill(
    chosen: Sequence[Span], scored: Sequence[Scored], budget: int, analysis: Analysis, relevance: Relevance
) -> list[Span]:
    """The spans chosen, and a few of the best others, where those do not settle what is asked.

    They stand on the same page, or score nearly as much, and hold words of the question themselves.
    """
    filled = list(chosen)
    words = sum(map(words_of, filled))
    for one in [] if settles(chosen, analysis, relevance) else scored[:NEXT]:
        size = words_of(one.span)
        if _is_aside(one, scored[0], relevance) or words + size > budget * FULL or _repeats(one.span, filled):
            continue
        filled.append(one.span)
        words += size
        if len(filled) >= FEW:
            break
    return filled


def _is_aside(one: Scored, first: Scored, relevance: Relevance) -> bool:
    """Whether a span adds nothing to an unsure answer: it speaks of other things, or far less of what is asked."""
    if one.span.kind == "heading" or not relevance.covered([one.span.text, one.span.lead]):
        return True
    same = one.span.item.url == first.span.item.url
    return one.score < (BESIDE_UNSURE if same else NEAR) * first.score


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
        if span.lead.endswith(QUESTIONS):
            claims.append(_answer_to(span, text, span.lead not in led))
            led |= {block, span.lead}
            continue
        heading = "" if block in led else _heading(span.item) if asked else lead_of(span, text)
        claims.append(go_on(Claim(_led(heading, text), ((span.item, span.text),)), span))
        led.add(block)
    return claims


def _answer_to(span: Span, text: str, opens: bool) -> Claim:
    """A span that answers a question of the page, led by that question once."""
    if not opens:
        return Claim(text, ((span.item, span.text),))
    return Claim(_led(span.lead, text), ((span.item, span.lead), (span.item, span.text)))


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
    return f"{heading}{marks_of(heading).colon}{text}"


def lead_of(span: Span, text: str) -> str:
    """The heading that a span needs before it, or nothing."""
    heading = _heading(span.item)
    told = set(stems(heading)) <= set(stems(text))
    return "" if told or count_words(heading) > LEAD_WORDS else heading
