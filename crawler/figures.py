"""The figures of a page that are its own: rooms have seats and floors, a calendar has dates and what its address says.

A list that is linked page by page cannot be told from a calendar by its words, which are the same on all of its pages,
but by these numbers. Left out are dates and clocks, numbers that stand in the page's address or beside one of them,
those in links (where another page is named), long ones (ids, stamps), how long a server took, and grids of days.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from crawler.novelty import DATES, MAX_READ, visible
from crawler.sameness import mark

GRID = 20
OWN_FIGURES = 5
COUNTS, MOST_ALIKE = 3, 0.75
_WORDS = b"|".join(sorted(DATES, reverse=True))
_LINK = re.compile(
    rb"<a\b.*?(?:</a\s*>|(?=<a\b|</?(?:p|div|td|th|tr|li|h[1-6]|table|ul|ol|body)\b)|\Z)"
    rb"|<title\b.*?(?:</title\s*>|\Z)|<(?:time|option)\b.*?(?:</(?:time|option)\s*>|(?=<option\b|</select\b)|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_DATE = re.compile(
    rb"\d{4}-\d\d(?:-\d\d)?t?|\d{1,4}([-/.])\d{1,2}\1\d{1,4}|\d\d?/\d{4}|\d\d?:\d\d(?::\d\d)?(?:\.\d+)?"
    rb"|\d{1,9}\s{0,3}(?:\xe5\xb9\xb4|\xe6\x9c\x88|\xe6\x97\xa5|\xe5\x8f\xb7|\xe5\x91\xa8)"  # year, month, day, week
    rb"|\d\d?(?:st|nd|rd|th|\.)?[\s,]*(?:of\s+)?(?:" + _WORDS + rb")\b"
    rb"|\b(?:" + _WORDS + rb")[\s.,-]*\d\d?(?:st|nd|rd|th)?\b"
    rb"|\b(?:1[89]|2[01])\d\d\b|[\d.,]{1,20}\s{0,3}(?:ms|sec|seconds?|s)\b"
)
_NUMBER = re.compile(rb"\d+")
_LONG = 6


def figures_of(body: bytes, url: str) -> tuple[int, ...]:
    """The numbers in a page's text that are its own, in order."""
    text = _DATE.sub(b" ", visible(_LINK.sub(b" ", body[:MAX_READ])))
    numbers = [int(found) for found in _NUMBER.findall(text) if len(found) < _LONG]
    if _is_grid(numbers):
        return ()
    said = {int(found) + step for found in _NUMBER.findall(url.encode()) if len(found) < _LONG for step in (-1, 0, 1)}
    return tuple(number for number in numbers if number not in said)


def marks_of(body: bytes, url: str) -> tuple[int, int]:
    """A number that stands for the figures of a page in any order, and how many they are."""
    figures = sorted(figures_of(body, url))
    return mark(" ".join(map(str, figures))), len(figures)


def are_a_list(pages: list[tuple[int, int]]) -> bool:
    """Whether pages, as their marks, have figures of their own, about as many each (not now few, now many)."""
    own = [(told, count) for told, count in pages if count]
    alike = sum(times for _, times in Counter(count for _, count in own).most_common(COUNTS))
    return len({told for told, _ in own}) >= OWN_FIGURES and alike >= MOST_ALIKE * len(pages)


def _is_grid(numbers: list[int]) -> bool:
    """Whether a page counts up as the days of a month do."""
    return sum(later == earlier + 1 for earlier, later in pairwise(numbers)) >= GRID
