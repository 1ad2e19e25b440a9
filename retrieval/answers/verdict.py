"""Yes or no, where the sentence that answers says so: by its own "yes", by what it allows, demands or denies.

Only the clause that speaks of what is asked counts. What cannot be told for certain is left open: the sentence stands
for itself then.
"""

from __future__ import annotations

import re
from typing import Literal

from retrieval.analysis import Analysis
from retrieval.answers.offices import denies_office
from retrieval.answers.spans import QUESTIONS, Span
from retrieval.data import load_data
from retrieval.relevance import Relevance
from retrieval.texts import fold, stem_set, stems

Verdict = Literal["yes", "no"]
Kind = Literal["may", "must", "is"]

SOME = 0.3
MOST = 0.6
ALL = 0.65
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_CLAUSE = re.compile(r"[,;:]\s+|[，；：。]|\s(?:but|and|whereas|while)\s|(?:但是|但|而)|[.!?]\s")


def asks_verdict(analysis: Analysis) -> bool:
    """Whether a question waits for a yes or a no, and for nothing beside it."""
    return _kind(analysis) is not None


def conclude(analysis: Analysis, relevance: Relevance, span: Span) -> Verdict | None:
    """The verdict that a span gives on the question; None where it gives none, or not on this."""
    kind = _kind(analysis)
    if kind is None or analysis.asked or span.kind == "heading" or denies_office(analysis, span.text):
        return None
    said = _said_outright(span, relevance)
    if said is not None:
        return said
    asked = fold(analysis.text)
    clause = _clause(span, asked, relevance)
    if not clause or not _is_about(kind, clause, span, analysis, relevance):
        return None
    if re.match(load_data("verdicts")["only"], fold(clause)):
        return _exclude(clause, analysis)
    return _judge(kind, fold(clause), asked)


def _kind(analysis: Analysis) -> Kind | None:
    folded = fold(analysis.text).strip()
    for row in load_data("verdicts")["asks"]:
        if re.search(row["pattern"], folded):
            kind: Kind = row["kind"]
            return kind
    return None


def _said_outright(span: Span, relevance: Relevance) -> Verdict | None:
    """The "yes" or "no" with which the answer to a question of the page begins, where that asks the same."""
    asked = question_of(span)
    if not asked or relevance.cover(asked, span.text) < MOST:
        return None
    match = re.match(load_data("verdicts")["outright"], fold(span.text))
    return None if match is None else "yes" if match.group("yes") else "no"


def question_of(span: Span) -> str:
    """The question of the page that a span answers: the line or the heading before it."""
    heading = span.item.heading_path[-1] if span.item.heading_path else ""
    return next((text for text in (span.lead, heading) if text.endswith(QUESTIONS)), "")


def _clause(span: Span, asked: str, relevance: Relevance) -> str:
    """The clause that holds most of what is asked; the first of equals."""
    clauses = [part.strip() for part in _CLAUSE.split(span.text) if part.strip()]
    return max(clauses, key=lambda clause: round(relevance.cover(_both_ways(clause, asked)), 3), default="")


def _both_ways(clause: str, asked: str) -> str:
    """A clause with the word of the question whose opposite it has: `closed` speaks of being open."""
    found = [re.search(row["asked"], asked) for row in _turned(fold(clause), asked)]
    return " ".join([clause, *(match.group() for match in found if match)])


def _turned(clause: str, asked: str) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = load_data("verdicts")["opposites"]
    return [row for row in rows if re.search(row["asked"], asked) and re.search(row["told"], clause)]


def _is_about(kind: Kind, clause: str, span: Span, analysis: Analysis, relevance: Relevance) -> bool:
    """Whether the clause speaks of what is asked: it, with its headings, holds most of it, and each number."""
    around = [span.text, span.lead, *span.item.heading_path, span.item.title]
    if not set(_NUMBER.findall(fold(analysis.text))) <= set(_NUMBER.findall(fold(clause))):
        return False
    asked = fold(analysis.text)
    told = _both_ways(clause, asked)
    if kind != "is" and re.search(load_data("verdicts")[kind], fold(clause)):
        told = " ".join([told, *re.findall(load_data("verdicts")[kind], asked)])  # it demands, or allows, as is asked
    most = ALL if kind == "is" else MOST  # a fact is only what was asked where nothing of the question is missing
    return relevance.cover(told) >= SOME and relevance.cover(told, *around) >= most


def _exclude(clause: str, analysis: Analysis) -> Verdict | None:
    """The verdict of "only X …": yes for an X that the question names, no where it names another thing."""
    held = stem_set(clause)
    common = set(load_data("verdicts")["ranks"].split())
    named = [set(stems(name)) - common for name in analysis.names]
    named = [name for name in named if name]
    if named and all(name <= held for name in named):
        return "yes"
    return "no" if named and all(held.isdisjoint(name) for name in named) else None


def _judge(kind: Kind, clause: str, asked: str) -> Verdict | None:
    data = load_data("verdicts")
    denied = re.search(data["denies"], clause) is not None
    if _turned(clause, asked):
        return "yes" if denied else "no"
    if re.search(data["mixed"], clause):
        return None
    if kind == "is":
        if denied and re.search(data["exists"], asked) and not re.search(data["denies_existence"], clause):
            return None
        return "no" if denied else "yes" if _states(asked, clause) else None
    speaks = re.search(data[kind], clause) is not None
    if denied:
        return "no" if speaks or kind == "may" else None
    if kind == "may" and re.search(data["must"], clause):
        return None
    return "yes" if speaks else None


def _states(asked: str, clause: str) -> bool:
    """Whether a clause without a denial says all that is asked: nothing in it hedges, or says it of some cases only.

    That something exists is said by any sentence about it.
    """
    data = load_data("verdicts")
    if re.search(data["exists"], asked):
        return True
    narrowed = set(re.findall(data["narrows"], clause)) - set(re.findall(data["narrows"], asked))
    return not narrowed and re.search(data["hedges"], clause) is None
