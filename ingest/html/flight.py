"""What a page of server components pushes to its own scripts: rows of elements and texts that name one another."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape
from typing import Any

DEEPEST = 150
LARGEST = 4_000_000
_PUSHED = re.compile(r"__next_f\s*(?:=[^;]{0,60}\|\|\s*\[\]\s*\)?\s*)?\.push\(\s*(?=\[)")
_TEXT = re.compile(rb"T([0-9a-f]{1,8}),")
_ROW = re.compile(rb"([0-9a-f]{1,8}):")
_NAMED = re.compile(r"\$L?([0-9a-f]{1,8})")
_TAG = re.compile(r"[a-z][a-z0-9-]*")
_UNSEEN = frozenset({"script", "style", "link", "meta", "title", "svg", "template", "noscript", "head"})
_VOID = frozenset({"br", "hr", "img", "wbr", "input"})
_HEADS = ("heading", "headline", "title", "question", "label")
_BODIES = ("text", "body", "content", "answer", "description", "html")
_KEPT = ("id", "href", "alt", "colspan", "colSpan", "rowspan", "rowSpan")


def pushed_data(sources: Iterable[str]) -> list[Any]:
    """The rows that scripts push, in order: elements as markup, all else as the data it is."""
    stream = "".join(chunk for source in sources for chunk in _chunks(source))
    if not stream or len(stream) > LARGEST:
        return []
    rows = _rows(stream.encode("utf-8", "surrogatepass"))
    named = {name for value in rows.values() for name in _names(value)}
    return [_shown(rows[name], rows, 0) for name in list(rows) if name not in named]


def _chunks(source: str) -> Iterable[str]:
    for match in _PUSHED.finditer(source):
        try:
            pushed = json.JSONDecoder(strict=False).raw_decode(source, match.end())[0]
        except (ValueError, RecursionError):
            continue
        if len(pushed) > 1 and pushed[0] == 1 and isinstance(pushed[1], str):
            yield pushed[1]


def _rows(stream: bytes) -> dict[str, Any]:
    """Rows by their name: `name:json` up to the end of the line, or `name:Tlength,text` counted in bytes."""
    rows: dict[str, Any] = {}
    at = 0
    while at < len(stream):
        head = _ROW.match(stream, at)
        end = stream.find(b"\n", at)
        end = len(stream) if end < 0 else end
        if head is None:
            at = end + 1
            continue
        text = _TEXT.match(stream, head.end())
        if text is not None:
            at = text.end() + int(text.group(1), 16)
            rows[head.group(1).decode()] = stream[text.end() : at].decode("utf-8", "replace")
            continue
        at = end + 1
        try:
            rows[head.group(1).decode()] = json.loads(stream[head.end() : end])
        except (ValueError, RecursionError):
            continue  # an import, a hint or a row that was cut off
    return rows


def _names(value: Any) -> Iterable[str]:
    """The names of other rows in one."""
    stack = [value]
    while stack:
        inner = stack.pop()
        if isinstance(inner, str):
            match = _NAMED.fullmatch(inner)
            if match is not None:
                yield match.group(1)
        elif isinstance(inner, (list, dict)):
            stack.extend(inner.values() if isinstance(inner, dict) else inner)


def _shown(value: Any, rows: dict[str, Any], depth: int) -> Any:
    """A value with its elements as markup. A component's own data stays data. A row named twice is shown once."""
    if depth > DEEPEST:
        return None
    if isinstance(value, str):
        match = _NAMED.fullmatch(value)
        if match is not None:
            return _shown(rows.pop(match.group(1), None), rows, depth + 1)
        return "" if value.startswith("$") and not value.startswith("$$") else value.removeprefix("$")
    if isinstance(value, dict):
        return {key: _shown(inner, rows, depth + 1) for key, inner in value.items()}
    if not isinstance(value, list):
        return value
    if len(value) > 3 and value[0] == "$" and isinstance(value[3], dict):
        return _element(value[1], value[3], rows, depth)
    return [_shown(inner, rows, depth + 1) for inner in value]


def _element(tag: Any, props: dict[str, Any], rows: dict[str, Any], depth: int) -> Any:
    if not isinstance(tag, str) or tag in _UNSEEN or props.get("hidden"):
        return None
    if _TAG.fullmatch(tag) is None:
        return _shown(props, rows, depth + 1)
    said = "".join(f' {key.lower()}="{escape(str(props[key]))}"' for key in _KEPT if key in props)
    if tag in _VOID:
        return f"<{tag}{said}>"
    raw = props.get("dangerouslySetInnerHTML")
    inner = _shown(raw.get("__html"), rows, depth + 1) if isinstance(raw, dict) else None
    inside = inner if isinstance(inner, str) else _markup(_shown_children(props.get("children"), rows, depth))
    return f"<{tag}{said}>{inside}</{tag}>"


def _shown_children(value: Any, rows: dict[str, Any], depth: int) -> Any:
    """Children with plain texts escaped, so that they and the markup beside them are one source."""
    if isinstance(value, str) and _NAMED.fullmatch(value) is None:
        return escape(_shown(value, rows, depth), quote=False)
    if isinstance(value, list) and not (len(value) > 3 and value[0] == "$"):
        return [_shown_children(inner, rows, depth + 1) for inner in value] if depth < DEEPEST else None
    return _shown(value, rows, depth + 1)


def _markup(value: Any) -> str:
    """A value as markup; of what a component was given its heading, its text and its children."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, list):
        return "".join(map(_markup, value))
    if not isinstance(value, dict):
        return ""
    heads = [f"<h3>{escape(said)}</h3>" for key in _HEADS if isinstance(said := value.get(key), str) and said]
    bodies = [f"<div>{said}</div>" for key in _BODIES if (said := _markup(value.get(key)))]
    return "".join((*heads[:1], *bodies, _markup(value.get("children"))))
