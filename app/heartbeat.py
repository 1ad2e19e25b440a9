"""Signs of life of long-running workers, for health checks: a file that a worker touches."""

from __future__ import annotations

import time

from core.settings import Settings

LIMIT_SECONDS = 900.0
BEAT_SECONDS = 5.0


def beat(settings: Settings, worker: str) -> None:
    """Say that a worker is alive."""
    settings.home.mkdir(parents=True, exist_ok=True)
    (settings.home / f"{worker}.alive").write_text(str(time.time()), encoding="ascii")


def is_beating(settings: Settings, worker: str, limit: float = LIMIT_SECONDS) -> bool:
    """Whether a worker gave a sign of life in the last `limit` seconds."""
    try:
        last = float((settings.home / f"{worker}.alive").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return False
    return time.time() - last < limit


class Heart:
    """Signs of life as often as asked for, written every few seconds at most."""

    def __init__(self, settings: Settings, worker: str) -> None:
        self._settings, self._worker = settings, worker
        self._last = float("-inf")

    def beat(self) -> None:
        """Say that the worker is alive."""
        if time.monotonic() - self._last >= BEAT_SECONDS:
            self._last = time.monotonic()
            beat(self._settings, self._worker)
