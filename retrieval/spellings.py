"""One name in several spellings: plurals, British and American endings, initials for words, and slips of the pen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz

from retrieval.dialects import american
from retrieval.texts import stem, stop_words, words

JOINED = re.compile(r"\b([A-Za-z]{2,6})(\d{1,4}[A-Za-z]{0,3})\b")
SLIP = 80
ALL_SLIPS = 86
SHORTEST = 5
FIELDS = frozenset({"keyword", "research_topic", "topic"})


def token(word: str) -> str:
    """A word as it is compared: its stem, with the American ending where there are two."""
    return american(stem(word))


def tokens(text: str) -> list[str]:
    """The words of a text in order as they are compared, with codes split as names are: `CSE100` as `cse 100`."""
    return [token(word) for word in words(JOINED.sub(r"\1 \2", text))]


def forms(name: str, kind: str = "") -> Iterator[list[str]]:
    """The words of a name, then each with a run of its words as initials: `artificial intelligence` as `ai`.

    Only fields are called so: people are not, and the initials of a course may be the code of another.
    """
    parts = words(name)
    yield [token(part) for part in parts]
    if kind not in FIELDS:
        return
    for start in range(len(parts)):
        for end in range(start + 2, len(parts) + 1):
            run = [part for part in parts[start:end] if part not in stop_words()]
            initials = "".join(part[0] for part in run)
            if 1 < len(run) < SHORTEST and initials not in stop_words():
                yield [*map(token, parts[:start]), initials, *map(token, parts[end:])]


def find_run(asked: Sequence[str], parts: Sequence[str]) -> int | None:
    """Where the words stand one after the other, or None."""
    places = range(len(asked) - len(parts) + 1)
    return next((i for i in places if list(asked[i : i + len(parts)]) == list(parts)), None)


def find_slip(asked: Sequence[str], parts: Sequence[str]) -> int | None:
    """Where as many words stand that are the same but for slips: each begins alike, and little is wrong in all."""
    if len(" ".join(parts)) <= SHORTEST:
        return None
    places = range(len(asked) - len(parts) + 1)
    return next((i for i in places if _is_slip(asked[i : i + len(parts)], parts)), None)


def _is_slip(said: Sequence[str], parts: Sequence[str]) -> bool:
    near = all(one[:1] == other[:1] and fuzz.ratio(one, other) >= SLIP for one, other in zip(said, parts, strict=True))
    return near and fuzz.ratio(" ".join(said), " ".join(parts)) >= ALL_SLIPS
