"""What the server answers. Made by scripts/make_client.py from the server's own models: change those."""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field


class Record(BaseModel):
    """Base of the records here; names that a newer server adds are kept."""

    model_config = ConfigDict(frozen=True, extra="allow")


Mode = Literal["A", "B", "C", "G", "list", "hybrid", "none"]


class Turn(Record):
    """An earlier question and its answer, for follow-ups."""

    question: str
    answer: str = ""


class PathStep(Record):
    """One hop of a graph path: from node to node over an edge, with the names a person reads."""

    source: str
    edge: str
    target: str
    source_kind: str = ""
    target_kind: str = ""


class Evidence(Record):
    """A block found for a question, with every score that ranked it and the path that led to it.

    `following` is the block that its last line leads on to, where that line has no end ("The editors are:").
    """

    block_id: str
    url: str
    title: str
    heading_path: tuple[str, ...]
    text: str
    kind: str = "paragraph"
    anchor: str | None = None
    lang: str = ""
    words: int = 0
    score: float = 0.0
    scores: dict[str, float] = Field(default_factory=dict)
    entities: tuple[str, ...] = ()
    path: tuple[PathStep, ...] = ()
    parent_text: str = ""
    fetched_at: str = ""
    modified: str | None = None
    markdown: str = Field(default="", exclude=True, repr=False)
    following: Evidence | None = Field(default=None, exclude=True, repr=False)


class Citation(Record):
    """A checked citation: the block exists and `quote` stands in it, word for word."""

    n: int
    url: str
    anchor: str | None
    title: str
    heading_path: tuple[str, ...]
    quote: str
    block_id: str
    entities: tuple[str, ...] = ()


class Sentence(Record):
    """One sentence of the answer with the numbers of its citations; `supported` is what verification said."""

    text: str
    citations: tuple[int, ...] = ()
    supported: bool = True


class PageRef(Record):
    """A page that the answer rests on, or the nearest one when there is no answer."""

    url: str
    title: str


class Route(Record):
    """The mode taken, how sure the router was (0 to 1), and why in words."""

    mode: Mode
    confidence: float
    reason: str


class Step(Record):
    """One step of the retrieval trace: what was done, how long it took, and what came out of it."""

    step: str
    ms: float
    detail: dict[str, Any] = Field(default_factory=dict)


class Usage(Record):
    """What the answer cost in calls to a language model."""

    llm_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


class Answer(Record):
    """A cited answer, or a plain statement that the site does not say (`answered` false, `route.mode` may be none).

    `confidence` is the probability that the evidence answers the question; below the mark of being sure an answer is
    not `sure`, and says so in `notes`.
    """

    question: str
    site: str
    answer: str
    answered: bool
    sentences: tuple[Sentence, ...] = ()
    citations: tuple[Citation, ...] = ()
    pages: tuple[PageRef, ...] = ()
    route: Route
    trace: tuple[Step, ...] = ()
    usage: Usage = Usage()
    lang: str = ""
    evidence: tuple[Evidence, ...] = ()
    notes: tuple[str, ...] = ()
    confidence: float = 1.0
    sure: bool = True


class View(BaseModel):
    """Base of what is answered: names that are not listed here are kept."""

    model_config = ConfigDict(extra="allow")


Item = TypeVar("Item")


class Listed(BaseModel, Generic[Item]):
    """One page of a list. `next` is the cursor of the following page, absent on the last one."""

    items: list[Item]
    next: str | None = None


class ModeAnswer(View):
    """What one mode answered, and how long it took."""

    mode: str
    ms: float
    answer: Answer | None = None
    error: str | None = Field(None, description="Why this mode has no answer.")
    evidence: list[Evidence] = Field(default_factory=list, description="What the flat baseline found.")
    searched: str = Field("", description="How the flat baseline was searched: bm25, or rrf (with vectors).")


class Comparison(View):
    """Answers side by side. `shared` are blocks that every mode found, `only` those that one mode alone found."""

    question: str
    answers: list[ModeAnswer]
    shared: list[str]
    only: dict[str, list[str]]


class SearchResult(View):
    """Evidence without an answer."""

    question: str
    evidence: list[Evidence]


class Suggestion(View):
    """A question that the graph can answer."""

    question: str


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


class EntityRow(View):
    """An entity in a list."""

    id: str
    name: str
    type: str | None = None
    aliases: list[str] | None = None
    anchor_url: str | None = None
    mentions: int = 0


class Fact(View):
    """A relation of an entity with the blocks that state it; the other end is `id`, `name` and `kind`."""

    type: str
    outgoing: bool
    id: str
    name: str | None = None
    kind: str | None = None
    sources: list[str] | None = None
    found_by: str | list[str] | None = None


