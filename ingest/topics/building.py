"""Communities of a site in the graph: built whole, attached to on change, swapped in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from graph import Database
from ingest.topics.clusters import Method
from ingest.topics.hierarchy import Community, build_levels
from ingest.topics.hybrid import Floats, build_hybrid, normalise
from ingest.topics.summaries import Member, Summary, summaries_of
from ingest.transactions import Row, Work

DRIFT = 0.2
PAGE = 4000


@dataclass(frozen=True, slots=True)
class TopicReport:
    """How many communities there are and were rewritten; `drift` is the share attached since the last build.

    `rebuild` proposes to build anew, because `drift` passes its limit.
    """

    communities: int = 0
    rewritten: int = 0
    attached: int = 0
    drift: float = 0.0
    rebuild: bool = False


@dataclass(frozen=True, slots=True)
class SiteNodes:
    """The nodes that communities are made of, with their edges."""

    members: Mapping[str, Member]
    mentions: tuple[tuple[str, str], ...]
    relations: tuple[tuple[str, str, float], ...]


class TopicBuilder:
    """Builds and updates the communities of sites. Topics that nothing changed keep their id and summary."""

    def __init__(self, database: Database, method: Method = "leiden") -> None:
        self._database = database
        self._method: Method = method

    def update(self, site: str) -> TopicReport:
        """Build the communities of a site if there are none, else attach what is new and let go what is gone."""
        old = self._read(site)
        return self._attach(site, old) if old else self.rebuild(site)

    def rebuild(self, site: str) -> TopicReport:
        """Build all communities anew."""
        nodes = self._load(site)
        graph = build_hybrid({name: one.vector for name, one in nodes.members.items()}, nodes.mentions, nodes.relations)
        communities = build_levels(graph, site, self._method) if nodes.members else []
        rewritten = self._swap(site, communities, nodes.members)
        self._note(site, built=len(nodes.members), attached=0)
        return TopicReport(len(communities), rewritten)

    def _attach(self, site: str, old: Sequence[Community]) -> TopicReport:
        """HyGRAG's update: new nodes go to the most similar community; only what they touch is summarised again."""
        nodes = self._load(site)
        kept = _without(old, nodes.members)
        homeless = sorted(set(nodes.members) - {one for row in kept if row.level == 1 for one in row.members})
        lowest = [row for row in kept if row.level == 1]
        if not lowest:
            return self.rebuild(site)
        grown = grow(lowest, homeless, nodes.members)
        rows = [grown.get(row.id, row) for row in kept]
        rewritten = self._swap(site, rows, nodes.members)
        notes = self._database.read("ingest/read_topic_notes", site=site)
        built = (notes[0]["built"] if notes else 0) or max(len(nodes.members), 1)
        attached = self._count_attached(site, homeless, old, nodes.members)
        self._note(site, built=built, attached=attached)
        drift = attached / built
        return TopicReport(len(rows), rewritten, len(homeless), round(drift, 3), drift > DRIFT)

    def _count_attached(
        self, site: str, new: Sequence[str], old: Sequence[Community], members: Mapping[str, Member]
    ) -> int:
        """Nodes that came or went since the last build."""
        notes = self._database.read("ingest/read_topic_notes", site=site)
        gone = sum(one not in members for row in old if row.level == 1 for one in row.members)
        return int(notes[0]["attached"] if notes else 0) + len(new) + gone

    def _note(self, site: str, *, built: int, attached: int) -> None:
        self._database.write("ingest/write_topic_notes", site=site, built=built, attached=attached)

    def _read(self, site: str) -> list[Community]:
        rows = self._database.read("ingest/read_communities", site=site)
        return [Community(row["id"], row["level"], tuple(sorted(row["members"])), ()) for row in rows]

    def _load(self, site: str) -> SiteNodes:
        members: dict[str, Member] = {}
        for row in self._pages("ingest/topic_blocks", site):
            path = row["headings"] or [row["title"].split(" | ")[0]]
            members[row["id"]] = Member(row["id"], _floats(row["vector"]), row["text"], tuple(path))
        for row in self._pages("ingest/topic_entities", site):
            members[row["id"]] = Member(row["id"], _floats(row["vector"]), name=row["name"], weight=row["mentions"])
        mentions = self._database.read("ingest/topic_mentions", site=site)
        relations = self._database.read("ingest/topic_relations", site=site)
        return SiteNodes(
            members,
            tuple((row["block"], row["entity"]) for row in mentions),
            tuple((row["head"], row["tail"], row["weight"]) for row in relations),
        )

    def _pages(self, name: str, site: str) -> list[Row]:
        rows: list[Row] = []
        after = ""
        while page := self._database.read(name, site=site, after=after, limit=PAGE):
            rows += page
            after = page[-1]["id"]
        return rows

    def _swap(self, site: str, communities: Sequence[Community], members: Mapping[str, Member]) -> int:
        """Put the communities of a site in place of the old ones, in one transaction; how many were written."""
        centred = _centred(communities, members)
        levels = [(row.id, row.level, row.members, row.centre) for row in centred]
        summaries = summaries_of(levels, members)
        old = {row["id"]: row for row in self._database.read("ingest/read_communities", site=site)}
        changed = [row for row in centred if not _is_same(row, summaries[row.id], old.get(row.id))]
        gone = sorted(set(old) - {row.id for row in centred})
        if changed or gone:
            self._database.transaction(lambda running: _write(Work(running), site, changed, gone, summaries, members))
        return len(changed)


