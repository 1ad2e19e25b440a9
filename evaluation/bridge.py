"""A foreign library in a program of its own, in an environment of its own: found, started, asked, ended."""

from __future__ import annotations

import json
import os
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from core.errors import ModelError, SettingsError

QUIET_SECONDS = 1200.0
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")


@dataclass(frozen=True, slots=True)
class Library:
    """A library that is run as a baseline: the packages that its environment needs, and the program that runs it."""

    kind: str
    packages: tuple[str, ...]
    program: str


LIBRARIES = {
    one.kind: one
    for one in (
        Library("lightrag", ("lightrag-hku==1.5.7", "openai==3.57.0"), "run_lightrag.py"),
        Library("fast-graphrag", ("fast-graphrag==0.0.5", "sentencepiece==0.2.0"), "run_fast_graphrag.py"),
    )
}


def find_python(library: Library, cache: Path) -> Path:
    """The Python of the library's environment. Raises `SettingsError` with the command that makes it."""
    folder = cache / "baselines" / library.kind
    python = folder / "bin" / "python"
    if python.is_file():
        return python
    where = shlex.quote(str(folder))
    locked = Path(__file__).resolve().parent.parent / "requirements" / f"{library.kind}.txt"
    what = f"--require-hashes -r {shlex.quote(str(locked))}" if locked.is_file() else " ".join(library.packages)
    command = f"python3 -m venv --upgrade-deps {where} && {where}/bin/pip install {what}"
    raise SettingsError(f"{library.kind} is not installed; it runs in an environment of its own, made by: {command}")


def program_of(library: Library) -> Path:
    """The program that runs the library."""
    return Path(__file__).resolve().parent / "bridges" / library.program


class Bridge:
    """`with Bridge([python, program], folder) as bridge:` starts it; `bridge.request(…)` asks it.

    The folder is its working folder and takes what it prints. `last_use` tells when it last did something that can be
    seen from outside: a program that is silent for twenty minutes is ended.
    """

    def __init__(
        self, command: Sequence[str], folder: Path, last_use: Callable[[], float] = float, quiet: float = QUIET_SECONDS
    ) -> None:
        self._command = list(command)
        self._folder = folder
        self._last_use = last_use
        self._quiet = quiet
        self._lock = threading.Lock()
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Bridge:
        self._folder.mkdir(parents=True, exist_ok=True)
        with self.log.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, encoding="utf-8",
                cwd=self._folder, env=_environment(),
            )  # fmt: skip
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        try:
            process.stdin.close()
            process.wait(30 if kind is None else 5)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()

    @property
    def log(self) -> Path:
        """What the program printed."""
        return self._folder / "log.txt"

    def request(self, **message: Any) -> dict[str, Any]:
        """Ask and wait for the answer. Raises `ModelError`."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        with self._lock:
            try:
                process.stdin.write(json.dumps(message) + "\n")
                process.stdin.flush()
            except OSError as error:
                raise self._ended() from error
            reply = json.loads(self._wait())
        if "error" in reply:
            raise ModelError(f"{reply['error']} ({self.log} has more)")
        return dict(reply["ok"])

    def _listen(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        with self._process.stdout as answers:
            for line in answers:
                self._answers.put(line)
        self._answers.put(None)

    def _wait(self) -> str:
        asked = time.monotonic()
        while True:
            try:
                line = self._answers.get(timeout=min(self._quiet, 5.0))
            except queue.Empty:
                if time.monotonic() - max(asked, self._last_use()) < self._quiet:
                    continue
                assert self._process is not None
                self._process.kill()
                raise ModelError(f"nothing was heard for {self._quiet:.0f} seconds; {self.log} has more") from None
            if line is None:
                self._answers.put(None)
                raise self._ended()
            return line

    def _ended(self) -> ModelError:
        return ModelError(f"its program ended; {self.log} says why")


def _environment() -> dict[str, str]:
    """Nothing of ours and no key; servers on this machine are reached without a proxy."""
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return kept | {"NO_PROXY": "127.0.0.1", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
