"""What one page adds to the graph, before it is written. Names of web origin are data, never labels or keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Vector = Sequence[float]


@dataclass(frozen=True, slots=True)
class PageRecord:
    """A Page node. `searchable` is what its vector is made of: title, outline and description."""

    site: str
    url: str
    title: str
    lang: str
    status: str
    content_hash: str
    fetched_at: str
    searchable: str = ""
    description: str = ""
    etag: str | None = None
    last_modified: str | None = None
    published: str | None = None
    modified: str | None = None
    media_type: str = "text/html"
    depth: int = 0
    aliases: tuple[str, ...] = ()
    breadcrumb: tuple[str, ...] = ()
    alternates: tuple[str, ...] = ()
    audience: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockRecord:
    """A Block node. `id` hashes site, page, text and the occurrence of that text in the page, so it survives moves.

    `content_hash` also covers kind and heading path: where it differs, the block is embedded and extracted again.
    `parent` is a block id, or None under the page. `searchable` is heading path and text together.
    """

    id: str
    page_url: str
    kind: str
    text: str
    markdown: str
    heading_path: tuple[str, ...]
    parent: str | None
    order: int
    words: int
    main: float
    leaf: bool
    content_hash: str
    lang: str = ""
    anchor: str | None = None
    searchable: str = ""


@dataclass(frozen=True, slots=True)
class LinkRecord:
    """A HYPERLINK edge: all links from the page to one address, counted."""

    target: str
    anchor_text: str
    region: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class EntityRecord:
    """An Entity node. `type` is data from the site profile (person, course, …, value for attribute values, other).

    `key` is the normalised form that makes its id; `anchor_url` is its authoritative page.
    """

    id: str
    name: str
    type: str
    key: str
    aliases: tuple[str, ...] = ()
    anchor_url: str | None = None


@dataclass(frozen=True, slots=True)
class Mention:
    """A MENTIONS edge: characters `start` to `end` of the block's text."""

    block_id: str
    entity_id: str
    surface: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Relation:
    """A RELATES edge between two entities; `source` is the block that states it, `found_by` the extractor.

    Attributes are relations too (`type` such as units, fee, deadline), with an entity of type value as their tail,
    so that every fact has its block and two pages that disagree keep both. `group` keeps alternatives ("or") together.
    """

    head: str
    tail: str
    type: str
    source: str
    found_by: str = "structure"
    weight: float = 1.0
    group: str = ""


@dataclass(frozen=True, slots=True)
class TopicRecord:
    """A Topic node of kind keyword or community. `sources` are the block ids of each summary sentence."""

    id: str
    kind: str
    level: int
    title: str
    summary: str = ""
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageGraph:
    """The whole contribution of one page, written in one transaction. `about` are (entity id, topic id) pairs."""

    page: PageRecord
    blocks: tuple[BlockRecord, ...] = ()
    links: tuple[LinkRecord, ...] = ()
    entities: tuple[EntityRecord, ...] = ()
    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    topics: tuple[TopicRecord, ...] = ()
    about: tuple[tuple[str, str], ...] = field(default=())
