"""The lock file of models: where each comes from, what must come out of it, and how it is to be used."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from core.errors import SettingsError

LOCK_NAME = "models.lock"


@dataclass(frozen=True, slots=True)
class LockedFile:
    """A file inside an archive: its member name there, its own SHA-256 and its size in bytes."""

    name: str
    member: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class LockedModel:
    """One model: exactly one of `maven` (a coordinate) and `wheel` (name==version) says where its archive is.

    `sha256` and `archive_size` are the archive's; `size` is the length of its vectors; `pooling` is cls or mean.
    """

    name: str
    kind: str
    size: int
    pooling: str
    question_prefix: str
    passage_prefix: str
    languages: tuple[str, ...]
    licence: str
    sha256: str
    archive_size: int
    files: tuple[LockedFile, ...]
    maven: str = ""
    wheel: str = ""
    platform: str = ""


def load_lock() -> dict[str, LockedModel]:
    """Every model that can be fetched, by name."""
    raw = json.loads(files("models").joinpath(LOCK_NAME).read_text(encoding="utf-8"))
    return {name: _read_model(name, entry) for name, entry in raw.items()}


def find_model(name: str) -> LockedModel:
    """The locked model of that name; `SettingsError` lists the names there are."""
    models = load_lock()
    if name not in models:
        raise SettingsError(
            f"There is no embedder called {name!r}; choose one of {', '.join(sorted(models))}, "
            "or give a sentence-transformers folder. See docs/models.md."
        )
    return models[name]


def _read_model(name: str, entry: dict[str, Any]) -> LockedModel:
    source = entry["source"]
    return LockedModel(
        name=name,
        kind=entry["kind"],
        size=entry["size"],
        pooling=entry["pooling"],
        question_prefix=entry["question_prefix"],
        passage_prefix=entry["passage_prefix"],
        languages=tuple(entry["languages"]),
        licence=entry["licence"],
        sha256=source["sha256"],
        archive_size=source["size"],
        files=tuple(LockedFile(file, **fields) for file, fields in entry["files"].items()),
        maven=source.get("maven", ""),
        wheel=source.get("wheel", ""),
        platform=source.get("platform", ""),
    )
