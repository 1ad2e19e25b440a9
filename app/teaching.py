"""`sitequest eval teach`: feedback of a site's people into the router, behind the gate of `evaluation/refitting.py`."""

from __future__ import annotations

from typing import Any, cast

from core.records.answer import Mode
from core.settings import Settings

MOST_FEEDBACK = 10_000


def teach_router(settings: Settings, site: str | None, *, keep: bool) -> dict[str, Any]:
    """Try what people found helpful; kept when it passes and `keep` is set. Plain JSON."""
    from api.journal import Journal
    from evaluation.datasets import load_dataset
    from evaluation.refitting import helpful_routes, try_teaching
    from models.factory import make_embedders
    from retrieval.taught import write_taught

    rows = Journal(settings.home / "journal.sqlite").feedback(limit=MOST_FEEDBACK)
    shipped = [(cast("Mode", one.mode), one.text) for one in load_dataset("routes", "seen").questions if one.mode]
    gate = try_teaching(make_embedders(settings).primary, shipped, helpful_routes(rows, site))
    kept = str(write_taught(settings.home, gate.examples)) if gate.passed and keep else None
    return {
        "passed": gate.passed,
        "why": gate.why,
        "examples": len(gate.examples),
        "shipped": _moved(gate.shipped),
        "feedback": _moved(gate.feedback),
        "kept": kept,
    }


def forget_teaching(settings: Settings) -> None:
    """The router as it was shipped."""
    from retrieval.taught import write_taught

    write_taught(settings.home, [])


def _moved(moved: Any) -> dict[str, int]:
    return {"before": moved.before, "after": moved.after, "total": moved.total}
