"""What every child process does first: leave Ctrl-C to its parent, and end when the parent is gone."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import wait


def begin_child(*, interruptible: bool = False) -> None:
    """For the start of a child of `multiprocessing`: no traceback at Ctrl-C, no orphan after a kill of the parent.

    An `interruptible` child is out of the terminal's reach, and ends when its parent sends it the signal.
    """
    if not interruptible:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    elif hasattr(os, "setpgid"):
        with contextlib.suppress(OSError):
            os.setpgid(0, 0)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), name="parent watch", daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
