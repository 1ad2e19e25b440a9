"""The server's process: started so that it registers itself, found again by its own command line."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import psutil
from filelock import FileLock

from graph.layout import ServerFolder

# The outer shell ends at once, so that no client is the server's parent. The inner one writes its own process id and
# then becomes the server: whatever dies in between, a running server is always registered.
INNER = 'echo $$ >"$0.part" && mv "$0.part" "$0" && exec "$@"'
OUTER = f'/bin/sh -c \'{INNER}\' "$0" "$@" &'
STOP_SECONDS = 60
LOCK_SECONDS = 660


def launch(
    command: Sequence[str | Path], pid_file: Path, output: Path, folder: Path, env: Mapping[str, str] | None = None
) -> None:
    """Start a command in a session of its own, in a folder; its id appears in `pid_file`."""
    pid_file.unlink(missing_ok=True)
    with output.open("wb") as log:
        subprocess.run(
            ["/bin/sh", "-c", OUTER, pid_file, *command],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=env,
            start_new_session=True,
            check=True,
        )


def find_process(folder: ServerFolder) -> psutil.Process | None:
    """The running server of a folder; None when its id is stale, a zombie's, or now another program's."""
    pid = folder.read_pid()
    if pid is None:
        return None
    try:
        process = psutil.Process(pid)
        alive = process.status() != psutil.STATUS_ZOMBIE and folder.marker in process.cmdline()
    except psutil.Error:
        return None
    return process if alive else None


def is_alive(process: psutil.Process) -> bool:
    """Whether a process still runs (a zombie does not)."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def stop_server(folder: ServerFolder, seconds: float = LOCK_SECONDS) -> bool:
    """Stop the server of a folder; whether there was one. Raises `filelock.Timeout` while another command has it."""
    if not folder.path.is_dir():
        return False
    with FileLock(folder.lock, timeout=seconds):
        process = find_process(folder)
        if process:
            stop_process(process, folder.pid_file)
        folder.pid_file.unlink(missing_ok=True)
        return process is not None


def stop_process(process: psutil.Process, pid_file: Path, seconds: float = STOP_SECONDS) -> None:
    """Ask a process to end, and end it when it does not. From the first moment on it counts as gone."""
    try:
        process.terminate()
        pid_file.unlink(missing_ok=True)
        _gone, alive = psutil.wait_procs([process], timeout=seconds)
        if alive and is_alive(process):
            process.kill()
            psutil.wait_procs([process], timeout=seconds)
    except psutil.NoSuchProcess:
        return


def answers(port: int, seconds: float = 1.0) -> bool:
    """Whether something accepts connections at a port of this machine."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=seconds):
            return True
    except OSError:
        return False


def serves(process: psutil.Process, port: int) -> bool:
    """Whether it is this process that accepts connections at a port, and not another that took the port before it."""
    if not answers(port):
        return False
    try:
        listening = (one for one in process.net_connections("tcp") if one.status == psutil.CONN_LISTEN)
        return any(one.laddr.port == port for one in listening)
    except psutil.AccessDenied:
        return True
    except psutil.Error:
        return False
