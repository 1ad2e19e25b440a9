"""Whether two names may belong to one person: initials, order, hyphens, a middle name more or less."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from rapidfuzz.distance import DamerauLevenshtein

from ingest.names import clean_person, fold

_PARTICLES = frozenset(
    ("de", "del", "della", "der", "den", "di", "da", "dos", "du", "van", "von", "la", "le", "el", "al", "bin", "ten")
)
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv"))
_QUALIFIER = re.compile(r"\s*[(（]([^()（）]{3,40})[)）]\s*$")
_NICKNAME = re.compile(r"\s*[(“\"（][\w. ]{1,20}[)”\"）]\s*")
MIN_FUZZY = 8


class Fit(IntEnum):
    """How well two names fit. `INITIALS` and `TYPO` need the context to agree; `SAME` and `FULLER` do not."""

    NONE = 0
    TYPO = 1
    INITIALS = 2
    FULLER = 3
    SAME = 4


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name taken apart. `field` is a qualifier in brackets that keeps namesakes apart: `Ada Quill (Chemistry)`."""

    given: tuple[str, ...]
    family: str
    field: str = ""

    @property
    def tokens(self) -> tuple[str, ...]:
        """All parts, sorted: equal for names that differ in order only."""
        return tuple(sorted((*self.given, self.family)))

    @property
    def full(self) -> bool:
        """Whether the first given name is written out."""
        return bool(self.given) and len(self.given[0]) > 1


def read_name(text: str) -> PersonName:
    """Take a name apart, after titles, degrees, accents, case and hyphens."""
    field = ""
    if (match := _QUALIFIER.search(text)) and len(text[: match.start()].split()) > 1:
        field, text = fold(match[1]), text[: match.start()]
    bare = _NICKNAME.sub(" ", clean_person(text))
    words = re.sub(r"(?<=\w)\.(?=\w)", " ", fold(bare)).replace("-", " ").replace(".", " ").replace("’", "'").split()
    parts = [word.strip("'`´,") for word in words if word.strip("'`´,") and word not in _SUFFIXES]
    if not parts:
        return PersonName((), fold(text), field)
    start = len(parts) - 1
    while start > 1 and parts[start - 1] in _PARTICLES:
        start -= 1
    return PersonName(tuple(parts[:start]), " ".join(parts[start:]), field)


def fit_names(one: PersonName, other: PersonName) -> Fit:
    """How well two names fit one person."""
    if one.field and other.field and one.field != other.field:
        return Fit.NONE
    if (one.given, one.family) == (other.given, other.family):
        return Fit.SAME
    if one.tokens == other.tokens and len(one.tokens) > 1:
        return Fit.FULLER
    if one.family != other.family:
        return _fit_typo(one, other)
    if not one.given or not other.given:
        return Fit.INITIALS
    return _fit_given(one.given, other.given)


def _fit_given(one: tuple[str, ...], other: tuple[str, ...]) -> Fit:
    first = _fit_part(one[0], other[0])
    if first is Fit.NONE:
        joined = "".join(one) == "".join(other)
        return Fit.FULLER if joined else Fit.NONE
    rest = [_fit_part(a, b) for a, b in zip(one[1:], other[1:], strict=False)]
    if Fit.NONE in rest:
        return Fit.NONE
    return Fit.INITIALS if first is Fit.INITIALS else Fit.FULLER


def _fit_part(one: str, other: str) -> Fit:
    if one == other:
        return Fit.SAME
    short, long = sorted((one, other), key=len)
    return Fit.INITIALS if len(short) == 1 and long.startswith(short) else Fit.NONE


def _fit_typo(one: PersonName, other: PersonName) -> Fit:
    a, b = " ".join((*one.given, one.family)), " ".join((*other.given, other.family))
    close = min(len(a), len(b)) >= MIN_FUZZY and DamerauLevenshtein.distance(a, b, score_cutoff=1) <= 1
    return Fit.TYPO if close and one.given[:1] == other.given[:1] else Fit.NONE
