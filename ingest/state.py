"""What a page holds in the graph, as rows that can be compared: the old state, the wanted one, and the difference.

Every fact carries the ids that the page itself gave (`raw`), beside those it was resolved to, so that a merge of
entities can be undone and a page can be taken out without a trace.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

SEPARATOR = "\t"


@dataclass(frozen=True, slots=True, order=True)
class MentionRow:
    """A MENTIONS edge. `names` are further names that this mention gives; `anchor_url` that its page is about it.

    `found_by` is empty for what the page itself gave, else it names the step that added the mention later.
    """

    block: str
    entity: str
    surface: str
    start: int
    end: int
    raw: str
    names: tuple[str, ...] = ()
    anchor_url: str | None = None
    found_by: str = ""


@dataclass(frozen=True, slots=True, order=True)
class RelationKey:
    """What makes a RELATES edge one edge: its ends, its type and its group of alternatives."""

    head: str
    tail: str
    type: str
    group: str

    @property
    def text(self) -> str:
        """The form in which the edge keeps it, and by which it is found."""
        return SEPARATOR.join((self.head, self.type, self.group, self.tail))


@dataclass(frozen=True, slots=True, order=True)
class RelationEntry:
    """One source of a RELATES edge: the block that states it, who found it, and the ends as the page gave them."""

    key: RelationKey
    source: str
    found_by: str
    raw_head: str
    raw_tail: str

    def encode(self) -> str:
        """The form in which the edge keeps it."""
        return SEPARATOR.join((self.source, self.found_by, self.raw_head, self.raw_tail))

    @classmethod
    def decode(cls, key: RelationKey, text: str) -> RelationEntry:
        """Read what `encode` wrote."""
        source, found_by, raw_head, raw_tail = text.split(SEPARATOR)
        return cls(key, source, found_by, raw_head, raw_tail)


@dataclass(frozen=True, slots=True, order=True)
class LinkRow:
    """A HYPERLINK edge by the address that stands in the page."""

    target: str
    anchor_text: str
    region: str
    count: int


@dataclass(frozen=True, slots=True)
class PageState:
    """What the graph holds of one page. `blocks` maps block id to content hash."""

    content_hash: str | None = None
    blocks: Mapping[str, str] = field(default_factory=dict)
    mentions: frozenset[MentionRow] = frozenset()
    entries: frozenset[RelationEntry] = frozenset()
    links: frozenset[LinkRow] = frozenset()


@dataclass(frozen=True, slots=True)
class FactChanges:
    """Mentions and relation sources to add and to take away; the one way in which facts enter or leave the graph."""

    add_mentions: tuple[MentionRow, ...] = ()
    drop_mentions: tuple[MentionRow, ...] = ()
    add_entries: tuple[RelationEntry, ...] = ()
    drop_entries: tuple[RelationEntry, ...] = ()

    def entities(self) -> tuple[str, ...]:
        """Ids of all entities that gain or lose something, sorted."""
        mentioned = {row.entity for row in (*self.add_mentions, *self.drop_mentions)}
        entries = (*self.add_entries, *self.drop_entries)
        return tuple(sorted(mentioned | {row.key.head for row in entries} | {row.key.tail for row in entries}))

    @classmethod
    def together(cls, changes: Iterable[FactChanges]) -> FactChanges:
        """Several changes as one."""
        listed = list(changes)
        return cls(
            tuple(row for change in listed for row in change.add_mentions),
            tuple(row for change in listed for row in change.drop_mentions),
            tuple(row for change in listed for row in change.add_entries),
            tuple(row for change in listed for row in change.drop_entries),
        )

    def __bool__(self) -> bool:
        return bool(self.add_mentions or self.drop_mentions or self.add_entries or self.drop_entries)


def compare_facts(old: PageState, mentions: Iterable[MentionRow], entries: Iterable[RelationEntry]) -> FactChanges:
    """The changes that turn the old facts of a page into the wanted ones."""
    wanted_mentions, wanted_entries = frozenset(mentions), frozenset(entries)
    return FactChanges(
        add_mentions=tuple(sorted(wanted_mentions - old.mentions, key=repr)),
        drop_mentions=tuple(sorted(old.mentions - wanted_mentions, key=repr)),
        add_entries=tuple(sorted(wanted_entries - old.entries)),
        drop_entries=tuple(sorted(old.entries - wanted_entries)),
    )


def mention_row(row: Mapping[str, Any]) -> MentionRow:
    """A MENTIONS edge as the statements return it."""
    return MentionRow(
        block=row["block"],
        entity=row["entity"],
        surface=row["surface"],
        start=row["start"],
        end=row["end"],
        raw=row["raw"] or row["entity"],
        names=tuple(row["names"] or ()),
        anchor_url=row["anchor_url"],
        found_by=row["found_by"] or "",
    )


def relation_key(row: Mapping[str, Any]) -> RelationKey:
    """The key of a RELATES edge as the statements return it."""
    return RelationKey(row["head"], row["tail"], row["type"], row["group"])
