"""What happens inside the transaction that replaces pages: the steps, in the order that keeps locks short.

Blocks come early, since they are large and belong to one page alone; links and facts, where writers meet, last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ingest.facts import StaleWrite, apply_facts
from ingest.rows import PageRows, link_status
from ingest.state import FactChanges, LinkRow, PageState, RelationEntry, compare_facts, mention_row, relation_key
from ingest.transactions import BATCH, Row, Work, batches

PageName = tuple[str, str]
PORTION = 200


@dataclass(frozen=True, slots=True)
class PageVectors:
    """Vectors of one page by block id, and the page's own; `second` are those of the second embedder.

    `tokens` are the packed states of the blocks' tokens (`models.late`), from the same pass as `blocks`.
    """

    blocks: Mapping[str, Sequence[float]] = field(default_factory=dict)
    page: Sequence[float] | None = None
    second: Mapping[str, Sequence[float]] = field(default_factory=dict)
    page_second: Sequence[float] | None = None
    tokens: Mapping[str, bytes | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WriteReport:
    """What one write did: block counts, and facts added and dropped."""

    new: int = 0
    changed: int = 0
    gone: int = 0
    kept: int = 0
    facts_added: int = 0
    facts_dropped: int = 0


@dataclass(frozen=True, slots=True)
class NewPage:
    """The new version of a page (site, url); without rows the page is retired."""

    name: PageName
    rows: PageRows | None = None
    vectors: PageVectors = field(default_factory=PageVectors)

    @property
    def hashes(self) -> Mapping[str, str]:
        """Content hashes by block id."""
        return self.rows.hashes if self.rows else {}

    @property
    def links(self) -> frozenset[LinkRow]:
        """The links that the page shall have."""
        return self.rows.links if self.rows else frozenset()

    def changes(self, old: PageState) -> FactChanges:
        """The facts to add and to drop."""
        return compare_facts(old, *((self.rows.mentions, self.rows.entries) if self.rows else ((), ())))


def replace_pages(work: Work, pages: Sequence[NewPage]) -> list[WriteReport]:
    """Replace or retire pages inside one transaction; one report a page."""
    states = read_states(work, [page.name for page in pages])
    old = [states.get(page.name, PageState()) for page in pages]
    changes = [page.changes(state) for page, state in zip(pages, old, strict=True)]
    known = [page for page, state in zip(pages, old, strict=True) if state.blocks]
    _write_blocks(work, known)
    _write_pages(work, pages)
    _create_blocks(work, [page for page, state in zip(pages, old, strict=True) if not state.blocks])
    _write_trees(work, known)
    _write_links(work, pages, old)
    _write_facts(work, pages, changes)
    gone = sorted(
        block for page, state in zip(pages, old, strict=True) for block in set(state.blocks) - set(page.hashes)
    )
    work.run_rows("ingest/delete_blocks", gone, key="blocks")
    _retire(work, [page.name for page in pages if page.rows is None])
    return [_report(page, state, change) for page, state, change in zip(pages, old, changes, strict=True)]


def page_row(name: PageName) -> Row:
    """A page's key as a row."""
    return {"site": name[0], "url": name[1]}


def block_hashes(row: Row) -> dict[str, str]:
    """Content hashes by block id, of a row that `read_pages` gave."""
    return {block["id"]: block["content_hash"] for block in row["blocks"]}


def read_states(work: Work, names: Sequence[PageName]) -> dict[PageName, PageState]:
    """What the graph holds of some pages; those it does not know are left out."""
    keys = [page_row(name) for name in names]
    known = work.run_rows("ingest/read_pages", keys, key="pages")
    owner = {block["id"]: (row["site"], row["url"]) for row in known for block in row["blocks"]}
    mentions, entries = defaultdict(list), defaultdict(list)
    for row in work.run_rows("ingest/read_mentions", sorted(owner), key="blocks"):
        mentions[owner[row["block"]]].append(mention_row(row))
    for entry in _read_entries(work, sorted(owner)):
        entries[owner[entry.source]].append(entry)
    links = _read_links(work, [page_row((row["site"], row["url"])) for row in known if row["content_hash"]])
    return {
        name: PageState(
            content_hash=row["content_hash"],
            blocks=block_hashes(row),
            mentions=frozenset(mentions[name]),
            entries=frozenset(entries[name]),
            links=frozenset(links[name]),
        )
        for row in known
        for name in [(row["site"], row["url"])]
    }


def _read_entries(work: Work, blocks: Sequence[str]) -> Iterable[RelationEntry]:
    """The sources of relations that lie in `blocks`; all blocks are asked at once, so that an entity counts once."""
    if not blocks:
        return
    wanted = set(blocks)
    for row in work.run("ingest/read_relations", blocks=list(blocks)):
        key = relation_key(row)
        for text in row["entries"]:
            entry = RelationEntry.decode(key, text)
            if entry.source in wanted:
                yield entry


def _read_links(work: Work, keys: Sequence[Row]) -> dict[PageName, list[LinkRow]]:
    found: dict[PageName, list[LinkRow]] = defaultdict(list)
    for row in work.run_rows("ingest/read_links", keys, key="pages"):
        link = LinkRow(row["target"], row["anchor_text"], row["region"], row["count"])
        found[row["site"], row["url"]].append(link)
    return found


def _write_blocks(work: Work, pages: Sequence[NewPage]) -> None:
    """Write the blocks of pages that had some: those that stay keep their vector."""
    rows = [
        {"id": row["id"], "properties": _with_vectors(page, row)}
        for page in pages
        for row in (page.rows.blocks if page.rows else ())
    ]
    work.run_rows("ingest/write_blocks", rows)