class MentionRow(View):
    """A block that names an entity."""

    block_id: str
    url: str | None = None
    heading_path: list[str] | None = None
    text: str | None = None
    surface: str | None = None


class EntityDetail(View):
    """An entity with its facts and where it is named."""

    id: str
    name: str
    site: str | None = None
    type: str | None = None
    aliases: list[str] | None = None
    anchor_url: str | None = None
    facts: list[Fact] = Field(default_factory=list)
    mentions: list[MentionRow] = Field(default_factory=list)


class TopicRow(View):
    """A topic in a list."""

    id: str
    kind: str | None = None
    level: int | None = None
    title: str | None = None
    summary: str | None = None
    size: int = 0


class TopicPart(View):
    """Something that a topic holds, or that holds it."""

    id: str | None = None
    kind: str | None = None
    type: str | None = None
    name: str | None = None
    title: str | None = None
    url: str | None = None
    level: int | None = None


class TopicDetail(View):
    """A topic with what it holds and what holds it."""

    id: str
    site: str | None = None
    kind: str | None = None
    level: int | None = None
    title: str | None = None
    summary: str | None = None
    sources: list[str] | None = None
    parents: list[TopicPart] = Field(default_factory=list)
    members: list[TopicPart] = Field(default_factory=list)
    entities: list[TopicPart] = Field(default_factory=list)


class Node(View):
    """A node of a drawing; `ref` is its name in addresses."""

    ref: str
    kind: str
    name: str
    detail: str = ""
    url: str | None = None
    degree: int | None = None
    level: int | None = None


class Edge(View):
    """An edge of a drawing, by the references of its ends."""

    source: str
    target: str
    type: str
    label: str = ""


class SubGraph(View):
    """Nodes and edges to draw. `cypher` is the same view to paste into Neo4j Browser."""

    nodes: list[Node]
    edges: list[Edge]
    cypher: str = ""
    truncated: bool = False


class Pasted(View):
    """A statement for Neo4j Browser."""

    cypher: str


class FeedbackRow(View):
    """What a reader thought of an answer."""

    id: int
    at: str
    site: str
    question: str
    answer: str
    helpful: bool
    comment: str
    mode: str


class Kept(View):
    """The number under which something was kept."""

    id: int


class UsageDay(View):
    """One day's questions."""

    day: str
    questions: int
    ms_median: float | None = None


class UsageReport(View):
    """Questions, how many were answered, tokens and latency."""

    questions: int
    answered: int
    tokens: int
    ms_median: float | None = None
    ms_p95: float | None = None
    modes: dict[str, int] = Field(default_factory=dict)
    days: list[UsageDay] = Field(default_factory=list)


class CrawlState(View):
    """A crawl: running, done, failed, cancelled or stopped, with its progress or its result."""

    id: str
    site: str
    url: str
    status: str
    started_at: str | None = None
    ended_at: str | None = None
    started_by: str | None = None
    detail: str | None = None
    crawl: dict[str, Any] | None = None
    result: dict[str, Any] | None = None


class PageChange(View):
    """How a pushed or removed page ended: written, unchanged or retired; `reason` says what its reader noticed."""

    site: str
    url: str
    status: str
    reason: str = ""


class Extracted(View):
    """The main content of a page, or what answers a question, as Markdown."""

    title: str | None = None
    markdown: str | None = None


class SiteReport(View):
    """How the pages of a site ended, and how fresh they are."""

    site: str | None = None


class ChangedPage(View):
    """A page that is new, changed or gone."""

    url: str
    what: str
    at: str
    title: str | None = None
    reason: str | None = None


class Conflict(View):
    """An attribute of an entity for which pages give different values, or quotes that an answer found to disagree."""

    id: str
    name: str
    attribute: str
    met_at: str | None = Field(None, description="When an answer last met these quotes; none for facts of the graph.")
    values: list[dict[str, Any]] = Field(default_factory=list)


class Twins(View):
    """Entities that share a name."""

    name: str
    type: str | None = None
    entities: list[dict[str, Any]] = Field(default_factory=list)
    pairs: list[list[str]] = Field(default_factory=list, description="Two ids each, on which nobody has decided yet.")


class MergedEntity(View):
    """An entity into which others went; `parts` are pairs of what went in and why."""

    id: str
    name: str | None = None
    parts: list[Any] = Field(default_factory=list)


class Decided(View):
    """The entity that a decision left."""

    id: str


class ModelCard(View):
    """A site as a model of the OpenAI-compatible door."""

    id: str
    object: str = "model"
    created: int = 0
    owned_by: str = "sitequest"


class ModelList(View):
    """The sites as models."""

    data: list[ModelCard]
    object: str = "list"


class Health(View):
    """State of the service."""

    status: Literal["ok", "starting", "indexing"]
    detail: str = ""
