"""Example questions that a site's own people taught the router, kept in the home folder beside the shipped ones."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast, get_args

from core.records.answer import Mode
from retrieval.data import load_data

TAUGHT_NAME = "router-examples.json"
Example = tuple[Mode, str]


def shipped_examples() -> list[Example]:
    """The examples of `examples.yaml`."""
    return [(cast("Mode", mode), text) for mode, texts in load_data("examples").items() for text in texts]


def read_taught(home: Path) -> list[Example]:
    """What `write_taught` kept; nothing when there is no such file or it cannot be read."""
    try:
        content = json.loads((home / TAUGHT_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return list(_valid(content)) if isinstance(content, dict) else []


def _valid(content: Mapping[str, object]) -> Sequence[Example]:
    known = get_args(Mode)
    return [
        (cast("Mode", mode), text)
        for mode, texts in content.items()
        if mode in known and isinstance(texts, list)
        for text in texts
        if isinstance(text, str)
    ]


def write_taught(home: Path, examples: Sequence[Example]) -> Path:
    """Keep the examples; with none, the router is again as it was shipped."""
    path = home / TAUGHT_NAME
    if not examples:
        path.unlink(missing_ok=True)
        return path
    content: dict[str, list[str]] = {}
    for mode, text in examples:
        content.setdefault(mode, []).append(text)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
    part.replace(path)
    return path
