"""Which model files the settings need, and which of them are not here yet."""

from __future__ import annotations

from pathlib import Path

from core.settings import Settings


def model_files(settings: Settings) -> dict[str, str]:
    """Model name → what is missing of it ("" when it is complete)."""
    from models.factory import DEFAULT_EMBEDDER, DEFAULT_SECOND

    asked = ((settings.embedder, DEFAULT_EMBEDDER), (settings.second_embedder, DEFAULT_SECOND))
    names = dict.fromkeys(default if name == "auto" else name for name, default in asked)
    return {name: _missing(settings, name) for name in names if name not in ("", "none")}


def _missing(settings: Settings, name: str) -> str:
    from models.fetch import is_present

    if Path(name).is_dir():
        return ""
    return "" if is_present(settings, name) else f"{name} in {settings.cache}"
