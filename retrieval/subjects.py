"""Subjects of a list: the department, programme or letters of codes that what is asked belongs to ("math courses")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from retrieval.data import load_data
from retrieval.sites import SiteFacts
from retrieval.texts import fold, words

LONGEST = 9
SHORTENED = 4
COMMON_ROOT = 6


@dataclass(frozen=True, slots=True)
class Subject:
    """What was said, as words of one space, and the owners or letters of codes that it names."""

    said: str
    ids: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()


def find_subjects(text: str, kind: str, site: SiteFacts) -> list[Subject]:
    """The subjects of a question about things of a type, as far as the site knows them; the longest name counts."""
    said = _Said(text, kind, site)
    named = list(_named(said, site))
    return named or list(_shortened(said, kind, site))


class _Said:
    """The words of a question, and which of them are nouns of the type asked or stand around such a noun."""

    def __init__(self, text: str, kind: str, site: SiteFacts) -> None:
        data = load_data("vocabulary")
        self.words = words(text)
        self.codes = site.codes.get(kind, frozenset())
        self._nouns = re.compile(data["types"].get(kind, "$^"))
        self._around = re.compile(rf"(?:{data['around']})$")
        self._before = re.compile(rf"(?:{data['before_subject']})$")
        self._letters = re.compile(rf"(?:{data['before_letters']})$")
        self._about = re.compile(rf"(?:{data['before_topic']})$")
        self._owners = re.compile(data["owner_nouns"])

    def is_noun(self, place: int) -> bool:
        """Whether a noun of the type comes next, words of level or number left out."""
        rest = self.words[place:]
        while rest and self._around.match(rest[0]):
            rest = rest[1:]
        return bool(rest and (self._nouns.fullmatch(rest[0]) or self._owners.fullmatch(rest[0])))

    def belongs(self, start: int, end: int, letters: bool = False) -> bool:
        """Whether words there name a subject and not what something is about; letters of codes may be plain words."""
        before = self.words[start - 1] if start else ""
        if self._about.match(before):
            return False
        if letters:
            return self.is_noun(end) or bool(self._letters.match(before))
        return end - start > 1 or start == 0 or self.is_noun(end) or bool(self._before.match(before))


def spellings(name: str) -> list[tuple[str, ...]]:
    """The words of an owner's name, also without what is in brackets, the kind of owner, and turned at a comma."""
    bare = re.sub(r"\s*[(（].*?[)）]", "", name)
    kind = load_data("vocabulary")["owner_nouns"]
    turned = re.sub(rf"^(?:the )?(?:{kind}) of |,.*\b(?:{kind}) of$| (?:{kind})$", "", fold(bare))
    return list(dict.fromkeys(tuple(words(one)) for one in (name, bare, turned) if one.strip()))


def _owners(site: SiteFacts) -> dict[tuple[str, ...], tuple[str, ...]]:
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for name, ids in site.owners.items():
        for one in spellings(name):
            found[one] = tuple(dict.fromkeys((*found.get(one, ()), *ids)))
    return found


def _named(said: _Said, site: SiteFacts) -> Iterator[Subject]:
    """Full names and letters of codes, from the left, the longest first."""
    owners, place = _owners(site), 0
    while place < len(said.words):
        for length in range(min(LONGEST, len(said.words) - place), 0, -1):
            run = tuple(said.words[place : place + length])
            found = _subject(run, owners, said.codes)
            if found is not None and said.belongs(place, place + length, bool(found.letters)):
                place += length - 1
                again = _repeated(said.words[place + 1 : place + 2], found, owners)
                place += len(again)
                yield replace(found, said=" ".join([found.said, *again]))
                break
        place += 1


def _repeated(after: list[str], found: Subject, owners: dict[tuple[str, ...], tuple[str, ...]]) -> list[str]:
    """One more word, where it names the same owner again: "Electrical Engineering (EE)"."""
    return after if set(owners.get(tuple(after), ())) & set(found.ids) else []


def _subject(
    run: tuple[str, ...], owners: dict[tuple[str, ...], tuple[str, ...]], codes: frozenset[str]
) -> Subject | None:
    if len(run) == 1 and run[0] in codes:
        return Subject(run[0], letters=run)
    return Subject(" ".join(run), owners[run]) if run in owners else None


def _shortened(said: _Said, kind: str, site: SiteFacts) -> Iterator[Subject]:
    """Words right before the noun that begin the name of an owner: "computer science", "chemistry", "biology"."""
    place = next((index for index in range(1, len(said.words)) if said.is_noun(index)), 0)
    for length in range(min(3, place), 0, -1):
        run = said.words[place - length : place]
        near = {name: ids for name, ids in _owners(site).items() if _begins(run, name)}
        shortest = min(map(len, near), default=0)
        ids = [one for name, found in near.items() if len(name) == shortest for one in found]
        if ids and said.belongs(place - length, place):
            yield Subject(" ".join(run), tuple(dict.fromkeys(ids)))
            return


def _begins(run: Sequence[str], name: Sequence[str]) -> bool:
    return len(run) <= len(name) and all(_same_root(one, other) for one, other in zip(run, name, strict=False))


def _same_root(one: str, other: str) -> bool:
    if one == other:
        return True
    common = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return common >= COMMON_ROOT or (common == len(one) >= SHORTENED)
