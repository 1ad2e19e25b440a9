"""The watch over an idle server, with a small program in the server's place."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from filelock import FileLock

from graph.layout import Registration, ServerFolder
from graph.output import PortTakenError, StoreTakenError, explain_output, set_log_aside
from graph.process import find_process, is_alive, launch, stop_process
from graph.waiting import wait_until
from graph.watchdog import count_connections, start_watchdog, watch

LISTEN = """
import socket, sys
server = socket.create_server(("127.0.0.1", 0))
open("port.part", "w").write(str(server.getsockname()[1]))
import os; os.rename("port.part", "port")
kept = []
while True:
    kept.append(server.accept()[0])
"""


class Clock:
    """Time that passes only when somebody waits; something may happen at every wait."""

    def __init__(self, happen: Callable[[float], None] = lambda _now: None) -> None:
        self.now, self.happen = 0.0, happen

    def time(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += seconds
        self.happen(self.now)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[ServerFolder]:
    """A folder whose server is a program that accepts connections and does nothing."""
    folder = ServerFolder(tmp_path / "server folder")
    folder.make()
    launch([sys.executable, "-c", LISTEN, folder.marker], folder.pid_file, folder.output, folder.path)
    assert wait_until(lambda: (folder.path / "port").exists(), 60, poll=0.01)
    folder.register(Registration("5", int((folder.path / "port").read_text()), 1))
    yield folder
    process = find_process(folder)
    if process:
        process.kill()


def connect(folder: ServerFolder) -> socket.socket:
    registration = folder.read_registration()
    assert registration
    return socket.create_connection(("127.0.0.1", registration.bolt))


def test_a_server_that_nobody_uses_is_stopped_after_the_minutes_set(folder: ServerFolder) -> None:
    clock, process = Clock(), find_process(folder)
    assert process
    assert watch(folder, 10, clock.time, clock.pause) is True
    assert 600 <= clock.now < 630
    assert not is_alive(process)
    assert folder.read_pid() is None


def test_a_connected_client_keeps_the_server(folder: ServerFolder) -> None:
    client = connect(folder)
    clock = Clock(lambda now: client.close() if now > 3600 else None)
    assert watch(folder, 10, clock.time, clock.pause) is True
    assert clock.now > 3600 + 590


def test_the_watch_ends_with_the_server(folder: ServerFolder) -> None:
    process = find_process(folder)
    assert process

    def kill(_now: float) -> None:
        process.kill()
        psutil.wait_procs([process], timeout=10)

    clock = Clock(kill)
    assert watch(folder, 10, clock.time, clock.pause) is False


def test_a_server_that_a_command_holds_is_left_alone(folder: ServerFolder) -> None:
    clock = Clock()
    with FileLock(folder.lock):
        assert watch(folder, 1, clock.time, clock.pause) is False
    assert find_process(folder)


def test_the_watch_runs_as_a_process_of_its_own(folder: ServerFolder) -> None:
    process = find_process(folder)
    assert process
    start_watchdog(folder, 0.001)
    assert wait_until(lambda: not is_alive(process), 60, poll=0.05)
    assert wait_until(lambda: not psutil.pid_exists(int((folder.path / "watchdog.pid").read_text())), 60, poll=0.05)
    assert (folder.path / "watchdog.log").read_text() == ""


def test_connections_of_a_process_that_ended_are_none() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    process = psutil.Process(ended.pid)
    ended.wait()
    assert count_connections(process, (1,)) == 0


def test_a_process_that_does_not_listen_is_ended(tmp_path: Path) -> None:
    stubborn = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); open('ready', 'w'); time.sleep(600)"
    child = subprocess.Popen([sys.executable, "-c", stubborn], cwd=tmp_path)
    assert wait_until(lambda: (tmp_path / "ready").exists(), 60, poll=0.01)
    process = psutil.Process(child.pid)
    stop_process(process, tmp_path / "pid", seconds=0.2)
    assert not is_alive(process)
    child.wait(10)


def test_a_program_that_cannot_start_leaves_its_words(tmp_path: Path) -> None:
    launch(["/no/such/program"], tmp_path / "pid", tmp_path / "log", tmp_path)
    assert wait_until(lambda: (tmp_path / "log").read_text() != "", 30, poll=0.01)
    assert "no/such/program" in (tmp_path / "log").read_text()


@pytest.mark.parametrize(
    ("said", "kind", "word"),
    [
        ("java.net.BindException: Address already in use", PortTakenError, "taken"),
        ("FileLockException: Lock file has been locked", StoreTakenError, "another server"),
        ("No space left on device", None, "disk is full"),
        ("Error occurred: Could not reserve enough space for object heap", None, "SITEQUEST_NEO4J_HEAP lower"),
        ("INFO a\nCaused by: something new\nINFO Stopped.", None, "something new"),
        ("", None, "it said nothing"),
    ],
)
def test_the_reason_why_a_server_ended_is_told(tmp_path: Path, said: str, kind: type | None, word: str) -> None:
    folder = ServerFolder(tmp_path)
    folder.log.parent.mkdir()
    folder.log.write_text(said)
    found = explain_output(folder)
    assert word in str(found)
    assert kind is None or type(found) is kind


def test_the_log_of_the_start_before_is_kept_aside(tmp_path: Path) -> None:
    log = tmp_path / "neo4j.log"
    set_log_aside(log)
    log.write_text("before")
    set_log_aside(log)
    assert not log.exists()
    assert (tmp_path / "neo4j.before.log").read_text() == "before"
