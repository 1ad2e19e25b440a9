"""How surely a segment is main content, by rules: the fallback and the teacher's first feature."""

from __future__ import annotations

from ingest.html.frames import Raw
from ingest.html.tags import BIT, IN_ARTICLE, IN_MAIN

_OFF = BIT["related"] | BIT["sidebar"] | BIT["share"] | BIT["promo"] | BIT["comment"] | BIT["popup"] | BIT["pages"]


def score_by_rules(raws: list[Raw]) -> None:
    """Set `main` between 0 and 1."""
    for raw in raws:
        raw.main = _score(raw)


def _score(raw: Raw) -> float:
    if raw.chrome or not raw.visible:
        return 0.0
    score = 0.6 if raw.region == "main" else 0.25
    score += 0.2 * bool(raw.flags & (IN_MAIN | IN_ARTICLE))
    score += 0.15 * (len(raw.text) > 80)
    score -= 0.25 * bool(raw.flags & _OFF)
    score -= 0.3 * (raw.link_chars > 0.6 * len(raw.text))
    return min(1.0, max(0.05, score))
