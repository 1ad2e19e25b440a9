"""A Neo4j server of our own: one daemon per data folder, started on demand, adopted by whoever comes next."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import psutil
from filelock import FileLock, Timeout
from pydantic import SecretStr

from core.errors import ServerStartError
from core.settings import Settings
from graph.layout import USER, Registration, ServerFolder
from graph.output import PassingError, explain_output, set_log_aside
from graph.ports import PortHolder
from graph.process import LOCK_SECONDS, find_process, is_alive, launch, serves, stop_server
from graph.progress import Progress, keep_silent
from graph.waiting import wait_until
from graph.watchdog import start_watchdog

BOLT, HTTP = 7687, 7474
START_SECONDS = 600
LAUNCH_SECONDS = 10
TRIES = 3
RELEASE_SECONDS = 1.0
LEAST_BYTES = 150_000_000
"""Free bytes without which a server would hang at its first write."""
STARTING = "Starting Neo4j"


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """A running server and how to reach it. `browser` is the address of Neo4j Browser."""

    uri: str
    user: str
    password: str = field(repr=False)
    browser: str
    version: str
    pid: int | None
    folder: Path | None
    read_only: bool = False

    @property
    def secret(self) -> SecretStr:
        """The password as settings hold it."""
        return SecretStr(self.password)


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """What is known of a local server without starting it. Sizes are in bytes."""

    state: Literal["stopped", "starting", "running"]
    folder: Path
    disk: int
    info: ServerInfo | None = None
    memory: int = 0
    started_at: float | None = None


class LocalServer:
    """The Neo4j Community server of `settings.home`. Every method is safe to call from several processes at once.

    `folder` and `read_only` make a second server beside the first, as `sitequest db browse` does.
    """

    def __init__(self, settings: Settings, folder: Path | None = None, read_only: bool = False) -> None:
        name = "neo4j" if settings.neo4j_release == "5.26" else f"neo4j-{settings.neo4j_release}"
        self.settings = settings
        self.folder = ServerFolder((folder or settings.home / name).resolve())
        self.read_only = read_only

    @property
    def path(self) -> Path:
        """The folder with everything that belongs to the server."""
        return self.folder.path

    def ensure(self, progress: Progress = keep_silent) -> ServerInfo:
        """The running server, started when there is none. Raises `ServerStartError`."""
        found = self._find()
        if found:
            return found
        self.folder.make()
        with self._say_busy(), FileLock(self.folder.lock, timeout=LOCK_SECONDS):
            return self._find() or self._adopt_or_start(progress)

    def status(self) -> ServerStatus:
        """The state of the server; starts nothing."""
        process = find_process(self.folder)
        disk = measure_folder(self.path)
        if process is None:
            return ServerStatus("stopped", self.path, disk)
        info = self._find()
        try:
            memory, started = process.memory_info().rss, process.create_time()
        except psutil.Error:
            return ServerStatus("stopped", self.path, disk)
        return ServerStatus("running" if info else "starting", self.path, disk, info, memory, started)

    def stop(self) -> bool:
        """Stop the server; whether there was one. The data stay."""
        with self._say_busy():
            return stop_server(self.folder)

    @contextmanager
    def _say_busy(self) -> Iterator[None]:
        try:
            yield
        except Timeout as error:
            raise ServerStartError(
                f"Another command has been starting or stopping Neo4j in {self.path} for {LOCK_SECONDS} seconds; "
                "stop that command and try again."
            ) from error

    def _find(self) -> ServerInfo | None:
        """The server if it runs and answers."""
        registration = self.folder.read_registration()
        process = find_process(self.folder)
        if registration and process and serves(process, registration.bolt):
            return self._describe(registration, process.pid)
        return None

    def _describe(self, registration: Registration, pid: int) -> ServerInfo:
        return ServerInfo(
            uri=f"bolt://127.0.0.1:{registration.bolt}",
            user=USER,
            password=self.folder.read_password(),
            browser=f"http://127.0.0.1:{registration.http}/browser/",
            version=registration.version,
            pid=pid,
            folder=self.path,
            read_only=registration.read_only,
        )

    def _adopt_or_start(self, progress: Progress) -> ServerInfo:
        registration, process = self.folder.read_registration(), find_process(self.folder)
        if registration and process:
            return self._wait(registration, process, progress)
        taken: list[int] = []
        for tries_left in reversed(range(TRIES)):
            with PortHolder() as ports:
                registration = self._start(ports, taken, progress)
                try:
                    return self._wait(registration, self._await_process(), progress)
                except PassingError:
                    if not tries_left:
                        raise
            taken += [registration.bolt, registration.http]
            time.sleep(RELEASE_SECONDS)
        raise AssertionError("the last try returns or raises")

    def _start(self, ports: PortHolder, taken: list[int], progress: Progress) -> Registration:
        """Launch the server on ports that are free now: those it had, the standard ones, or any."""
        from graph.configuration import build_command, write_configuration
        from graph.jars import fetch_jars, read_lock
        from graph.java import find_java

        need_space(self.path, LEAST_BYTES)
        lock = read_lock(self.settings.neo4j_release)
        jars = fetch_jars(self.settings, lock, progress)
        java = find_java(lock.java)
        before = self.folder.read_registration()
        bolt = ports.choose(before.bolt if before else BOLT, taken)
        http = ports.choose(before.http if before else HTTP, [*taken, bolt])
        registration = Registration(lock.version, bolt, http, self.read_only)
        self.folder.seed_password()
        write_configuration(self.folder, registration, self.settings)
        command = build_command(self.folder, lock, jars, java, self.settings)
        self.folder.register(registration)
        set_log_aside(self.folder.log)
        progress(STARTING, 0, 0)
        launch(command, self.folder.pid_file, self.folder.output, self.path)
        if self.settings.neo4j_idle_minutes:
            start_watchdog(self.folder, self.settings.neo4j_idle_minutes)
        return registration

    def _await_process(self) -> psutil.Process:
        """The process just launched, once it wrote its id."""
        wait_until(lambda: self.folder.read_pid() is not None, LAUNCH_SECONDS, poll=0.01)
        process = find_process(self.folder)
        if process is None:
            raise explain_output(self.folder)
        return process

    def _wait(self, registration: Registration, process: psutil.Process, progress: Progress) -> ServerInfo:
        """Wait until the server answers; a clear error when it ends or takes too long."""

        def ready() -> bool:
            if not is_alive(process):
                raise explain_output(self.folder)
            return serves(process, registration.bolt) and serves(process, registration.http)

        if not wait_until(ready, START_SECONDS, progress, STARTING):
            raise ServerStartError(
                f"Neo4j does not answer {START_SECONDS} seconds after its start; see {self.folder.log}, "
                "then `sitequest db stop` and try again."
            )
        return self._describe(registration, process.pid)


def need_space(folder: Path, least: int) -> None:
    """Raise `ServerStartError` where a disk is so full that the server would hang at its first write."""
    free = shutil.disk_usage(folder).free
    if free < least:
        raise ServerStartError(
            f"Only {free / 1e6:.0f} MB are free for the database in {folder}, and it needs {least / 1e6:.0f} MB; "
            "free some space, or set SITEQUEST_HOME to a folder on another disk."
        )


def measure_folder(folder: Path) -> int:
    """The bytes that a folder takes on disk; files that go while we look count nothing."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_blocks * 512
        except OSError:
            continue
    return total
