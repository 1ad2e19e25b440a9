"""Ports for a server that is about to start: free ones, and kept from every other start until the server has them."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout

CHOICES = 20


class PortHolder:
    """Ports chosen for one start. While it is open, no other start of this user on this machine chooses them.

    A free port is only a guess about the moment of the start; what two starts of ours guess is at least not the same.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(tempfile.gettempdir()) / f"sitequest-ports-{os.getuid()}"
        self._held: list[FileLock] = []

    def choose(self, preferred: int | None, taken: Sequence[int] = ()) -> int:
        """The preferred port if it is free and neither taken nor held, else any free one."""
        for port in (preferred, *(None for _ in range(CHOICES))):
            found = None if port in taken and port is not None else find_free(port)
            if found and found not in taken and self._hold(found):
                return found
        raise OSError("no free port")

    def close(self) -> None:
        """Give the ports back to other starts."""
        for lock in self._held:
            lock.release()
        self._held = []

    def _hold(self, port: int) -> bool:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(self._folder / f"{port}.lock", timeout=0)
        try:
            lock.acquire()
        except Timeout:
            return False
        self._held.append(lock)
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def find_free(port: int | None = None) -> int | None:
    """The port if nothing listens there; without one, any free port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port or 0))
        except OSError:
            return None
        return int(probe.getsockname()[1])


def choose_port(preferred: int | None, taken: Sequence[int] = ()) -> int:
    """The preferred port if it is free and not taken, else any free one; it is not kept from others."""
    with PortHolder() as ports:
        return ports.choose(preferred, taken)
