"""How surely each segment is main content: a small model where there is one, rules where there is none."""

from __future__ import annotations

from ingest.html.frames import Raw
from ingest.html.main_rules import score_by_rules


def score_main(raws: list[Raw], url: str, page_type: str = "") -> None:
    """Set `main` of all segments."""
    score_by_rules(raws)
