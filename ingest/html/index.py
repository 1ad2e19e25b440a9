"""Raw segments to the block index: long ones cut in parts, levels and paths set, each with its own HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import pairwise

from core.records import Segment
from ingest.html.frames import Raw
from ingest.html.render import GLUED, LINE
from ingest.html.walk import attribute
from ingest.html.words import count_words, cut_lines, cut_text

PART_WORDS = 350
CODE_WORDS = 150
_TAG = re.compile(r"<(/?)([a-z]+)([^>]*)>|([^<]+)")
_ENTITY = re.compile(r"(&\w+;)")
_EMPTIED = re.compile(r"<([a-z]+)[^>]*>\s*</\1>")
_EARLY = re.compile(r"^((?:<(?!br>)[^>]+>)*)(?: |<br>)+")
_LATE = re.compile(r"(?: |<br>)+((?:</[a-z]+>)*)$")


def cut_long(raws: list[Raw]) -> list[Raw]:
    """Cut segments over the length cap by sentence, then by word; link numbers stay with the first part."""
    if all(len(raw.text) <= 2 * PART_WORDS or raw.kind == "row" for raw in raws):
        for raw in raws:
            raw.words = raw.words or count_words(raw.text)
        return raws
    found: list[Raw] = []
    for raw in raws:
        raw.words = raw.words or count_words(raw.text)
        if raw.words <= PART_WORDS or raw.kind in {"row", "heading"}:
            found.append(raw)
        else:
            found.extend(_code_parts(raw) if raw.kind == "pre" else _parts(raw))
    return found


def _code_parts(raw: Raw) -> list[Raw]:
    """Code in parts of whole lines; a line too long for one is cut anywhere. Together they are the text again."""
    spans = cut_lines(raw.text, CODE_WORDS)
    texts = [raw.text[start:end] for start, end in spans]
    parts = _make_parts(raw, texts, [escape(text, quote=False) for text in texts])
    for part, (_, end), (start, _) in zip(parts[1:], spans, spans[1:], strict=False):
        part.marker = (GLUED, "", LINE)[start - end]
    return parts


def _parts(raw: Raw) -> list[Raw]:
    spans = cut_text(raw.text, PART_WORDS)
    texts = [raw.text[start:end].strip() for start, end in spans]
    inners = _cut_html(raw, spans) if "<" in raw.inner else [escape(text, quote=False) for text in texts]
    parts = _make_parts(raw, texts, inners)
    for part, (start, _) in zip(parts[1:], spans[1:], strict=True):
        before = raw.text[start - 1]
        part.marker = LINE if before == "\n" else "" if before.isspace() else GLUED
    return parts


def _make_parts(raw: Raw, texts: list[str], inners: list[str]) -> list[Raw]:
    parts: list[Raw] = []
    for number, (text, inner) in enumerate(zip(texts, inners, strict=True), 1):
        part = Raw(raw.kind, text, inner)
        for name in (
            "path",
            "tag",
            "anchor",
            "home",
            "flags",
            "near",
            "region",
            "group",
            "depth",
            "scope",
            "elements",
            "visible",
        ):
            setattr(part, name, getattr(raw, name))
        part.marker = raw.marker if number == 1 else ""
        part.links = raw.links if number == 1 else []
        part.link_chars = raw.link_chars * len(text) // max(1, len(raw.text))
        part.cut = raw.cut if number == 1 else None
        part.opened = raw.opened if number == 1 else ()
        part.part, part.words = number, count_words(text)
        parts.append(part)
    return parts


def _cut_html(raw: Raw, spans: list[tuple[int, int]]) -> list[str]:
    """The inner HTML of each span of the text; tags open at a cut are closed and opened again."""
    ends = [end for _, end in spans]
    pieces: list[list[str]] = [[]]
    opened: list[tuple[str, str]] = []
    place = 0
    for match in _TAG.finditer(raw.inner):
        closing, name, rest, text = match.groups()
        if text is None:
            _tag(pieces[-1], opened, closing, name, rest)
            place += name == "br" and raw.text[place : place + 1] == "\n"
            continue
        for part in _ENTITY.split(text):
            for unit in _units(part, raw.text, place, ends):
                if len(pieces) < len(ends) and place >= ends[len(pieces) - 1]:
                    pieces[-1].extend(f"</{tag}>" for tag, _ in reversed(opened))
                    pieces.append([html for _, html in opened])
                pieces[-1].append(unit)
                dropped = unit == " " and raw.text[place : place + 1] != " "
                place += 0 if dropped else 1 if part[0] == "&" else len(unit)
    while len(pieces) < len(spans):
        pieces.append([])
    return [_tidy_part("".join(piece)) for piece in pieces]


def _units(part: str, text: str, place: int, ends: list[int]) -> Sequence[str]:
    """An entity, plain HTML in pieces that no span's end divides, or single letters where it is not as in the text."""
    if part[:1] == "&" and len(part) > 1:
        return [part]
    if not text.startswith(part, place):
        return part
    cuts = [0, *(end - place for end in ends if 0 < end - place < len(part)), len(part)]
    return [part[start:end] for start, end in pairwise(cuts) if end > start]


