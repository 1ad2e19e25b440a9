"""Resolution of a site's entities in the graph: merges are recorded with their reason, and can be undone for good.

Every mention and every source of a relation keeps the ids that its page gave. A merge only changes where they lead, so
that a split is the same step backwards, and the facts of a page can still be told from all others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from core.errors import IngestError
from graph import Database
from ingest.entities.raw import RawEntity, companion
from ingest.entities.resolution import Decisions, Judge, Merge, resolve
from ingest.forgetting import Forgetter
from ingest.rows import row_of_id
from ingest.state import FactChanges, MentionRow, RelationEntry, RelationKey, mention_row, relation_key
from ingest.transactions import Row, batches
from ingest.writer import GraphWriter

UNIQUE = ("email", "phone")
CONTEXT = ("member_of", "offers", "part_of", "heads", "room", "described_as", "coordinates")
MOVES = 100
COMPANY = 60


@dataclass(frozen=True, slots=True)
class EntityView:
    """An entity as a person sees it in a list; `parts` are the raw ids that went into it, with the reasons."""

    id: str
    name: str
    type: str
    aliases: tuple[str, ...]
    anchor_url: str | None
    mentions: int
    parts: tuple[tuple[str, str], ...] = ()


class EntityResolver:
    """Resolves, lists, splits and merges the entities of sites."""

    def __init__(self, database: Database, writer: GraphWriter, judge: Judge | None = None) -> None:
        self._database = database
        self._writer = writer
        self._judge = judge
        self.forgetter = Forgetter(database, writer)

    def resolve_site(self, site: str) -> int:
        """Bring the merges of a site in step with its pages and with what people decided; how many changed."""
        forgotten = self.forgetter.load(site)
        self.forgetter.purge(forgotten)
        raws = self._read_raws(site)
        ghosts = forgotten.ghosts(frozenset(raw.id for raw in raws))
        merges = self.forgetter.spread(forgotten, resolve([*raws, *ghosts], self._decisions(site), self._judge))
        return self._change(site, {merge.raw: merge for merge in merges})

    def load_merges(self, site: str) -> dict[str, str]:
        """Raw id → the id it was resolved to; handed to the writer for the pages to come."""
        merges = {merge.raw: merge.into for merge in self._recorded(site).values()}
        self._writer.merges = {**self._writer.merges, **merges}
        return merges

    def list_entities(self, site: str, kind: str = "", text: str = "", limit: int = 50) -> list[EntityView]:
        """Entities of a site, the most mentioned first."""
        parts: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for merge in self._recorded(site).values():
            parts[merge.into].append((merge.raw, merge.reason))
        rows = self._database.read("ingest/find_entities", site=site, type=kind, text=text, limit=limit)
        return [_view(row, tuple(sorted(parts[row["id"]]))) for row in rows]

    def split(self, site: str, raw: str) -> str:
        """Take a raw entity out of the one it went into; it stays out at every later crawl. The entity it left."""
        recorded = self._recorded(site)
        if raw not in recorded:
            raise IngestError(f"{raw} was not merged into anything on {site}; see `sitequest entities list`.")
        target = recorded[raw].into
        members = [target, *(merge.raw for merge in recorded.values() if merge.into == target and merge.raw != raw)]
        for other in members:
            self._decide(site, raw, other, same=False)
        self.resolve_site(site)
        return target

    def merge(self, site: str, one: str, other: str) -> str:
        """Make two entities one, for good; the id of the one that stays. Both must be of one type."""
        rows = self._require_two(site, one, other)
        if len({row["type"] for row in rows}) != 1:
            raise IngestError(f"{one} and {other} are of different types; only entities of one type can be merged.")
        self._decide(site, one, other, same=True)
        apart, members = self._decisions(site).apart, self._members(site, one, other)
        for first, second in product(*members):
            if frozenset((first, second)) in apart:
                self._decide(site, first, second, same=True)
        self.resolve_site(site)
        merges = self.load_merges(site)
        return merges.get(one, one)

    def keep_apart(self, site: str, one: str, other: str) -> None:
        """Two entities are not one, at every later crawl, whatever pages will say of the names that went into them."""
        self._require_two(site, one, other)
        for first, second in product(*self._members(site, one, other)):
            self._decide(site, first, second, same=False)
        self.resolve_site(site)

    def list_apart(self, site: str) -> list[tuple[str, str]]:
        """Pairs of raw ids that people said are not one, each sorted."""
        pairs = (sorted(pair) for pair in self._decisions(site).apart)
        return sorted((pair[0], pair[-1]) for pair in pairs)

    def _members(self, site: str, *tops: str) -> list[list[str]]:
        """For each entity its own id and those that went into it."""
        recorded = self._recorded(site).values()
        return [[top, *(merge.raw for merge in recorded if merge.into == top)] for top in tops]

    def _require_two(self, site: str, one: str, other: str) -> list[Row]:
        rows = self._database.read("ingest/read_entities", ids=[one, other])
        if len({row["id"] for row in rows}) != 2:
            raise IngestError(f"{one} and {other} are not two entities of {site}; see `sitequest entities list`.")
        return rows

    def _decide(self, site: str, one: str, other: str, *, same: bool) -> None:
        first, second = sorted((one, other))
        self._database.write("ingest/write_decision", site=site, one=first, other=second, same=same)

    def _decisions(self, site: str) -> Decisions:
        rows = self._database.read("ingest/read_decisions", site=site)
        pairs = {True: set[frozenset[str]](), False: set[frozenset[str]]()}
        for row in rows:
            pairs[row["same"]].add(frozenset((row["one"], row["other"])))
        return Decisions(frozenset(pairs[True]), frozenset(pairs[False]))

    def _recorded(self, site: str) -> dict[str, Merge]:
        rows = self._database.read("ingest/read_merges", site=site)
        return {row["raw"]: Merge(row["raw"], row["into"], row["reason"], row["score"]) for row in rows}

    def _read_raws(self, site: str) -> list[RawEntity]:
        contexts, unique = self._read_contexts(site)
        twins, company = self._read_twins(site), self._read_company(site)
        return [
            replace(_raw_entity(site, row, contexts, unique, twins), company=frozenset(company.get(row["raw"], ())))
            for row in self._gather(site)
        ]

    def _gather(self, site: str) -> list[Row]:
        """One row a raw entity: a raw entity that was just moved in part may stand at two entities."""
        found: dict[str, Row] = {}
        for row in self._database.read("ingest/raw_entities", site=site):
            old = found.setdefault(row["raw"], row)
            if old is not row:
                for name in ("names", "given", "anchors", "pages"):
                    old[name] = sorted({*old[name], *row[name]})
                old["mentions"] += row["mentions"]
        return list(found.values())

    def _read_contexts(self, site: str) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
        contexts: dict[str, set[str]] = defaultdict(set)
        unique: dict[str, set[str]] = defaultdict(set)
        for row in self._database.read("ingest/raw_contexts", site=site, types=[*UNIQUE, *CONTEXT]):
            into = unique if row["type"] in UNIQUE else contexts
            for text in row["entries"]:
                _, _, raw_head, raw_tail = text.split("\t")
                into[raw_head].add(row["tail"].casefold())
                if row["tail_type"] != "value":
                    into[raw_tail].add(row["head"].casefold())
        return contexts, unique

    def _read_company(self, site: str) -> dict[str, set[str]]:
        """Raw id → the people that a block names beside a person; blocks that list very many tell nothing."""
        company: dict[str, set[str]] = defaultdict(set)
        for row in self._database.read("ingest/raw_company", site=site, limit=COMPANY):
            marks = {raw: companion(raw.split(":", 2)[2]) for raw in row["raws"]}
            for raw, own in marks.items():
                company[raw] |= set(marks.values()) - {own, ""}
        return company

    def _read_twins(self, site: str) -> dict[str, set[str]]:
        twins: dict[str, set[str]] = defaultdict(set)
        for row in self._database.read("ingest/page_versions", site=site):
            others = {*row["aliases"], *(text.split(" ", 1)[-1] for text in row["alternates"])} - {row["url"]}
            for other in others:
                twins[row["url"]].add(other)
                twins[other].add(row["url"])
        return twins

    def _change(self, site: str, wanted: Mapping[str, Merge]) -> int:
        """Move the facts of every raw entity whose target changed, a batch a transaction, then record the merges."""
        old = self._recorded(site)
        targets = {raw: merge.into for raw, merge in old.items()}
        moved = sorted(
            raw for raw in {*old, *wanted} if targets.get(raw, raw) != (wanted[raw].into if raw in wanted else raw)
        )
        for batch in batches(moved, MOVES):
            left = {targets.get(raw, raw) for raw in batch}
            for raw in batch:
                targets[raw] = wanted[raw].into if raw in wanted else raw
            self._move(site, sorted(left), targets)
            self._record(site, batch, wanted)
        changed = [merge for raw, merge in wanted.items() if raw in old and old[raw] != merge]
        self._database.write("ingest/write_merges", site=site, rows=[_merge_row(merge) for merge in changed])
        self._writer.merges = {raw: into for raw, into in self._writer.merges.items() if not raw.startswith(f"{site}:")}
        self.load_merges(site)
        return len(moved)

    def _record(self, site: str, batch: Sequence[str], wanted: Mapping[str, Merge]) -> None:
        rows = [_merge_row(wanted[raw]) for raw in batch if raw in wanted]
        self._database.write("ingest/write_merges", site=site, rows=rows)
        gone = [raw for raw in batch if raw not in wanted]
        self._database.write("ingest/delete_merges", site=site, raws=gone)

    def _move(self, site: str, entities: Sequence[str], targets: Mapping[str, str]) -> None:
        """Lead every fact at some entities to where its raw ends belong now."""
        mentions = [mention_row(row) for row in self._database.read("ingest/entity_mentions", ids=list(entities))]
        rows = self._database.read("ingest/entity_relations", ids=list(entities))
        entries = [RelationEntry.decode(relation_key(row), text) for row in rows for text in row["entries"]]
        changes = _changes(mentions, entries, targets)
        names = changes.entities()
        self._writer.apply(changes, {name: row_of_id(site, name, "") for name in names if name.startswith(f"{site}:")})


def _raw_entity(
    site: str,
    row: Row,
    contexts: Mapping[str, set[str]],
    unique: Mapping[str, set[str]],
    twins: Mapping[str, set[str]],
) -> RawEntity:
    kind, _, key = row["raw"].removeprefix(f"{site}:").partition(":")
    anchors = frozenset(row["anchors"])
    return RawEntity(
        id=row["raw"],
        type=kind,
        key=key,
        names=frozenset((*row["names"], *row["other_names"])),
        anchors=anchors,
        given=frozenset(row["given"]),
        pages=frozenset(row["pages"]),
        context=frozenset(contexts.get(row["raw"], ())),
        unique=frozenset(unique.get(row["raw"], ())),
        twins=frozenset(other for anchor in anchors for other in twins.get(anchor, ())),
        mentions=row["mentions"],
        vector=tuple(row["vector"] or ()) if row["raw"] == row["entity"] else (),
    )


def _view(row: Row, parts: tuple[tuple[str, str], ...]) -> EntityView:
    aliases = tuple(row["aliases"])
    return EntityView(row["id"], row["name"], row["type"], aliases, row["anchor_url"], row["mentions"], parts)


def _merge_row(merge: Merge) -> Row:
    return {"raw": merge.raw, "into": merge.into, "reason": merge.reason, "score": merge.score}


def _changes(
    mentions: Iterable[MentionRow], entries: Iterable[RelationEntry], targets: Mapping[str, str]
) -> FactChanges:
    add_mentions, drop_mentions, add_entries, drop_entries = [], [], [], []
    for row in mentions:
        target = targets.get(row.raw, row.raw)
        if target != row.entity:
            drop_mentions.append(row)
            add_mentions.append(replace(row, entity=target))
    for entry in entries:
        head, tail = targets.get(entry.raw_head, entry.raw_head), targets.get(entry.raw_tail, entry.raw_tail)
        if (head, tail) != (entry.key.head, entry.key.tail):
            drop_entries.append(entry)
            add_entries.append(replace(entry, key=RelationKey(head, tail, entry.key.type, entry.key.group)))
    return FactChanges(tuple(add_mentions), tuple(drop_mentions), tuple(add_entries), tuple(drop_entries))
