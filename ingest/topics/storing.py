"""How communities lie in the graph: their nodes read, and communities written inside one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from graph import Database
from ingest.identity import digest
from ingest.topics.hybrid import Floats
from ingest.topics.summaries import Member, Summary
from ingest.transactions import Row, Work

PAGE = 4000
TEXTS = ("title", "summary")


@dataclass(frozen=True, slots=True)
class Standing:
    """A community as it was settled last.

    `size`: its members then, and `built`: how many of these it was built with, both -1 where an older version wrote it;
    `members`: how many there are now; `centred`: whether there is a `centre`, the mean vector of those it was built of;
    `founders`: the keys of these, wherever they are now. Centre and founders are read only where there are news.
    """

    id: str
    level: int
    size: int
    built: int
    members: int
    centred: bool
    centre: Floats | None
    founders: frozenset[int]

    @property
    def known(self) -> bool:
        """Whether it was settled by this version."""
        return min(self.size, self.built) >= 0 and (self.centred or self.level > 1)


@dataclass(frozen=True, slots=True)
class Notes:
    """How many nodes the communities of a site were `built` of and how many `moved` since: came or went.

    `fits`: whether vectors are still made by the same model.
    """

    built: int
    moved: int
    fits: bool


@dataclass(frozen=True, slots=True)
class Told:
    """What a community says, and the ids of the communities in it, above the lowest level."""

    summary: Summary
    children: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """A member as its community holds it. `closeness` of a block to the centre, None where it has to be reckoned anew.

    `late`: from which step of growth on the summary speaks of it, 0 for those it was built with. `stale`: it is not
    what it was when that was noted. Only where `closeness` is None the member has its vector.
    """

    member: Member
    closeness: float | None
    late: int
    stale: bool


class TopicStore:
    """Reads what communities are made of, and what there is of them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def blocks(self, site: str) -> list[Member]:
        """The leaf blocks that make communities."""
        names = ("id", "made_of", "text", "headings", "title", "vector")
        return [to_block(*(row[name] for name in names)) for row in self._pages("ingest/topic_blocks", site)]

    def entities(self, site: str) -> list[Member]:
        """The entities that make communities."""
        rows = self._pages("ingest/topic_entities", site)
        return [to_entity(row["id"], row["name"], row["mentions"], row["vector"]) for row in rows]

    def members_of(self, ids: Sequence[str], *, vectors: bool = False) -> dict[str, list[Held]]:
        """The members of some lowest communities, sorted by id; vectors only of what changed unless asked for all."""
        found: dict[str, list[Held]] = defaultdict(list)
        for row in self._some("ingest/community_blocks", ids, vectors):
            found[row["topic"]] += [_held_block(*values) for values in row["members"]]
        for row in self._some("ingest/community_entities", ids, vectors):
            found[row["topic"]] += [_held_entity(*values) for values in row["members"]]
        return {name: sorted(members, key=lambda one: one.member.id) for name, members in found.items()}

    def standing(self, site: str) -> tuple[list[Standing], Notes]:
        """All communities of a site, the lowest first, and what is noted of them together."""
        rows = self.database.read("ingest/standing_communities", site=site)
        if not rows:
            return [], Notes(0, 0, False)
        notes = Notes(rows[0]["whole"] or 0, rows[0]["moved"] or 0, rows[0]["fits"])
        return [_standing(*values) for values in rows[0]["communities"]], notes

    def told(self, site: str) -> dict[str, Told]:
        """What all communities of a site say."""
        rows = self.database.read("ingest/topic_texts", site=site)
        return {row["id"]: Told(_summary(row), tuple(sorted(row["children"]))) for row in rows}

    def mentions(self, site: str) -> list[tuple[str, str]]:
        """Which leaf blocks mention which entities."""
        rows = self.database.read("ingest/topic_mentions", site=site)
        return [(block, row["entity"]) for row in rows for block in row["blocks"]]

    def _some(self, name: str, ids: Sequence[str], vectors: bool) -> list[Row]:
        return self.database.read(name, ids=list(ids), vectors=vectors) if ids else []

    def _pages(self, name: str, site: str) -> Iterable[Row]:
        after = ""
        while rows := self.database.read(name, site=site, after=after, limit=PAGE):
            yield from rows
            if len(rows) < PAGE:
                return
            after = rows[-1]["id"]


def to_block(
    ident: str, made_of: str, text: str, headings: Sequence[str], title: str, vector: Sequence[float] | None
) -> Member:
    """A block as a member of a community; without headings it stands under the title of its page."""
    path = headings or [title.split(" | ")[0]]
    return Member(ident, _floats(vector or ()), text, tuple(path), made_of=made_of)


