"""Lists of contents inside a page: links that all lead to places of the page itself and only repeat its headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urldefrag

from ingest.html.frames import Raw

_LINK = re.compile(r'<a href="([^"]*)">(.*?)</a>', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_WORDS = re.compile(r"[^\W\d_]", re.UNICODE)
_NUMBER = re.compile(r"^\s*(?:(?:\d+|[a-z]|[ivx]+)[.)]\s*)*(?:\d+(?:\.\d+)*\s+)?", re.IGNORECASE)
_LABEL = re.compile(
    r"(?:table of )?contents(?: of this page)?|(?:on|in) this (?:page|article|section|guide)|jump to(?: section)?"
    r"|quick links|page contents|outline|目录|目錄|本页内容|inhalt(?:sverzeichnis)?|sommaire|table des matières",
    re.IGNORECASE,
)
MIN_ENTRIES = 3
MIN_REPEATED = 0.75


def mark_contents(raws: list[Raw], url: str) -> None:
    """Set `chrome` and the region of lists of contents, with the label above. An entry that repeats nothing stays."""
    entries = {place: names for place, raw in enumerate(raws) if (names := _entries(raw, url))}
    if sum(map(len, entries.values())) < MIN_ENTRIES:
        return
    said, headings = _said(raws, entries)
    for places in _runs(raws, entries):
        names = [name for place in places for name in entries[place]]
        repeated = {name for name in names if name in said or f" {name} " in headings}
        if len(names) < MIN_ENTRIES or sum(name in repeated for name in names) < MIN_REPEATED * len(names):
            continue
        gone = [place for place in places if repeated.issuperset(entries[place])]
        label = _label_of(raws, places) if gone == places else None
        for place in gone if label is None else (label, *gone):
            raws[place].chrome, raws[place].region = True, "nav"


def _entries(raw: Raw, url: str) -> list[str]:
    """The names that a segment links to places of its own page, if it says nothing else."""
    if raw.chrome or not raw.visible or 'href="' not in raw.inner or "#" not in raw.inner:
        return []
    found = [(unescape(href), _bare(unescape(_TAG.sub("", inner)))) for href, inner in _LINK.findall(raw.inner)]
    rest = unescape(_TAG.sub("", _LINK.sub("", raw.inner)))
    if _WORDS.search(_NUMBER.sub("", rest)) or not all(name and _is_inside(href, url) for href, name in found):
        return []
    return [name for _, name in found]


def _is_inside(href: str, url: str) -> bool:
    page, fragment = urldefrag(href)
    return bool(fragment) and page in {"", urldefrag(url).url}


def _bare(text: str) -> str:
    """A text without its number, case and signs: `1.2 Fees & dates` gives `fees dates`."""
    return " ".join(re.findall(r"\w+", _NUMBER.sub("", text).casefold())) or " ".join(text.casefold().split())


def _said(raws: list[Raw], entries: dict[int, list[str]]) -> tuple[set[str], str]:
    """What the other segments say as a whole, and the headings among them."""
    others = [raw for place, raw in enumerate(raws) if place not in entries and raw.visible and not raw.chrome]
    texts = {_bare(raw.text) for raw in others if len(raw.text) < 200}
    return texts, " | ".join(f" {_bare(raw.text)} " for raw in others if raw.rank)


def _runs(raws: list[Raw], entries: dict[int, list[str]]) -> Iterator[list[int]]:
    """Places of entries with nothing that is seen between them."""
    run: list[int] = []
    for place, raw in enumerate(raws):
        if place in entries:
            run.append(place)
        elif run and raw.visible and not raw.chrome:
            yield run
            run = []
    if run:
        yield run


def _label_of(raws: list[Raw], places: list[int]) -> int | None:
    """The place of the label above a list; a heading that text below the list still stands under is kept."""
    before, after = places[0] - 1, places[-1] + 1
    if before < 0 or not _LABEL.fullmatch(raws[before].text.strip(" :：")):
        return None
    if raws[before].rank and after < len(raws) and not raws[after].rank:
        return None
    return before
