"""One crawl that was started over HTTP: `python -m app.crawljob STATE.json`; it keeps its state in that file."""

from __future__ import annotations

import sys
from pathlib import Path

from app.bars import Bars
from app.pipeline import CrawlOptions, run_crawl
from app.runs import CANCELLED, RUNNING, RunBars, read_state
from core.errors import SiteQuestError
from core.settings import load_settings


def run_job(path: Path) -> None:
    """Run the crawl; what ends it before it begins is written too."""
    state = read_state(path)
    options = CrawlOptions(seeds=(state["url"],), site=state["site"], record=path, **state["request"])
    try:
        run_crawl(load_settings(), options, bars=Bars())
    except SiteQuestError as error:
        _end(path, "failed", str(error))
    except KeyboardInterrupt:
        _end(path, "cancelled", CANCELLED)


def _end(path: Path, status: str, detail: str) -> None:
    state = read_state(path)
    if state.get("status") == RUNNING:
        RunBars(path, state).end(status=status, detail=detail)


if __name__ == "__main__":
    run_job(Path(sys.argv[1]))
