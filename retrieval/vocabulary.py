"""The words of a question that name entity types, relations and attributes of this site's graph."""

from __future__ import annotations

import re
from dataclasses import dataclass

from retrieval.data import load_data
from retrieval.sites import SiteFacts
from retrieval.texts import fold


@dataclass(frozen=True, slots=True)
class Wording:
    """What a question names, limited to what the site has; `attributes` maps an attribute to its relation types.

    `outgoing` relations lead from what is asked to what is named, `incoming` the other way; most may be both.
    `unknown`: the question names a relation, and the site has none such. `taught`: relations of the site to students.
    """

    types: tuple[str, ...]
    outgoing: tuple[str, ...]
    incoming: tuple[str, ...]
    attributes: dict[str, tuple[str, ...]]
    elsewhere: bool = False
    unknown: bool = False
    taught: tuple[str, ...] = ()

    @property
    def relations(self) -> tuple[str, ...]:
        """The relations named, whichever way they lead."""
        return tuple(dict.fromkeys((*self.outgoing, *self.incoming)))


def read_wording(text: str, site: SiteFacts) -> Wording:
    """Types, relations and attributes that the question's own words name; types in the order of the question."""
    folded, data = fold(text), load_data("vocabulary")
    placed = sorted(
        (match.start(), known)
        for name, match in _matches(data["types"], folded)
        for known in (name, f"research_{name}")
        if known in site.entities
    )
    named = [row for row in data["relations"] if re.search(row["pattern"], folded)]
    outgoing, incoming = _directed(named, folded, site)
    attributes = {
        name: tuple(known for known in row["names"] if known in site.relations)
        for name, row in data["attributes"].items()
        if re.search(row["pattern"], folded)
    }
    return Wording(
        types=tuple(dict.fromkeys(name for _, name in placed)),
        outgoing=outgoing,
        incoming=incoming,
        attributes=attributes,
        elsewhere=re.search(data["elsewhere"], folded) is not None,
        unknown=bool(named) and not outgoing and not incoming,
        taught=tuple(name for name in data["roles"]["taken"] if name in site.relations),
    )


def _directed(named: list[dict[str, str]], folded: str, site: SiteFacts) -> tuple[tuple[str, ...], tuple[str, ...]]:
    outgoing: list[str] = []
    incoming: list[str] = []
    for row in named:
        known = [name for name in row["names"] if name in site.relations]
        turned = "incoming" in row and re.search(row["incoming"], folded) is not None
        if not turned:
            outgoing += known
        if turned or "incoming" not in row:
            incoming += known
    return tuple(dict.fromkeys(outgoing)), tuple(dict.fromkeys(incoming))


def _matches(patterns: dict[str, str], folded: str) -> list[tuple[str, re.Match[str]]]:
    found = ((name, re.search(pattern, folded)) for name, pattern in patterns.items())
    return [(name, match) for name, match in found if match]
