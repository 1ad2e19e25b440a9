"""Whether two names may belong to one person: initials, order, hyphens, other spellings, a middle name more or less."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from rapidfuzz.distance import DamerauLevenshtein

from ingest.names import clean_person, fold

_PARTICLES = frozenset(
    ("de", "del", "della", "der", "den", "di", "da", "dos", "du", "van", "von", "la", "le", "el", "al", "bin", "ten")
)
_ALWAYS_PARTICLES = frozenset(("de", "del", "della", "dos", "von"))  # the others are given names somewhere
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv"))
_QUALIFIER = re.compile(r"\s*[(（]([^()（）]{3,40})[)）]\s*$")
_NICKNAME = re.compile(r"\s*[(“\"（][\w. ]{1,20}[)”\"）]\s*")
_WRITTEN_OUT = re.compile(r"(?<=[aou])e(?=[^\Waeiou])|(?<=a)a")
MIN_FUZZY = 8
MIN_FAMILY = 5
MIN_TURNED = 6


class Fit(IntEnum):
    """How well two names fit. `INITIALS` and `TYPO` need the context to agree; `SAME` and `FULLER` do not.

    `POSSIBLE`: nothing against it, if other names bring the two together.
    """

    NONE = 0
    POSSIBLE = 1
    TYPO = 2
    INITIALS = 3
    FULLER = 4
    SAME = 5


@dataclass(frozen=True, slots=True)
class PersonName:
    """A name taken apart. `field` is a qualifier in brackets that keeps namesakes apart: `Ada Quill (Chemistry)`.

    `suffix` tells a father from his son.
    """

    given: tuple[str, ...]
    family: str
    field: str = ""
    suffix: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """All parts, in order."""
        return (*self.given, self.family)

    @property
    def single(self) -> tuple[str, ...]:
        """All parts word by word, in order."""
        return (*self.given, *self.family.split())

    @property
    def tokens(self) -> tuple[str, ...]:
        """All words, sorted: equal for names that differ in order only."""
        return tuple(sorted(self.single))

    @property
    def full(self) -> bool:
        """Whether the first given name is written out."""
        return bool(self.given) and len(self.given[0]) > 1

    @property
    def letters(self) -> str:
        """The letters of all parts, sorted: equal whatever the order, the hyphens, or how ü and ø are written."""
        return "".join(sorted(loose("".join(self.single))))


def read_name(text: str) -> PersonName:
    """Take a name apart, after titles, degrees, accents, case and hyphens."""
    field = ""
    if (match := _QUALIFIER.search(text)) and len(text[: match.start()].split()) > 1:
        field, text = fold(match[1]), text[: match.start()]
    bare = _NICKNAME.sub(" ", clean_person(text))
    words = re.sub(r"(?<=\w)\.(?=\w)", " ", fold(bare)).replace("-", " ").replace(".", " ").replace("’", "'").split()
    parts = [word.replace("'", "").strip("`´,") for word in words if word.strip("'`´,")]
    suffix = parts.pop() if len(parts) > 1 and parts[-1] in _SUFFIXES else ""
    if not parts:
        return PersonName((), fold(text), field, suffix)
    start = len(parts) - 1
    if len(parts) == 2 and parts[0] in _ALWAYS_PARTICLES:
        start = 0
    while start > 1 and parts[start - 1] in _PARTICLES:
        start -= 1
    return PersonName(tuple(parts[:start]), " ".join(parts[start:]), field, suffix)


def loose(word: str) -> str:
    """A word in which `ue` for ü, `oe` for ø and ö, `ae` and `aa` for å and ä say no more than the bare letter."""
    return _WRITTEN_OUT.sub("", word)


def fit_names(one: PersonName, other: PersonName) -> Fit:
    """How well two names fit one person."""
    if one.field and other.field and one.field != other.field:
        return Fit.NONE
    if one.suffix != other.suffix:
        return _fit_suffix(one, other)
    if one.words == other.words:
        return Fit.SAME
    if len(one.words) > 1 and (one.tokens == other.tokens or _is_turned(one, other)):
        return Fit.FULLER
    fit = max(_fit_in_order(one, other), _fit_family_first(one, other))
    return fit or max(_fit_compound(one, other), _fit_eastern(one, other))


def _fit_suffix(one: PersonName, other: PersonName) -> Fit:
    """Father and son are two; a name without its suffix may be that with one."""
    if one.suffix and other.suffix:
        return Fit.NONE
    bare = [PersonName(name.given, name.family, name.field) for name in (one, other)]
    return min(fit_names(*bare), Fit.FULLER)


def _is_turned(one: PersonName, other: PersonName) -> bool:
    """Whether the same letters stand in both, perhaps family name first: `SHEN Yu-Heng` and `Yuheng Shen`."""
    if one.letters != other.letters or len(one.letters) < MIN_TURNED:
        return False
    whole = loose("".join(one.single))
    words = other.single
    return any(loose("".join((*words[place:], *words[:place]))) == whole for place in range(len(words)))


def _fit_in_order(one: PersonName, other: PersonName) -> Fit:
    if _solid(one.family) != _solid(other.family):
        return _fit_typo(one, other)
    if not one.given or not other.given:
        return Fit.INITIALS
    return _fit_given(one.given, other.given)


def _solid(family: str) -> str:
    """A family name without blanks: `Al Rashid` and `Alrashid` are one."""
    return loose(family.replace(" ", ""))


def _fit_family_first(one: PersonName, other: PersonName) -> Fit:
    """`M.-J. Kim` and `Kim Min-Jae`: initials that fit a name read with its family name first; one alone is little."""
    for short, turned in ((one, other), (other, one)):
        initials = any(len(part) == 1 for part in short.given)
        if initials and turned.full and turned.given[0] == short.family:
            given = turned.single[1:]
            if len(given) == len(short.given) and _fit_given(short.given, given) is not Fit.NONE:
                return Fit.INITIALS if len(given) > 1 else Fit.POSSIBLE
    return Fit.NONE


def _fit_compound(one: PersonName, other: PersonName) -> Fit:
    """`J. L. García` and `José Luis García Márquez`, `J. Silva` and `João da Silva`: a family name in part."""
    for short, long in ((one, other), (other, one)):
        if len(long.given) > 1 and len(long.given[-1]) > 1 and short.given and short.family == long.given[-1]:
            return min(_fit_given(short.given, long.given[:-1]), Fit.INITIALS)
        particles, _, bare = long.family.rpartition(" ")
        if particles and bare == short.family and short.given and long.given:
            return min(_fit_given(short.given, long.given), Fit.INITIALS)
    return Fit.NONE


def _fit_eastern(one: PersonName, other: PersonName) -> Fit:
    """`Minh Anh Nguyen` and `Nguyen Thi Minh Anh`: the family name first, and a middle name more behind it."""
    for short, long in ((one, other), (other, one)):
        rest = long.single[1:]
        if len(rest) > len(short.given) > 1 and long.full and loose(long.given[0]) == loose(short.family):
            tail = rest[len(rest) - len(short.given) :]
            if _fit_given(short.given, tail) is not Fit.NONE:
                return Fit.INITIALS
    return Fit.NONE


def _fit_given(one: tuple[str, ...], other: tuple[str, ...]) -> Fit:
    first = _fit_part(one[0], other[0])
    if first is Fit.NONE:
        joined = loose("".join(one)) == loose("".join(other))
        return Fit.FULLER if joined else _fit_joined(one, other)
    rest = [_fit_part(a, b) for a, b in zip(one[1:], other[1:], strict=False)]
    if Fit.NONE in rest:
        return Fit.INITIALS if _leaves_out(one[1:], other[1:]) else Fit.NONE
    return Fit.INITIALS if first is Fit.INITIALS else Fit.FULLER


def _leaves_out(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the fewer names stand among the more in their order, some whole: `J. García`, `José L. García`."""
    few, many = sorted((one, other), key=len)
    if len(few) == len(many) or all(len(part) == 1 for part in few):
        return False
    left = iter(many)
    return all(any(_fit_part(part, candidate) is not Fit.NONE for candidate in left) for part in few)


