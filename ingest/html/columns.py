"""What is read off each segment alone, as numbers: one row a fact, one column a segment."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ingest.html.frames import Raw

Vector = NDArray[np.float64]
Numbers = NDArray[np.int64]

_KIND_OF = {
    "paragraph": 0,
    "heading": 1,
    "item": 2,
    "continuation": 2,
    "row": 3,
    "pre": 4,
    "quote": 5,
    "caption": 6,
    "term": 7,
    "definition": 7,
    "button": 8,
    "field": 8,
}.get
_REGION_OF = {"main": 0, "nav": 1, "header": 2, "footer": 3, "aside": 4, "notice": 5}.get
_TAG_OF = {"p": 0, "div": 1, "li": 2, "span": 3, "td": 4, "section": 5, "a": 6, "article": 7}.get
_DATE = re.compile(r"\b(?:19|20)\d\d\b|\bago\b|\bmin(?:ute)?s? read\b", re.IGNORECASE)
_DIGITS = b"0123456789"
_PRICE = re.compile(r"[$€£¥]\s?\d|\d\s?(?:USD|EUR|GBP)")
START = 160
PIECE = 512

(
    SIZE,
    WORDS,
    LINKED,
    LINKS,
    KIND,
    RANK,
    DEPTH,
    REGION,
    TAG,
    BOLD,
    CHROME,
    ENDED,
    DIGITS,
    CAPITAL,
    SHOUTED,
    CELLS,
    STEPS,
    ELEMENTS,
    DATED,
    PRICED,
    RIGHTS,
    LEVELS,
    STOPS,
    COMMAS,
    LINES,
) = range(25)


def read_columns(raws: Sequence[Raw]) -> Vector:
    """The facts (25, segments)."""
    found = np.empty((25, len(raws)))
    for start in range(0, len(raws), PIECE):
        some = raws[start : start + PIECE]
        rows = np.array([_row(raw) for raw in some], dtype=np.int64)
        found[:STOPS, start : start + PIECE] = rows.T
        found[STOPS:, start : start + PIECE] = _signs([raw.text for raw in some])
    np.minimum(found[RANK], 10, out=found[RANK])
    return found


def _row(raw: Raw) -> tuple[int, ...]:
    text = raw.text
    start = text[:START]
    spelt = start.encode("utf-8", "replace")
    digits = len(spelt) - len(spelt.translate(None, _DIGITS))
    return (
        len(text),
        raw.words,
        raw.link_chars,
        len(raw.links),
        _KIND_OF(raw.kind, 0),
        raw.rank,
        raw.depth,
        _REGION_OF(raw.region, 0),
        _TAG_OF(raw.tag, 8),
        raw.bold,
        raw.chrome,
        text[-1:] in '.!?。！？"”:;',
        digits,
        start[:1].isupper(),
        start.isupper(),
        len(raw.cells),
        raw.path.count("/"),
        raw.elements,
        (digits > 3 or "ago" in (lower := start.lower()) or "read" in lower) and _DATE.search(start) is not None,
        digits > 0 and _PRICE.search(start) is not None,
        "©" in start,
        len(raw.heading_path),
    )


def _signs(texts: Sequence[str]) -> Numbers:
    """Ends of sentences, commas and line breaks (3, texts), counted in all texts at once."""
    sizes = np.array([len(text) + 1 for text in texts], dtype=np.int64)
    codes = np.frombuffer("\0".join([*texts, ""]).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    stops = (codes == ord(".")) | (codes == ord("!")) | (codes == ord("?"))
    stops[:-1] &= codes[1:] == ord(" ")
    signs = (stops | (codes == ord("。")), (codes == ord(",")) | (codes == ord("，")), codes == ord("\n"))
    firsts = np.cumsum(sizes) - sizes
    return np.array([np.add.reduceat(sign, firsts, dtype=np.int64) for sign in signs])
