"""Whether everything a page says stands on another page too, so that nothing is lost where only that one is kept.

Runs of three words are compared within lines (Broder: On the resemblance and containment of documents, 1997), numbers
among them, so that two pages of one vocabulary, or two timetables of one form, are not taken for the same. Lines may
come in another order: a list sorted another way says the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from crawler.markup import without_hidden, without_tags

SIZE = 3
CONTAINED = 0.9
NEW_RUN = 6
JOINT = SIZE - 1
MAX_READ = 400_000
ENOUGH_WORDS = 12
Shingle = tuple[str, ...]
_FRAMES = re.compile(r"<(nav|footer)\b.*?(?:</\1\s*>|(?=<\1\b))", re.DOTALL | re.IGNORECASE)
_BREAKS = re.compile(
    r"</?(?:p|div|li|tr|dt|h[1-6]|br|hr|section|article|ul|ol|table|option|pre)\b[^>]*(?:>|\Z)", re.IGNORECASE
)
_ENTITY = re.compile(r"&[#\w]+;")
_CLOCK = re.compile(r"\b\d\d?:\d\d:\d\d\b")
_ENDS = re.compile(r"[\n!?。！？]|\.(?!\d)")
_WORD = re.compile(r"\d+|[\u3040-\u30ff\u3400-\u9fff]|[^\W\d_\u3040-\u30ff\u3400-\u9fff]+")


def stands_in(body: bytes, other: bytes) -> bool:
    """Whether what `body` says is said by `other`, apart from a few words: in its order, or line by line in another."""
    mine, theirs = lines_of(body), lines_of(other)
    if not mine:
        return not theirs
    known = {shingle for line in theirs for shingle in _shingles(line)}
    runs = [_shingles(line) for line in mine]
    lost = [shingle for run in runs for shingle in run if shingle not in known]
    if any(word.isdigit() for shingle in lost for word in shingle):
        return False
    longest = max(_longest_new(run, known) for run in runs)
    total = sum(len(run) for run in runs)
    if longest <= NEW_RUN and total - len(lost) >= CONTAINED * total:
        return True
    return longest <= JOINT and not _words(mine) - _words(theirs)


def lines_of(body: bytes) -> list[tuple[str, ...]]:
    """The words of each line or sentence, in lower case; menus and footers count only where there is little else."""
    text = without_hidden(body[:MAX_READ].decode("utf-8", "replace"))
    own = list(_split(_FRAMES.sub("\n", text)))
    return own if sum(map(len, own)) >= ENOUGH_WORDS else list(_split(text))


def _split(text: str) -> Iterator[tuple[str, ...]]:
    untagged = without_tags(_BREAKS.sub("\n", " ".join(text.split())), " ")
    plain = _CLOCK.sub(" ", _ENTITY.sub(" ", untagged)).lower()
    return (words for part in _ENDS.split(plain) if (words := tuple(_WORD.findall(part))))


def _shingles(line: tuple[str, ...]) -> list[Shingle]:
    """The runs of words of a line; a shorter line is one of its own."""
    return [line[start : start + SIZE] for start in range(max(1, len(line) - SIZE + 1))]


def _longest_new(run: list[Shingle], known: set[Shingle]) -> int:
    longest = now = 0
    for shingle in run:
        now = 0 if shingle in known else now + 1
        longest = max(longest, now)
    return longest


def _words(lines: list[tuple[str, ...]]) -> Counter[str]:
    return Counter(word for line in lines for word in line)
