"""Bodies of requests and answers that are not already records of `core.records`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from core.records import Question, Turn

LONGEST_QUESTION = 1000
LONGEST_COMMENT = 2000
MOST_BYTES = 20_000_000

ForcedMode = Literal["A", "B", "C", "G", "list", "hybrid"]
ComparedMode = Literal["A", "B", "C", "G", "list", "hybrid", "flat"]
Text = Annotated[str, Field(min_length=1, max_length=LONGEST_QUESTION, description="The question.")]
SiteName = Annotated[str | None, Field(max_length=200, description="Name of the site; default: the only one.")]


class Body(BaseModel):
    """Base of request bodies: unknown names are refused."""

    model_config = ConfigDict(extra="forbid")


class AskBody(Body):
    """A question."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"question": "How many credits is the course CS 201?", "site": "demo"}]},
    )

    question: Text
    site: SiteName = None
    mode: ForcedMode | None = Field(None, description="Force a retrieval mode; default: the router decides.")
    history: list[Turn] = Field(default_factory=list, max_length=20, description="Earlier turns, oldest first.")
    languages: list[str] = Field(default_factory=list, max_length=20, description="Only pages in these languages.")
    limit: int = Field(5, ge=1, le=50, description="How many blocks of evidence.")

    def to_question(self) -> Question:
        """The record that retrieval takes."""
        return Question(
            text=self.question,
            site=self.site,
            mode=self.mode,
            history=tuple(self.history),
            languages=tuple(self.languages),
            limit=self.limit,
        )


class CompareBody(AskBody):
    """A question to several modes at once."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"question": "Which professors work on robotics?", "modes": ["A", "C"]}]},
    )

    modes: list[ComparedMode] | None = Field(
        None,
        min_length=1,
        max_length=7,
        description="Default: A, B, C, G, hybrid, and flat (150-word chunks without a graph) where pages are stored.",
    )


class ExtractBody(Body):
    """A page to cut: its HTML, or the address of a page that was crawled. Nothing is fetched from the network."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"html": "<h1>Fees</h1><p>The fee is 200 EUR.</p>", "url": "https://uni.example/fees"}]
        },
    )

    html: str = Field(min_length=1, max_length=5_000_000)
    url: str | None = Field(None, max_length=2000, description="Address of the page, for its links.")
    question: str | None = Field(None, max_length=LONGEST_QUESTION, description="Keep only what answers this.")


class FeedbackBody(Body):
    """What a reader thought of an answer."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"question": "When is the deadline?", "helpful": False, "comment": "Old."}]},
    )

    question: Text
    helpful: StrictBool
    answer: str = Field("", max_length=20_000)
    comment: str = Field("", max_length=LONGEST_COMMENT)
    site: str = Field("", max_length=200, description="Name of the site; default: the one that answered the question.")
    mode: str = Field("", max_length=20)
    revises: int | None = Field(
        None, ge=1, description="Number of the reader's own earlier feedback on the same answer, which this replaces."
    )


class CrawlBody(Body):
    """A crawl to start."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"url": "https://www.example.edu/", "site": "example"}]}
    )

    url: str = Field(min_length=8, max_length=2000, description="Where to start.")
    site: str | None = Field(None, max_length=100, pattern=r"^[a-z0-9][a-z0-9._-]*$", description="Name of the site.")
    pages: int | None = Field(None, ge=1, le=1_000_000, description="Page budget.")
    full: StrictBool = Field(False, description="Fetch every page again.")
