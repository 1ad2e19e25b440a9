"""What a language model says of one block, read as tolerantly as can be: no answer is worth a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ingest.entities.profile import Profile
from models.json_repair import NotJSONError, read_json

MAX_NAME = 100
_NAME_KEYS = ("name", "entity", "title", "text")
_HEAD_KEYS = ("source", "head", "from", "subject")
_TAIL_KEYS = ("target", "tail", "to", "object")
_TYPE_KEYS = ("type", "relation", "label", "predicate")


@dataclass(frozen=True, slots=True)
class ModelFindings:
    """Entities (name, type) and relations (head name, type, tail name) of one block. `failed`: nothing to be read."""

    entities: tuple[tuple[str, str], ...] = ()
    relations: tuple[tuple[str, str, str], ...] = ()
    failed: bool = False


def read_findings(text: str, profile: Profile) -> ModelFindings:
    """Read a model's answer. Incomplete items, nameless entities and relations to what is not listed are left out."""
    try:
        data = read_json(text)
    except NotJSONError:
        return ModelFindings(failed=True)
    if isinstance(data, list):
        data = {"entities": data}
    if not isinstance(data, dict):
        return ModelFindings(failed=True)
    entities = tuple(dict.fromkeys(_entities(data.get("entities"), profile)))
    names = {name.casefold(): name for name, _ in entities}
    return ModelFindings(entities, tuple(dict.fromkeys(_relations(data.get("relations"), names))))


def _entities(items: Any, profile: Profile) -> list[tuple[str, str]]:
    found = []
    for item in items if isinstance(items, list) else []:
        name = _first(item, _NAME_KEYS) if isinstance(item, dict) else item
        kind = _first(item, _TYPE_KEYS) if isinstance(item, dict) else ""
        if isinstance(name, str) and 1 < len(name.strip()) <= MAX_NAME:
            word = str(kind or "").strip().lower().replace(" ", "_")
            found.append((" ".join(name.split()), profile.kind(word)))
    return found


def _relations(items: Any, names: dict[str, str]) -> list[tuple[str, str, str]]:
    found = []
    for item in items if isinstance(items, list) else []:
        if not isinstance(item, dict):
            continue
        head, tail = (str(_first(item, keys) or "").strip().casefold() for keys in (_HEAD_KEYS, _TAIL_KEYS))
        kind = str(_first(item, _TYPE_KEYS) or "").strip().lower()
        if head in names and tail in names and head != tail:
            word = "_".join(kind.replace("-", " ").split())[:40]
            found.append((names[head], word or "related_to", names[tail]))
    return found


def _first(item: dict[str, Any], keys: tuple[str, ...]) -> Any:
    return next((item[key] for key in keys if item.get(key)), None)
