"""What an operator reads and does: feedback, usage, crawls, pushed pages, the books of a site, decisions."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from api.views.base import View


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
