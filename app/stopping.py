"""Ending a worker in order: the signal only asks, and the worker ends where nothing is half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Stop:
    """Whether an end was asked for."""

    def __init__(self) -> None:
        self._asked = threading.Event()

    def ask(self) -> None:
        """Ask for the end."""
        self._asked.set()

    def check(self) -> None:
        """Raise KeyboardInterrupt when an end was asked for."""
        if self._asked.is_set():
            raise KeyboardInterrupt

    def wait(self, seconds: float) -> None:
        """Sleep so long, or until an end is asked for, which raises KeyboardInterrupt."""
        self._asked.wait(seconds)
        self.check()


def end_on_term() -> None:
    """Let SIGTERM end what runs like Ctrl-C, with the same words. Signals only reach the main thread."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)


@contextmanager
def polite_stop() -> Iterator[Stop]:
    """The first SIGTERM or Ctrl-C asks; a second one interrupts at once. Signals only reach the main thread."""
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def handle(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.default_int_handler)
        stop.ask()

    before = {number: signal.signal(number, handle) for number in SIGNALS}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
