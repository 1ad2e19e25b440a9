"""Conditions that a question sets by naming things: joined by "and" and "or", turned round by "not", met directly or by
a thing between ("a supervisor who works on genomics")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from retrieval.conditions import Condition, is_negated
from retrieval.data import load_data
from retrieval.mentions import Mention, Said
from retrieval.sites import SiteFacts
from retrieval.vocabulary import Wording, read_wording

NEAR = 30


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a question about a thing between: the words before it, its own, and where it begins."""

    outer: str
    inner: str
    start: int


def find_clause(text: str) -> Clause | None:
    """The clause about a thing between, or None."""
    said, data = Said(text).text, load_data("vocabulary")
    found = re.search(data["nested"], said) or re.search(data["nested_by"], said)
    return Clause(found.group(1), found.group(2), found.start(2)) if found else None


def name_conditions(
    text: str, mentions: Sequence[Mention], clause: Clause | None, asked: str, site: SiteFacts
) -> list[Condition]:
    """One condition a mention; those with an "or" between are alternatives in one.

    Names inside a clause are met by a thing between, the others by what is asked itself. Words inside names tell no
    relation ("supervised learning"). `asked` is the question as it was put, where `text` is a reading of it.
    """
    said, before = Said(text).text, 0
    outer, inner = _wordings(text, mentions, clause, asked, site)
    found: list[Condition] = []
    for one in mentions:
        within = clause is not None and one.start >= clause.start
        gap = said[min(before, one.start) : one.start]
        condition = _condition(one, inner if within else outer, site)
        if within:
            condition = replace(condition, via_outgoing=outer.outgoing, via_incoming=outer.incoming)
        if found and _is_either(gap) and _alike(found[-1], condition):
            found[-1] = _either(found[-1], condition)
        else:
            found.append(replace(condition, negated=is_negated(gap)))
        before = one.end
    return found


def _wordings(
    text: str, mentions: Sequence[Mention], clause: Clause | None, asked: str, site: SiteFacts
) -> tuple[Wording, Wording]:
    """The relations outside and inside the clause; the same twice without one."""
    said = Said(text)
    bare = said.without(frozenset(place for one in mentions for place in one.places))
    if clause is not None:
        return read_wording(bare[: clause.start], site), read_wording(bare[clause.start :], site)
    for one in mentions:
        asked = re.sub(re.escape(one.said), " ", asked, flags=re.IGNORECASE) if one.said else asked
    wording = read_wording(f"{asked} {bare}", site)
    return wording, wording


def _condition(mention: Mention, wording: Wording, site: SiteFacts) -> Condition:
    if not mention.valued:
        return Condition(mention.name, ids=mention.ids, outgoing=wording.outgoing, incoming=wording.incoming)
    describing = tuple(name for name in load_data("vocabulary")["described_by"] if name in site.relations)
    return Condition(mention.name, ids=mention.ids, outgoing=describing)


def _is_either(gap: str) -> bool:
    return len(gap) <= NEAR and re.search(load_data("vocabulary")["either"], gap) is not None


def _alike(one: Condition, other: Condition) -> bool:
    return replace(one, shown="", ids=(), negated=False) == replace(other, shown="", ids=(), negated=False)


def _either(one: Condition, other: Condition) -> Condition:
    return replace(one, shown=f"{one.shown} or {other.shown}", ids=tuple(dict.fromkeys((*one.ids, *other.ids))))
