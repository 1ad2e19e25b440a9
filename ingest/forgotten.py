"""What a site shall never hold again: the forgotten ids, and a page graph without what they stand for. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from core.records import PageGraph
from ingest.entities.raw import RawEntity
from ingest.names import PERSON, VALUE, name_key

SHORTEST_CHINESE = 2


@dataclass(frozen=True)
class Forgotten:
    """The forgotten entities of a site, by the ids of all their spellings.

    A thing is covered under any type, because an extractor may take a person for something else the next time; a
    value is covered when it says the name. A namesake of the same type, which has an id of its own, is not.
    `places` are pairs of an id and a page that named it: where a new spelling is most likely to turn up.
    """

    site: str
    ids: frozenset[str] = frozenset()
    places: frozenset[tuple[str, str]] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.ids)

    @cached_property
    def keys(self) -> Mapping[str, frozenset[str]]:
        """Types of the forgotten things by their key, without what keeps namesakes apart."""
        found: dict[str, set[str]] = defaultdict(set)
        for kind, key in self._parts():
            if kind != VALUE:
                found[key.partition("@")[0]].add(kind)
        return {key: frozenset(kinds) for key, kinds in found.items()}

    def covers(self, ident: str, kind: str, name: str) -> bool:
        """Whether an entity or topic of this id, type and name is, or tells of, a forgotten thing."""
        if ident in self.ids:
            return True
        if kind == VALUE:
            return self._says_name(name_key("", name))
        kinds = self.keys.get(name_key(PERSON, name)) or self.keys.get(name_key("", name))
        return bool(kinds) and kind not in (kinds or ())

    def ghosts(self, present: frozenset[str]) -> list[RawEntity]:
        """The forgotten things as resolution sees them, so that new spellings of them are found."""
        parts = {f"{self.site}:{kind}:{key}": (kind, key) for kind, key in self._parts() if kind != VALUE}
        pages: dict[str, set[str]] = defaultdict(set)
        for ident, url in self.places:
            pages[ident].add(url)
        return [
            RawEntity(ident, kind, key, frozenset((key.partition("@")[0],)), pages=frozenset(pages[ident]))
            for ident, (kind, key) in sorted(parts.items())
            if ident not in present
        ]

    def _parts(self) -> list[tuple[str, str]]:
        split = (ident.removeprefix(f"{self.site}:").partition(":") for ident in self.ids)
        return [(kind, key) for kind, _, key in split]

    def _says_name(self, value: str) -> bool:
        return any(
            f" {key} " in f" {value} " if key.isascii() else len(key) >= SHORTEST_CHINESE and key in value
            for key in self.keys
            if value == key or " " in key or not key.isascii()
        )


def without(graph: PageGraph, forgotten: Forgotten | None, merges: Mapping[str, str]) -> PageGraph:
    """The page without the forgotten things and all that it states of them; its blocks keep their text."""
    if not forgotten:
        return graph
    gone = {
        one.id
        for one in graph.entities
        if forgotten.covers(one.id, one.type, one.name) or merges.get(one.id) in forgotten.ids
    } | {topic.id for topic in graph.topics if forgotten.covers(topic.id, "topic", topic.title)}
    return replace(
        graph,
        entities=tuple(one for one in graph.entities if one.id not in gone),
        topics=tuple(one for one in graph.topics if one.id not in gone),
        mentions=tuple(one for one in graph.mentions if one.entity_id not in gone),
        relations=tuple(one for one in graph.relations if one.head not in gone and one.tail not in gone),
        about=tuple(pair for pair in graph.about if gone.isdisjoint(pair)),
    )
