"""How well each span of the evidence answers, best first.

A span's score sums how much of the question it covers, whether it has the form that is asked for (a date for "when"),
whether its label is asked for, and how well its block ranks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.records import Evidence
from retrieval.analysis import Analysis, asking_part
from retrieval.answers.asks import names_kind
from retrieval.answers.cells import meets_row, read_rows
from retrieval.answers.contents import find_contents
from retrieval.answers.continuing import leads_on
from retrieval.answers.forms import (
    asks_contact,
    asks_reach,
    expects_form,
    find_years,
    gives_mail_of,
    gives_verdict,
    has_form,
    is_stamp,
    meets_quantity,
    meets_years,
)
from retrieval.answers.guard import speaks_to_model
from retrieval.answers.hours import MANY_DAYS, asks_hours, days_of, is_hours_word, tells_hours
from retrieval.answers.measures import asks_total, tells_total
from retrieval.answers.properties import is_place_of_another, is_sum_of_another
from retrieval.answers.spans import QUESTIONS, Span, find_spans, words_of
from retrieval.data import load_data
from retrieval.relevance import Relevance
from retrieval.texts import fold, generic_words, holds_code, stems, stop_words

QUANTITY = 0.6
LABEL = 0.5
RANK = 1.0
NAMED = 0.5
VERDICT = 0.2
OPENING = 0.2
REACH = 0.3
RARE = 0.25
KIND = 0.3
TOTAL = 0.4
HOURS = 1.6
WHOLLY = 0.6
TABLE = 1.2
TABLED = frozenset({"money", "amount", "when", "list"})
FOREIGN = 0.3
LACKS = 0.25
OTHERS = 0.6
ACRONYM = 0.4
_TITLED = re.compile(r"[a-z]{2,6}(?:/[a-z]{2,6})* ?\d{1,4}[a-z-]*\W+(\w.*?)(?: \([^)]*\))?\W*$")
_ACRONYM = re.compile(r"(?<![\w-])[A-Z]{3,6}(?![\w-]| ?\d)")


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
    if speaks_to_model(span.text) or is_stamp(span.text) or span.kind == "question":
        return False
    if span.kind == "whole" and not gives_hours(span, analysis, relevance):
        if span.item.kind == "table":
            return answers_as_table(span, analysis, relevance)
        if analysis.wanted != "list":
            return False
    return _speaks_of_it(span, analysis, relevance)


def answers_as_table(span: Span, analysis: Analysis, relevance: Relevance) -> bool:
    """Whether a small table answers as a whole: it is about what is asked, in its form, and no row is named."""
    if analysis.wanted not in TABLED or (expects_form(analysis) and not has_form(analysis, span.text)):
        return False
    rows = [row.text for row in read_rows(span.item) if row.names]
    around = [span.lead, *span.item.heading_path, span.item.title]
    return not relevance.covered(rows) and relevance.cover("", *around) >= WHOLLY


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
    own = relevance.cover(told_by(span))
    label = _label(span, relevance)
    form, length = _form(span, analysis), _shape(span) + _opening(span, analysis, relevance)
    heading = -0.3 if span.kind == "heading" and analysis.wanted not in {"title", "amount", "count"} else 0.0
    about = 0.6 if names_block(analysis, item) else 0.0
    about -= OTHERS if is_of_others(span, analysis) else 0.0
    about -= 0.0 if analysis.asked or item.lang in {"", analysis.lang} else FOREIGN
    about -= 0.5 if tells_other_years(analysis, span) else 0.0
    about += ACRONYM * _adds_acronym(span, analysis)
    told = cover + 0.5 * own + RARE * _rarest(span, relevance)
    about += HOURS * gives_hours(span, analysis, relevance)
    return told + form + label + length + heading + about - RANK * max(best - item.score, 0.0)


def _adds_acronym(span: Span, analysis: Analysis) -> bool:
    """Whether a span itself holds an acronym of the question ("GRE") that its page and headings are not named after."""
    asked = analysis.asked or analysis.text
    wanted = set(_ACRONYM.findall(asked)) if not asked.isupper() else set()
    around = " ".join([span.item.title, *span.item.heading_path])
    return any(short not in around for short in wanted & set(_ACRONYM.findall(span.text)))


def is_of_others(span: Span, analysis: Analysis) -> bool:
    """Whether a span tells of other days than the one asked for, or is the row of another thing than the one named."""
    days, told = days_of(analysis.asked or analysis.text), days_of(span.text)
    if days and told and not days & told:
        return True
    if is_place_of_another(analysis, span.text) or is_sum_of_another(analysis, span.text):
        return True
    return span.row is not None and not holds_names(analysis, span)


def gives_hours(span: Span, analysis: Analysis, relevance: Relevance) -> bool:
    """Whether opening hours are asked for, and this is the timetable of the thing in question; its line, of a day."""
    asked = analysis.asked or analysis.text
    if not asks_hours(asked) or not tells_hours(span.text):
        return False
    days = days_of(asked)
    if days and (span.kind == "whole" or not days & days_of(span.text)):
        return False
    if len(days_of(span.item.text)) < MANY_DAYS:
        return False
    things = {word for word in relevance.weights if not is_hours_word(word)}
    own = "" if span.kind == "whole" else span.text  # a table of several offices is no answer about one
    near = relevance.covered([own, span.lead, *span.item.heading_path, span.item.title])
    return things <= near


def _rarest(span: Span, relevance: Relevance) -> float:
    """The share of the question's two weightiest words that a span itself holds."""
    heavy = set(sorted(relevance.weights, key=lambda word: (-relevance.weights[word], word))[:2])
    return len(relevance.covered([told_by(span)]) & heavy) / max(len(heavy), 1)


