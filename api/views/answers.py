"""Answers beside each other, evidence without one, and questions that can be asked."""

from __future__ import annotations

from pydantic import Field

from api.views.base import View
from core.records import Answer, Evidence


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
