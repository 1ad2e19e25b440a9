"""What extractors find on one page, gathered so that every fact has its block and every block its mentions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.records import EntityRecord, Mention, Relation, TopicRecord
from ingest.identity import entity_id, own_mark, topic_id
from ingest.names import VALUE, name_key

ABOUT = "about"


@dataclass(slots=True)
class Findings:
    """Facts of one page under construction. `found_by` names the extractor that is at work.

    The head and the tail of a relation are always mentioned by the block that states it; where the text does not name
    them (a section of a page about X), the mention has an empty surface.
    """

    site: str
    found_by: str = "structure"
    entities: dict[str, EntityRecord] = field(default_factory=dict)
    topics: dict[str, TopicRecord] = field(default_factory=dict)
    _mentions: dict[tuple[str, str, str], Mention] = field(default_factory=dict)
    _relations: dict[Relation, None] = field(default_factory=dict)

    def entity(
        self, kind: str, name: str, aliases: Iterable[str] = (), anchor_url: str | None = None, apart: str = ""
    ) -> str:
        """Make an entity, or add names and the authoritative page to it; its id.

        `apart` (a page of its own, or an e-mail address) keeps namesakes from falling together: it marks the id.
        """
        key = name_key(kind, name) + (f"@{own_mark(apart)}" if apart else "")
        ident = entity_id(self.site, kind, key)
        old = self.entities.get(ident)
        names = {*aliases} | ({*old.aliases, name} if old else set())
        shown = old.name if old else name
        anchor = (old.anchor_url if old else None) or anchor_url
        self.entities[ident] = EntityRecord(ident, shown, kind, key, tuple(sorted(names - {shown, ""})), anchor)
        return ident

    def mention(self, block: str, entity: str, surface: str = "", start: int = 0) -> None:
        """Say that a block names an entity; the first place of each surface counts."""
        if not surface:
            named = any(key[0] == block and key[1] == entity for key in self._mentions)
            if named:
                return
        row = Mention(block, entity, surface, start, start + len(surface) if start >= 0 else start)
        old = self._mentions.get((block, entity, surface))
        if old is None or (start >= 0 and (old.start < 0 or start < old.start)):
            self._mentions[block, entity, surface] = row

    def relate(self, head: str, tail: str, kind: str, block: str, group: str = "") -> None:
        """Say that a block states a relation between two entities. "About" leads to topics only (`about`)."""
        if head == tail:
            return
        kind = "related_to" if kind == ABOUT else kind
        self.mention(block, head)
        self.mention(block, tail)
        self._relations[Relation(head, tail, kind, block, self.found_by, group=group)] = None

    def attribute(self, head: str, kind: str, value: str, block: str) -> None:
        """Say that a block gives an entity an attribute, such as its units or its office."""
        if not name_key(VALUE, value):
            return
        self.mention(block, head)
        tail = self.entity(VALUE, value)
        self._relations[Relation(head, tail, kind, block, self.found_by)] = None

    def about(self, entity: str, keyword: str, block: str) -> str:
        """Say that an entity is about a keyword; the topic's id. Its title is its key, however it was written."""
        key = name_key("topic", keyword)
        ident = topic_id(self.site, "keyword", key)
        self.topics.setdefault(ident, TopicRecord(ident, "keyword", 0, key))
        self.mention(block, entity)
        self._relations[Relation(entity, ident, ABOUT, block, self.found_by)] = None
        return ident

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """All mentions; implicit ones only where the block does not name the entity anyway."""
        named = {(block, entity) for block, entity, surface in self._mentions if surface}
        return tuple(row for key, row in self._mentions.items() if row.surface or key[:2] not in named)

    @property
    def relations(self) -> tuple[Relation, ...]:
        """All relations, in the order found."""
        return tuple(self._relations)
