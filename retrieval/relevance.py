"""How well a text covers a question, its rarer words counting more.

Weights are inverse document frequencies within the candidates of this question: there is no global count to ask for,
and what separates candidates from each other is what matters here. A question word that no candidate holds is matched
to the candidates' nearest spelling, so that a typing error costs little; what is still missing is named.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from typing import Any, TypeVar

from rapidfuzz import fuzz, process

from retrieval.analysis import Analysis
from retrieval.contacts import MAIL, PHONE
from retrieval.texts import alike, fold, generic_words, stem, stem_set, words

T = TypeVar("T")
GENERIC_WEIGHT = 0.35
ASIDE = 0.35
RAREST = 2.5
SPELLING = 82
ALIKE = 0.7
FORMS = frozenset({"address", "number", "地址", "号码"})
_SHOWN = (
    (MAIL, frozenset({"邮箱", "邮件", *map(stem, ("email", "mail"))})),
    (PHONE, frozenset({"电话", *map(stem, ("phone", "telephone"))})),
)
_FORM = re.compile(
    r"\bhow long\b.*\b(lasts?)\b|\b(?:phone|fax|mobile|room|contact) (number)\b|\be?-?mail (address)\b|\bwhat (time)\b"
)
TITLES = frozenset({"dr", "prof", "mr", "mrs", "ms", "mx"})
_MEASURE = re.compile(
    r"\bhow (tall|high|long|wide|deep|broad|thick|heavy|old|big|large|small|far|fast|soon|late|early|often|near)\b"
)


class Relevance:
    """Coverage of one question by texts; built over all its candidates' texts."""

    def __init__(self, analysis: Analysis, texts: Sequence[str]) -> None:
        self._made: dict[tuple[int, ...], tuple[Sequence[object], Any]] = {}
        bags = [stem_set(text) for text in texts]
        counts = Counter(word for bag in bags for word in bag)
        asked = _asked(analysis, counts, texts)
        self.spelling = _respell(asked, counts)
        spelled = {word: self.spelling.get(word, word) for word in asked}
        self.weights = {
            word: _weight(word, counts[spelled[word]], len(bags)) * (ASIDE if word in analysis.beside else 1.0)
            for word in asked
        }
        self.total = sum(self.weights.values()) or 1.0
        self.missing = tuple(
            word
            for word in asked
            if not counts[self.spelling.get(word, word)] and not any(counts[other] for other in alike(word))
        )

    def once(self, parts: Sequence[object], make: Callable[[], T]) -> T:
        """What `make` gives, made once for the same objects: doubt, conflict and answer ask for the same."""
        key = tuple(map(id, parts))
        if key not in self._made:
            self._made[key] = (parts, make())  # the parts are kept, so that nothing else gets their ids
        made: T = self._made[key][1]
        return made

    def cover(self, text: str, *context: str) -> float:
        """Share (0 to 1) of the question that a text covers; words found only in its context count for less."""
        inside, around = stem_set(text), [stem_set(other) for other in context]
        return sum(self._share(word, inside, around) for word in self.weights) / self.total

    def _share(self, word: str, inside: Set[str], around: Sequence[Set[str]]) -> float:
        spelled = self.spelling.get(word, word)
        if spelled in inside:
            return self.weights[word]
        if any(spelled in bag for bag in around):
            return 0.8 * self.weights[word]
        others = alike(word)
        if not others:
            return 0.0
        if not others.isdisjoint(inside):
            return ALIKE * self.weights[word]
        return 0.8 * ALIKE * self.weights[word] if any(not others.isdisjoint(bag) for bag in around) else 0.0

    def covered(self, texts: Iterable[str]) -> set[str]:
        """The question's stems that stand in any of these texts."""
        bags = [stem_set(text) for text in texts]
        return {word for word in self.weights if any(self._stands(word, bag) for bag in bags)}

    def _stands(self, word: str, bag: Set[str]) -> bool:
        return self.spelling.get(word, word) in bag or not alike(word).isdisjoint(bag)


def find_missing(analysis: Analysis, relevance: Relevance) -> list[str]:
    """The words of the question, as they were put, that no candidate holds; short and general ones left out."""
    said = {stem(word): word for word in words(analysis.asked or analysis.text)}
    aside = generic_words() | analysis.beside
    return [said.get(one, one) for one in relevance.missing if len(one) > 3 and one not in aside]


def _asked(analysis: Analysis, counts: Counter[str], texts: Sequence[str]) -> tuple[str, ...]:
    """The question's stems without those that no text needs to repeat: a form of address, the `tall` of "how tall", the
    `time` of "what time", the name of what shows by its form (a number, an address, an e-mail where there is one).
    """
    folded = fold(analysis.text)
    named = [(form, names) for form, names in _SHOWN if not names.isdisjoint(analysis.stems)]
    shown = {word for form, names in named if any(map(form.search, texts)) for word in names}
    aside = TITLES | FORMS | shown | {stem(word) for word in _MEASURE.findall(folded)}
    asking = {
        stem(word) for match in _FORM.finditer(folded.replace("telephone", "phone")) for word in match.groups() if word
    }
    kept = [word for word in analysis.stems if word not in asking and (counts[word] or word not in aside)]
    return tuple(kept) or analysis.stems


def _weight(word: str, count: int, total: int) -> float:
    rarity = min(math.log(1 + (total + 1) / (count + 0.5)), RAREST)
    return rarity * (GENERIC_WEIGHT if word in generic_words() else 1.0)


def _respell(asked: Sequence[str], counts: Counter[str]) -> dict[str, str]:
    unknown = [word for word in asked if not counts[word] and len(word) >= 5 and word.isalpha()]
    known = [word for word in counts if len(word) >= 4 and word.isalpha()] if unknown else []
    found = {word: process.extractOne(word, known, scorer=fuzz.ratio, score_cutoff=SPELLING) for word in unknown}
    return {word: match[0] for word, match in found.items() if match}
