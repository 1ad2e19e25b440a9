"""Which model files the settings need, and which of them are not here yet."""

from __future__ import annotations

from core.settings import Settings


def model_files(settings: Settings) -> dict[str, str]:
    """Model name → what is missing of it ("" when it is complete); folders given by path are looked at too."""
    from models.factory import needed_models
    from models.fetch import is_present

    return {name: "" if is_present(settings, name) else f"{name} in {settings.cache}" for name in needed_models(settings)}
