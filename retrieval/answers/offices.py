"""Who holds an office: the chair in "who heads the department of music", told as "Ada Stone, PhD, Chair".

The text need not say "the chair is": a name and the office in one line do, on a page or under a heading about the
thing. A vice chair is none, and a text that names no holder is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.forms import asks_contact, find_people
from retrieval.answers.guard import speaks_to_model
from retrieval.answers.spans import Span, find_pieces
from retrieval.data import load_data
from retrieval.relevance import Relevance
from retrieval.texts import fold, generic_words, stems, stop_words

NEAR, NEARER = 100, 40
PART = 0.3
SHORT = 20
COVERED = 0.6
HOLDERS = 3
BEARERS = 6
SEARCHED = 4
TITLE_WORDS = 4
_BEFORE = (
    r"(?:(?!(?:to|for|about|of|with|in|at|on|do|does|did|can|could|should|must|will|would|has|have|gets?|and|or|that|which|who)\b)"
    r"[\w'&-]+ ){0,5}?"
)
_BODY = "(?:the )?(?:Department|Institute|Cent(?:er|re)|School|Office|Program|Division|College|Laboratory|Faculty)"
_BESIDE = re.compile(r"(?<![,;(–-] )\b([A-Z][\w’'-]+) $")
_OF = re.compile(
    rf"(?:\s(?:of|for) |, (?={_BODY}))([^,;:()\n.]{{2,60}}?)(?=$|[,;:()\n.]| (?:is|was|are|since|at|will)\b)"
)
_NAMES = re.compile(r"[()（）:：|]|\s[–—-]\s")
_PROGRAM = re.compile(r"\bprogram(?:me)?s? $", re.IGNORECASE)
_OFFICE = re.compile(r"\b(?:office|approval|consent|permission|signature|letter) (?:of|from) (?:the )?$", re.IGNORECASE)
_BODIES = re.compile(r"\b(?:institut\w+|schools?|departments?|colleges?|university|cent(?:er|re)s?|laborator\w+)\b")
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


@dataclass(frozen=True, slots=True)
class _Held:
    """A block with the lines that name a holder, and the share of the thing asked about that it holds."""

    item: Evidence
    lines: tuple[Span, ...]
    about: float


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

    Where several things bear the name that is asked about ("the engineering department"), the first line of each.
    Nothing where no line does.
    """
    office = find_office(analysis)
    held = [one for item in pool if office and (one := _hold(office, item, analysis, relevance)).about >= COVERED]
    if office is None or not held:
        return [], 0.0
    best = max(held, key=lambda one: (one.about, one.item.score))
    if len(best.lines) > HOLDERS:
        return [], 0.0
    return _bearers(best, held, office, analysis) or list(best.lines), best.about


def _rank(office: Office, analysis: Analysis, line: str) -> int:
    """The place of the office that a line names among those that are meant, the commonest first."""
    told = " ".join(fold(match.group()) for match in _offices(office, analysis, line))
    return next((place for place, name in enumerate(office.names) if name in told), len(office.names))


def _hold(office: Office, item: Evidence, analysis: Analysis, relevance: Relevance) -> _Held:
    lines = [span for span in find_pieces(item) if _holds(office, analysis, span)]
    about = [round(_about(span, office, analysis, relevance), 2) for span in lines]
    most = max(about, default=0.0)
    return _Held(item, tuple(span for span, share in zip(lines, about, strict=True) if share == most), most)


def _bearers(best: _Held, held: Sequence[_Held], office: Office, analysis: Analysis) -> list[Span]:
    """The best line of each page as much about what is asked, where every title says more than the question does."""
    equal = [one for one in held if one.about == best.about and one.item.lang == best.item.lang]
    shared = frozenset.intersection(*(frozenset(stems(one.item.title)) for one in equal)) | set(analysis.stems)
    aside = office.words | generic_words() | stop_words() | shared
    found: dict[frozenset[str], tuple[tuple[int, float], Span]] = {}
    for one in equal:
        title = frozenset(stems(one.item.title)) - aside
        for line in one.lines:
            key = (_rank(office, analysis, line.text), -one.item.score)
            found[title] = min(found.get(title, (key, line)), (key, line), key=lambda pair: pair[0])
    several = 1 < len(found) <= BEARERS and frozenset() not in found
    return [line for _, line in found.values()] if several else []


def lacks_holder(analysis: Analysis, text: str) -> bool:
    """Whether the holder of an office is asked for, and no line of a text names one."""
    office = find_office(analysis)
    return office is not None and not any(tells_holder(office, analysis, line) for line in text.split("\n"))


def tells_holder(office: Office, analysis: Analysis, line: str) -> bool:
    """Whether a line names a person beside the office, so qualified as the question has it."""
    near = NEAR if len(line.split()) <= SHORT else NEARER
    found = _offices(office, analysis, line)
    return any(find_people(analysis, line[max(one.start() - near, 0) : one.end() + near]) for one in found)


def denies_office(analysis: Analysis, line: str) -> bool:
    """Whether a question asks if somebody holds an office, and a line does not name that office."""
    asked = fold(analysis.text)
    office = _read(asked, _claimed) if asked.startswith(("is ", "was ", "are ")) else None
    return office is not None and not any(_offices(office, analysis, line))


