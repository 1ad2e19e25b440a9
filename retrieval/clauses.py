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
    """The characters of a question from start to end are about a thing between, all others about what is asked."""

    start: int
    end: int

    def outer(self, text: str) -> str:
        """A text of the same length without the clause."""
        return f"{text[: self.start]} {text[self.end :]}"

    def inner(self, text: str) -> str:
        """The clause of a text of the same length."""
        return text[self.start : self.end]


def find_clause(text: str) -> Clause | None:
    """The clause about a thing between, or None."""
    said, data = Said(text).text, load_data("vocabulary")
    forms = (data["nested_of"], *data["nested_by"], data["nested"])
    found = next((match for form in forms if (match := re.search(form, said))), None)
    return Clause(*found.span(2)) if found else None


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
        within = clause is not None and clause.start <= one.start < clause.end
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
        return read_wording(clause.outer(bare).strip(), site), read_wording(clause.inner(bare).strip(), site)
    for one in mentions:
        asked = re.sub(re.escape(one.said), " ", asked, flags=re.IGNORECASE) if one.said else asked
    wording = read_wording(f"{asked} {bare}".strip(), site)
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
