"""What of a page's text a crawl has not met before: numbers, dates and the page's own address count for nothing.

A calendar page, a list sorted another way or a choice of known items says nothing new; an article does, however many
words it shares with others.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass

from crawler.markup import without_markup

ENOUGH_WORDS = 4
LONG_TEXT, MADE_UP = 30, 0.5
UNSPACED = 0xE0
"""The first byte in UTF-8 from which scripts write words without blanks, or nearly all do."""
REMEMBERED = 60_000
MAX_READ = 200_000
_ENTITY = re.compile(rb"&[#\w]+;")
_NUMBER = re.compile(rb"\b[a-z]*[0-9][a-z0-9]*")
_ID = re.compile(rb"(?<![a-z0-9-])(?=[a-z-]*[0-9])[a-z0-9-]{6,}\b|\b\d\d?:\d\d(?::\d\d)?\b")
_ENDS = re.compile(rb"[.!?;:,|\n]|\xe3\x80[\x81\x82]|\xef\xbc[\x81\x8c\x9a\x9b\x9f]")
_WORD = re.compile(rb"(?:[a-z]|[\x80-\xff]){2,}")
DATES = frozenset(
    """jan feb mar apr may jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun
    january february march april june july august september october november december monday tuesday wednesday thursday
    friday saturday sunday januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag
    freitag samstag sonnabend sonntag enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre
    diciembre lunes martes miércoles jueves viernes sábado domingo janvier février mars avril juin juillet août
    septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche gennaio febbraio aprile
    maggio giugno luglio settembre ottobre dicembre am pm""".encode().split()
)


@dataclass(frozen=True, slots=True)
class Unmet:
    """How many words of a page were never met, and how many stand in phrases that were not.

    `spaced` words are all those of scripts that set words apart, `made_up` those of them that were never met.
    """

    words: int
    phrased: int
    spaced: int
    made_up: int

    @property
    def is_news(self) -> bool:
        """Whether it holds a word that was never met, or some words in phrases that were not."""
        return self.words > 0 or self.phrased >= ENOUGH_WORDS

    @property
    def is_babble(self) -> bool:
        """Whether most of its words stand nowhere else, as those that a machine makes up."""
        return self.spaced >= LONG_TEXT and self.made_up >= MADE_UP * self.spaced


class Novelty:
    """Remembers the last words and phrases of a crawl, and says of each page whether it adds to them."""

    def __init__(self) -> None:
        self._words: dict[Hashable, None] = {}
        self._phrases: dict[Hashable, None] = {}

    def unmet(self, text: bytes, url: str) -> Unmet:
        """What of a page's visible text was never met; it is from now on."""
        own = frozenset(_WORD.findall(url.lower().encode("utf-8", "replace")))
        new: list[bytes] = []
        phrased = spaced = 0
        for phrase in phrases_of(text):
            words = [word for word in phrase if word not in own]
            spaced += sum(map(_is_spaced, words))
            if words and _note(self._phrases, hash(tuple(words))):
                phrased += len(words)
                new += [word for word in words if _note(self._words, hash(word))]
        return Unmet(len(new), phrased, spaced, sum(map(_is_spaced, new)))


def visible(body: bytes) -> bytes:
    """The text of a page in lower case, a line for each run between two tags."""
    return _ENTITY.sub(b" ", without_markup(body[:MAX_READ], b"\n")).lower()


def saying(text: bytes) -> str:
    """What a text says, without long numbers, clocks and ids, in a form to compare; room 12 is not room 13."""
    return b" ".join(_ID.sub(b" ", text).split()).decode("utf-8", "replace")


def phrases_of(text: bytes) -> list[list[bytes]]:
    """The words between two lines or two marks of punctuation, without numbers and dates."""
    parts = _ENDS.split(_NUMBER.sub(b" ", text))
    return [[word for word in _WORD.findall(part) if word not in DATES] for part in parts]


def _note(known: dict[Hashable, None], mark: Hashable) -> bool:
    """Remember a mark; whether it was new."""
    if mark in known:
        return False
    known[mark] = None
    if len(known) > REMEMBERED:
        del known[next(iter(known))]
    return True


def _is_spaced(word: bytes) -> bool:
    """Whether a word is one: of scripts without blanks, such as Chinese, whole clauses are taken for words."""
    return word.isascii() or max(word) < UNSPACED
