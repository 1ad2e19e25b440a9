"""The one way in which mentions and relations enter and leave the graph, with names and lives of entities in step.

A named entity lives while a block mentions it, a value while a fact points at it, a relation while a block states it,
a keyword topic while an entity is about it. Everything shown of them is computed from what is left, so that adding a
page and taking it away again restores the graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from core.errors import IngestError
from ingest.names import VALUE, display_name
from ingest.state import FactChanges, MentionRow, RelationEntry, RelationKey, relation_key
from ingest.transactions import Row, Work

ABOUT = "about"
MAX_SOURCES = 5000


class StaleWrite(IngestError):
    """Another writer removed what this one had just found; trying again helps."""


def apply_facts(work: Work, changes: FactChanges, entities: Mapping[str, Row], topics: Mapping[str, Row]) -> None:
    """Apply `changes` inside a transaction. `entities` and `topics` are rows for nodes that may not exist yet."""
    if not changes:
        return
    work.run_rows("ingest/drop_mentions", [_mention_name(row) for row in _ordered(changes.drop_mentions)])
    _make_nodes(work, changes, entities, topics)
    _write_mentions(work, changes.add_mentions)
    _change_relations(work, changes)
    _settle(work, changes)


def _make_nodes(work: Work, changes: FactChanges, entities: Mapping[str, Row], topics: Mapping[str, Row]) -> None:
    needed = {row.entity for row in changes.add_mentions}
    for entry in changes.add_entries:
        needed |= {entry.key.head, entry.key.tail}
    names, anchors = _names(changes.add_mentions), _anchors(changes.add_mentions)
    rows = [_new_entity(entities[name], names[name], anchors[name]) for name in sorted(needed) if name in entities]
    work.run_rows("ingest/write_entities", rows)
    work.run_rows("ingest/write_keyword_topics", [topics[name] for name in sorted(needed) if name in topics])


def _new_entity(row: Row, names: set[str], anchors: set[str]) -> Row:
    """An entity as it is when only these names and pages tell of it."""
    properties = {key: row[key] for key in ("site", "type", "key", "name")} | {"aliases": []}
    if row["type"] != VALUE and names:
        shown = display_name(row["type"], row["key"], names)
        properties |= {"name": shown, "aliases": sorted(names), "anchor_url": _best_anchor(anchors)}
    return {"id": row["id"], "properties": properties}


def _best_anchor(urls: Iterable[str]) -> str | None:
    return min(urls, key=lambda url: (len(url), url), default=None)


def _ordered(rows: Iterable[MentionRow]) -> list[MentionRow]:
    return sorted(rows, key=lambda row: (row.entity, row.block, row.start, row.surface, row.raw))


def _mention_name(row: MentionRow) -> Row:
    return {
        "block": row.block,
        "entity": row.entity,
        "surface": row.surface,
        "start": row.start,
        "raw": row.raw,
    }


def _mention_properties(row: MentionRow) -> Row:
    properties: Row = {"surface": row.surface, "start": row.start, "end": row.end}
    if row.raw != row.entity:
        properties["raw"] = row.raw
    if row.names:
        properties["names"] = list(row.names)
    if row.anchor_url:
        properties["anchor_url"] = row.anchor_url
    if row.found_by:
        properties["found_by"] = row.found_by
    return properties


def _write_mentions(work: Work, mentions: Iterable[MentionRow]) -> None:
    rows = [
        {"block": row.block, "entity": row.entity, "properties": _mention_properties(row)} for row in _ordered(mentions)
    ]
    written = sum(answer["written"] for answer in work.run_rows("ingest/write_mentions", rows))
    if written != len(rows):
        raise StaleWrite(f"{len(rows) - written} mentions lost their entity while they were written; try again.")


def _change_relations(work: Work, changes: FactChanges) -> None:
    drops: dict[RelationKey, set[str]] = defaultdict(set)
    adds: dict[RelationKey, list[RelationEntry]] = defaultdict(list)
    for entry in changes.drop_entries:
        drops[entry.key].add(entry.encode())
    for entry in changes.add_entries:
        adds[entry.key].append(entry)
    found = work.run_rows("ingest/lock_relations", sorted(key.text for key in {*drops, *adds}), key="keys")
    _store_relations(work, found, drops, adds)
    known = {row["key"] for row in found}
    fresh = sorted(key for key in adds if key.text not in known)
    for statement, chosen in (
        ("ingest/create_entity_relations", [key for key in fresh if key.type != ABOUT]),
        ("ingest/create_topic_relations", [key for key in fresh if key.type == ABOUT]),
    ):
        rows = [_new_relation(key, adds[key]) for key in chosen]
        written = sum(answer["written"] for answer in work.run_rows(statement, rows))
        if written != len(rows):
            raise StaleWrite(f"{len(rows) - written} relations lost an end while they were written; try again.")


def _new_relation(key: RelationKey, entries: Iterable[RelationEntry]) -> Row:
    properties = _sources_of(key, sorted(entry.encode() for entry in entries))
    properties |= {"key": key.text, "type": key.type, "group": key.group}
    return {"head": key.head, "tail": key.tail, "words": key.type.replace("_", " "), "properties": properties}


def _store_relations(
    work: Work,
    found: Iterable[Row],
    drops: Mapping[RelationKey, set[str]],
    adds: Mapping[RelationKey, list[RelationEntry]],
) -> None:
    kept: list[Row] = []
    gone: list[str] = []
    for row in found:
        key = relation_key(row)
        left = set(row["entries"] or ()) - drops.get(key, set()) | {entry.encode() for entry in adds.get(key, ())}
        if left:
            kept.append({"relation": row["relation"], "properties": _relation_properties(row, sorted(left))})
        else:
            gone.append(row["relation"])
    work.run_rows("ingest/write_relations", kept)
    work.run_rows("ingest/delete_relations", gone, key="relations")


def _relation_properties(row: Row, entries: list[str]) -> Row:
    key = relation_key(row)
    text = f"{row['head_name']} {key.type.replace('_', ' ')} {row['tail_name']}"
    return {**_sources_of(key, entries), "text": text}


def _sources_of(key: RelationKey, entries: list[str]) -> Row:
    """What a relation shows of the entries that support it."""
    decoded = [RelationEntry.decode(key, text) for text in entries]
    sources = sorted({entry.source for entry in decoded})
    finders = sorted({finder for entry in decoded for finder in entry.found_by.split("+")})
    return {"entries": entries, "sources": sources, "weight": float(len(sources)), "found_by": "+".join(finders)}


def _settle(work: Work, changes: FactChanges) -> None:
    """Bring names, anchors and lives of all touched entities in step with what supports them now."""
    touched = changes.entities()
    current = {row["id"]: row for row in work.run_rows("ingest/read_entities", touched, key="ids")}
    gained, lost = _names(changes.add_mentions), _names(changes.drop_mentions)
    moved = _moved_anchors(current, changes)
    unsettled = [
        name
        for name, row in current.items()
        if name in lost or gained.get(name, set()) - set(row["aliases"]) or name in moved
    ]
    losing = {entry.key.tail for entry in changes.drop_entries} | {row.entity for row in changes.drop_mentions}
    locked = work.run_rows("ingest/lock_entities", sorted(set(unsettled) | (losing & set(current))), key="ids")
    _rename(work, [row for row in locked if row["type"] != VALUE], gained, lost, moved)
    work.run_rows("ingest/delete_orphan_entities", sorted(losing & set(current)), key="ids")
    work.run_rows("ingest/delete_orphan_topics", sorted(losing - set(current)), key="ids")


def _names(mentions: Iterable[MentionRow]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for row in mentions:
        if not row.found_by:
            found[row.entity] |= {name for name in (row.surface, *row.names) if name}
    return found


def _anchors(mentions: Iterable[MentionRow]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for row in mentions:
        if row.anchor_url:
            found[row.entity].add(row.anchor_url)
    return found


def _moved_anchors(current: Mapping[str, Row], changes: FactChanges) -> frozenset[str]:
    """The entities whose own page may be another now: a better one came, or the one they had went."""
    came, went = _anchors(changes.add_mentions), _anchors(changes.drop_mentions)
    better = {
        name for name, urls in came.items() if name in current and _best_anchor({*urls, *_own(current[name])}) in urls
    }
    better = {name for name in better if _best_anchor(came[name]) != current[name]["anchor_url"]}
    return frozenset(better | {name for name, urls in went.items() if name in current})


def _own(row: Row) -> set[str]:
    return {row["anchor_url"]} - {None}


def _rename(
    work: Work,
    locked: list[Row],
    gained: Mapping[str, set[str]],
    lost: Mapping[str, set[str]],
    moved: frozenset[str],
) -> None:
    doubtful = [
        {"entity": row["id"], "name": name}
        for row in locked
        for name in sorted(lost.get(row["id"], set()) - gained.get(row["id"], set()))
    ]
    unsupported: dict[str, set[str]] = defaultdict(set)
    for answer in work.run_rows("ingest/unsupported_names", doubtful):
        unsupported[answer["entity"]].add(answer["name"])
    anchored = sorted(row["id"] for row in locked if row["id"] in moved)
    anchors = {row["entity"]: row["anchors"] for row in work.run_rows("ingest/read_anchors", anchored, key="ids")}
    rows = []
    for row in locked:
        aliases = sorted((set(row["aliases"]) | gained.get(row["id"], set())) - unsupported[row["id"]])
        anchor = _best_anchor(anchors.get(row["id"], ()))
        properties: Row = {"aliases": aliases, "name": display_name(row["type"], row["key"], aliases)}
        properties["anchor_url"] = anchor if row["id"] in anchored else row["anchor_url"]
        rows.append({"id": row["id"], "properties": properties, "renamed": aliases != row["aliases"]})
    work.run_rows("ingest/write_names", rows)
    _spread_names(work, locked, rows)


def _spread_names(work: Work, before: list[Row], after: list[Row]) -> None:
    renamed = [old["id"] for old, new in zip(before, after, strict=True) if old["name"] != new["properties"]["name"]]
    work.run_rows("ingest/rename_relations", renamed, key="ids")
