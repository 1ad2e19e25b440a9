"""What a language model says of one block, read as tolerantly as can be: no answer is worth a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ingest.entities.profile import OTHER, Profile
from ingest.entities.wording import read_relation
from ingest.names import VALUE
from models.json_repair import NotJSONError, read_json

MAX_NAME = 100
_NAME_KEYS = ("name", "entity", "title", "text")
_HEAD_KEYS = ("source", "head", "from", "subject")
_TAIL_KEYS = ("target", "tail", "to", "object")
_TYPE_KEYS = ("type", "relation", "label", "predicate")
_VALUES = ("value", "date", "year", "amount", "number", "money")


@dataclass(frozen=True, slots=True)
class ModelFindings:
    """Entities (name, type) and relations (head name, type, tail name) of one block. `failed`: nothing to be read."""

    entities: tuple[tuple[str, str], ...] = ()
    relations: tuple[tuple[str, str, str], ...] = ()
    failed: bool = False


def read_findings(text: str, profile: Profile) -> ModelFindings:
    """Read a model's answer. Incomplete and nameless items are left out.

    Items may be arrays, as asked for, or objects. What only a relation names is an entity of type `other`.
    """
    try:
        data = read_json(text)
    except NotJSONError:
        return ModelFindings(failed=True)
    if isinstance(data, list):
        data = {"entities": data}
    if not isinstance(data, dict):
        return ModelFindings(failed=True)
    entities = dict(_entities(data.get("entities"), profile))
    names = {name.casefold(): name for name in entities}
    relations = tuple(dict.fromkeys(_relations(data.get("relations"), names)))
    for head, _, tail in relations:
        entities.setdefault(head, OTHER)
        entities.setdefault(tail, OTHER)
    said = (_in_our_words(row, entities, profile) for row in relations)
    return ModelFindings(tuple(entities.items()), tuple(dict.fromkeys(said)))


def _in_our_words(row: tuple[str, str, str], kinds: Mapping[str, str], profile: Profile) -> tuple[str, str, str]:
    """A relation by the name that the profile has for it, from its head to its tail."""
    head, words, tail = row
    wording = read_relation(words, kinds[head], kinds[tail], profile)
    return (tail, wording.name, head) if wording.turned else (head, wording.name, tail)


def _entities(items: Any, profile: Profile) -> Iterator[tuple[str, str]]:
    for item in _items(items):
        name, kind = _parts(item, (_NAME_KEYS, _TYPE_KEYS))
        if 1 < len(name) <= MAX_NAME:
            word = "_".join(kind.lower().split())
            yield name, VALUE if word in _VALUES else profile.kind(word)


def _relations(items: Any, names: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    for item in _items(items):
        head, kind, tail = _parts(item, (_HEAD_KEYS, _TYPE_KEYS, _TAIL_KEYS))
        if all(1 < len(end) <= MAX_NAME for end in (head, tail)) and head.casefold() != tail.casefold():
            yield names.get(head.casefold(), head), kind, names.get(tail.casefold(), tail)


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _parts(item: Any, keys: Sequence[tuple[str, ...]]) -> list[str]:
    """The parts of an item by place or by key, blanks made single; empty for what is not there or no text."""
    if isinstance(item, dict):
        found = [next((item[key] for key in names if item.get(key)), None) for names in keys]
    else:
        row = item if isinstance(item, list) else [item]
        found = [*row[: len(keys)], *[None] * (len(keys) - len(row))]
    return [" ".join(part.split()) if isinstance(part, str) else "" for part in found]
