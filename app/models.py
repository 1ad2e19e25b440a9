"""Which model files the settings need, and which of them are not here or not whole."""

from __future__ import annotations

from pathlib import Path

from core.settings import Settings


def model_names(settings: Settings) -> list[str]:
    """The models that the settings need; a folder of one's own is its path."""
    from models.factory import DEFAULT_EMBEDDER, DEFAULT_SECOND

    asked = ((settings.embedder, DEFAULT_EMBEDDER), (settings.second_embedder, DEFAULT_SECOND))
    names = dict.fromkeys(default if name == "auto" else name for name, default in asked)
    return [name for name in names if name not in ("", "none")]


def model_files(settings: Settings) -> dict[str, str]:
    """Model name → what is wrong with its files ("" when they are whole). Reads every byte."""
    return {name: _fault(settings, name) for name in model_names(settings)}


def fetch_models(settings: Settings) -> list[str]:
    """Fetch what is missing, and anew what is damaged; the names of the models fetched."""
    from models.fetch import discard_damaged, ensure_model

    fetched = [name for name, fault in model_files(settings).items() if fault]
    for name in fetched:
        discard_damaged(settings, name)
        ensure_model(settings, name)
    return fetched


def _fault(settings: Settings, name: str) -> str:
    from models.fetch import damaged_files, is_present

    if Path(name).is_dir():
        return ""
    if not is_present(settings, name):
        return f"not here: {name} in {settings.cache}"
    damaged = damaged_files(settings, name)
    return f"damaged: {', '.join(damaged)}" if damaged else ""
