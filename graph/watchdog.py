"""Stops a local server that nobody has used for a while: a small process beside it, which ends with it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
from filelock import Timeout

from graph.layout import ServerFolder
from graph.process import find_process, launch, stop_server

POLL_SECONDS = 15.0
ROOT = Path(__file__).parents[1]


def start_watchdog(folder: ServerFolder, minutes: float) -> None:
    """Watch the server of a folder from a process of its own."""
    command = (sys.executable, "-m", "graph.watchdog", str(folder.path), str(minutes))
    paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    log, pid_file = folder.path / "watchdog.log", folder.path / "watchdog.pid"
    launch(command, pid_file, log, folder.path, {**os.environ, "PYTHONPATH": paths})


def count_connections(process: psutil.Process, ports: tuple[int, ...]) -> int:
    """How many clients are connected to a server's ports."""
    try:
        connections = process.net_connections("tcp")
    except psutil.Error:
        return 0
    wanted = (one for one in connections if one.status == psutil.CONN_ESTABLISHED)
    return sum(1 for one in wanted if one.laddr and one.laddr.port in ports)


def watch(
    folder: ServerFolder,
    minutes: float,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> bool:
    """Wait until no client was connected for some minutes, then stop the server; false when it ended by itself."""
    used = clock()
    while True:
        pause(min(POLL_SECONDS, minutes * 60 / 4))
        process, registration = find_process(folder), folder.read_registration()
        if process is None or registration is None:
            return False
        if count_connections(process, (registration.bolt, registration.http)):
            used = clock()
        elif clock() - used >= minutes * 60:
            return stop_idle(folder)


def stop_idle(folder: ServerFolder) -> bool:
    """Stop the server, unless another command is just starting or stopping it."""
    try:
        return stop_server(folder, seconds=0)
    except Timeout:
        return False


if __name__ == "__main__":
    watch(ServerFolder(Path(sys.argv[1])), float(sys.argv[2]))
