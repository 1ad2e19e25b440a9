"""Read JSON out of what a model wrote: prose around it, fences, trailing commas, thinking aloud, or cut off.

What was cut off is not guessed at: incomplete items are left out, complete ones kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_THINKING = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_PAIRS = {"{": "}", "[": "]"}
MAX_CHARACTERS = 200_000
MAX_FAILURES = 50


class NotJSONError(ValueError):
    """The text holds no JSON object or list."""


def read_json(text: str) -> Any:
    """The object or list in `text`; the largest, when there are several. Raises `NotJSONError`.

    `text` is read up to 200,000 characters.
    """
    found = list(_values(_THINKING.sub("", text[:MAX_CHARACTERS])))
    if not found:
        raise NotJSONError("the text holds no JSON object or list")
    return max(found, key=lambda value: len(json.dumps(value, ensure_ascii=False)))


def _values(text: str) -> Iterator[Any]:
    """Every outermost value; of one that never closes, what was complete."""
    position = failures = 0
    while (start := _next_open(text, position)) >= 0 and failures < MAX_FAILURES:
        end, complete = _scan(text, start)
        value = _parse(text[start:end]) if end > 0 else _read_cut(text, start, complete)
        if value is not None:
            yield value
        if end < 0 and value is not None:
            return
        failures += end < 0
        position = end if end > 0 else start + 1


def _next_open(text: str, position: int) -> int:
    places = [place for sign in _PAIRS if (place := text.find(sign, position)) >= 0]
    return min(places, default=-1)


def _scan(text: str, start: int) -> tuple[int, list[tuple[int, str]]]:
    """Where the piece that opens at `start` ends (−1: nowhere), and where each item inside it ended with what was open.

    The second list is of (position, closing signs needed there).
    """
    open_signs: list[str] = []
    complete: list[tuple[int, str]] = []
    in_text = escaped = False
    for position in range(start, len(text)):
        sign = text[position]
        if in_text:
            in_text, escaped = _step_in_text(sign, escaped)
        elif sign == '"':
            in_text = True
        elif sign in _PAIRS:
            open_signs.append(_PAIRS[sign])
        elif sign in "}]":
            if open_signs.pop() != sign:
                return -1, complete
            if not open_signs:
                return position + 1, complete
            complete.append((position + 1, "".join(reversed(open_signs))))
    return -1, complete


def _step_in_text(sign: str, escaped: bool) -> tuple[bool, bool]:
    if escaped:
        return True, False
    return sign != '"', sign == "\\"


def _read_cut(text: str, start: int, complete: list[tuple[int, str]]) -> Any:
    """The piece that opens at `start` and never closes, up to the last item that was complete."""
    if not complete:
        return None
    last, closing = complete[-1]
    return _parse_strictly(text[start:last] + closing)


def _parse(piece: str) -> Any:
    """The value of a piece, or None when it is not JSON even after small repairs."""
    value = _parse_strictly(piece)
    return _repair(piece) if value is None else value


def _parse_strictly(piece: str) -> Any:
    for candidate in (piece, _TRAILING_COMMA.sub("", piece)):
        try:
            value = json.loads(candidate, strict=False)
        except (ValueError, RecursionError):
            continue
        return value if isinstance(value, dict | list) else None
    return None


def _repair(piece: str) -> Any:
    """Single quotes, bare keys, comments, Python words: left to the json-repair library."""
    if ":" not in piece and '"' not in piece and "'" not in piece:
        return None
    from json_repair import repair_json

    try:
        value = repair_json(piece, return_objects=True)
    except RecursionError:
        return None
    return value if value and isinstance(value, dict | list) else None