def _offices(office: Office, analysis: Analysis, line: str) -> Iterator[re.Match[str]]:
    """Where a line names the office itself: not an endowed chair, and not the office of something else."""
    if speaks_to_model(line):
        return
    for match in office.told.finditer(line):
        if _qualifiers(match.group("before")) != office.qualified:
            continue
        left = line[: match.start()]
        if _compound().match(line, match.end()) or _OFFICE.search(left) or _is_of_program(left, analysis):
            continue
        before, after = _BESIDE.search(left), _OF.match(line[match.end() :])
        if before and not _is_of_question(before.group(1), analysis) and match.group().lower().startswith("chair"):
            continue
        if after is None or _is_of_question(after.group(1), analysis):
            yield match


def _is_of_program(before: str, analysis: Analysis) -> bool:
    """Whether a line tells who directs a programme, where a school or an institute is asked about."""
    return bool(_PROGRAM.search(before)) and bool(_BODIES.search(fold(analysis.text)))


@cache
def _compound() -> re.Pattern[str]:
    """What makes another thing of the office before it: "Provost Honors"."""
    return re.compile(rf" (?:{'|'.join(load_data('offices')['compounds'])})\b", re.IGNORECASE)


def _is_of_question(words: str, analysis: Analysis) -> bool:
    """Whether words beside an office say only what the question says, or what fits any office."""
    named = set(stems(words)) - stop_words() - generic_words() - frozenset(load_data("offices")["ranks"])
    return named <= set(analysis.stems)


def _holds(office: Office, analysis: Analysis, span: Span) -> bool:
    """Whether a line names a person beside the office, or under a short heading that is the office."""
    return tells_holder(office, analysis, span.text) or _is_titled(office, analysis, span)


def _is_titled(office: Office, analysis: Analysis, span: Span) -> bool:
    heading = span.item.heading_path[-1] if span.item.heading_path and span.kind != "heading" else ""
    rests = [heading[one.end() :] for one in _offices(office, analysis, heading)]
    if len(heading.split()) > TITLE_WORDS or not any(_is_of_question(rest, analysis) for rest in rests):
        return False  # "Program Directors" is an office, "Provost Honors" is none
    return not speaks_to_model(span.text) and bool(find_people(analysis, span.text))


def _about(span: Span, office: Office, analysis: Analysis, relevance: Relevance) -> float:
    """The share of what is asked, the office aside, that a line with its headings and title holds.

    Under a heading that is the office a line tells only of the person.
    """
    own = [] if _is_titled(office, analysis, span) else [span.text]
    aside = office.words | frozenset(load_data("offices")["ranks"])
    weights = {word: weight for word, weight in relevance.weights.items() if word not in aside}
    near = relevance.covered([*own, span.lead, *span.item.heading_path, span.item.title])
    if not weights or (not own and _is_aside(span, set(weights) & near, relevance)):
        return 0.0
    return sum(weight for word, weight in weights.items() if word in near) / sum(weights.values())


def _is_aside(span: Span, asked: Set[str], relevance: Relevance) -> bool:
    """Whether the title or heading that bears the name asked about is a longer name, of which that is a small part."""
    names = [part for name in (span.item.title, *span.item.heading_path, span.lead) for part in _NAMES.split(name)]
    found = [set(stems(name)) - stop_words() - generic_words() for name in names if asked <= relevance.covered([name])]
    return bool(asked and found) and max(len(asked) / max(len(own), 1) for own in found) < PART


def _read_office(asked: str) -> Office | None:
    return _read(asked, _chinese if _ASKS_WHO.search(asked) else _latin)


@lru_cache(maxsize=256)
def _read(asked: str, pattern: Callable[[tuple[str, ...]], re.Pattern[str]]) -> Office | None:
    for row in load_data("offices")["offices"]:
        match = pattern(tuple(row["asked"])).search(asked)
        if match is not None:
            own = frozenset(stems(" ".join([*row["asked"], *row["told"], *_NOW, _qualifying()])))
            qualified = _qualifiers(match.groupdict().get("before") or "")
            return Office(_told(tuple(row["told"])), qualified, own, _commonest(row["told"]))
    return None


def _commonest(told: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in told if name.isascii())[:SEARCHED]


def _latin(words: tuple[str, ...]) -> re.Pattern[str]:
    return _asked_behind(r"\bwho(?:ever)?(?:'s)?", words)


def _claimed(words: tuple[str, ...]) -> re.Pattern[str]:
    return _asked_behind("^(?:is|was|are)", words)


@cache
def _asked_behind(opening: str, words: tuple[str, ...]) -> re.Pattern[str]:
    """A question for an office: how it opens, what qualifies the office, and the question's English words for it."""
    names = "|".join(word for word in words if word.isascii()) or "(?!)"
    return re.compile(rf"{opening} (?P<before>{_BEFORE}(?:(?:{_qualifying()})[ -])*)(?:{names})\b(?!['-])")


@cache
def _chinese(words: tuple[str, ...]) -> re.Pattern[str]:
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
