"""Sites, pages and blocks as the graph holds them."""

from __future__ import annotations

from pydantic import Field

from api.views.base import View


class SiteRow(View):
    """A site and how much of it the graph holds."""

    site: str
    pages: int = 0
    blocks: int = 0
    entities: int = Field(0, description="As /v1/entities lists them: values of attributes are not counted.")
    topics: int = 0
    languages: list[str] = Field(default_factory=list)
    fetched_at: str | None = None
    imported_at: str | None = Field(None, description="When the graph came from a file that holds no times.")


class PageRow(View):
    """A page in a list."""

    url: str
    title: str | None = None
    lang: str | None = None
    status: str | None = None
    description: str | None = None
    fetched_at: str | None = None
    modified: str | None = None


class PageLink(View):
    """A hyperlink to or from a page."""

    url: str
    title: str | None = None
    text: str | None = None
    region: str | None = None
    status: str | None = None


class BlockRow(View):
    """A block: a piece of a page under its headings."""

    id: str
    kind: str | None = None
    text: str | None = None
    markdown: str | None = None
    heading_path: list[str] | None = None
    parent: str | None = None
    order: int | None = None
    words: int | None = None
    main: float | None = None
    leaf: bool | None = None
    anchor: str | None = None
    lang: str | None = None


class NearBlock(BlockRow):
    """A block beside another; `offset` is negative before it."""

    offset: int


class PageDetail(PageRow):
    """A page with its links and its blocks in order."""

    site: str
    aliases: list[str] | None = None
    breadcrumb: list[str] | None = None
    alternates: list[str] | None = None
    media_type: str | None = None
    warnings: list[str] | None = None
    published: str | None = None
    links_out: list[PageLink] = Field(default_factory=list)
    links_in: list[PageLink] = Field(default_factory=list)
    blocks: list[BlockRow] = Field(default_factory=list)


class BlockPage(View):
    """The page of a block."""

    url: str
    site: str | None = None
    title: str | None = None
    lang: str | None = None
    fetched_at: str | None = None
    modified: str | None = None


class BlockParent(View):
    """The section that a block lies in."""

    id: str
    kind: str | None = None
    text: str | None = None
    heading_path: list[str] | None = None


class NameInBlock(View):
    """An entity as a block mentions it: characters `start` to `end` of its text."""

    id: str
    name: str
    type: str | None = None
    surface: str | None = None
    start: int | None = None
    end: int | None = None


class BlockDetail(View):
    """A block with its page, its section, what stands beside it, and the names in it."""

    id: str
    text: str
    page: BlockPage
    kind: str | None = None
    markdown: str | None = None
    heading_path: list[str] | None = None
    order: int | None = None
    words: int | None = None
    main: float | None = None
    anchor: str | None = None
    lang: str | None = None
    parent: BlockParent | None = None
    entities: list[NameInBlock] = Field(default_factory=list)
    around: list[NearBlock] = Field(default_factory=list)
