"""A slip of the pen in a question is read as the word of the site that it was meant for: "acounting" as "accounting".

Only words that the embedder's vocabulary does not have are looked up, so that most questions cost nothing; a word that
stands on the site stays as it is, and names, codes and acronyms are not touched. What is meant is a word of the site's
names, or one that is known, differs by one slip and stands in its blocks. Words that are often written wrong
(`words.yaml`) are read aright before anything else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import ascii_lowercase
from typing import Any

from rapidfuzz.distance import OSA

from retrieval.data import load_data
from retrieval.ports import GraphReader, read_rows
from retrieval.sites import SiteFacts
from retrieval.texts import alike, fold, stem, stop_words, words

SHORTEST, LONG = 4, 8
MOST = 4
NAMES = 25
OTHERS = 8
_PLAIN = re.compile(r"(?<![\w@./'’-])[a-z'’]{2,30}(?![\w@/-]|\.\w)")
_WORD = re.compile(r"(?<![\w@./'’-])[a-z]{4,30}(?![\w@/'’-]|\.\w)")
Knows = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as it is read, and the words that were read otherwise than they were put."""

    text: str
    changed: tuple[tuple[str, str], ...] = ()


async def respell(reader: GraphReader, site: SiteFacts, text: str, knows: Knows) -> Reading:
    """Read the slips of an English question as the site's own words; one round trip where there may be any."""
    suspects = find_suspects(text, knows)
    if not suspects:
        return Reading(text)
    others = {word: find_others(word, knows) for word in suspects}
    ask = {
        "site": site.name,
        "words": [{"word": word, "near": f"{word}~{_most_slips(word)}", "others": others[word]} for word in suspects],
        "text_k": max(site.everywhere, 1),
        "limit": NAMES,
    }
    rows = await read_rows(reader, "retrieval/spelled", ask)
    meant = {row["word"]: _meant(row, others[row["word"]]) for row in rows if not row["known"]}
    return _rewrite(text, {word: instead for word, instead in meant.items() if instead})


def mend(text: str) -> str:
    """A text with the words that are often written wrong written right; capitals and codes are left alone."""
    slips = _common_slips()
    return _PLAIN.sub(lambda match: slips.get(match.group(), match.group()), text)


@cache
def _common_slips() -> dict[str, str]:
    return dict(load_data("words")["slips"])


def find_others(word: str, knows: Knows) -> list[str]:
    """The words that are known and differ from a word by one slip behind its first letter."""
    found = (other for other in _one_slip(word) if other not in stop_words())
    return [other for other in dict.fromkeys(found) if knows(other) or (other[-1] == "s" and knows(other[:-1]))][
        :OTHERS
    ]


def _one_slip(word: str) -> Iterator[str]:
    """Letters that changed places first, then one too many, one too few, another one."""
    places = range(1, len(word))
    yield from (word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in places[:-1] if word[i] != word[i + 1])
    yield from (word[:i] + word[i + 1 :] for i in places)
    yield from (word[:i] + letter + word[i:] for i in range(1, len(word) + 1) for letter in ascii_lowercase)
    yield from (word[:i] + letter + word[i + 1 :] for i in places for letter in ascii_lowercase if letter != word[i])


def _meant(row: Mapping[str, Any], others: Sequence[str]) -> str:
    """What a slip was meant for: a name one slip away, the commonest word of the site, another name, a word of ours."""
    named = nearest(row["word"], row["names"])
    told = sorted(row.get("others") or (), key=lambda other: -other["blocks"])
    if told and (not named or OSA.distance(row["word"], named) > 1):
        return str(told[0]["word"])
    own = others if len(others) == 1 else [other for other in others if alike(stem(other))]
    return named or next(iter(own), "")


def find_suspects(text: str, knows: Knows) -> list[str]:
    """Lower-case words that nobody knows, in any of their plain forms."""
    found = dict.fromkeys(word for word in _WORD.findall(text) if word not in stop_words())
    return [word for word in found if not any(map(knows, _plain_forms(word)))][:MOST]


def nearest(word: str, names: Iterable[str]) -> str:
    """The commonest word of the names that differs from a word by the fewest slips, or an empty string.

    One letter too many, too few, another, or two that changed places; two of these in a long word. The first letter
    stands.
    """
    counts = Counter(part for name in names for part in dict.fromkeys(words(fold(name))))
    near = [
        (OSA.distance(word, other), -count, other)
        for other, count in counts.items()
        if other[0] == word[0] and other.isalpha() and len(other) >= SHORTEST
    ]
    best = min(near, default=(99, 0, ""))
    return best[2] if 0 < best[0] <= _most_slips(word) else ""


def _most_slips(word: str) -> int:
    return 2 if len(word) >= LONG else 1


def _plain_forms(word: str) -> Sequence[str]:
    """A word without the common endings: the vocabulary has most words in one form only."""
    forms = [word]
    for ending, instead in (
        ("ies", "y"),
        ("es", ""),
        ("s", ""),
        ("ing", ""),
        ("ing", "e"),
        ("ed", ""),
        ("d", ""),
        ("ly", ""),
        ("est", ""),
        ("er", ""),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            forms.append(word.removesuffix(ending) + instead)
    return forms


def _rewrite(text: str, meant: Mapping[str, str]) -> Reading:
    changed = tuple(meant.items())
    for word, instead in changed:
        text = re.sub(rf"\b{word}\b", instead, text)
    return Reading(text, changed)
