"""The one writer of pages: a page is replaced in one transaction, and what only its old version supported goes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from neo4j.exceptions import ClientError
from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from core.records import PageGraph
from graph import Database
from ingest.facts import StaleWrite, apply_facts
from ingest.rows import Merges, PageRows, link_status, page_rows
from ingest.state import FactChanges, LinkRow, PageState, RelationEntry, compare_facts, mention_row, relation_key
from ingest.transactions import Row, Work

_STALE_CODES = frozenset(
    {
        "Neo.ClientError.Statement.EntityNotFound",
        "Neo.ClientError.Schema.ConstraintValidationFailed",
    }
)
ATTEMPTS = 12
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PageVectors:
    """Vectors of one page by block id, and the page's own; `second` are those of the second embedder."""

    blocks: Mapping[str, Sequence[float]] = field(default_factory=dict)
    page: Sequence[float] | None = None
    second: Mapping[str, Sequence[float]] = field(default_factory=dict)
    page_second: Sequence[float] | None = None


@dataclass(frozen=True, slots=True)
class WriteReport:
    """What one write did: block counts, and facts added and dropped."""

    new: int = 0
    changed: int = 0
    gone: int = 0
    kept: int = 0
    facts_added: int = 0
    facts_dropped: int = 0


class GraphWriter:
    """Writes and retires pages. Threads may share it: pages of one address wait for each other, others do not.

    `merges` (entity id → id it was resolved to) is looked up at every write; `finish_site` replaces it.
    """

    def __init__(self, database: Database, merges: Merges | None = None) -> None:
        self._database = database
        self._locks: dict[tuple[str, str], threading.Lock] = {}
        self._guard = threading.Lock()
        self.merges: Merges = merges or {}

    def read_state(self, site: str, url: str) -> PageState:
        """What the graph holds of a page now."""
        return self._transact(lambda work: _read_state(work, site, url))

    def changed_blocks(self, graph: PageGraph) -> tuple[str, ...]:
        """Ids of the leaf blocks that need a new vector: new ones, and those whose content hash differs."""
        rows = self._database.read("ingest/read_page", site=graph.page.site, url=graph.page.url)
        old = _hashes(rows)
        return tuple(block.id for block in graph.blocks if block.leaf and old.get(block.id) != block.content_hash)

    def content_hash(self, site: str, url: str) -> str | None:
        """The content hash of a page in the graph, or None."""
        rows = self._database.read("ingest/read_page", site=site, url=url)
        return rows[0]["content_hash"] if rows else None

    def write(self, graph: PageGraph, vectors: PageVectors) -> WriteReport:
        """Replace a page in one transaction, tried again on deadlocks and on races with other writers."""
        with self._lock_of(graph.page.site, graph.page.url):
            return self._transact(lambda work: _write_page(work, graph, vectors, self.merges))

    def retire(self, site: str, url: str) -> WriteReport:
        """Take a page out, with all that only it supports; it stays as a stub while others link to it."""
        with self._lock_of(site, url):
            return self._transact(lambda work: _retire_page(work, site, url))

    def apply(self, changes: FactChanges, entities: Mapping[str, Row]) -> None:
        """Apply changes of facts that come from no page, such as a merge of entities."""
        self._transact(lambda work: apply_facts(work, changes, entities, {}))

    def _transact(self, function: Callable[[Work], T]) -> T:
        retrying = Retrying(
            retry=retry_if_exception(_is_stale),
            stop=stop_after_attempt(ATTEMPTS),
            wait=wait_random_exponential(multiplier=0.02, max=2),
            reraise=True,
        )
        return retrying(lambda: self._database.transaction(lambda running: function(Work(running))))

    def _lock_of(self, site: str, url: str) -> threading.Lock:
        with self._guard:
            return self._locks.setdefault((site, url), threading.Lock())


def _is_stale(error: BaseException) -> bool:
    cause = error.__cause__ or error
    return isinstance(error, StaleWrite) or (isinstance(cause, ClientError) and cause.code in _STALE_CODES)


def _hashes(rows: Sequence[Row]) -> dict[str, str]:
    return {block["id"]: block["content_hash"] for row in rows for block in row["blocks"]}


def _read_state(work: Work, site: str, url: str) -> PageState:
    rows = work.run("ingest/read_page", site=site, url=url)
    if not rows:
        return PageState()
    blocks = _hashes(rows)
    ids = sorted(blocks)
    mentions = work.run("ingest/read_mentions", blocks=ids) if ids else []
    relations = work.run("ingest/read_relations", blocks=ids) if ids else []
    links = work.run("ingest/read_links", site=site, url=url)
    return PageState(
        content_hash=rows[0]["content_hash"],
        blocks=blocks,
        mentions=frozenset(mention_row(row) for row in mentions),
        entries=frozenset(entry for row in relations for entry in _own_entries(row, blocks)),
        links=frozenset(LinkRow(row["target"], row["anchor_text"], row["region"], row["count"]) for row in links),
    )


