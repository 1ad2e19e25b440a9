"""Where a question names things of the graph: each place with all that it may name, and what stands between places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from retrieval.data import load_data
from retrieval.linking import SURE, Link
from retrieval.sites import SiteFacts
from retrieval.spellings import JOINED, find_run, find_slip, forms, token, tokens
from retrieval.texts import fold, generic_words, stop_words

_WORD = re.compile(r"[^\W_]+(?:'[^\W\d_]+)?")
_YEAR = re.compile(r"(?:19|20)\d\d$")
_WHOLE, _SLIP, _SCATTERED = 2, 1, 0


@dataclass(frozen=True, slots=True)
class Mention:
    """A place of the question that names things: its characters, its words, and the ids of all that it may name.

    `name` is how the surest of them is called. `valued`: they are values, borne by the things that are asked for.
    """

    places: frozenset[int]
    said: str
    name: str
    ids: tuple[str, ...]
    valued: bool = False

    @property
    def start(self) -> int:
        """The first character; a name that stands nowhere in the question comes first."""
        return min(self.places, default=0)

    @property
    def end(self) -> int:
        """Behind the last character."""
        return max(self.places, default=-1) + 1


@dataclass(frozen=True, slots=True)
class _Found:
    places: frozenset[int]
    how: int
    link: Link


class Said:
    """The words of a question with their places."""

    def __init__(self, text: str) -> None:
        self.text = fold(JOINED.sub(r"\1 \2", text))
        spans = [(match.group(), match.start(), match.end()) for match in _WORD.finditer(self.text)]
        self.spans = [(start, end) for _, start, end in spans]
        self.tokens = [token(word.removesuffix("'s").replace("'", "")) for word, _, _ in spans]

    def run(self, place: int, length: int) -> frozenset[int]:
        """The characters of some words."""
        return frozenset(range(self.spans[place][0], self.spans[place + length - 1][1]))

    def without(self, places: frozenset[int]) -> str:
        """The text with blanks at some characters."""
        return "".join(" " if place in places else char for place, char in enumerate(self.text))

    def words(self, places: frozenset[int]) -> str:
        """The words at some characters."""
        return " ".join(self.text[start:end] for start, end in self.spans if start in places)


def find_mentions(text: str, links: Sequence[Link], site: SiteFacts) -> list[Mention]:
    """Every place that names something, in the order of the question; the longest name of a place counts.

    Namesakes share a mention. A name with a slip of the pen counts where no other name is said there.
    """
    said = Said(text)
    found = [one for link in links if (one := _find(said, link)) is not None]
    found.sort(key=lambda one: (one.how == _SCATTERED, -len(one.places), -one.how, -one.link.weight))
    mentions: list[Mention] = []
    for one in found:
        _add(mentions, one, said)
    return sorted(_with_values(mentions, said, site), key=lambda one: one.start)


def _find(said: Said, link: Link) -> _Found | None:
    for parts in forms(link.matched, link.type):
        place = find_run(said.tokens, parts) if parts else None
        if place is not None:
            return _Found(said.run(place, len(parts)), _WHOLE, link)
    start = said.text.find(fold(link.matched))
    if start >= 0:
        return _Found(frozenset(range(start, start + len(fold(link.matched)))), _WHOLE, link)
    for parts in forms(link.matched, link.type):
        place = find_slip(said.tokens, parts)
        if place is not None:
            return _Found(said.run(place, len(parts)), _SLIP, link)
    return _Found(_scattered(said, link.matched), _SCATTERED, link) if link.weight >= SURE else None


def _scattered(said: Said, name: str) -> frozenset[int]:
    parts = set(tokens(name)) - stop_words()
    spans = (span for word, span in zip(said.tokens, said.spans, strict=True) if word in parts)
    return frozenset(place for start, end in spans for place in range(start, end))


def _add(mentions: list[Mention], found: _Found, said: Said) -> None:
    """Add a find to the mention of its place, or as a new one where no other lies in its way."""
    for index, other in enumerate(mentions):
        same = other.places == found.places and (found.places or other.name == found.link.matched)
        if same and found.how != _SLIP:
            mentions[index] = replace(other, ids=tuple(dict.fromkeys((*other.ids, found.link.id))))
            return
        if same or other.places & found.places:
            return
    mentions.append(Mention(found.places, said.words(found.places), found.link.matched, (found.link.id,)))


def _with_values(mentions: Sequence[Mention], said: Said, site: SiteFacts) -> Iterator[Mention]:
    """The mentions with values added, which are said in longer runs of words than what else is named there."""
    values = list(_values(said, site))
    kept = [one for one in values if not any(one.places <= other.places for other in mentions)]
    yield from kept
    yield from (one for one in mentions if not any(one.places & value.places for value in kept))


def _values(said: Said, site: SiteFacts) -> Iterator[Mention]:
    """Values of the site that stand in the question, from the left, the longest first."""
    known, place = _spelled(tuple(site.values.items())), 0
    longest = max(map(len, known), default=0)
    while place < len(said.tokens):
        for length in range(min(longest, len(said.tokens) - place), 0, -1):
            name, ids = known.get(tuple(said.tokens[place : place + length]), ("", ()))
            if ids and _means_value(said, place, length):
                run = said.run(place, length)
                yield Mention(run, said.words(run), name, ids, valued=True)
                place += length - 1
                break
        place += 1


@lru_cache(maxsize=16)
def _spelled(values: Iterable[tuple[str, tuple[str, ...]]]) -> dict[tuple[str, ...], tuple[str, tuple[str, ...]]]:
    found: dict[tuple[str, ...], tuple[str, tuple[str, ...]]] = {}
    for name, ids in values:
        key = tuple(tokens(name))
        found[key] = (name, (*found.get(key, ("", ()))[1], *ids))
    return found


def _means_value(said: Said, place: int, length: int) -> bool:
    """Whether words are meant as a value: a number only as a year, words that fit any page only if set apart."""
    run = said.tokens[place : place + length]
    if length == 1 and run[0].isdigit():
        return bool(_YEAR.match(run[0]))
    if not all(_is_common(word) for word in run):
        return length > 1 or len(run[0]) > 2
    before = said.text[: said.spans[place][0]]
    return re.search(load_data("vocabulary")["set_apart"], before) is not None


def _is_common(word: str) -> bool:
    """Whether a word says nothing by itself, or only what type of thing is meant."""
    if word in generic_words() | stop_words():
        return True
    return any(re.fullmatch(pattern, word) for pattern in load_data("vocabulary")["types"].values())
