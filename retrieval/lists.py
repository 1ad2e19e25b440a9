"""Lists and counts: a question read as a type and conditions, answered from the graph completely.

A condition is a linked entity or topic, a code prefix, a range of code numbers, a value of an attribute, a missing
relation, or words of the own block. Conditions are put together by "and"; the parts of one (namesakes) by "or".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from retrieval.analysis import Analysis, find_wanted
from retrieval.data import load_data
from retrieval.linking import Link
from retrieval.sites import SiteFacts
from retrieval.texts import content, fold, generic_words, stem, stop_words, words
from retrieval.vocabulary import Wording, read_wording

SURE = 0.8
EVERYTHING = 1_000_000.0
_YEARS = r"\b(?:19|20)\d\d\s*[-/]\s*(?:(?:19|20)?\d\d)\b"
_UPPER = re.compile(r"\b([A-Z]{2,6})\b(?!\s?\d)")


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition; it holds when any of its parts does (`list_entities.cypher`). `shown` is how it reads."""

    shown: str
    prefixes: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    outgoing: tuple[str, ...] = ()
    incoming: tuple[str, ...] = ()
    via_outgoing: tuple[str, ...] = ()
    via_incoming: tuple[str, ...] = ()
    values_of: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    contains: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    first: int | None = None
    last: int | None = None
    absent: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def params(self) -> dict[str, Any]:
        """The condition as the statement reads it."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


@dataclass(frozen=True, slots=True)
class ListAsk:
    """A question as a list: the type wanted, all conditions, and the words that only the last of them checks."""

    type: str
    conditions: tuple[Condition, ...]
    left: tuple[str, ...] = ()
    pages_of: tuple[str, ...] = ()


def read_list(analysis: Analysis, wording: Wording, links: Sequence[Link], site: SiteFacts) -> ListAsk | None:
    """The question as a list, or None when it names no type or a relation that the graph does not have."""
    sure = [one for one in links if one.weight >= SURE]
    nested = re.search(load_data("vocabulary")["nested"], fold(analysis.text))
    if re.search(load_data("vocabulary")["pages_of"], fold(analysis.text)):
        ids = tuple(one.id for one in sure if one.kind == "entity")
        return ListAsk("page", (), pages_of=ids) if ids else None
    if not wording.types:
        return None
    conditions = [
        *(_nested(sure, nested, site) if nested else _linked(sure, wording)),
        *_prefixes(analysis, sure),
        *_numbered(analysis.text),
        *_titled(analysis.text, wording),
        *_values(analysis.text, wording),
        *_missing(analysis.text, wording),
    ]
    left = _left(analysis, wording, conditions)
    if left:
        conditions.append(Condition(f"says {' '.join(left)}", words=left))
    open_ended = not conditions and (wording.unknown or find_wanted(analysis.text) not in {"list", "count"})
    return None if open_ended else ListAsk(wording.types[0], tuple(conditions), left)


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


def _prefixes(analysis: Analysis, links: Sequence[Link]) -> list[Condition]:
    """`CSE courses`: a bare run of capitals begins the codes of what is asked, or names what was linked."""
    taken = {fold(one.matched) for one in links}
    return [
        Condition(f"code {match}", prefixes=(f"{match.casefold()} ",))
        for match in dict.fromkeys(_UPPER.findall(analysis.text))
        if match.casefold() not in taken
    ]


def _numbered(text: str) -> list[Condition]:
    match = re.search(load_data("vocabulary")["numbered"], fold(text))
    if match is None:
        return []
    first, last = (int(group) for group in match.groups() if group)
    return [Condition(match.group(), first=first, last=last)]


def _titled(text: str, wording: Wording) -> list[Condition]:
    match = re.search(load_data("vocabulary")["titled"], text, re.IGNORECASE)
    titles = wording.attributes.get("title", ())
    if match is None or not titles:
        return []
    part = next(group for group in match.groups() if group).strip()
    return [Condition(f"title {part}", values_of=titles, contains=(part.lower(),))]


def _missing(text: str, wording: Wording) -> list[Condition]:
    """ "No prerequisites": a relation that must not be there."""
    data = load_data("vocabulary")
    rows = [row for row in data["relations"] if re.search(rf"{data['without']}(?:{row['pattern']})", fold(text))]
    names = tuple(name for row in rows for name in row["names"] if name in wording.relations)
    return [Condition("none", absent=names)] if names else []


def _values(text: str, wording: Wording) -> list[Condition]:
    """Numbers beside an attribute ("2 units", "more than four credits") as a range of its values."""
    data, folded = load_data("vocabulary"), fold(text)
    number = rf"(\d+(?:\.\d+)?|\b(?:{'|'.join(data['numbers'])}))"
    found = []
    for name, relations in wording.attributes.items():
        pattern = data["attributes"][name]["pattern"]
        match = re.search(rf"{number}[\s-]*(?:个|個)?(?:{pattern})", folded) or re.search(
            rf"(?:{pattern})(?: (?:is|are|of|equal to|=)|为|是)? ?{number}(?!\w)", folded
        )
        if match and relations:
            said = next(group for group in match.groups() if group and group[-1:].isalnum())
            found.append(_range(name, relations, said, folded[: match.start()], data))
    return found


def _range(name: str, relations: tuple[str, ...], said: str, before: str, data: dict[str, Any]) -> Condition:
    value = float(data["numbers"].get(said, said))
    bounds = {
        "at_least": (value, EVERYTHING),
        "at_most": (0.0, value),
        "more": (value + 0.001, EVERYTHING),
        "less": (0.0, value - 0.001),
    }
    low, high = next((limits for word, limits in bounds.items() if re.search(data[word], before[-24:])), (value, value))
    names = (f"{value:g}",) if low == high else ()
    return Condition(f"{name} {said}", values_of=relations, names=names, low=low, high=high)


def _left(analysis: Analysis, wording: Wording, conditions: Sequence[Condition]) -> tuple[str, ...]:
    """Content words that neither type, relation, attribute nor a condition stands for."""
    data = load_data("vocabulary")
    used = {stem(word) for one in conditions for word in words(one.shown)}
    patterns = [
        *data["types"].values(),
        *(row["pattern"] for row in data["relations"]),
        *(row["pattern"] for row in data["attributes"].values()),
        *(data[name] for name in ("more", "less", "at_least", "at_most", "fillers")),
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
