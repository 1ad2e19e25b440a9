"""Text from the web is data: what in it speaks to a model is kept out of prompts and of answers."""

from __future__ import annotations

import re
from functools import cache

from retrieval.data import load_data
from retrieval.texts import fold, sentences

_FENCE = re.compile(r"</?\s*source\b[^>]*>", re.IGNORECASE)
_MARK = re.compile(r"\[(\d{1,3})\]")


@cache
def _patterns() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in load_data("rules")["injection"]))


def speaks_to_model(text: str) -> bool:
    """Whether a sentence of a page gives instructions to a model."""
    return _patterns().search(fold(text)) is not None


def for_prompt(text: str) -> str:
    """A text that may stand between fences: no fence of its own, no citation numbers, no instructions to a model."""
    kept = [part for part in sentences(text) if not speaks_to_model(part)]
    return _MARK.sub(r"(\1)", _FENCE.sub(" ", "\n".join(kept)))
