"""What a page's own style sheets hide: `.class { display: none }` and `#id { … }`, where no rule shows it again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ingest.html.frames import Attributes, Element

MAX_SHEETS = 400_000
MAX_NAMES = 400
MAX_USES = 100
_HIDES = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_SHOWS = re.compile(
    r"(?:display|visibility)\s*:\s*(?!none|hidden)|(?<![\w-])(?:opacity|(?:max-)?height)\s*:", re.IGNORECASE
)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SIMPLE = re.compile(r"[.#][A-Za-z_][\w-]*")
_LONGEST = 30
_VALUES = (("none", "display"), ("hidden", "visibility"))


def hidden_names(styles: Sequence[Element]) -> frozenset[str]:
    """Names (`class`, `#id`) that the sheets of a page hide at all times. Rules for a medium or a state do not count.

    A name that any other rule gives a display, even together with a second class, may be unfolded by a script: it is
    content that is collapsed, and stays.
    """
    sheet = "\n".join(filter(None, map(_text_of, styles)))
    if not sheet or len(sheet) > MAX_SHEETS:
        return frozenset()
    sheet = _COMMENT.sub("", sheet) if "/*" in sheet else sheet
    names = set(islice(_hidden(sheet), MAX_NAMES))
    return frozenset(name.removeprefix(".") for name in names if not _shown_again(sheet, name))


def _text_of(node: Element) -> str:
    """The rules that hold on a screen with scripts, if any of them may hide something."""
    text = node.text or ""
    if "none" not in text and "hidden" not in text:
        return ""
    media = (node.get("media") or "all").lower()
    return text if ("all" in media or "screen" in media) and node.getparent().tag != "noscript" else ""


def is_hidden(names: frozenset[str], attrs: Attributes) -> bool:
    """Whether an element has a hidden name, and its own style says nothing else."""
    classes = attrs.get("class")
    if not classes or names.isdisjoint(classes.split()):
        identity = attrs.get("id")
        if not identity or f"#{identity}" not in names:
            return False
    return "style" not in attrs or _SHOWS.search(attrs["style"]) is None


def _hidden(sheet: str) -> Iterator[str]:
    """Simple selectors of rules outside of any block that hide what they match."""
    for word, name in _VALUES:
        place = sheet.find(word)
        while place >= 0:
            before = sheet[max(0, place - _LONGEST) : place].rstrip()
            if before.endswith(":") and before[:-1].rstrip().lower().endswith(name):
                yield from _selected(sheet, place)
            place = sheet.find(word, place + 1)


def _selected(sheet: str, place: int) -> Iterator[str]:
    brace = sheet.rfind("{", 0, place)
    start = max(sheet.rfind("}", 0, brace), sheet.rfind("{", 0, brace), sheet.rfind(";", 0, brace)) + 1
    names = [part.strip() for part in sheet[start:brace].split(",")] if brace > 0 else []
    simple = [name for name in names if _SIMPLE.fullmatch(name)]
    if simple and sheet.count("{", 0, start) == sheet.count("}", 0, start):
        yield from simple


def _shown_again(sheet: str, name: str) -> bool:
    """Whether a rule that names it, alone or with others, sets how it is displayed."""
    place = sheet.find(name)
    for _ in range(MAX_USES):
        if place < 0:
            return False
        end = place + len(name)
        after = sheet[end : end + 1]
        opening = sheet.find("{", end)
        if not (after.isalnum() or after in {"-", "_"}) and opening >= 0:
            body = sheet[opening + 1 : max(opening, sheet.find("}", opening))]
            if _SHOWS.search(body) and not _HIDES.search(body):
                return True
        place = sheet.find(name, end)
    return True
