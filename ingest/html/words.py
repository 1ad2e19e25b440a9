"""Counting and cutting text: by words where words are spaced, by characters where they are not."""

from __future__ import annotations

import re

_DENSE = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_DENSE_RUN = re.compile(
    "[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff，。！？、；：（）《》「」“”]+"
)
_SPACELESS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_SPACELESS_RUN = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_SENTENCE = re.compile("(?<=[。！？；])|(?<=[.!?…][\"'”’)\\]])\\s+|(?<=[.!?…])\\s+|\n+")
DENSE_PER_WORD = 1.4
SPACELESS_PER_WORD = 4.0
LONG_TOKEN = 40


def count_words(text: str) -> int:
    """Words of a text; Chinese and Japanese count 1.4 characters a word, Thai, Lao, Khmer and Burmese 4.

    Where tokens are longer than 40 letters on average, 8 letters count as a word: no text looks short and is not.
    """
    if text.isascii() or _UNSPACED.search(text) is None:
        tokens = text.split()
        return len(text) // 8 if len(text) > LONG_TOKEN * len(tokens) else len(tokens)
    dense, spaceless = len(_DENSE.findall(text)), len(_SPACELESS.findall(text))
    rest = _SPACELESS_RUN.sub(" ", _DENSE_RUN.sub(" ", text))
    return len(rest.split()) + round(dense / DENSE_PER_WORD + spaceless / SPACELESS_PER_WORD)


def cut_text(text: str, limit: int) -> list[tuple[int, int]]:
    """Spans (start, end) of about `limit` words at most that cover the text: by sentence, then word, then anywhere."""
    if count_words(text) <= limit:
        return [(0, len(text))]
    spans: list[tuple[int, int]] = []
    start, size = 0, 0
    for first, last in _atoms(text, limit):
        words = count_words(text[first:last])
        if size and size + words > limit:
            spans.append((start, first))
            start, size = first, 0
        size += words
    spans.append((start, len(text)))
    return spans


def cut_lines(text: str, limit: int) -> list[tuple[int, int]]:
    """Spans of whole lines of about `limit` words at most, without the newline between two; longer lines are cut.

    A blank line in the second half of a span ends it, and lies in neither.
    """
    spans: list[tuple[int, int]] = []
    start, place, size = 0, 0, 0
    for line in text.split("\n"):
        words = count_words(line)
        blank = not line and size > limit / 2
        if size and (blank or size + words > limit):
            spans.append((start, place - 1))
            start, size = place + blank, 0
        if words > limit:
            for _, end in cut_text(line, limit)[:-1]:
                spans.append((start, place + end))
                start = place + end
            words = count_words(text[start : place + len(line)])
        place, size = place + len(line) + 1, size + words
    spans.append((start, len(text)))
    return spans


def _atoms(text: str, limit: int) -> list[tuple[int, int]]:
    atoms: list[tuple[int, int]] = []
    start = 0
    for match in _SENTENCE.finditer(text):
        if match.end() > start:
            atoms.extend(_pieces(text, start, match.end(), limit))
            start = match.end()
    if start < len(text):
        atoms.extend(_pieces(text, start, len(text), limit))
    return atoms


def _pieces(text: str, start: int, end: int, limit: int) -> list[tuple[int, int]]:
    if end - start <= limit * 2 and count_words(text[start:end]) <= limit:
        return [(start, end)]
    pieces: list[tuple[int, int]] = []
    for match in re.finditer(r"\S+\s*|\s+", text[start:end]):
        first, last = start + match.start(), start + match.end()
        step = max(1, limit)
        pieces.extend((place, min(place + step, last)) for place in range(first, last, step))
    return pieces
