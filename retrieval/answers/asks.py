"""The things that one question asks for, each with a form of its own: "how long is it, and how many units?".

A question of one part asks for one thing. What has no form that can be told apart ("what about …") asks for none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.records import Evidence
from retrieval.analysis import Analysis, find_wanted
from retrieval.answers.forms import asks_quantity, expects_form, has_form, meets_quantity
from retrieval.texts import stem

_SEAM = re.compile(
    r"(?:\s*[,;?]\s*|\s+)(?:and|&|plus|or|but|an)\s+(?=(?:(?:in|for|at|on|by|from|to) )?"
    r"(?:how|what|which|when|where|who|whom|whose)(?:s|'s)?\b)|\?\s+(?=\S)|[，；？](?=\S)",
    re.IGNORECASE,
)
_PROPER = (
    r"(?:\b(?!(?:The|A|An|This|That|These|Those|Each|Every|Our|All|Any|No|Some|Its|Your|Their|Which|Most|Other)\b)"
    r"[A-Z\u00c0-\u00de][\w’'-]+ (?:(?:of|the|for|de|and) )*)+"
)
_WHICH = re.compile(r"\b(?:which|what) ([a-z]{4,})\b", re.IGNORECASE)


def find_asks(analysis: Analysis) -> tuple[Analysis, ...]:
    """What the question asks for, one reading a part, with the words and names of the whole; only what has a form."""
    parts = [part for part in _SEAM.split(analysis.asked or analysis.text) if part.strip()]
    if len(parts) < 2:
        return (analysis,) if is_told_apart(analysis) else ()
    asks = (replace(analysis, text=part, asked=part, wanted=find_wanted(part)) for part in parts)
    return tuple(ask for ask in asks if is_told_apart(ask))


def is_told_apart(ask: Analysis) -> bool:
    """Whether it can be told from a text alone that it holds the kind of thing asked for."""
    return asks_quantity(ask.asked or ask.text) or expects_form(ask)


def meets(ask: Analysis, text: str) -> bool:
    """Whether a text holds what is asked for, by the strictest test there is."""
    asked = ask.asked or ask.text
    return meets_quantity(asked, text) if asks_quantity(asked) else has_form(ask, text)


def unmet(asks: Iterable[Analysis], texts: Iterable[str]) -> list[Analysis]:
    """The things asked for that none of the texts holds."""
    known = list(texts)
    return [ask for ask in asks if not any(meets(ask, text) for text in known)]


def names_kind(analysis: Analysis, text: str) -> bool:
    """Whether a text has a name of the kind that "which …" asks for: "Harbour Hospital" for "which hospital"."""
    match = _WHICH.search(analysis.asked or analysis.text)
    if match is None:
        return False
    kind = re.escape(stem(match.group(1).lower()))
    of = rf"\b(?i:{kind})\w{{0,3}} (?:of|for) (?:the )?[A-Z]"
    return re.search(rf"{_PROPER}(?i:{kind})\w{{0,3}}\b|{of}", text) is not None


def complete(analysis: Analysis, evidence: Sequence[Evidence], pool: Sequence[Evidence]) -> list[Evidence]:
    """The evidence with, after its best block, blocks of the same page that hold what no block of it there does.

    As many blocks as before: the last ones give way.
    """
    if not evidence:
        return []
    page = [item for item in evidence if item.url == evidence[0].url]
    missing = unmet(find_asks(analysis), [item.text for item in page])
    rest = [item for item in pool if item.url == evidence[0].url and item not in page]
    found = (next((item for item in rest if meets(ask, item.text)), None) for ask in missing)
    added = list({item.block_id: item for item in found if item is not None}.values())
    return [evidence[0], *added, *(item for item in evidence[1:] if item not in added)][: len(evidence)]
