"""The words of a question that name entity types, relations and attributes of this site's graph."""

from __future__ import annotations

import re
from dataclasses import dataclass

from retrieval.data import load_data
from retrieval.sites import SiteFacts
from retrieval.texts import fold


@dataclass(frozen=True, slots=True)
class Wording:
    """What a question names, limited to what the site has; `attributes` maps an attribute to its relation types."""

    types: tuple[str, ...]
    relations: tuple[str, ...]
    attributes: dict[str, tuple[str, ...]]
    elsewhere: bool


def read_wording(text: str, site: SiteFacts) -> Wording:
    """Types, relations and attributes in the order of the vocabulary; types in the order of the question."""
    folded, data = fold(text), load_data("vocabulary")
    placed = sorted((match.start(), name) for name, match in _matches(data["types"], folded) if name in site.entities)
    relations = [name for row in data["relations"] if re.search(row["pattern"], folded) for name in row["names"]]
    attributes = {
        name: tuple(known for known in row["names"] if known in site.relations)
        for name, row in data["attributes"].items()
        if re.search(row["pattern"], folded)
    }
    return Wording(
        types=tuple(dict.fromkeys(name for _, name in placed)),
        relations=tuple(dict.fromkeys(name for name in relations if name in site.relations)),
        attributes=attributes,
        elsewhere=re.search(data["elsewhere"], folded) is not None,
    )


def _matches(patterns: dict[str, str], folded: str) -> list[tuple[str, re.Match[str]]]:
    found = ((name, re.search(pattern, folded)) for name, pattern in patterns.items())
    return [(name, match) for name, match in found if match]
