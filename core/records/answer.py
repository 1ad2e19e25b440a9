"""Question, evidence and answer. Answers leave the program as JSON, so they are pydantic records.

The names of `Answer` and its parts are public: programs read them. Add fields, never rename them.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Mode = Literal["A", "B", "C", "G", "list", "hybrid", "none"]


class Record(BaseModel):
    """Base of the records here: frozen, and strict about unknown names."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Turn(Record):
    """An earlier question and its answer, for follow-ups."""

    question: str
    answer: str = ""


class Question(Record):
    """What is asked. `mode` forces a mode; `languages` filters pages; `history` is oldest first."""

    text: str
    site: str | None = None
    mode: Mode | None = None
    history: tuple[Turn, ...] = ()
    languages: tuple[str, ...] = ()
    limit: int = Field(default=5, ge=1, le=50)


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
