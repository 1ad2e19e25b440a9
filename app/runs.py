"""Every crawl keeps a file in `home/crawls/`, wherever it was started: what it is, how far it is, and how it ended."""

from __future__ import annotations

import json
import os
import secrets
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from app.bars import Bars
from core.errors import SiteQuestError
from core.settings import Settings

if TYPE_CHECKING:
    from crawler.request import Progress

EVERY_SECONDS = 0.5
KEPT = 30
"""Runs of a site whose files stay."""
RUNNING = "running"
CANCELLED = "Cancelled; start it again and it goes on."
SUFFIXES = (".json", ".pid", ".id", ".log")


class RunBars(Bars):
    """Writes progress into the file of a run, twice a second at most, and passes it on."""

    def __init__(self, path: Path, state: dict[str, Any], shown: Bars | None = None) -> None:
        self._path, self._shown = path, shown or Bars()
        self.state = state
        self._last = 0.0

    def crawl(self, state: Progress) -> None:
        """How far the crawl is."""
        self._shown.crawl(state)
        self.state["crawl"] = state.model_dump()
        self._write()

    def step(self, step: str, done: int, total: int, /) -> None:
        """How far a step of the ingest side is."""
        self._shown.step(step, done, total)
        self.state["step"] = {"name": step, "done": done, "total": total}
        self._write()

    def end(self, **ending: Any) -> None:
        """Write how it ended."""
        write_state(self._path, {**self.state, **ending, "ended_at": now()})

    def _write(self) -> None:
        if time.monotonic() - self._last >= EVERY_SECONDS:
            self._last = time.monotonic()
            with suppress(OSError):  # a full disk ends the crawl in its own words, not in those of a progress bar
                write_state(self._path, self.state)


@dataclass(slots=True)
class Run:
    """A run under way: its bars, and the result that whoever runs it puts here."""

    path: Path
    bars: RunBars
    result: dict[str, Any] = field(default_factory=dict)

    def end(self) -> None:
        """Write the result."""
        self.bars.end(status="failed" if self.result.get("exit_code") else "done", result=self.result)


@contextmanager
def recorded(settings: Settings, start: Mapping[str, Any], shown: Bars, path: Path | None = None) -> Iterator[Run]:
    """Keep the file of a run while it lasts. `start` is what is known at once: site, url, started_by.

    `path` is a file that is there already. Only a kill leaves it as `running`; who reads it sees that the process is
    gone.
    """
    path = path or new_path(settings)
    state = {"id": path.stem, "status": RUNNING, "started_at": now(), **read_state(path), **start}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_state(path, state)
    write_state(path.with_suffix(".pid"), own_mark(os.getpid()))
    run = Run(path, RunBars(path, state, shown))
    try:
        yield run
    except KeyboardInterrupt:
        with suppress(OSError):
            run.bars.end(status="cancelled", detail=CANCELLED)
        raise
    except Exception as error:
        words = str(error) if isinstance(error, SiteQuestError) else f"{type(error).__name__}: {error}"
        with suppress(OSError):
            run.bars.end(status="failed", detail=words)
        raise
    run.end()
    forget_old(path.parent, str(start["site"]))


def new_path(settings: Settings) -> Path:
    """Where a new run keeps its state; names sort by time."""
    return settings.home / "crawls" / f"{datetime.now(UTC):%Y%m%d%H%M%S}-{secrets.token_hex(3)}.json"


def own_mark(pid: int) -> dict[str, Any]:
    """What tells a process from others that had or get the same number, here or on another machine."""
    try:
        started = psutil.Process(pid).create_time()
    except psutil.Error:
        started = 0.0
    return {"pid": pid, "started": started, "host": socket.gethostname()}


def forget_old(folder: Path, site: str, keep: int = KEPT) -> None:
    """Remove the files of runs of a site but for the newest."""
    names = sorted((path.stem for path in folder.glob("*.json")), reverse=True)
    for name in [name for name in names if read_state(folder / f"{name}.json").get("site") == site][keep:]:
        remove_run(folder / f"{name}.json")


def remove_run(path: Path) -> None:
    """Remove all that was kept of a run."""
    for suffix in SUFFIXES:
        path.with_suffix(suffix).unlink(missing_ok=True)


def read_state(path: Path) -> dict[str, Any]:
    """The state in a file; empty when there is none."""
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def write_state(path: Path, state: Mapping[str, Any]) -> None:
    """Replace a state file in one step."""
    part = path.with_suffix(f"{path.suffix}.{os.getpid()}.part")
    part.write_text(json.dumps(state, ensure_ascii=False, default=str), encoding="utf-8")
    part.replace(path)


def now() -> str:
    """The time as state files write it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
