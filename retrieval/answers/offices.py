"""Who holds an office: the chair in "who heads the department of music", told as "Ada Stone, PhD, Chair".

The text need not say "the chair is": a name and the office in one line do, on a page or under a heading about the
thing. A vice chair is none, and a text that names no holder is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.forms import asks_contact, find_people
from retrieval.answers.guard import speaks_to_model
from retrieval.answers.spans import Span, find_pieces
from retrieval.data import load_data
from retrieval.relevance import Relevance
from retrieval.texts import fold, stems

NEAR = 100
COVERED = 0.6
HOLDERS = 3
SEARCHED = 4
TITLE_WORDS = 4
_BEFORE = (
    r"(?:(?!(?:to|for|about|of|with|in|at|on|do|does|did|can|could|should|must|will|would|has|have|gets?|and|or|that|which|who)\b)"
    r"[\w'&-]+ ){0,5}?"
)
_NOW = ("current", "currently", "now")
_ASKS_WHO = re.compile("谁|誰|哪位|叫什么")


@dataclass(frozen=True, slots=True)
class Office:
    """An office whose holder is asked for: what texts call it, how it is qualified ("vice"), its own words as stems.

    `names` are the commonest words for it, to search by.
    """

    told: re.Pattern[str]
    qualified: frozenset[str]
    words: frozenset[str]
    names: tuple[str, ...]


def find_office(analysis: Analysis) -> Office | None:
    """The office that a question asks the holder of; None for every other one, and where they are to be reached."""
    asked = fold(analysis.asked or analysis.text)
    return None if asks_contact(asked) else _read_office(asked)


def office_words(analysis: Analysis) -> tuple[str, ...]:
    """Words that a text may have for the office that is asked for, which the question has not; none without one."""
    office = find_office(analysis)
    return tuple(name for name in office.names if name not in analysis.terms) if office else ()


def find_holders(analysis: Analysis, relevance: Relevance, pool: Sequence[Evidence]) -> tuple[list[Span], float]:
    """The lines that name the office and a person, of the block that is most about the thing, and how much it is.

    Nothing where no line does.
    """
    office = find_office(analysis)
    if office is None:
        return [], 0.0
    best: tuple[float, float, list[Span]] = (0.0, 0.0, [])
    for item in pool:
        lines = [span for span in find_pieces(item) if _holds(office, analysis, span)]
        about = max((_about(span, office, relevance) for span in lines), default=0.0)
        if about >= COVERED and (round(about, 2), item.score) > best[:2]:
            best = (round(about, 2), item.score, lines)
    return (best[2], best[0]) if len(best[2]) <= HOLDERS else ([], 0.0)


def lacks_holder(analysis: Analysis, text: str) -> bool:
    """Whether the holder of an office is asked for, and no line of a text names one."""
    office = find_office(analysis)
    return office is not None and not any(tells_holder(office, analysis, line) for line in text.split("\n"))


def tells_holder(office: Office, analysis: Analysis, line: str) -> bool:
    """Whether a line names a person beside the office, so qualified as the question has it."""
    if speaks_to_model(line):
        return False
    for match in office.told.finditer(line):
        near = line[max(match.start() - NEAR, 0) : match.end() + NEAR]
        if _qualifiers(match.group("before")) == office.qualified and find_people(analysis, near):
            return True
    return False


def _holds(office: Office, analysis: Analysis, span: Span) -> bool:
    """Whether a line names a person beside the office, or under a short heading that is the office."""
    if tells_holder(office, analysis, span.text):
        return True
    heading = span.item.heading_path[-1] if span.item.heading_path and span.kind != "heading" else ""
    match = office.told.search(heading) if len(heading.split()) <= TITLE_WORDS else None
    titled = match is not None and _qualifiers(match.group("before")) == office.qualified
    return titled and not speaks_to_model(span.text) and bool(find_people(analysis, span.text))


def _about(span: Span, office: Office, relevance: Relevance) -> float:
    """The share of what is asked, the office aside, that a line with its headings and title holds."""
    weights = {word: weight for word, weight in relevance.weights.items() if word not in office.words}
    near = relevance.covered([span.text, span.lead, *span.item.heading_path, span.item.title])
    return sum(weight for word, weight in weights.items() if word in near) / sum(weights.values()) if weights else 0.0


@lru_cache(maxsize=256)
def _read_office(asked: str) -> Office | None:
    for row, latin, chinese in _patterns():
        match = (chinese if _ASKS_WHO.search(asked) else latin).search(asked)
        if match is not None:
            own = frozenset(stems(" ".join([*row["asked"], *row["told"], *_NOW])))
            qualified = _qualifiers(match.groupdict().get("before") or "")
            return Office(_told(tuple(row["told"])), qualified, own, _commonest(row["told"]))
    return None


def _commonest(told: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in told if name.isascii())[:SEARCHED]


@cache
def _patterns() -> list[tuple[dict[str, list[str]], re.Pattern[str], re.Pattern[str]]]:
    """The rows of `offices.yaml`, each with how it is asked for in English and in Chinese."""
    return [(row, _latin(row["asked"]), _chinese(row["asked"])) for row in load_data("offices")["offices"]]


def _latin(words: Sequence[str]) -> re.Pattern[str]:
    names = "|".join(word for word in words if word.isascii()) or "(?!)"
    return re.compile(rf"\bwho(?:ever)?(?:'s)? (?P<before>{_BEFORE}(?:(?:{_qualifying()})[ -])*)(?:{names})\b(?!['-])")


def _chinese(words: Sequence[str]) -> re.Pattern[str]:
    names = "|".join(word for word in words if not word.isascii()) or "(?!)"
    return re.compile(
        rf"(?:{names})(?:是|叫)?(?:谁|誰|哪位|什么名字)|(?:谁|誰|哪位)是[^?？]{{0,20}}(?:{names})|由(?:谁|誰)(?:{names})"
    )


@cache
def _told(names: tuple[str, ...]) -> re.Pattern[str]:
    latin = "|".join(re.escape(name) for name in names if name.isascii())
    other = "|".join(name for name in names if not name.isascii()) or "(?!)"
    before = rf"(?P<before>(?:\b(?:{_qualifying()})[ -])*)"
    return re.compile(rf"{before}(?:\b(?:{latin})s?\b(?!['’]| in\b)|(?:{other}))", re.IGNORECASE)


@cache
def _qualifying() -> str:
    return "|".join(load_data("offices")["qualifiers"])


def _qualifiers(before: str) -> frozenset[str]:
    return frozenset(re.findall(rf"\b({_qualifying()})\b", fold(before)))