def _fit_part(one: str, other: str) -> Fit:
    if loose(one) == loose(other):
        return Fit.SAME
    short, long = sorted((one, other), key=len)
    return Fit.INITIALS if len(short) == 1 and long.startswith(short) else Fit.NONE


def _fit_joined(one: tuple[str, ...], other: tuple[str, ...]) -> Fit:
    """`Haoran M.` and `Hao-Ran`: given names written as one word here and as two there, with more or less behind."""
    for a, b in ((one, other), (other, one)):
        if len(b) > 1 and len(b[1]) > 1 and loose(a[0]) == loose(b[0] + b[1]):
            return _fit_given((b[0] + b[1], *a[1:]), (b[0] + b[1], *b[2:]))
    return Fit.NONE


def _fit_typo(one: PersonName, other: PersonName) -> Fit:
    """One letter more, less or other in a long family name; a letter in a given name makes another person."""
    if one.given != other.given or min(len(one.family), len(other.family)) < MIN_FAMILY:
        return Fit.NONE
    long = min(len(" ".join(one.words)), len(" ".join(other.words))) >= MIN_FUZZY
    close = long and DamerauLevenshtein.distance(one.family, other.family, score_cutoff=1) <= 1
    return Fit.TYPO if close else Fit.NONE


def is_spelt_out(one: PersonName, other: PersonName) -> bool:
    """Whether two initials or more of one stand for all given names of the other: `M. R. Holt`, `Maren Rose Holt`."""
    short, long = sorted((one, other), key=lambda name: len("".join(name.given)))
    initials = len(short.given) > 1 and all(len(part) == 1 for part in short.given)
    return initials and len(short.given) == len(long.given) and long.full


def spellings(name: PersonName) -> Iterator[str]:
    """What names of one person have in common, one way or another: the blocks in which they are compared."""
    initial = name.given[0][:1] if name.given else ""
    yield f"family {_solid(name.family)} {initial}"
    yield f"letters {name.letters}"
    yield f"lone {_solid(name.family)}"
    if bare := name.family.rpartition(" ")[2] if " " in name.family else "":
        yield f"family {loose(bare)} {initial}"
    if len(name.given) > 1 and len(name.given[-1]) > 1:
        yield f"family {loose(name.given[-1])} {initial}"
    if name.full and len(name.single) > 2:
        yield from (f"family {loose(name.given[0])} {part[:1]}" for part in name.single[1:-1])
    if len(name.given) > 1 and all(len(part) == 1 for part in name.given):
        yield f"turned {name.family} {initial}"
    elif len(name.given) > 1 and name.full:
        yield f"turned {name.given[0]} {name.given[1][:1]}"
    if len(" ".join(name.words)) >= MIN_FUZZY:
        yield f"typo {name.given[0] if name.given else ''} {name.family[:3]}"
