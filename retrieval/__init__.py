"""A question in, a route, evidence and a verified answer out: `Retriever` is the one entry point."""

from __future__ import annotations

from retrieval.events import Event
from retrieval.options import Options
from retrieval.retriever import Retriever

__all__ = ["Event", "Options", "Retriever"]
