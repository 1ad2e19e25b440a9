"""Commands that come with their rooms."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Nothing yet."""
    del app
