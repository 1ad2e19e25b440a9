"""Blocks that say nothing: tables of contents, the bare name of a page, the day on which it was changed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.records import Evidence
from retrieval.answers.forms import is_stamp
from retrieval.texts import fold

SHARE = 0.5
_TITLE = re.compile(
    r"^(?:(?:table of )?contents|on this page|in this (?:article|section)|目录|目錄|本页内容)\s*[:：]?$"
)
_PARTS = re.compile(r"\s+[|·›–—-]\s+")
_NUMBER = re.compile(r"^(?:\d+(?:\.\d+)*|[ivx]+)[.)]?\s+")


def find_contents(evidence: Sequence[Evidence]) -> frozenset[str]:
    """The ids of blocks that only list headings: titled so, or with half of their lines headings of the same page."""
    heads: dict[str, set[str]] = {}
    for item in evidence:
        heads.setdefault(item.url, set()).update(_bare(heading) for heading in item.heading_path[-1:])
    return frozenset(item.block_id for item in evidence if _lists(item, heads[item.url]))


def says_nothing(item: Evidence) -> bool:
    """Whether a block only repeats the name of its page or of its section, or tells when the page was changed."""
    text = item.text.strip()
    if "\n" in text:
        return False
    names = [item.title, *_PARTS.split(item.title), *item.heading_path]
    return is_stamp(text) or _bare(text) in {_bare(name) for name in names}


def _lists(item: Evidence, heads: set[str]) -> bool:
    lines = [_bare(line) for line in item.text.split("\n") if line.strip()]
    if len(lines) < 2:
        return False
    if _TITLE.match(lines[0]):
        return True
    own = _bare(item.heading_path[-1]) if item.heading_path else ""
    found = sum(line in heads and line != own for line in lines)
    return found >= 2 and found >= SHARE * len(lines)


def _bare(line: str) -> str:
    return _NUMBER.sub("", fold(line).strip())