def to_entity(ident: str, name: str, mentions: int, vector: Sequence[float] | None) -> Member:
    """An entity as a member of a community."""
    return Member(ident, _floats(vector or ()), name=name, weight=mentions, made_of=name)


def mean_of(members: Sequence[Member]) -> Floats:
    """The mean of the vectors of some members, in their order."""
    mean: Floats = np.asarray([one.vector for one in members], dtype=np.float32).mean(axis=0)
    return mean


def founder_key(ident: str) -> int:
    """By what a community knows a node that it was built with, should it leave and come back."""
    return int(digest(ident)[:12], 16)


def topic_properties(
    site: str, level: int, summary: Summary, size: int, centre: Floats | None, founders: Sequence[int] = ()
) -> Row:
    """The properties of a community's node as it is built."""
    return {
        "site": site,
        "kind": "community",
        "level": level,
        "title": summary.title,
        "summary": summary.text,
        "sources": list(summary.sources),
        "size": size,
        "built": size,
        "centre": None if centre is None else centre.tolist(),
        "founders": list(founders) or None,
    }


def is_same(new: Row, old: Row) -> bool:
    """Whether the properties of a community are what the graph has; absent lists are empty ones."""
    names = (*TEXTS, "sources", "size", "built", "centre", "founders")
    return all((new[name] or None) == (old.get(name) or None) for name in names)


def topic_row(ident: str, properties: Row, old: Row | None) -> Row:
    """A community as `write_communities` takes it."""
    renamed = old is None or any(properties[name] != old.get(name) for name in TEXTS)
    return {"id": ident, "properties": properties, "renamed": renamed}


def summary_row(ident: str, summary: Summary, old: Told | None) -> Row:
    """What a community says now, as `write_communities` takes it; `changed`: whether it said something else."""
    properties: Row = {"title": summary.title, "summary": summary.text, "sources": list(summary.sources)}
    told = old.summary if old else None
    renamed = told is None or (told.title, told.text) != (summary.title, summary.text)
    return {"id": ident, "properties": properties, "renamed": renamed, "changed": told != summary}


def member_row(topic: str, member: Member, closeness: Mapping[str, float], late: int = 0) -> Row:
    """A block or entity as the `write_community_…` statements take it."""
    noted: Row = {"closeness": closeness[member.id]} if member.text else {"mentions": member.weight}
    if late:
        noted["late"] = late
    return {"topic": topic, "member": member.id, "properties": {"made_of": member.made_of, **noted}}


def attached_row(ident: str, size: int, built: int, members: Iterable[tuple[Member, Row]] = ()) -> Row:
    """A community's size with its new members, as `attach_members` takes it."""
    rows: Row = {"id": ident, "size": size, "built": built, "blocks": [], "entities": []}
    for member, row in members:
        rows["blocks" if member.text else "entities"].append(row)
    return rows


def write_members(work: Work, rows: Iterable[tuple[Member, Row]]) -> None:
    """Hang members under their communities, which are there."""
    listed = list(rows)
    work.run_rows("ingest/write_community_blocks", [row for member, row in listed if member.text])
    work.run_rows("ingest/write_community_entities", [row for member, row in listed if not member.text])


def _held_block(
    ident: str,
    made_of: str,
    text: str,
    headings: Sequence[str],
    title: str,
    closeness: float | None,
    late: int | None,
    stale: bool,
    vector: Sequence[float] | None,
) -> Held:
    member = to_block(ident, made_of, text, headings, title, vector)
    return Held(member, None if vector else closeness, late or 0, stale)


def _held_entity(
    ident: str, name: str, mentions: int, late: int | None, stale: bool, vector: Sequence[float] | None
) -> Held:
    return Held(to_entity(ident, name, mentions, vector), None, late or 0, stale)


def _standing(
    ident: str,
    level: int,
    size: int | None,
    built: int | None,
    members: int,
    centred: bool,
    centre: Sequence[float] | None,
    founders: Sequence[int] | None,
) -> Standing:
    counts = (-1 if size is None else size, -1 if built is None else built, members)
    return Standing(ident, level, *counts, centred, _floats(centre) if centre else None, frozenset(founders or ()))


def _summary(row: Row) -> Summary:
    return Summary(row["title"], row["summary"], tuple(row["sources"]))


def _floats(vector: Sequence[float]) -> Floats:
    """A vector as four bytes a number instead of thirty-two: a large site has tens of thousands."""
    return np.asarray(vector, dtype=np.float32)
