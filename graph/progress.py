"""How long work tells how far it is: a function of what is done, how much of it, and how much there is (0: unknown)."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]


def keep_silent(_what: str, _done: int, _total: int) -> None:
    """The progress of callers who do not watch."""