def _with_vectors(page: NewPage, row: Row) -> Row:
    properties = dict(row["properties"])
    for name, vectors in (("embedding", page.vectors.blocks), ("embedding_2", page.vectors.second)):
        if row["id"] in vectors:
            properties[name] = vectors[row["id"]]
    if row["id"] in page.vectors.blocks:
        properties["tokens"] = page.vectors.tokens.get(row["id"])  # null where there are none: old ones go
    return properties


def _create_blocks(work: Work, pages: Sequence[NewPage]) -> None:
    """Make the blocks of pages that had none, with their trees, level by level: no block has to be looked for."""
    level: list[tuple[Row, list[Row]]] = []
    below: dict[str, list[Row]] = defaultdict(list)
    for page in pages:
        if page.rows is None:
            continue
        made = {row["id"]: {"id": row["id"], **_with_vectors(page, row)} for row in page.rows.blocks}
        for row in page.rows.tree:
            below[row["parent"]].append({"order": row["order"], "properties": made[row["block"]]})
        top = [{"order": row["order"], "properties": made[row["block"]]} for row in page.rows.roots]
        level.append((page_row(page.name), top))
    statement = "ingest/create_blocks"
    while level := [(key, blocks) for key, blocks in level if blocks]:
        for rows in _portions(level):
            work.run(statement, rows=rows)
        names = [block["properties"]["id"] for _, blocks in level for block in blocks]
        level = [({"parent": name}, below[name]) for name in names if name in below]
        statement = "ingest/create_inner_blocks"


def _portions(level: Iterable[tuple[Row, list[Row]]]) -> Iterable[list[Row]]:
    """Rows of a parent with its blocks, a batch at a time; many blocks of one parent go in several rows."""
    rows = [{**key, "blocks": part} for key, blocks in level for part in batches(blocks, PORTION)]
    batch: list[Row] = []
    size = 0
    for row in rows:
        if batch and size + len(row["blocks"]) > BATCH:
            yield batch
            batch, size = [], 0
        batch.append(row)
        size += len(row["blocks"])
    if batch:
        yield batch


def _write_pages(work: Work, pages: Sequence[NewPage]) -> None:
    stubs: dict[PageName, Row] = {}
    properties = []
    for page in pages:
        if page.rows is None:
            continue
        (site, url), row = page.name, page.rows.page
        stubs = {(site, link.target): {"status": link_status(url, link.target)} for link in page.rows.links} | stubs
        stubs[page.name] = {"status": row["status"]}
        vectors = {"embedding": page.vectors.page, "embedding_2": page.vectors.page_second}
        given = {name: vector for name, vector in vectors.items() if vector is not None}
        properties.append({**page_row(page.name), "properties": {**row, **given}})
    work.run_rows("ingest/write_pages", [{**page_row(name), **stubs[name]} for name in sorted(stubs)])
    work.run_rows("ingest/write_page_properties", sorted(properties, key=lambda row: (row["site"], row["url"])))


def _write_trees(work: Work, pages: Sequence[NewPage]) -> None:
    """Write the trees of pages that had one anew; their blocks are there."""
    work.run_rows("ingest/drop_tree", [page_row(page.name) for page in pages if page.rows], key="pages")
    roots = [{**page_row(page.name), **row} for page in pages if page.rows for row in page.rows.roots]
    work.run_rows("ingest/write_tree_roots", roots)
    work.run_rows("ingest/write_tree", [row for page in pages if page.rows for row in page.rows.tree])


def _write_links(work: Work, pages: Sequence[NewPage], old: Sequence[PageState]) -> None:
    dropped, rows = [], []
    for page, state in zip(pages, old, strict=True):
        key = page_row(page.name)
        dropped += [{**key, "target": link.target} for link in state.links - page.links]
        rows += [{**key, **_link_properties(link)} for link in page.links - state.links]
    by_target = sorted(dropped, key=lambda row: (row["target"], row["url"]))
    work.run_rows("ingest/drop_links", by_target)
    rows.sort(key=lambda row: (row["target"], row["url"]))
    written = sum(answer["written"] for answer in work.run_rows("ingest/write_links", rows))
    if written != len(rows):
        raise StaleWrite(f"{len(rows) - written} links lost their target while they were written; try again.")
    work.run_rows("ingest/drop_stubs", [{"site": row["site"], "url": row["target"]} for row in by_target])


def _link_properties(link: LinkRow) -> Row:
    return {
        "target": link.target,
        "anchor_text": link.anchor_text,
        "region": link.region,
        "count": link.count,
    }


def _write_facts(work: Work, pages: Sequence[NewPage], changes: Sequence[FactChanges]) -> None:
    entities: dict[str, Row] = {}
    topics: dict[str, Row] = {}
    for page in pages:
        if page.rows:
            entities.update(page.rows.entities)
            topics.update(page.rows.topics)
    apply_facts(work, FactChanges.together(changes), entities, topics)


def _retire(work: Work, names: Sequence[PageName]) -> None:
    rows = [page_row(name) for name in sorted(names)]
    work.run_rows("ingest/retire_pages", rows)
    work.run_rows("ingest/drop_stubs", rows)


def _report(page: NewPage, old: PageState, changes: FactChanges) -> WriteReport:
    new = sum(name not in old.blocks for name in page.hashes)
    changed = sum(name in old.blocks and old.blocks[name] != digest for name, digest in page.hashes.items())
    return WriteReport(
        new=new,
        changed=changed,
        gone=len(set(old.blocks) - set(page.hashes)),
        kept=len(page.hashes) - new - changed,
        facts_added=len(changes.add_mentions) + len(changes.add_entries),
        facts_dropped=len(changes.drop_mentions) + len(changes.drop_entries),
    )