def _own_entries(row: Row, blocks: Mapping[str, str]) -> list[RelationEntry]:
    key = relation_key(row)
    entries = (RelationEntry.decode(key, text) for text in row["entries"])
    return [entry for entry in entries if entry.source in blocks]


def _write_page(work: Work, graph: PageGraph, vectors: PageVectors, merges: Merges) -> WriteReport:
    site, url = graph.page.site, graph.page.url
    old, rows = _read_state(work, site, url), page_rows(graph, merges)
    _write_blocks(work, rows, vectors)
    changes = compare_facts(old, rows.mentions, rows.entries)
    _write_page_node(work, site, url, rows, vectors)
    _write_tree(work, site, url, rows, old)
    apply_facts(work, changes, rows.entities, rows.topics)
    gone = sorted(set(old.blocks) - set(rows.hashes))
    work.run_rows("ingest/delete_blocks", gone, key="blocks")
    _write_links(work, site, url, rows.links, old.links)
    return _report(old, rows, changes)


def _write_blocks(work: Work, rows: PageRows, vectors: PageVectors) -> None:
    with_vectors = []
    for row in rows.blocks:
        properties = dict(row["properties"])
        if row["id"] in vectors.blocks:
            properties["embedding"] = vectors.blocks[row["id"]]
        if row["id"] in vectors.second:
            properties["embedding_2"] = vectors.second[row["id"]]
        with_vectors.append({"id": row["id"], "properties": properties})
    work.run_rows("ingest/write_blocks", with_vectors)


def _write_page_node(work: Work, site: str, url: str, rows: PageRows, vectors: PageVectors) -> None:
    targets = {link.target for link in rows.links} - {url}
    stubs = [{"url": target, "status": link_status(url, target)} for target in targets]
    pages = sorted([*stubs, {"url": url, "status": rows.page["status"]}], key=lambda row: row["url"])
    work.run_rows("ingest/write_pages", pages, site=site)
    properties = dict(rows.page)
    if vectors.page is not None:
        properties["embedding"] = vectors.page
    if vectors.page_second is not None:
        properties["embedding_2"] = vectors.page_second
    work.run("ingest/write_page", site=site, url=url, properties=properties)


def _write_tree(work: Work, site: str, url: str, rows: PageRows, old: PageState) -> None:
    if old.blocks:
        work.run("ingest/drop_tree", site=site, url=url)
    work.run_rows("ingest/write_tree_roots", rows.roots, site=site, url=url)
    work.run_rows("ingest/write_tree", rows.tree)


def _write_links(work: Work, site: str, url: str, wanted: frozenset[LinkRow], old: frozenset[LinkRow]) -> None:
    dropped = sorted(link.target for link in old - wanted)
    work.run_rows("ingest/drop_links", dropped, key="targets", site=site, url=url)
    rows = [
        {"target": link.target, "anchor_text": link.anchor_text, "region": link.region, "count": link.count}
        for link in sorted(wanted - old)
    ]
    written = sum(answer["written"] for answer in work.run_rows("ingest/write_links", rows, site=site, url=url))
    if written != len(rows):
        raise StaleWrite(f"{len(rows) - written} links of {url} lost their target while they were written; try again.")
    work.run_rows("ingest/drop_stubs", dropped, key="urls", site=site)


def _retire_page(work: Work, site: str, url: str) -> WriteReport:
    old = _read_state(work, site, url)
    changes = compare_facts(old, (), ())
    apply_facts(work, changes, {}, {})
    work.run_rows("ingest/delete_blocks", sorted(old.blocks), key="blocks")
    _write_links(work, site, url, frozenset(), old.links)
    linked = work.run("ingest/page_is_linked", site=site, url=url)
    if linked:
        work.run("ingest/make_stub" if linked[0]["linked"] else "ingest/delete_page", site=site, url=url)
    return WriteReport(gone=len(old.blocks), facts_dropped=len(old.mentions) + len(old.entries))


def _report(old: PageState, rows: PageRows, changes: FactChanges) -> WriteReport:
    new = sum(name not in old.blocks for name in rows.hashes)
    changed = sum(old.blocks.get(name, digest) != digest for name, digest in rows.hashes.items())
    return WriteReport(
        new=new,
        changed=changed,
        gone=len(set(old.blocks) - set(rows.hashes)),
        kept=len(rows.hashes) - new - changed,
        facts_added=len(changes.add_mentions) + len(changes.add_entries),
        facts_dropped=len(changes.drop_mentions) + len(changes.drop_entries),
    )
