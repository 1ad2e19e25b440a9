"""Lists and counts: a question read as a type and conditions, answered from the graph completely.

A condition is a linked entity or topic, a code prefix, a value of an attribute, or words of the entity's own block.
Conditions are put together by "and"; the parts of one condition (two things of one name) by "or".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from retrieval.analysis import Analysis
from retrieval.data import load_data
from retrieval.linking import Link
from retrieval.sites import SiteFacts
from retrieval.texts import content, fold, generic_words, stem, words
from retrieval.vocabulary import Wording

SURE = 0.8
EVERYTHING = 1_000_000.0
_UPPER = re.compile(r"\b([A-Z]{2,6})\b(?!\s?\d)")


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition; it holds when any of its parts does. `shown` is how it reads in the trace."""

    shown: str
    prefixes: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    words: tuple[str, ...] = ()

    def params(self) -> dict[str, Any]:
        """The condition as the statement reads it."""
        return {
            "prefixes": list(self.prefixes),
            "ids": list(self.ids),
            "relations": list(self.relations),
            "names": list(self.names),
            "low": self.low,
            "high": self.high,
            "words": list(self.words),
        }


@dataclass(frozen=True, slots=True)
class ListAsk:
    """A question as a list: the type wanted, all conditions, and the question words that no condition uses."""

    type: str
    conditions: tuple[Condition, ...]
    left: tuple[str, ...] = ()
    pages_of: tuple[str, ...] = field(default=())


def read_list(analysis: Analysis, wording: Wording, links: Sequence[Link], site: SiteFacts) -> ListAsk | None:
    """The question as a list, or None when it names no type that the graph has or sets no condition it can check."""
    sure = [one for one in links if one.weight >= SURE]
    if re.search(load_data("vocabulary")["pages_of"], fold(analysis.text)):
        ids = tuple(one.id for one in sure if one.kind == "entity")
        return ListAsk("page", (), pages_of=ids) if ids else None
    if not wording.types:
        return None
    kind = wording.types[0]
    conditions = [
        *_linked(sure, wording, kind),
        *_values(analysis.text, wording),
        *_prefixes(analysis, sure, site, kind),
    ]
    left = _left(analysis, wording, conditions)
    if left:
        conditions.append(Condition(f"says {' '.join(left)}", words=left))
    return ListAsk(kind, tuple(conditions), left)


def _linked(links: Sequence[Link], wording: Wording, kind: str) -> list[Condition]:
    """One condition a matched name: its namesakes (a department and a topic) are alternatives."""
    groups: dict[str, Condition] = {}
    for one in links:
        key = fold(one.matched)
        known = groups.get(key, Condition(one.matched, relations=() if one.kind == "topic" else wording.relations))
        groups[key] = replace(known, ids=(*known.ids, one.id), relations=() if one.kind == "topic" else known.relations)
    return [replace(one, relations=_relations(one, kind)) for one in groups.values()]


def _relations(condition: Condition, kind: str) -> tuple[str, ...]:
    return condition.relations


def _values(text: str, wording: Wording) -> list[Condition]:
    """Numbers beside an attribute ("2 units", "more than four credits") as a range of its values."""
    data, folded = load_data("vocabulary"), fold(text)
    spelled = "|".join(data["numbers"])
    found = []
    for name, relations in wording.attributes.items():
        pattern = data["attributes"][name]["pattern"]
        match = re.search(rf"\b(\d+(?:\.\d+)?|{spelled})[\s-]*(?:{pattern})", folded) or re.search(
            rf"(?:{pattern})(?: (?:is|are|of|equal to|=))? ?(\d+(?:\.\d+)?|{spelled})\b", folded
        )
        if match and relations:
            number = next(
                group for group in match.groups() if group and (group in data["numbers"] or group[0].isdigit())
            )
            value = float(data["numbers"].get(number, number))
            low, high = _range(folded[: match.start()], value, data)
            exact = (number if number[0].isdigit() else str(int(value)),) if low == high else ()
            found.append(Condition(f"{name} {low:g} to {high:g}", relations=relations, names=exact, low=low, high=high))
    return found


def _range(before: str, value: float, data: dict[str, Any]) -> tuple[float, float]:
    near = before[-24:]
    if re.search(data["at_least"], near):
        return value, EVERYTHING
    if re.search(data["at_most"], near):
        return 0.0, value
    if re.search(data["more"], near):
        return value + 0.001, EVERYTHING
    return (0.0, value - 0.001) if re.search(data["less"], near) else (value, value)


def _prefixes(analysis: Analysis, links: Sequence[Link], site: SiteFacts, kind: str) -> list[Condition]:
    """`CSE courses`: a bare run of capitals that no linked name holds begins the codes of what is asked."""
    taken = {word for one in links for word in words(one.matched)}
    return [
        Condition(f"code {match}", prefixes=(f"{match.casefold()} ",))
        for match in dict.fromkeys(_UPPER.findall(analysis.text))
        if match.casefold() not in taken
    ]


def _left(analysis: Analysis, wording: Wording, conditions: Sequence[Condition]) -> tuple[str, ...]:
    """Content words that neither type, relation, attribute nor a condition stands for."""
    used = {stem(word) for one in conditions for word in words(one.shown)}
    used |= {prefix.strip() for one in conditions for prefix in one.prefixes}
    data = load_data("vocabulary")
    patterns = [data["types"][name] for name in wording.types]
    patterns += [row["pattern"] for row in data["relations"] if set(row["names"]) & set(wording.relations)]
    patterns += [data["attributes"][name]["pattern"] for name in wording.attributes]
    patterns += [data[name] for name in ("more", "less", "at_least", "at_most")]
    rest = re.sub("|".join(patterns), " ", fold(analysis.text))
    return tuple(
        word
        for word in content(rest)
        if stem(word) not in used
        and stem(word) not in generic_words()
        and word not in data["numbers"]
        and not word.isdigit()
        and word not in load_data("words")["stop"]["en"].split()
    )
