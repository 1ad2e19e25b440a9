"""What a page says: its block index, its block tree, its metadata and its links."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class PageStatus(StrEnum):
    """How a page ended. Every URL has one, with a reason beside it."""

    OK = "ok"
    EMPTY = "empty"
    NEEDS_BROWSER = "needs-browser"
    NEEDS_OCR = "needs-ocr"
    NOT_TEXT = "not-text"
    TRUNCATED = "truncated"
    REDIRECT = "redirect"
    SOFT_404 = "soft-404"
    CHALLENGE = "challenge"
    LOGIN = "login"
    MAINTENANCE = "maintenance"
    NOINDEX = "noindex"
    GONE = "gone"
    FAILED = "failed"
    REFUSED = "refused"
    TRAPPED = "trapped"
    DUPLICATE = "duplicate"
    SKIPPED = "skipped"


LIVE: frozenset[str] = frozenset({PageStatus.OK.value, PageStatus.TRUNCATED.value, PageStatus.NEEDS_OCR.value})
"""Statuses of addresses that are pages of the site."""


FINGERPRINT = "2:"
"""How the fingerprint of a page begins. The number is raised whenever pages that stay the same would get another one,
so that an upgrade is not taken for a change of the site."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Segments `first` to `last` of a block index, both included (IndexLM)."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Segment:
    """One entry of the block index, in document order (IndexLM, segmentation).

    `html` is its source form with only what carries meaning, so that index → HTML → index is the identity; `path` is
    the element path (`/html/body/div[2]/p[1]`); `anchor` is the nearest `id` at or before it (for main content, one
    that lies in main content); `level` is the heading level by nesting (0: no heading); `main` is how surely it is main
    content, 0 to 1. Text that no reader sees (hydration data) has `visible` false. `group` is the path of the list or
    table it belongs to, `depth` how deep it lies in that list, `marker` its bullet or number, `cells` the row of the
    table's grid with spans filled in, `header` marks header rows, `part` counts the pieces (1, 2, …) of a block that
    was over the length cap, `region` is the page region (main, nav, header, footer, aside, notice), `chrome` marks what
    never becomes a block.
    """

    index: int
    kind: str
    text: str
    html: str
    path: str
    anchor: str | None = None
    level: int = 0
    heading_path: tuple[str, ...] = ()
    words: int = 0
    link_density: float = 0.0
    visible: bool = True
    main: float = 0.0
    group: str = ""
    depth: int = 0
    marker: str = ""
    cells: tuple[str, ...] = ()
    header: bool = False
    part: int = 0
    region: str = "main"
    chrome: bool = False


@dataclass(frozen=True, slots=True)
class TreeBlock:
    """One block of the heading-aware tree (PolyUQuest, block tree).

    `position` numbers the page's blocks in document order; `parent` is a position, or None under the page itself.
    `kind`: section, paragraph, list, table, rows, items, pre, definitions, figure, form, … Sections and the wholes of
    split tables or lists are inner blocks; every visible word that is not chrome lies in exactly one leaf.
    `text` is what is searched and quoted; `markdown` what is shown. `segments` are the index intervals it covers.
    `repeated` is the header that a part of a split table repeats as the first line of its text; `words` leaves it out.
    """

    position: int
    parent: int | None
    kind: str
    text: str
    markdown: str
    heading_path: tuple[str, ...]
    anchor: str | None
    words: int
    main: float
    leaf: bool
    segments: tuple[Interval, ...] = ()
    links: tuple[int, ...] = ()
    repeated: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """An outgoing link. `url` is absolute; `region` is main or chrome; `segment` is the index of its segment."""

    url: str
    text: str
    region: str
    segment: int | None = None
    nofollow: bool = False
    rel: str = ""


@dataclass(frozen=True, slots=True)
class PageMeta:
    """What a page declares of itself. Dates are ISO 8601; `alternates` are (language, url) pairs (hreflang).

    `structured` holds JSON-LD, microdata and OpenGraph items as plain JSON texts, one an item. `authors` are the names
    that it declares or marks as its authors', `mailboxes` the addresses of its `mailto:` links, seen or behind images.
    """

    title: str = ""
    lang: str = ""
    lang_declared: str = ""
    description: str = ""
    canonical: str | None = None
    alternates: tuple[tuple[str, str], ...] = ()
    published: str | None = None
    modified: str | None = None
    breadcrumb: tuple[str, ...] = ()
    structured: tuple[str, ...] = ()
    images: tuple[tuple[str, str], ...] = ()
    downloads: tuple[str, ...] = ()
    robots: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    mailboxes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """Everything read off one page: a pure function of its bytes, headers and address.

    `content_hash` covers the visible content that is not chrome, so a clock in the footer changes nothing.
    `outline` is the list of (level, heading) pairs.
    """

    url: str
    status: PageStatus
    reason: str = ""
    encoding: str = ""
    media_type: str = "text/html"
    meta: PageMeta = field(default_factory=PageMeta)
    outline: tuple[tuple[int, str], ...] = ()
    segments: tuple[Segment, ...] = ()
    blocks: tuple[TreeBlock, ...] = ()
    links: tuple[Link, ...] = ()
    content_hash: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageFacts:
    """The little that a crawler needs to know of a page at once: links, address, and what sort of answer it is.

    `refresh` is the target of a refresh, by a meta tag or a header; where it leaves no time to read, the status is
    redirect. `further` are pages that it embeds, or names as the next one, as contents and so on. A robots directive
    for one robot alone has its name before it. `fingerprint` is equal for pages that say the same (soft 404 probing,
    mirrors); `words` counts visible text.
    """

    status: PageStatus
    reason: str = ""
    links: tuple[Link, ...] = ()
    canonical: str | None = None
    refresh: str | None = None
    robots: tuple[str, ...] = ()
    alternates: tuple[tuple[str, str], ...] = ()
    feeds: tuple[str, ...] = ()
    title: str = ""
    lang: str = ""
    words: int = 0
    fingerprint: str = ""
    media_type: str = "text/html"
    further: tuple[str, ...] = ()
