"""Communities kept in step with a site without building them anew (HyGRAG's update), at the price of what is new.

New nodes go to the community whose centre is most like them. A centre stays the one of the build, and how close a block
is to it is noted on the edge, so that a community is summarised anew without the vectors of its members. That happens
where members came, went, or are not what they were: other headings, another name, more mentions. So the topics are
always those that the members make, and deletion is the mirror image of attachment.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ingest.topics.hybrid import Floats, normalise
from ingest.topics.storing import (
    Held,
    Standing,
    TopicStore,
    is_same,
    mean_of,
    member_row,
    topic_properties,
    topic_row,
    write_members,
)
from ingest.topics.summaries import Member, Summary, closeness_of, summarise, summarise_above
from ingest.transactions import Row, Work


@dataclass(frozen=True, slots=True)
class Attachment:
    """What an update did: communities there are, and written; nodes attached and gone; nodes in communities now."""

    communities: int
    rewritten: int
    attached: int
    gone: int
    nodes: int


@dataclass(slots=True)
class _Update:
    """The lowest communities with their centres, those above, the members of the touched ones, and what is new."""

    site: str
    lowest: Mapping[str, Standing]
    centres: Mapping[str, Floats]
    above: Sequence[Standing]
    held: dict[str, list[Held]]
    new: Mapping[str, Sequence[Member]]
    summaries: dict[str, Summary] = field(default_factory=dict)


def attach(store: TopicStore, site: str, *, fits: bool = True) -> Attachment | None:
    """Take new nodes of a site into its communities and let go what is gone; None where there are no communities.

    Unless it `fits`, the communities' centres are of another model's vectors, and made anew.
    """
    standing = [row if fits else replace(row, centre=None) for row in store.standing(site)]
    found = _find(store, site, standing)
    if found is None:
        return None
    for name in sorted(found.held):
        found.summaries[name] = _summarise(found, name)
    above = _summarise_above(found)
    gone = [row.id for row in standing if row.id not in found.lowest and row.id not in above]
    rows = _changed_rows(found, above)
    if rows or gone or found.held:
        store.database.transaction(lambda running: _write(Work(running), found, rows, gone))
    attached = sum(map(len, found.new.values()))
    lost = sum(max(row.size - row.members, 0) for row in standing if row.level == 1)
    nodes = sum(row.members for row in found.lowest.values()) + attached
    return Attachment(len(found.lowest) + len(above), len(rows), attached, lost, nodes)


def nearest(centres: Mapping[str, Floats], nodes: Sequence[Member]) -> dict[str, list[Member]]:
    """Nodes by the community whose centre is most like them."""
    if not nodes:
        return {}
    names = sorted(centres)
    middle = normalise(np.asarray([centres[name] for name in names], dtype=np.float32))
    vectors = normalise(np.asarray([one.vector for one in nodes], dtype=np.float32))
    found: dict[str, list[Member]] = defaultdict(list)
    for node, number in zip(nodes, (vectors @ middle.T).argmax(axis=1).tolist(), strict=True):
        found[names[number]].append(node)
    return dict(found)


def _find(store: TopicStore, site: str, standing: Sequence[Standing]) -> _Update | None:
    """What there is to do, with all that has to be read for it."""
    alive = [row for row in standing if row.level == 1 and row.members]
    held = store.members_of([row.id for row in alive if row.centre is None], vectors=True)
    lowest = {row.id: row for row in alive if row.centre is not None or row.id in held}
    if not lowest:
        return None
    centres = {name: _centre(row, held.get(name, ())) for name, row in lowest.items()}
    new = nearest(centres, [*store.blocks(site, homeless=True), *store.entities(site, homeless=True)])
    touched = {name for name, row in lowest.items() if row.unsettled} | set(new)
    held |= store.members_of(sorted(touched - set(held)))
    return _Update(site, lowest, centres, [row for row in standing if row.level > 1], held, new)


def _centre(row: Standing, held: Iterable[Held]) -> Floats:
    """The stored centre, or the mean of the members where there is none."""
    return mean_of([one.member for one in held]) if row.centre is None else row.centre


def _closeness(update: _Update, name: str) -> dict[str, float]:
    """How close each block of a touched community is to its centre: as noted, or reckoned from its vector."""
    noted = {one.member.id: one.closeness for one in update.held[name] if one.closeness is not None}
    fresh = [one.member for one in update.held[name] if one.closeness is None]
    return noted | closeness_of([*fresh, *update.new.get(name, ())], update.centres[name])


def _summarise(update: _Update, name: str) -> Summary:
    members = [*(one.member for one in update.held[name]), *update.new.get(name, ())]
    return summarise(sorted(members, key=lambda one: one.id), _closeness(update, name))


def _summarise_above(update: _Update) -> dict[str, Standing]:
    """The communities above that still hold one; summarised anew where a child is gone or has a new summary."""
    kept: dict[str, Standing] = {}
    current = {name: update.summaries.get(name, row.summary) for name, row in update.lowest.items()}
    for row in update.above:
        children = [name for name in row.children if name in current]
        if not children:
            continue
        kept[row.id] = replace(row, children=tuple(children))
        current[row.id] = row.summary
        if len(children) < row.size or update.summaries.keys() & set(children):
            found = [current[name] for name in sorted(children, key=lambda name: (-len(current[name].text), name))]
            current[row.id] = summarise_above(found, [one.title for one in found])
            update.summaries[row.id] = current[row.id]
    return kept


def _changed_rows(update: _Update, above: Mapping[str, Standing]) -> list[Row]:
    rows = []
    for name, row in (*update.lowest.items(), *above.items()):
        size = row.members + len(update.new.get(name, ())) if row.level == 1 else len(row.children)
        summary, centre = update.summaries.get(name, row.summary), update.centres.get(name)
        old = topic_properties(update.site, row.level, row.summary, row.size, row.centre)
        new = topic_properties(update.site, row.level, summary, size, centre)
        if not is_same(new, old):
            rows.append(topic_row(name, new, old))
    return rows


def _write(work: Work, update: _Update, rows: Sequence[Row], gone: Sequence[str]) -> None:
    work.run_rows("ingest/delete_topics", gone, key="ids")
    work.run_rows("ingest/write_communities", rows)
    stale, new = [], []
    for name in sorted(update.held):
        closeness = update.summaries[name].closeness
        stale += [member_row(name, one.member, closeness) for one in update.held[name] if one.stale]
        new += [(one, member_row(name, one, closeness)) for one in update.new.get(name, ())]
    work.run_rows("ingest/settle_members", stale)
    write_members(work, new)