def _without(old: Sequence[Community], members: Mapping[str, Member]) -> list[Community]:
    """The communities without members that are gone; an empty one goes, and so does one above that gets empty."""
    left: dict[str, Community] = {}
    for row in sorted(old, key=lambda row: (row.level, row.id)):
        kept = tuple(one for one in row.members if (one in members if row.level == 1 else one in left))
        if kept:
            left[row.id] = replace(row, members=kept)
    return list(left.values())


def grow(lowest: Sequence[Community], homeless: Sequence[str], members: Mapping[str, Member]) -> dict[str, Community]:
    """The lowest communities that take new nodes in, by id, each with those that are most like it."""
    if not homeless:
        return {}
    centres = normalise(np.asarray([_mean(row.members, members) for row in lowest], dtype=np.float32))
    vectors = normalise(np.asarray([members[name].vector for name in homeless], dtype=np.float32))
    nearest = (vectors @ centres.T).argmax(axis=1).tolist()
    grown: dict[str, Community] = {}
    for name, number in zip(homeless, nearest, strict=True):
        row = grown.get(lowest[number].id, lowest[number])
        grown[row.id] = replace(row, members=tuple(sorted((*row.members, name))))
    return grown


def _floats(vector: Sequence[float]) -> Floats:
    """A vector as four bytes a number instead of thirty-two: a large site has tens of thousands."""
    return np.asarray(vector, dtype=np.float32)


def _mean(names: Sequence[str], members: Mapping[str, Member]) -> Floats:
    mean: Floats = np.asarray([members[name].vector for name in names], dtype=np.float32).mean(axis=0)
    return mean


def _centred(communities: Sequence[Community], members: Mapping[str, Member]) -> list[Community]:
    """The same with the mean of the text vectors as centre; communities of communities take their children's."""
    centres: dict[str, Floats] = {}
    made = []
    for row in sorted(communities, key=lambda row: (row.level, row.id)):
        if row.level == 1:
            centres[row.id] = _mean(row.members, members)
        else:
            centres[row.id] = np.mean([centres[one] for one in row.members], axis=0)
        made.append(replace(row, centre=tuple(centres[row.id].tolist())))
    return made


def _is_same(row: Community, summary: Summary, old: Row | None) -> bool:
    return old is not None and (tuple(sorted(old["members"])), old["title"], old["summary"], tuple(old["sources"])) == (
        row.members,
        summary.title,
        summary.text,
        summary.sources,
    )


def _write(
    work: Work,
    site: str,
    changed: Sequence[Community],
    gone: Sequence[str],
    summaries: Mapping[str, Summary],
    members: Mapping[str, Member],
) -> None:
    work.run_rows("ingest/delete_topics", gone, key="ids")
    rows = [_topic_row(site, row, summaries[row.id]) for row in changed]
    work.run_rows("ingest/write_communities", rows)
    pairs: dict[str, list[Row]] = {"blocks": [], "entities": [], "topics": []}
    for row in changed:
        for order, name in enumerate(row.members):
            kind = "topics" if row.level > 1 else "blocks" if members[name].text else "entities"
            pairs[kind].append({"topic": row.id, "member": name, "order": order})
    for kind, chosen in pairs.items():
        work.run_rows(f"ingest/write_community_{kind}", chosen)


def _topic_row(site: str, row: Community, summary: Summary) -> Row:
    return {
        "id": row.id,
        "site": site,
        "level": row.level,
        "title": summary.title,
        "summary": summary.text,
        "sources": list(summary.sources),
    }
