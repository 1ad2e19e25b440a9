"""Exact code tokens of a text: what a word index would break, such as `CSE 100`, `C++`, `room:B12` or `tb-`.

Blocks store them when they are written, questions are searched by them: both sides must use this one function.
"""

from __future__ import annotations

import re
import unicodedata

# Letters and a number that belong together with or without a space: CSE 100, MATH-20C, B12, COMP2011H.
_LETTERS_NUMBER = re.compile(r"(?<![\w])([A-Za-z]{1,6})[ \u00a0-]?(\d{1,5}[A-Za-z]{0,3})(?![\w])")
_EDGES = ".,;!?()[]{}<>\"'“”‘’«»、。，；！？（）【】…"
_SYMBOLS = re.compile(r"[+#:@_/&]|\w-\w*\d|\d-\w|\w-$")
_MIXED = re.compile(r"(?=\w*\d)(?=\w*[^\W\d_])")
_WORDS = frozenset(
    (
        "in",
        "on",
        "of",
        "at",
        "to",
        "by",
        "for",
        "the",
        "and",
        "or",
        "a",
        "an",
        "is",
        "was",
        "are",
        "be",
        "no",
        "call",
        "since",
        "from",
        "until",
        "after",
        "about",
        "than",
    )
)
_ADDRESS = re.compile(r"^[a-z]+://")


def code_tokens(text: str) -> tuple[str, ...]:
    """Distinct code tokens in lower case, in order of appearance.

    Letters followed by a number are joined (`CSE 100` gives `cse100`); tokens that mix letters with digits, `+`, `#`,
    `:`, `@`, `_`, `/` or end in a hyphen stay as they stand. Full-width forms are folded. Web addresses are left out.
    """
    folded = unicodedata.normalize("NFKC", text)
    pairs = ((letters.lower(), number.lower()) for letters, number in _LETTERS_NUMBER.findall(folded))
    found = dict.fromkeys(letters + number for letters, number in pairs if letters not in _WORDS)
    for token in folded.split():
        bare = token.strip(_EDGES).lower()
        if _is_code(bare):
            found[bare] = None
    return tuple(found)


def _is_code(token: str) -> bool:
    if not 1 < len(token) <= 40 or _ADDRESS.match(token):
        return False
    if not any(character.isalnum() for character in token):
        return False
    return bool(_SYMBOLS.search(token) or _MIXED.match(token))
