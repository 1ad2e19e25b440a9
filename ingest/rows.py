"""A page graph as rows for the writer, with entities resolved by the site's merges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.codes import code_tokens
from core.records import BlockRecord, EntityRecord, Mention, PageGraph, PageRecord
from core.urls import split_url
from ingest.state import LinkRow, MentionRow, RelationEntry, RelationKey
from ingest.transactions import Row

Merges = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PageRows:
    """Everything one page wants to be in the graph."""

    page: Row
    blocks: tuple[Row, ...]
    roots: tuple[Row, ...]
    tree: tuple[Row, ...]
    links: frozenset[LinkRow]
    mentions: frozenset[MentionRow]
    entries: frozenset[RelationEntry]
    entities: Mapping[str, Row]
    topics: Mapping[str, Row]
    hashes: Mapping[str, str]


def page_rows(graph: PageGraph, merges: Merges) -> PageRows:
    """Turn the records of a page into rows; `merges` maps entity ids to the ids they were resolved to."""
    site = graph.page.site
    entities = {entity.id: _entity_row(site, entity) for entity in graph.entities}
    return PageRows(
        page=page_properties(graph.page),
        blocks=tuple(_block_row(site, block) for block in graph.blocks),
        roots=tuple({"block": block.id, "order": block.order} for block in graph.blocks if block.parent is None),
        tree=tuple(
            {"parent": block.parent, "block": block.id, "order": block.order}
            for block in graph.blocks
            if block.parent is not None
        ),
        links=frozenset(LinkRow(link.target, link.anchor_text, link.region, link.count) for link in graph.links),
        mentions=frozenset(_mention_rows(graph, merges)),
        entries=frozenset(_relation_entries(graph, merges)),
        entities=_resolved(site, entities, merges),
        topics={topic.id: {"id": topic.id, "site": site, "title": topic.title} for topic in graph.topics},
        hashes={block.id: block.content_hash for block in graph.blocks},
    )


def page_properties(page: PageRecord) -> Row:
    """The properties of a Page node; absent ones are null, so that an old value goes."""
    return {
        "title": page.title,
        "lang": page.lang,
        "status": page.status,
        "content_hash": page.content_hash,
        "fetched_at": page.fetched_at,
        "searchable": page.searchable,
        "description": page.description,
        "etag": page.etag,
        "last_modified": page.last_modified,
        "published": page.published,
        "modified": page.modified,
        "media_type": page.media_type,
        "depth": page.depth,
        "audience": page.audience or None,
        "aliases": list(page.aliases),
        "breadcrumb": list(page.breadcrumb),
        "alternates": list(page.alternates),
        "warnings": list(page.warnings),
    }


def link_status(page_url: str, target: str) -> str:
    """The status of a page that is linked to but not fetched: unseen in the same domain, else external."""
    return "unseen" if _domain(page_url) == _domain(target) else "external"


def _domain(url: str) -> str:
    """The part of the host that an organisation owns: two labels, three under such as ac.uk; addresses whole."""
    host = split_url(url).hostname or ""
    labels = host.split(".")
    if len(labels) < 3 or labels[-1].isdigit() or ":" in host:
        return host
    size = 3 if len(labels[-1]) == 2 and len(labels[-2]) <= 3 else 2
    return ".".join(labels[-size:])


def _block_row(site: str, block: BlockRecord) -> Row:
    headings = " > ".join(block.heading_path)
    properties: Row = {
        "site": site,
        "url": block.page_url,
        "kind": block.kind,
        "text": block.text,
        "markdown": block.markdown,
        "heading_path": list(block.heading_path),
        "headings": headings,
        "order": block.order,
        "words": block.words,
        "main": block.main,
        "leaf": block.leaf,
        "content_hash": block.content_hash,
        "anchor": block.anchor,
        "lang": block.lang,
        "codes": " ".join(code_tokens(f"{headings}\n{block.text}")),
    }
    return {"id": block.id, "properties": properties}


def _entity_row(site: str, entity: EntityRecord) -> Row:
    return {"id": entity.id, "site": site, "type": entity.type, "key": entity.key, "name": entity.name}


def _resolved(site: str, entities: Mapping[str, Row], merges: Merges) -> dict[str, Row]:
    """Rows of the entities that stand in the graph after resolution; a target's type and key are in its id."""
    rows: dict[str, Row] = {}
    for name, row in entities.items():
        target = merges.get(name, name)
        rows.setdefault(target, row if target == name else row_of_id(site, target, row["name"]))
    return rows


def row_of_id(site: str, target: str, name: str) -> Row:
    """The row of an entity that only its id tells of."""
    kind, _, key = target.removeprefix(f"{site}:").partition(":")
    return {"id": target, "site": site, "type": kind, "key": key, "name": name}


def _mention_rows(graph: PageGraph, merges: Merges) -> Iterable[MentionRow]:
    carriers = _carriers(graph)
    entities = {entity.id: entity for entity in graph.entities}
    for mention in graph.mentions:
        entity = entities[mention.entity_id]
        carries = carriers[mention.entity_id] is mention
        yield MentionRow(
            block=mention.block_id,
            entity=merges.get(mention.entity_id, mention.entity_id),
            surface=mention.surface,
            start=mention.start,
            end=mention.end,
            raw=mention.entity_id,
            names=tuple(sorted({entity.name, *entity.aliases} - {mention.surface})) if carries else (),
            anchor_url=entity.anchor_url if carries else None,
        )


def _carriers(graph: PageGraph) -> dict[str, Mention]:
    """The one mention of each entity that carries its names and its authoritative page: the first real one."""
    found: dict[str, list[Mention]] = defaultdict(list)
    for mention in graph.mentions:
        found[mention.entity_id].append(mention)
    order = {block.id: block.order for block in graph.blocks}
    return {
        name: min(mentions, key=lambda one: (not one.surface, order.get(one.block_id, 0), one.start, one.surface))
        for name, mentions in found.items()
    }


def _relation_entries(graph: PageGraph, merges: Merges) -> Iterable[RelationEntry]:
    finders: dict[tuple[RelationKey, str, str, str], set[str]] = defaultdict(set)
    for relation in graph.relations:
        head, tail = merges.get(relation.head, relation.head), merges.get(relation.tail, relation.tail)
        if head == tail:
            continue
        key = RelationKey(head, tail, relation.type, relation.group)
        finders[key, relation.source, relation.head, relation.tail].add(relation.found_by)
    for (key, source, raw_head, raw_tail), names in finders.items():
        yield RelationEntry(key, source, "+".join(sorted(names)), raw_head, raw_tail)
