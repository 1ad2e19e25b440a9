"""The garbage collector out of the way while a page is read."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the cyclic collector, if it runs.

    Reading a page makes very many objects and no cycles, and the collector would look at all of them again and again:
    a sixth of the time. Of two threads that overlap, the first to end turns it on again, which only costs speed.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
