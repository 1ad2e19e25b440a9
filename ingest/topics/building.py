"""Communities of a site in the graph: built whole, attached to on change, swapped in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from graph import Database
from ingest.topics.attaching import attach
from ingest.topics.clusters import Method
from ingest.topics.growth import GROWTH
from ingest.topics.hierarchy import Community, build_levels
from ingest.topics.hybrid import Floats, build_hybrid
from ingest.topics.news import News, read_marks
from ingest.topics.storing import (
    TopicStore,
    founder_key,
    is_same,
    mean_of,
    member_row,
    topic_properties,
    topic_row,
    write_members,
)
from ingest.topics.summaries import Member, Summary, summaries_of
from ingest.transactions import Row, Work

DRIFT = 0.2


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

    def __init__(self, database: Database, method: Method = "leiden", growth: float = GROWTH) -> None:
        self._database = database
        self._store = TopicStore(database)
        self._method: Method = method
        self._growth = growth

    def update(self, site: str) -> TopicReport:
        """Build the communities of a site if there are none, else attach what is new and let go what is gone."""
        done = attach(self._store, site, self._growth)
        if done is None:
            return self.rebuild(site)
        drift = done.moved / max(done.built, 1)
        return TopicReport(done.communities, done.rewritten, done.attached, round(drift, 3), drift > DRIFT)

    def rebuild(self, site: str) -> TopicReport:
        """Build all communities anew."""
        marks = read_marks(self._database, site)
        nodes = self._load(site)
        graph = build_hybrid({name: one.vector for name, one in nodes.members.items()}, nodes.mentions, nodes.relations)
        communities = build_levels(graph, site, self._method) if nodes.members else []
        rewritten = self._swap(communities, nodes.members, marks)
        return TopicReport(len(communities), rewritten)

    def _load(self, site: str) -> SiteNodes:
        members = {one.id: one for one in (*self._store.blocks(site), *self._store.entities(site))}
        relations = self._database.read("ingest/topic_relations", site=site)
        return SiteNodes(
            members,
            tuple(self._store.mentions(site)),
            tuple((row["head"], row["tail"], row["weight"]) for row in relations),
        )

    def _swap(self, communities: Sequence[Community], members: Mapping[str, Member], marks: News) -> int:
        """Put the communities of a site in place of the old ones, in one transaction; how many were written."""
        centred = _centred(communities, members)
        summaries = summaries_of([(row.id, row.level, row.members, row.centre) for row in centred], members)
        old = {row["id"]: row for row in self._database.read("ingest/read_communities", site=marks.site)}
        new = {row.id: _properties(marks.site, row, summaries[row.id]) for row in centred}
        changed = [row for row in centred if not _stands(row, new[row.id], old.get(row.id), members)]
        gone = sorted(set(old) - set(new))
        rows = [topic_row(row.id, new[row.id], old.get(row.id, {}).get("properties")) for row in changed]

        def write(work: Work) -> None:
            _write(work, changed, rows, gone, summaries, members)
            marks.settle(work)
            work.run("ingest/write_topic_notes", site=marks.site, built=len(members), attached=0)

        self._database.transaction(lambda running: write(Work(running)))
        return len(changed)


def _properties(site: str, row: Community, summary: Summary) -> Row:
    centre = np.asarray(row.centre, dtype=np.float32) if row.level == 1 else None
    founders = sorted(map(founder_key, row.members)) if row.level == 1 else ()
    return topic_properties(site, row.level, summary, len(row.members), centre, founders)


def _stands(row: Community, properties: Row, old: Row | None, members: Mapping[str, Member]) -> bool:
    """Whether the graph has a community with just these members, as they are mentioned now, and properties."""
    if old is None or tuple(sorted(old["members"])) != row.members or not is_same(properties, old["properties"]):
        return False
    return row.level > 1 or old["mentions"] == sum(members[one].weight for one in row.members if not members[one].text)


def _centred(communities: Sequence[Community], members: Mapping[str, Member]) -> list[Community]:
    """The same with the mean of the text vectors as centre; communities of communities take their children's."""
    centres: dict[str, Floats] = {}
    made = []
    for row in sorted(communities, key=lambda row: (row.level, row.id)):
        if row.level == 1:
            centres[row.id] = mean_of([members[one] for one in row.members])
        else:
            centres[row.id] = np.mean([centres[one] for one in row.members], axis=0)
        made.append(replace(row, centre=tuple(centres[row.id].tolist())))
    return made


def _write(
    work: Work,
    changed: Sequence[Community],
    rows: Sequence[Row],
    gone: Sequence[str],
    summaries: Mapping[str, Summary],
    members: Mapping[str, Member],
) -> None:
    work.run_rows("ingest/delete_topics", gone, key="ids")
    work.run_rows("ingest/clear_communities", [row.id for row in changed], key="ids")
    work.run_rows("ingest/write_communities", rows)
    lowest = [row for row in changed if row.level == 1]
    write_members(
        work,
        (
            (members[name], member_row(row.id, members[name], summaries[row.id].closeness))
            for row in lowest
            for name in row.members
        ),
    )
    above = [{"topic": row.id, "member": name} for row in changed if row.level > 1 for name in row.members]
    work.run_rows("ingest/write_community_topics", above)
