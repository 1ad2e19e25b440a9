"""Lists and counts: a question read as a type and conditions, answered from the graph completely.

A condition is a linked entity or topic, a code prefix, a range of code numbers, a value of an attribute, a missing
relation, or words of the own block. Conditions are put together by "and"; the parts of one (namesakes) by "or".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from retrieval.analysis import Analysis, find_wanted
from retrieval.conditions import Condition, read_conditions, title_asked
from retrieval.data import load_data
from retrieval.linking import Link
from retrieval.sites import SiteFacts
from retrieval.subjects import Subject, find_subjects
from retrieval.texts import content, course_codes, fold, generic_words, stem, stop_words, words
from retrieval.vocabulary import Wording, read_wording

SURE = 0.8
_YEARS = r"\b(?:19|20)\d\d\s*[-/]\s*(?:(?:19|20)?\d\d)\b"
_UPPER = re.compile(r"\b([A-Z]{2,6})\b(?!\s?\d)")


@dataclass(frozen=True, slots=True)
class ListAsk:
    """A question as a list: the type wanted, all conditions, and the words that only the last of them checks."""

    type: str
    conditions: tuple[Condition, ...]
    left: tuple[str, ...] = ()
    pages_of: tuple[str, ...] = ()


def read_list(analysis: Analysis, wording: Wording, links: Sequence[Link], site: SiteFacts) -> ListAsk | None:
    """The question as a list, or None when it names no type or a relation that the graph does not have."""
    sure = [one for one in links if one.weight >= SURE and not _made_up(one, analysis)]
    nested = re.search(load_data("vocabulary")["nested"], fold(analysis.text))
    if re.search(load_data("vocabulary")["pages_of"], fold(analysis.text)):
        ids = tuple(one.id for one in sure if one.kind == "entity")
        return ListAsk("page", (), pages_of=ids) if ids else None
    if not wording.types:
        return None
    asked = said(analysis)
    title, _ = title_asked(asked)
    subjects = [] if nested else find_subjects(_bare(analysis), wording.types[0], site)
    others = _other_links(sure, subjects, title)
    letters = [] if any(one.letters for one in subjects) else _prefixes(analysis, others, wording.types[0], site)
    conditions = [
        *(_nested(others, nested, site) if nested else _linked(others, wording)),
        *_subjects(subjects, sure, wording, site),
        *letters,
        *read_conditions(asked, wording),
    ]
    left = _left(analysis, wording, conditions)
    if left:
        conditions.append(Condition(f"says {' '.join(left)}", words=left))
    open_ended = not conditions and (wording.unknown or find_wanted(analysis.text) not in {"list", "count"})
    return None if open_ended else ListAsk(wording.types[0], tuple(conditions), left)


def _made_up(link: Link, analysis: Analysis) -> bool:
    """Whether a code stands only in a reading of the question, where words changed places: "CAT 有几门 1 学分的课"."""
    read = {fold(code) for code in analysis.course_codes} if analysis.asked else set()
    return fold(link.matched) in read - {fold(code) for code in course_codes(analysis.asked)}


def said(analysis: Analysis) -> str:
    """The question as it was put, followed by the reading of it where there is one."""
    return f"{analysis.asked} {analysis.text}".strip()


def _bare(analysis: Analysis) -> str:
    """The question without whole codes and the words of a title, neither of which names a subject."""
    _, text = title_asked(analysis.text)
    for code in analysis.course_codes:
        spelled = re.escape(code).replace(r"\ ", r"[\s-]?")
        text = re.sub(rf"\b{spelled}\b", " ", text, flags=re.IGNORECASE)
    return text


def _linked(links: Sequence[Link], wording: Wording) -> list[Condition]:
    """One condition a matched name: its namesakes (a department and a topic) are alternatives."""
    groups: dict[str, Condition] = {}
    for one in links:
        key = fold(one.matched)
        known = groups.get(key, Condition(one.matched, outgoing=wording.outgoing, incoming=wording.incoming))
        groups[key] = replace(known, ids=(*known.ids, one.id))
    return list(groups.values())


def _nested(links: Sequence[Link], clause: re.Match[str], site: SiteFacts) -> list[Condition]:
    """Names inside a clause ("a supervisor who works on genomics") are met by a thing between; the others directly."""
    outer, inner = (read_wording(part, site) for part in clause.groups())
    inside = clause.group(2)
    within = [one for one in links if fold(one.matched) in inside]
    between = [replace(one, via_outgoing=outer.outgoing, via_incoming=outer.incoming) for one in _linked(within, inner)]
    return [*between, *_linked([one for one in links if one not in within], outer)]


def _subjects(subjects: Sequence[Subject], links: Sequence[Link], wording: Wording, site: SiteFacts) -> list[Condition]:
    """What things belong to; namesakes of an owner (a topic of the same name) are alternatives where people are asked.

    Several letters of codes are alternatives: nothing has two codes.
    """
    owned = tuple(name for name in load_data("vocabulary")["owned"] if name in site.relations)
    people = wording.types[0] == "person"
    outgoing, incoming = (wording.outgoing, wording.incoming) if people else (owned, owned)
    letters = [letter for one in subjects for letter in one.letters]
    found = [Condition(f"code {' '.join(letters).upper()}", prefixes=tuple(f"{one} " for one in letters))]
    for one in subjects:
        namesakes = [link.id for link in links if people and " ".join(words(link.matched)) == one.said]
        ids = tuple(dict.fromkeys((*one.ids, *namesakes)))
        found.append(Condition(one.said, ids=ids, outgoing=outgoing, incoming=incoming))
    return [one for one in found if one.prefixes or one.ids]


def _other_links(links: Sequence[Link], subjects: Sequence[Subject], title: str) -> list[Link]:
    """Links that say more than the subjects and the title do; a community that shares a word is no condition."""
    taken = {stem(word) for one in subjects for word in one.said.split()} | {stem(word) for word in words(title)}
    kept = []
    for one in links:
        matched = {stem(word) for word in words(one.matched)} - generic_words() - stop_words()
        shared = bool(matched & taken)
        if not (matched <= taken or (shared and one.type == "community")):
            kept.append(one)
    return kept


def _prefixes(analysis: Analysis, links: Sequence[Link], kind: str, site: SiteFacts) -> list[Condition]:
    """`CSE courses`: a bare run of capitals begins the codes of what is asked, or names what was linked."""
    known = site.codes.get(kind, frozenset())
    taken = {fold(one.matched) for one in links}
    return [
        Condition(f"code {match}", prefixes=(f"{match.casefold()} ",))
        for match in dict.fromkeys(_UPPER.findall(analysis.asked or analysis.text))
        if match.casefold() not in taken and (match.casefold() in known or not site.codes)
    ]


def _left(analysis: Analysis, wording: Wording, conditions: Sequence[Condition]) -> tuple[str, ...]:
    """Content words that neither type, relation, attribute nor a condition stands for."""
    data = load_data("vocabulary")
    used = {stem(word) for one in conditions for word in words(one.shown)}
    patterns = [
        *data["types"].values(),
        *(row["pattern"] for row in data["relations"]),
        *(row["pattern"] for row in data["attributes"].values()),
        *(data[name] for name in ("more", "less", "at_least", "at_most", "fillers", "ranks")),
        *(row["pattern"] for row in data["levels"]),
        *data["numbered"].values(),
    ]
    rest = re.sub("|".join([_YEARS, *patterns]), " ", fold(analysis.text))
    free = used | generic_words() | stop_words() | set(data["numbers"])
    rest = re.sub("|".join(re.escape(fold(code)) for code in analysis.course_codes) or "$^", " ", rest)
    return tuple(word for word in content(rest) if not {stem(word), word} & free)


def relax(ask: ListAsk) -> ListAsk | None:
    """The same list with topics and fields also met by the words of a thing's own page; None if nothing changes.

    A code or a relation that leads one way only is never relaxed: it would turn the question round.
    """
    wider = tuple(
        replace(one, words=(one.shown.lower(),))
        if one.ids and not one.words and set(one.outgoing) == set(one.incoming) and not any(map(str.isdigit, one.shown))
        else one
        for one in ask.conditions
    )
    return replace(ask, conditions=wider) if wider != ask.conditions else None
