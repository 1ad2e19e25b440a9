"""One crawl that was started over HTTP: `python -m app.crawljob STATE.json`; it keeps its state in that file."""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.bars import Bars
from app.crawls import RUNNING, read_state, write_state
from app.pipeline import CrawlOptions, run_crawl
from core.errors import SiteQuestError
from core.settings import load_settings

if TYPE_CHECKING:
    from crawler.request import Progress

EVERY_SECONDS = 0.5


class FileBars(Bars):
    """Writes progress into the state file, twice a second at most."""

    def __init__(self, path: Path, state: dict[str, Any]) -> None:
        self._path = path
        self.state = state
        self._last = 0.0

    def crawl(self, state: Progress) -> None:
        """How far the crawl is."""
        self.state["crawl"] = state.model_dump()
        self._write()

    def step(self, step: str, done: int, total: int, /) -> None:
        """How far a step of the ingest side is."""
        self.state["step"] = {"name": step, "done": done, "total": total}
        self._write()

    def _write(self) -> None:
        now = time.monotonic()
        if now - self._last >= EVERY_SECONDS:
            self._last = now
            write_state(self._path, self.state)


def run_job(path: Path) -> None:
    """Run the crawl and write how it ended."""
    state = read_state(path)
    bars = FileBars(path, {**state, "status": RUNNING})
    options = CrawlOptions(seeds=(state["url"],), site=state["site"], **state["request"])
    ending: dict[str, Any]
    try:
        result = run_crawl(load_settings(), options, bars=bars)
        ending = {"status": "done" if not result["exit_code"] else "failed", "result": result}
    except SiteQuestError as error:
        ending = {"status": "failed", "detail": str(error)}
    except KeyboardInterrupt:
        ending = {"status": "cancelled", "detail": "Cancelled; start it again and it goes on."}
    ended_at = datetime.now(UTC).isoformat(timespec="seconds")
    write_state(path, {**bars.state, **ending, "ended_at": ended_at})


if __name__ == "__main__":
    run_job(Path(sys.argv[1]))
