"""The word lists and rules of this room, read once from its YAML files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import yaml

_LOADER: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def load_data(name: str) -> dict[str, Any]:
    """The content of `retrieval/{name}.yaml`."""
    text = files("retrieval").joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    data: dict[str, Any] = yaml.load(text, Loader=_LOADER)  # noqa: S506 - a safe loader, from our own package
    return data
