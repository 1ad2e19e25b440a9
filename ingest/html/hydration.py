"""Text that only scripts hold: JSON-LD, and the data that a page's own scripts would show."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape, unescape
from typing import Any

from ingest.html.flight import pushed_data
from ingest.html.frames import Element, Raw
from ingest.html.inline import collapse

MAX_TEXTS = 500
MAX_SCRIPT = 4_000_000
DEEPEST, LONGEST_HEADING = 5, 150
_NOTABLE = frozenset(
    {"articleBody", "description", "text", "reviewBody", "answer", "headline", "recipeInstructions", "acceptedAnswer"}
)
_HEADS = ("heading", "headline", "title", "question", "name", "label")
_BODIES = frozenset({"text", "body", "content", "answer", "description", "html", "articleBody"})
_SURE = frozenset({"articleBody", "reviewBody", "recipeInstructions"})
_DATA_TYPES = frozenset({"application/json", "application/ld+json"})
_ASSIGNED = re.compile(r"=\s*(\{|\[|JSON\.parse\()")
_TAGS = re.compile(r"<[^>]{1,200}>")
_MARKUP = re.compile(r"</?(?:p|div|h[1-6]|ul|ol|li|table|tr|br|section|blockquote|pre|dl)\b[^<>]*>", re.IGNORECASE)
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


@dataclass(frozen=True, slots=True)
class Told:
    """A text in a page's data, or with a `rank` the heading of those after it. `sure` is what can only be content."""

    text: str
    rank: int = 0
    html: str = ""
    sure: bool = False


def hydrated_texts(scripts: Sequence[Element]) -> list[Told]:
    """Prose in the data a page carries for its own scripts, in order, each under what is named as its heading."""
    found: list[Told] = []
    seen: set[str] = set()
    for data in _all_data(scripts):
        for told in _told(data):
            if told.rank or told.text not in seen:
                seen.add(told.text)
                found.append(told)
            if len(seen) >= MAX_TEXTS:
                return found
    return found


def _all_data(scripts: Sequence[Element]) -> Iterator[Any]:
    pushed: list[str] = []
    for script in scripts:
        source = script.text or ""
        if script.get("src") or not source or len(source) > MAX_SCRIPT:
            continue
        if "__next_f" in source and script.get("type") not in _DATA_TYPES:
            pushed.append(source)
        else:
            yield _load(source if script.get("type") in _DATA_TYPES else _assigned(source))
    yield pushed_data(pushed)


def _told(data: Any) -> Iterator[Told]:
    """Texts and the headings above them; a heading comes when the first text under it does."""
    stack: list[tuple[str, Any, tuple[Told, ...]]] = [("", data, ())]
    shown: set[int] = set()
    while stack:
        name, value, above = stack.pop()
        if isinstance(value, str):
            text = _text_of(value)
            if _is_prose(text) or (above and name in _BODIES and text and _CODE.search(text) is None):
                yield from (head for head in above if id(head) not in shown)
                shown.update(map(id, above))
                yield Told(text, html=value if _MARKUP.search(value) else "", sure=name in _SURE)
        elif isinstance(value, dict):
            named = _heading_of(value)
            if named and len(above) < DEEPEST:
                above = (*above, Told(_text_of(value[named]), len(above) + 1))
            stack.extend((str(key), inner, above) for key, inner in reversed(value.items()) if key != named)
        elif isinstance(value, list):
            stack.extend((name, inner, above) for inner in reversed(value))


def _heading_of(value: dict[str, Any]) -> str:
    """The key of what heads an object, or an empty string: a title beside something longer."""
    for name in _HEADS:
        said = value.get(name)
        if isinstance(said, str) and 1 < len(said) <= LONGEST_HEADING and len(value) > 1 and _names(_text_of(said)):
            return name
    return ""


def _names(text: str) -> bool:
    """Whether a text can be a heading: no key, file name or address."""
    return bool(text) and not (text[:1].islower() and " " not in text) and "/" not in text.split(" ")[0]


def _text_of(value: str) -> str:
    return collapse(unescape(_TAGS.sub(" ", value)) if "<" in value else value)


def _assigned(source: str) -> str:
    match = _ASSIGNED.search(source)
    if match is None:
        return ""
    if match.group(1) in "{[":
        return source[match.start(1) :].rstrip().rstrip(";")
    text = _load(source[match.end() :])
    return text if isinstance(text, str) else ""


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
