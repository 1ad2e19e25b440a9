"""What a site holds, and which site a question is about."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from core.errors import GraphEmpty, SiteUnknown
from retrieval.data import load_data
from retrieval.ports import GraphReader


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """Counts of one site: blocks by language, the rest by type; `everywhere` counts the blocks of all sites.

    `codes` are the letters that codes begin with, by the type that has them; `owners` the ids of the things that others
    belong to, by each of their names.
    """

    name: str
    blocks: Mapping[str, int] = field(default_factory=dict)
    entities: Mapping[str, int] = field(default_factory=dict)
    relations: Mapping[str, int] = field(default_factory=dict)
    topics: Mapping[str, int] = field(default_factory=dict)
    everywhere: int = 0
    codes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    owners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages of the site's blocks, the commonest first; a language of a few stray blocks is left out."""
        total = sum(self.blocks.values())
        return tuple(lang for lang, count in self.blocks.items() if lang and count >= 0.02 * total)

    def eligible(self, languages: tuple[str, ...]) -> int:
        """Blocks that a filter leaves."""
        return sum(count for lang, count in self.blocks.items() if not languages or lang in languages)


class SiteDirectory:
    """All sites of the graph, asked once and kept for `seconds`."""

    def __init__(self, database: GraphReader, seconds: float) -> None:
        self._database, self._seconds = database, seconds
        self._sites: dict[str, SiteFacts] = {}
        self._until = 0.0

    async def find(self, name: str | None) -> SiteFacts:
        """The site of that name, or the only one.

        Raises `GraphEmpty` where nothing was ingested and `SiteUnknown` for a wrong or ambiguous name.
        """
        if time.monotonic() > self._until or (name is not None and name not in self._sites) or not self._sites:
            self._sites = await self._load()
            self._until = time.monotonic() + self._seconds
        return self._pick(name)

    def _pick(self, name: str | None) -> SiteFacts:
        if not self._sites:
            raise GraphEmpty("The graph holds no page yet; run `sitequest crawl URL` first.")
        known = ", ".join(sorted(self._sites))
        if name is None and len(self._sites) > 1:
            raise SiteUnknown(f"The graph holds several sites ({known}); say which one you mean.", field="site")
        if name is not None and name not in self._sites:
            raise SiteUnknown(f"There is no site {name!r} in this graph; it holds {known}.")
        return self._sites[name] if name is not None else next(iter(self._sites.values()))

    async def _load(self) -> dict[str, SiteFacts]:
        vocabulary = load_data("vocabulary")
        rows = await self._database.read(
            "retrieval/site_facts", owners=vocabulary["owners"], describing=vocabulary["described_by"]
        )
        counts: dict[str, dict[str, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
        names: dict[str, dict[str, dict[str, list[str]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
        for row in rows:
            counts[row["site"]][row["kind"]][row["name"]] = row["total"]
            names[row["site"]][row["kind"]][row["name"]].append(row.get("of", ""))
        everywhere = sum(sum(kinds["blocks"].values()) for kinds in counts.values())
        return {
            name: SiteFacts(
                name,
                kinds["blocks"],
                kinds["entities"],
                kinds["relations"],
                kinds["topics"],
                everywhere=everywhere,
                codes=_by_type(names[name]["codes"]),
                owners={one: tuple(ids) for one, ids in names[name]["owners"].items()},
                values={one: tuple(ids) for one, ids in names[name]["values"].items()},
            )
            for name, kinds in counts.items()
            if kinds["blocks"]
        }


def _by_type(letters: Mapping[str, list[str]]) -> dict[str, frozenset[str]]:
    types = {kind for kinds in letters.values() for kind in kinds}
    return {kind: frozenset(one for one, kinds in letters.items() if kind in kinds) for kind in types}
