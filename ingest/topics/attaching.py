"""Communities kept in step with a site without building them anew (HyGRAG's update), at the price of what is new.

New nodes go to the community whose centre is most like them, and are linked; a centre stays the one of the build. A
community is summarised anew only where its summary no longer holds: where members went or are not what they were (other
headings, another name), and where it has grown by a share. What a summary then speaks of follows from the members there
are (`growth`), so deletion is the mirror image of attachment. How close a block is to the centre is noted on its edge,
so no vector of what was there is read.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ingest.topics.growth import GROWTH, step_of_new, steps_of
from ingest.topics.hybrid import Floats, normalise
from ingest.topics.news import News, read_news
from ingest.topics.storing import (
    Held,
    Notes,
    Standing,
    Told,
    TopicStore,
    attached_row,
    founder_key,
    mean_of,
    member_row,
    summary_row,
)
from ingest.topics.summaries import Member, Summary, closeness_of, summarise, summarise_above
from ingest.transactions import Row, Work


@dataclass(frozen=True, slots=True)
class Attachment:
    """What an update did: communities there are, and written anew; nodes attached.

    `built`: nodes that the communities were built of; `moved`: how many came or went since.
    """

    communities: int
    rewritten: int
    attached: int
    built: int
    moved: int


@dataclass(frozen=True, slots=True)
class _Lowest:
    """A lowest community with what comes to it; `held`, its members, only where it is summarised anew.

    `back`: what it was built with and lost since. `size`: its members afterwards; `built`: how many of these it was
    built with; `step` of its growth, and that from which on its summary speaks of what comes (`late`).
    """

    row: Standing
    held: Sequence[Held] | None
    new: Sequence[Member]
    back: Sequence[Member]
    size: int
    built: int
    step: int
    late: int

    def spoken_of(self) -> list[Member]:
        """The members that its summary speaks of."""
        members = [*self.back, *(one.member for one in self.held or () if one.late <= self.step)]
        return sorted([*members, *(self.new if self.late <= self.step else ())], key=lambda one: one.id)


@dataclass(slots=True)
class _Update:
    """The communities that stay, what is to be taken in, and what is said and noted anew."""

    news: News
    lowest: Mapping[str, _Lowest]
    above: Sequence[Standing]
    centres: Mapping[str, Floats] = field(default_factory=dict)
    made: frozenset[str] = frozenset()
    closeness: dict[str, Mapping[str, float]] = field(default_factory=dict)
    summaries: dict[str, Summary] = field(default_factory=dict)
    told: Mapping[str, Told] = field(default_factory=dict)
    kept: Mapping[str, int] = field(default_factory=dict)


def attach(store: TopicStore, site: str, growth: float = GROWTH) -> Attachment | None:
    """Take new nodes of a site into its communities and let go what is gone; None where there are no communities."""
    standing, notes = store.standing(site)
    if not all(row.known for row in standing):  # an older version left no marks
        store.database.batch("ingest/mark_due", site=site)
        standing, notes = store.standing(site)
    update = _find(store, site, standing, notes.fits, growth) if any(row.members for row in standing) else None
    if update is None:
        return None
    for name, one in update.lowest.items():
        _settle(update, name, one)
    _settle_above(store, site, update, len(standing))
    gone = [row.id for row in standing if row.id not in update.lowest and row.id not in update.kept]
    rows = [summary_row(name, found, update.told.get(name)) for name, found in sorted(update.summaries.items())]
    rows = [row for row in rows if row["changed"]]
    done = _report(update, standing, notes, len(rows))
    settled = all(row.known for row in standing) and not (rows or gone or update.made or update.news)
    if not settled or done.moved != notes.moved:
        store.database.transaction(lambda running: _write(Work(running), update, rows, gone, done))
    return done


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


def _find(store: TopicStore, site: str, standing: Sequence[Standing], fits: bool, growth: float) -> _Update | None:
    """What there is to do, with all that has to be read for it."""
    news = read_news(store.database, site)
    going = Counter(name for name, _ in news.strays)
    lowest = {row.id: row for row in standing if row.level == 1 and row.members > going[row.id]}
    if not lowest:
        return None
    bare = sorted(name for name, row in lowest.items() if not (fits and row.centred))
    held = store.members_of(bare, vectors=True)
    made = {name: _centre(held[name]) for name in bare}
    centres = {name: row.centre for name, row in lowest.items() if row.centre is not None} | made
    back = _returning(lowest, news.new)
    known = {one.id for members in back.values() for one in members}
    new = nearest(centres, [one for one in news.new if one.id not in known])
    unsettled = {name for name, row in lowest.items() if _is_unsettled(row, len(new.get(name, ())), growth)}
    touched = unsettled | set(back) | (news.changed | set(going)) & set(lowest)
    held |= store.members_of(sorted(touched - set(held)))
    kept = {
        name: [one for one in members if (name, one.member.id) not in news.strays] for name, members in held.items()
    }
    settled = {
        name: _lowest(row, kept.get(name), new.get(name, ()), back.get(name, ()), growth)
        for name, row in lowest.items()
    }
    return _Update(news, settled, [row for row in standing if row.level > 1], centres, frozenset(made))


def _returning(lowest: Mapping[str, Standing], nodes: Sequence[Member]) -> dict[str, list[Member]]:
    """Nodes that a community was built with, lost, and gets back, by community."""
    homes = {key: name for name, row in lowest.items() for key in row.founders}
    found: dict[str, list[Member]] = defaultdict(list)
    for node in nodes:
        home = homes.get(founder_key(node.id))
        if home is not None:
            found[home].append(node)
    return dict(found)


def _centre(held: Sequence[Held]) -> Floats:
    """The mean of the members that a community was built with, of all where none is left."""
    members = [one for one in held if len(one.member.vector)]
    return mean_of([one.member for one in members if not one.late] or [one.member for one in members])


def _is_unsettled(row: Standing, new: int, growth: float) -> bool:
    """Whether members of a lowest community went, or with the new ones it has grown by a share."""
    if not row.known or row.members < row.size:
        return True
    return steps_of(row.members + new, row.built, growth) != steps_of(row.members, row.built, growth)


def _lowest(
    row: Standing, held: Sequence[Held] | None, new: Sequence[Member], back: Sequence[Member], growth: float
) -> _Lowest:
    before = (row.members if held is None else len(held)) + len(back)
    built = (row.built if held is None else sum(not one.late for one in held)) + len(back)
    size = before + len(new)
    late = step_of_new(before, size, built, growth)
    return _Lowest(row, held, new, back, size, built, steps_of(size, built, growth), late)


def _settle(update: _Update, name: str, one: _Lowest) -> None:
    """Reckon what is to be noted of members of a lowest community, and its summary where that no longer holds."""
    fresh = [held.member for held in one.held or () if held.closeness is None and len(held.member.vector)]
    noted = {held.member.id: held.closeness for held in one.held or () if held.closeness is not None}
    if fresh or one.new or one.back:
        noted |= closeness_of([*fresh, *one.new, *one.back], update.centres[name])
    update.closeness[name] = noted
    if one.held is not None:
        members = [member for member in one.spoken_of() if not member.text or member.id in noted]
        update.summaries[name] = summarise(members, noted)


def _settle_above(store: TopicStore, site: str, update: _Update, count: int) -> None:
    """Find the communities above that still hold some, summarised anew where one went or says something else."""
    fewer = len(update.lowest) + len(update.above) < count
    if not (update.summaries or fewer or any(row.members < row.size for row in update.above)):
        update.kept = {row.id: row.members for row in update.above}
        return
    update.told = store.told(site)
    kept: dict[str, int] = {}
    current = {name: update.summaries.get(name, update.told[name].summary) for name in update.lowest}
    for row in update.above:
        children = [name for name in update.told[row.id].children if name in current]
        if not children:
            continue
        kept[row.id] = len(children)
        current[row.id] = update.told[row.id].summary
        if len(children) < row.size or update.summaries.keys() & set(children):
            found = [current[name] for name in sorted(children, key=lambda name: (-len(current[name].text), name))]
            current[row.id] = summarise_above(found, [one.title for one in found])
            update.summaries[row.id] = current[row.id]
    update.kept = kept


def _report(update: _Update, standing: Sequence[Standing], notes: Notes, rewritten: int) -> Attachment:
    attached, strays = len(update.news.new), len(update.news.strays)
    lost = sum(max(row.size - row.members, 0) for row in standing if row.level == 1)
    built = notes.built or sum(one.size for one in update.lowest.values())
    communities = len(update.lowest) + len(update.kept)
    return Attachment(communities, rewritten, attached, built, notes.moved + attached + strays + lost)


def _write(work: Work, update: _Update, rows: Sequence[Row], gone: Sequence[str], done: Attachment) -> None:
    work.run_rows("ingest/delete_topics", gone, key="ids")
    work.run_rows("ingest/write_centres", list(_centre_rows(update)))
    work.run_rows("ingest/write_communities", rows)
    work.run_rows("ingest/drop_strays", [{"topic": name, "member": one} for name, one in sorted(update.news.strays)])
    work.run_rows("ingest/settle_members", list(_stale_rows(update)))
    work.run_rows("ingest/attach_members", [*_attached_rows(update), *_kept_rows(update)])
    update.news.settle(work)
    work.run("ingest/write_topic_notes", site=update.news.site, built=done.built, attached=done.moved)


def _centre_rows(update: _Update) -> Iterator[Row]:
    """Centres made anew, and whom a community of an older version was built with, as far as is known."""
    for name, one in sorted(update.lowest.items()):
        if name in update.made or not one.row.known:
            centre = update.centres[name].tolist() if name in update.made else None
            members = [held.member.id for held in one.held or () if not held.late]
            founders = None if one.row.founders else sorted(map(founder_key, members)) or None
            yield {"id": name, "centre": centre, "founders": founders}


def _stale_rows(update: _Update) -> Iterator[Row]:
    """The notes on members that are not what was noted."""
    for name, one in sorted(update.lowest.items()):
        noted = update.closeness[name]
        for held in one.held or ():
            if held.stale and (not held.member.text or held.member.id in noted):
                yield member_row(name, held.member, noted, held.late)


def _attached_rows(update: _Update) -> Iterator[Row]:
    """The lowest communities that have new members or another size."""
    for name, one in sorted(update.lowest.items()):
        if one.new or one.back or (one.row.size, one.row.built) != (one.size, one.built):
            noted = update.closeness[name]
            members = [(new, member_row(name, new, noted, one.late)) for new in one.new]
            members += [(back, member_row(name, back, noted)) for back in one.back]
            yield attached_row(name, one.size, one.built, members)


def _kept_rows(update: _Update) -> Iterator[Row]:
    """The communities above that have another size."""
    for row in update.above:
        size = update.kept.get(row.id)
        if size and (row.size, row.built) != (size, size):
            yield attached_row(row.id, size, size)
