"""Waiting for something outside to become ready, with a limit and with progress."""

from __future__ import annotations

import time
from collections.abc import Callable

from graph.progress import Progress, keep_silent

POLL_SECONDS = 0.1


def wait_until(
    ready: Callable[[], bool],
    seconds: float,
    progress: Progress = keep_silent,
    label: str = "",
    poll: float = POLL_SECONDS,
) -> bool:
    """Ask until `ready` says yes; false when `seconds` have passed. Progress is told once a second."""
    begin, told = time.monotonic(), -1
    while not ready():
        passed = int(time.monotonic() - begin)
        if passed >= seconds:
            return False
        if passed > told:
            told = passed
            progress(label, passed, 0)
        time.sleep(poll)
    return True
