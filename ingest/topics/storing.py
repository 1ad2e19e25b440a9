"""How communities lie in the graph: their nodes read, and communities written inside one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from graph import Database
from ingest.topics.hybrid import Floats
from ingest.topics.summaries import Member, Summary
from ingest.transactions import Row, Work

PAGE = 4000
TEXTS = ("title", "summary")


@dataclass(frozen=True, slots=True)
class Standing:
    """A community as it was settled last.

    `size`: its members then, -1 where an older version wrote it; `members`: how many of them are left; `changed`: how
    many of these are not what they were; `children`: ids of the communities in it, above the lowest level.
    `centre`: the mean vector of its members when it was built, at the lowest level.
    """

    id: str
    level: int
    summary: Summary
    centre: Floats | None
    size: int
    members: int
    changed: int
    children: tuple[str, ...]

    @property
    def unsettled(self) -> bool:
        """Whether what it was made of went or changed."""
        return self.members < self.size or self.changed > 0 or (self.level == 1 and self.centre is None)


@dataclass(frozen=True, slots=True)
class Held:
    """A member as its community holds it. `closeness` of a block to the centre, None where it has to be reckoned anew.

    `stale`: it is not what it was when that was noted. Only where `closeness` is None the member has its vector.
    """

    member: Member
    closeness: float | None
    stale: bool


class TopicStore:
    """Reads what communities are made of, and what there is of them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def blocks(self, site: str, *, homeless: bool = False) -> list[Member]:
        """The leaf blocks that make communities; all, or those in none."""
        names = ("id", "made_of", "text", "headings", "title", "vector")
        return [to_block(*(row[name] for name in names)) for row in self._pages("ingest/topic_blocks", site, homeless)]

    def entities(self, site: str, *, homeless: bool = False) -> list[Member]:
        """The entities that make communities; all, or those in none."""
        rows = self._pages("ingest/topic_entities", site, homeless)
        return [to_entity(row["id"], row["name"], row["mentions"], row["vector"]) for row in rows]

    def members_of(self, ids: Sequence[str], *, vectors: bool = False) -> dict[str, list[Held]]:
        """The members of some lowest communities, sorted by id; vectors only of what changed unless asked for all."""
        found: dict[str, list[Held]] = defaultdict(list)
        for row in self._some("ingest/community_blocks", ids, vectors):
            found[row["topic"]] += [_held_block(*values) for values in row["members"]]
        for row in self._some("ingest/community_entities", ids, vectors):
            found[row["topic"]] += [_held_entity(*values) for values in row["members"]]
        return {name: sorted(members, key=lambda one: one.member.id) for name, members in found.items()}

    def standing(self, site: str) -> list[Standing]:
        """All communities of a site, the lowest first, when what they are no longer made of is out."""
        rows = self.database.read("ingest/standing_communities", site=site)
        if any(row["strays"] for row in rows):
            self.database.write("ingest/drop_strays", site=site)
            rows = self.database.read("ingest/standing_communities", site=site)
        return [_standing(row) for row in rows]

    def mentions(self, site: str) -> list[tuple[str, str]]:
        """Which leaf blocks mention which entities."""
        rows = self.database.read("ingest/topic_mentions", site=site)
        return [(block, row["entity"]) for row in rows for block in row["blocks"]]

    def _some(self, name: str, ids: Sequence[str], vectors: bool) -> list[Row]:
        return self.database.read(name, ids=list(ids), vectors=vectors) if ids else []

    def _pages(self, name: str, site: str, homeless: bool) -> Iterable[Row]:
        after = ""
        while rows := self.database.read(name, site=site, after=after, limit=PAGE, homeless=homeless):
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


def topic_properties(site: str, level: int, summary: Summary, size: int, centre: Floats | None) -> Row:
    """The properties of a community's node."""
    return {
        "site": site,
        "kind": "community",
        "level": level,
        "title": summary.title,
        "summary": summary.text,
        "sources": list(summary.sources),
        "size": size,
        "centre": None if centre is None else centre.tolist(),
    }


def is_same(new: Row, old: Row) -> bool:
    """Whether the properties of a community are what the graph has; absent lists are empty ones."""
    names = (*TEXTS, "sources", "size", "centre")
    return all((new[name] or None) == (old.get(name) or None) for name in names)


def topic_row(ident: str, properties: Row, old: Row | None) -> Row:
    """A community as `write_communities` takes it."""
    renamed = old is None or any(properties[name] != old.get(name) for name in TEXTS)
    return {"id": ident, "properties": properties, "renamed": renamed}


def member_row(topic: str, member: Member, closeness: Mapping[str, float]) -> Row:
    """A block or entity as the `write_community_…` statements take it."""
    noted = {"closeness": closeness[member.id]} if member.text else {"mentions": member.weight}
    return {"topic": topic, "member": member.id, "properties": {"made_of": member.made_of, **noted}}


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
    stale: bool,
    vector: Sequence[float] | None,
) -> Held:
    return Held(to_block(ident, made_of, text, headings, title, vector), None if vector else closeness, stale)


def _held_entity(ident: str, name: str, mentions: int, stale: bool, vector: Sequence[float] | None) -> Held:
    return Held(to_entity(ident, name, mentions, vector), None, stale)


def _standing(row: Row) -> Standing:
    summary = Summary(row["title"], row["summary"], tuple(row["sources"]))
    counts = (-1 if row["size"] is None else row["size"], row["members"], row["changed"])
    centre = _floats(row["centre"]) if row["centre"] else None
    return Standing(row["id"], row["level"], summary, centre, *counts, tuple(sorted(row["children"])))


def _floats(vector: Sequence[float]) -> Floats:
    """A vector as four bytes a number instead of thirty-two: a large site has tens of thousands."""
    return np.asarray(vector, dtype=np.float32)
