"""Processes that outlive a command (the web page, the demo site), registered by a file with id, start and address."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from core.errors import SiteQuestError
from core.settings import Settings

WAIT_SECONDS = 60.0
STOP_SECONDS = 10.0
POLL_SECONDS = 0.05


class DaemonError(SiteQuestError):
    """A process that was to stay did not start."""


@dataclass(frozen=True, slots=True)
class DaemonInfo:
    """A running daemon: its process id and start (so that a reused id is not taken for it), and its address."""

    pid: int
    url: str
    started: float


@dataclass(frozen=True, slots=True)
class Daemon:
    """One kind of process that stays; `name` is what files and sentences call it."""

    home: Path
    name: str
    module: str
    arguments: Sequence[str] = ()

    @property
    def file(self) -> Path:
        """Where the running one is registered."""
        return self.home / f"{self.name}.json"

    @property
    def log(self) -> Path:
        """What it writes."""
        return self.home / f"{self.name}.log"

    def find(self) -> DaemonInfo | None:
        """The running one, or None; a file left by a process that is gone counts for nothing."""
        try:
            info = DaemonInfo(**json.loads(self.file.read_text(encoding="utf-8")))
            alive = abs(psutil.Process(info.pid).create_time() - info.started) < 1
        except (OSError, ValueError, TypeError, psutil.Error):
            return None
        return info if alive else None

    def register(self, url: str) -> None:
        """Register this process."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        info = DaemonInfo(os.getpid(), url, psutil.Process().create_time())
        part = self.file.with_suffix(f".{info.pid}.part")
        part.write_text(json.dumps(asdict(info)), encoding="utf-8")
        part.replace(self.file)

    def unregister(self) -> None:
        """Forget this process, unless another one registered since."""
        info = self.find()
        if info is None or info.pid == os.getpid():
            self.file.unlink(missing_ok=True)

    def ensure(self, environment: Mapping[str, str] | None = None) -> DaemonInfo:
        """The running one; started, detached, when there is none. Raises `DaemonError`."""
        found = self.find()
        if found:
            return found
        self.home.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", self.module, *self.arguments]
        pid = spawn(command, self.file.with_suffix(".pid"), self.log, environment)
        return self._await(pid)

    def stop(self) -> bool:
        """Stop the running one; whether there was one."""
        info = self.find()
        if info is None:
            return False
        process = psutil.Process(info.pid)
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except psutil.TimeoutExpired:
            process.kill()
        self.file.unlink(missing_ok=True)
        return True

    def _await(self, pid: int) -> DaemonInfo:
        limit = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < limit:
            found = self.find()
            if found:
                return found
            if not psutil.pid_exists(pid):
                break
            time.sleep(POLL_SECONDS)
        raise DaemonError(f"The {self.name} did not start: {self._last_words()} (see {self.log}).")

    def _last_words(self) -> str:
        lines = [line for line in self.log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
        return lines[-1].strip() if lines else "it said nothing"


def spawn(command: Sequence[str], pid_file: Path, log: Path, environment: Mapping[str, str] | None = None) -> int:
    """Start a process that no longer belongs to this one; its id. Raises `DaemonError`."""
    from graph.process import launch

    launch(command, pid_file, log, Path.cwd(), {**os.environ, **(environment or {})})
    limit = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < limit:
        try:
            return int(pid_file.read_text(encoding="ascii"))
        except (OSError, ValueError):
            time.sleep(POLL_SECONDS / 5)
    raise DaemonError(f"{' '.join(command[:3])} did not start; see {log}.")


def web_daemon(settings: Settings) -> Daemon:
    """The web page and API, left running by `sitequest demo`."""
    return Daemon(settings.home, "web", "app.server")


def demo_site_daemon(settings: Settings) -> Daemon:
    """The demo site, so that its citations can be opened."""
    return Daemon(settings.home, "demo-site", "app.demosite")


def own_environment(settings: Settings) -> dict[str, str]:
    """The settings that a child must see as this process does."""
    return {"SITEQUEST_HOME": str(settings.home), "SITEQUEST_CACHE": str(settings.cache)}
