"""An entity as the pages gave it, before resolution, with what is known of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from ingest.entities.person_names import PersonName, read_name, spellings
from ingest.identity import MAILBOX
from ingest.names import PERSON, fold, name_key

_KIND_WORDS = frozenset(
    ("department", "school", "faculty", "institute", "centre", "center", "college", "division", "office", "program",
     "programme", "lab", "laboratory", "group", "unit", "academy")
)  # fmt: skip
MAX_SHORT, MIN_STEM = 8, 5
_STOP = frozenset(("the", "of", "for", "and", "in", "a", "an", "on", "at"))


@dataclass(frozen=True, slots=True)
class RawEntity:
    """What the pages of a site say of one raw entity.

    `names` are surfaces and further names; `given` those that its own page gives; `anchors` its own pages; `context`
    what it is linked with (departments, rooms), `unique` what only one thing has (e-mail addresses, telephone numbers),
    `company` the people named beside a person, such as other authors (family name and first letter). `common` is
    context that so many people have that it tells little.
    """

    id: str
    type: str
    key: str
    names: frozenset[str]
    anchors: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    pages: frozenset[str] = frozenset()
    context: frozenset[str] = frozenset()
    unique: frozenset[str] = frozenset()
    twins: frozenset[str] = frozenset()
    company: frozenset[str] = frozenset()
    common: frozenset[str] = frozenset()
    mentions: int = 1
    vector: tuple[float, ...] = field(default=(), compare=False)

    @property
    def bare_key(self) -> str:
        """The key without what keeps namesakes apart."""
        return self.key.partition("@")[0]

    @property
    def own(self) -> str:
        """What stands in the key for a page or an e-mail address of its own, or nothing (`identity.own_mark`)."""
        return self.key.partition("@")[2]

    @property
    def own_path(self) -> str:
        """The same without the host: equal for one page on two mirrors."""
        return self.own.partition(".")[0]

    @property
    def own_page(self) -> bool:
        """Whether it is told apart by a page, and not by an e-mail address."""
        return bool(self.own) and not self.own.endswith(f".{MAILBOX}")

    @property
    def rank(self) -> tuple[bool, int, int, int, str]:
        """What makes it the one that others go into: an own page, a full name, mentions, then the smaller id."""
        tokens = [token for token in self.bare_key.split() if len(token.strip(".")) > 1]
        return (bool(self.anchors), len(tokens), len(self.bare_key), self.mentions, _inverted(self.id))


def _inverted(text: str) -> str:
    return "".join(chr(0x10FFFF - ord(character)) for character in text)


@lru_cache(maxsize=65536)
def person_name(key: str) -> PersonName:
    """The key of a person taken apart."""
    return read_name(key)


def given_names(raw: RawEntity) -> tuple[PersonName, ...]:
    """The whole names that a person's own page gives, such as one borne before."""
    keys = {name_key(PERSON, text) for text in raw.given} if raw.anchors else set()
    return tuple(name for key in sorted(keys - {raw.bare_key, ""}) if (name := person_name(key)).full)


@lru_cache(maxsize=65536)
def core_words(name: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """The words that tell a unit or topic, sorted, and the words that tell its kind."""
    text = fold(name).replace("&", " and ").replace("-", " ").replace("centre", "center")
    words = re.sub(r"[^\w\s]", " ", text).split()
    core = tuple(sorted(word for word in words if word not in _KIND_WORDS and word not in _STOP))
    return core, frozenset(words) & _KIND_WORDS


def initials(name: str) -> str:
    """The first letters of the words that are no stop words: `Institute of River Science` gives `irs`."""
    words = re.sub(r"[^\w\s]", " ", fold(name)).split()
    return "".join(word[0] for word in words if word not in _STOP) if len(words) > 1 else ""


def companion(key: str) -> str:
    """A person as others see him in a list of authors: family name and first letter, however the rest is written."""
    name = person_name(key.partition("@")[0])
    return f"{name.family} {name.given[0][:1]}" if name.given else ""


def block_keys(raw: RawEntity) -> Iterator[str]:
    """What an entity shares with those it may be one with."""
    return _person_keys(raw) if raw.type == PERSON else _thing_keys(raw)


def _person_keys(raw: RawEntity) -> Iterator[str]:
    yield from spellings(person_name(raw.bare_key))
    for token in sorted(raw.unique):
        yield f"unique {token}"
    if raw.own:
        yield f"own {raw.own_path}"
    for text in sorted({raw.bare_key, *raw.names}):
        if not text.isascii():
            yield f"name {name_key(PERSON, text)}"
    for name in given_names(raw):
        yield from spellings(name)


def _thing_keys(raw: RawEntity) -> Iterator[str]:
    core, _ = core_words(raw.bare_key)
    yield f"core {' '.join(core)}"
    if len(core) == 1 and raw.bare_key.isascii() and len(raw.bare_key) <= MAX_SHORT:
        yield f"short {raw.bare_key}"
    for text in sorted({raw.bare_key, *raw.given}):
        if short := initials(text):
            yield f"short {short}"
        yield f"name {fold(text)}"
    yield from (f"stem {word[:6]} {len(core)}" for word in core if len(word) > MIN_STEM)
