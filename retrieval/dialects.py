"""British and American spellings of one stem: `optimisation` and `optimization`, `organis` and `organiz`."""

from __future__ import annotations

import re
from functools import lru_cache

SHORTEST = 5
_PAIRS = (
    ("isation", "ization"),
    ("is", "iz"),
    ("ys", "yz"),
    ("our", "or"),
    ("tr", "ter"),
    ("ell", "el"),
    ("ogu", "og"),
    ("programm", "program"),
)
_BRITISH = ((re.compile(r"is(?=(?:ation|ing|er)?$)"), "iz"), (re.compile(r"our(?=(?:al)?$)"), "or"))
_ENDINGS = tuple((re.compile(f"{one}$"), other) for pair in _PAIRS for one, other in (pair, pair[::-1]))


@lru_cache(maxsize=20_000)
def other_spellings(stem: str) -> frozenset[str]:
    """The stem with the ending that the other side of the ocean would give it; what is no word does no harm."""
    if len(stem) < SHORTEST or not stem.isascii() or not stem.isalpha():
        return frozenset()
    return frozenset(ending.sub(instead, stem) for ending, instead in _ENDINGS if ending.search(stem)) - {stem}


def american(stem: str) -> str:
    """The stem with the American ending where there are two, so that both spellings compare as one."""
    if len(stem) > SHORTEST:
        for ending, instead in _BRITISH:
            stem = ending.sub(instead, stem)
    return stem