def told_by(span: Span) -> str:
    """What a span says by itself: with the question of the page that it answers, if it answers one."""
    return f"{span.lead} {span.text}" if span.lead.endswith(QUESTIONS) else span.text


def _form(span: Span, analysis: Analysis) -> float:
    """What having the form that is asked for adds, and lacking one that is asked for by name takes away."""
    asked = analysis.asked or analysis.text
    if analysis.wanted == "title" and span.kind == "heading":
        return 0.3
    form = 0.25 if has_form(analysis, span.text) else 0.0
    form += REACH if form and asks_reach(asked) else 0.0
    form += KIND if names_kind(analysis, span.text) else 0.0
    form += TOTAL if asks_total(asked) and tells_total(span.text) else 0.0
    if meets_quantity(asked, span.text) and holds_names(analysis, span):
        return form + QUANTITY * (1 + (gives_mail_of(analysis, span.text) or 0))
    if analysis.wanted == "yesno" and gives_verdict(span.text):
        return VERDICT
    lacks = analysis.wanted == "money" and not has_form(analysis, span.text)
    return form - (2 * QUANTITY if asks_contact(asked) else LACKS if lacks else 0.0)


def holds_names(analysis: Analysis, span: Span) -> bool:
    """Whether a span with its headings and title holds a word of each thing that the question names, if it names any.

    A question that was put in another language than the block's names it in other words.
    """
    item = span.item
    if analysis.asked or item.lang not in {"", analysis.lang}:
        return True
    beside = "" if span.row else item.text  # the other rows of a table tell of other things
    known = set(stems(" ".join([span.text, span.lead, *item.heading_path, item.title, beside])))
    named = (name for name in analysis.names if not _is_rank(name))
    return all(not known.isdisjoint(_own_words(name)) for name in named)


def _is_rank(name: str) -> bool:
    """Whether a name is that of a degree alone ("MS"), which pages leave out where they tell of a programme."""
    return fold(name).replace(".", "") in load_data("verdicts")["ranks"].split()


def _own_words(name: str) -> set[str]:
    """The stems of a name without those that many names share, if any are left."""
    found = set(stems(name))
    return found - generic_words() - stop_words() or found


def _shape(span: Span) -> float:
    """What the length of a span, or its being the mere lead of a list, takes away."""
    size = words_of(span)
    short = -0.2 if size < 4 and span.kind == "sentence" else -0.1 if size > 60 else 0.0
    lead = span.text.endswith((":", "：", "…")) and span.kind != "heading" and not leads_on(span)
    return short - (0.3 if lead else 0.0)


def _opening(span: Span, analysis: Analysis, relevance: Relevance) -> float:
    """What the first piece of a block gains by a heading that the question names; all under a code is about it."""
    path = span.item.heading_path
    named = bool(path) and span.place == 0 and not names_block(analysis, span.item)
    return OPENING * relevance.cover(path[-1]) if named else 0.0


def _label(span: Span, relevance: Relevance) -> float:
    """What a label that is asked for, or a row and a column that are, add to a span."""
    if span.label and relevance.covered([span.label]) - relevance.covered([span.item.title]):
        return LABEL
    if span.kind == "whole":
        return TABLE if span.item.kind == "table" else 0.3
    return 0.4 * meets_row(span.row, relevance) if span.row is not None else 0.0


def tells_other_years(analysis: Analysis, span: Span) -> bool:
    """Whether the question names a year, and the span with its headings and title tells only of others."""
    asked = find_years(asking_part(analysis.text))
    text = " ".join([span.text, span.lead, *span.item.heading_path, span.item.title])
    return bool(asked) and bool(find_years(text)) and not meets_years(asked, text)


def names_block(analysis: Analysis, item: Evidence) -> bool:
    """Whether a code of the question heads the block, or the name beside one: then it is about what was asked."""
    heading = fold(item.heading_path[-1]) if item.heading_path else ""
    if any(holds_code(heading, code) for code in analysis.course_codes):
        return True
    titled = _TITLED.match(heading)
    return titled is not None and titled.group(1) in {fold(name) for name in analysis.names if " " in name}