def _tidy_part(html: str) -> str:
    """Without tags that the cut left empty, and without blanks and breaks at its ends."""
    html = _EMPTIED.sub("", html).strip()
    return _LATE.sub(r"\1", _EARLY.sub(r"\1", html))


def _tag(piece: list[str], opened: list[tuple[str, str]], closing: str, name: str, rest: str) -> None:
    html = f"<{closing}{name}{rest}>"
    if name != "br":
        if not closing:
            opened.append((name, html))
        elif opened:
            opened.pop()
    piece.append(html)


def make_segments(raws: list[Raw]) -> tuple[Segment, ...]:
    """The block index."""
    segments: list[Segment] = []
    anchor: str | None = None
    for index, raw in enumerate(raws):
        raw.html = html_of(raw, raw.anchor if raw.anchor != anchor else None)
        anchor = raw.anchor
        segments.append(
            Segment(
                index,
                raw.kind,
                raw.text,
                raw.html,
                raw.path,
                raw.anchor,
                raw.level,
                raw.heading_path,
                raw.words,
                round(min(1.0, raw.link_chars / max(1, len(raw.text))), 3) if raw.link_chars else 0.0,
                raw.visible,
                raw.main,
                raw.group.path if raw.group else "",
                raw.depth,
                raw.marker,
                raw.cells,
                raw.header,
                raw.part,
                raw.region,
                raw.chrome,
            )
        )
    return tuple(segments)


_NAMES = {
    "item": "li",
    "row": "tr",
    "term": "dt",
    "definition": "dd",
    "caption": "figcaption",
    "button": "button",
    "field": "textarea",
}


def html_of(raw: Raw, anchor: str | None = None) -> str:
    """The HTML of one segment: its element with only what carries meaning."""
    identity = attribute("id", anchor)
    if raw.kind == "heading":
        if raw.level <= 6:
            return f"<h{raw.level}{identity}>{raw.inner}</h{raw.level}>"
        return f'<div role="heading" aria-level="{raw.level}"{identity}>{raw.inner}</div>'
    if raw.kind == "pre":
        language = attribute("class", f"language-{raw.marker}" if raw.marker and raw.part <= 1 else "")
        return f"<pre{identity}><code{language}>\n{raw.inner}</code></pre>"
    if raw.kind == "quote":
        return f"<blockquote><p{identity}>{raw.inner}</p></blockquote>"
    if raw.kind == "caption" and raw.group is not None and raw.group.kind == "table":
        return f"<caption{identity}>{raw.inner}</caption>"
    name = _NAMES.get(raw.kind, "p")
    return f"<{name}{identity}>{raw.inner}</{name}>"
