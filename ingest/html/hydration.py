"""Text that only scripts hold: JSON-LD, and the data that a page's own scripts would show."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from ingest.html.frames import Element, Raw
from ingest.html.inline import collapse

MAX_TEXTS = 500
MAX_SCRIPT = 4_000_000
_NOTABLE = frozenset(
    {"articleBody", "description", "text", "reviewBody", "answer", "headline", "recipeInstructions", "acceptedAnswer"}
)
_DATA_TYPES = frozenset({"application/json", "application/ld+json"})
_ASSIGNED = re.compile(r"=\s*(\{|\[|JSON\.parse\()")
_TAGS = re.compile(r"<[^>]{1,200}>")
_PROSE = re.compile(r"[^\W\d_]{2,}\s+[^\W\d_]{2,}\s+[^\W\d_]|[\u3040-\u30ff\u4e00-\u9fff]{4,}")
_CODE = re.compile(r"[{};=<>]{2,}|function\s*\(|https?://\S+$|^[\w./-]+$")


def linked_texts(scripts: Sequence[Element]) -> list[Raw]:
    """Prose in JSON-LD, as segments that no reader sees."""
    texts: dict[str, None] = {}
    for script in scripts:
        if script.get("type") == "application/ld+json":
            for name, text in _strings(_load(script.text)):
                if name in _NOTABLE and _is_prose(text):
                    texts.setdefault(text)
    return [_raw(text) for text in list(texts)[:MAX_TEXTS]]


def hydrated_texts(scripts: Sequence[Element]) -> list[Raw]:
    """Prose in the data a page carries for its own scripts."""
    texts: dict[str, None] = {}
    for script in scripts:
        source = script.text or ""
        if script.get("src") or not source or len(source) > MAX_SCRIPT:
            continue
        for _, text in _strings(_load(source if script.get("type") in _DATA_TYPES else _assigned(source))):
            if _is_prose(text):
                texts.setdefault(text)
    return [_raw(text) for text in list(texts)[:MAX_TEXTS]]


def _assigned(source: str) -> str:
    match = _ASSIGNED.search(source)
    if match is None:
        return ""
    if match.group(1) in "{[":
        return source[match.start(1) :].rstrip().rstrip(";")
    return ""


def _load(source: str | None) -> Any:
    if not source:
        return None
    try:
        return json.JSONDecoder(strict=False).raw_decode(source.strip())[0]
    except (ValueError, RecursionError):
        return None


def _strings(data: Any) -> Iterator[tuple[str, str]]:
    """(nearest key, text) of all strings, in order, without recursion."""
    stack: list[tuple[str, Any]] = [("", data)]
    while stack:
        name, value = stack.pop()
        if isinstance(value, str):
            yield name, collapse(_TAGS.sub(" ", value) if "<" in value else value)
        elif isinstance(value, dict):
            stack.extend((str(key), inner) for key, inner in reversed(value.items()))
        elif isinstance(value, list):
            stack.extend((name, inner) for inner in reversed(value))


def _is_prose(text: str) -> bool:
    return len(text) >= 8 and _PROSE.search(text) is not None and _CODE.search(text) is None


def _raw(text: str) -> Raw:
    raw = Raw("data", text, escape(text, quote=False))
    raw.visible = False
    raw.path = "/html/script"
    raw.tag = "script"
    return raw
