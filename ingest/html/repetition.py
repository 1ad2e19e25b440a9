"""Boilerplate by repetition: what stands on many pages of a site is kept once, and menus not at all.

Pure functions over hashes and counts; the counts live in the graph and are handed in, so that the pass runs on one page
or on a whole site. A hash covers a block's text alone, never its place: a moved footer is the same footer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.records import TreeBlock
from ingest.html.hashing import hash_texts

LEAST_PAGES = 4
LEAST_SHARE = 0.2
_FACT = re.compile(r"\d{3}|@|[€$£¥]\s?\d|\d\s?(?:%|€|EUR|USD|GBP|:\d\d)", re.IGNORECASE)
_NOTICE = re.compile(r"cookie|consent|©|all rights reserved|版权所有|javascript", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A leaf block as this pass sees it: where it stands, its hash, text, words and main score."""

    page: str
    block: str
    hash: str
    text: str
    words: int
    main: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """Blocks to drop, by reason: `repeated` ones whose fact is kept on another page, and `boilerplate`."""

    boilerplate: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


def text_hash(text: str) -> str:
    """The hash of a block's text; case, white space and digits of years do not count."""
    return hash_texts([re.sub(r"\b20\d\d\b", "", text)])


def count_hashes(pages: Iterable[Sequence[TreeBlock]]) -> Counter[str]:
    """How many pages each leaf text stands on."""
    counts: Counter[str] = Counter()
    for blocks in pages:
        counts.update({text_hash(block.text) for block in blocks if block.leaf})
    return counts


def is_repeated(count: int, pages: int) -> bool:
    """Whether a text stands on so many of a site's pages that it belongs to the site, not to a page."""
    return count >= LEAST_PAGES and count >= LEAST_SHARE * pages


def holds_fact(text: str) -> bool:
    """Whether a repeated text may answer a question: an address, a phone, a fee, opening hours, or a whole sentence."""
    if _NOTICE.search(text):
        return False
    return _FACT.search(text) is not None or len(text.split()) >= 8


def judge_repeated(occurrences: Iterable[Occurrence], counts: Mapping[str, int], pages: int) -> Verdict:
    """Which blocks go.

    Of a repeated text that holds a fact one copy stays: the one on the page whose address is shortest (the home or
    contact page, as a rule), then the first by address. A repeated text without a fact goes everywhere. A text that
    stands nowhere else is never dropped.
    """
    groups: dict[str, list[Occurrence]] = {}
    for occurrence in occurrences:
        if is_repeated(counts.get(occurrence.hash, 0), pages):
            groups.setdefault(occurrence.hash, []).append(occurrence)
    boilerplate: list[str] = []
    repeated: list[str] = []
    kept: list[str] = []
    for group in groups.values():
        if not holds_fact(group[0].text):
            boilerplate.extend(occurrence.block for occurrence in group)
            continue
        ordered = sorted(group, key=_preference)
        kept.append(ordered[0].block)
        repeated.extend(occurrence.block for occurrence in ordered[1:])
    return Verdict(tuple(sorted(boilerplate)), tuple(sorted(repeated)), tuple(sorted(kept)))


def _preference(occurrence: Occurrence) -> tuple[int, int, str]:
    contact = 0 if re.search(r"contact|kontakt|imprint|impressum|about|联系", occurrence.page, re.IGNORECASE) else 1
    return contact, len(occurrence.page), occurrence.page
