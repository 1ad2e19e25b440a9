"""Runs of crawls keep files of their own, and every process sees all of them, wherever they were started."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from app.bars import Bars
from app.crawls import CrawlJobs
from app.runs import KEPT, forget_old, new_path, read_state, recorded, write_state
from app.sitelock import CrawlConflict, hold_site
from core.errors import CrawlError
from core.ledger import Ledger
from core.settings import Settings, load_settings
from core.state import STATE_NAME
from crawler.request import Progress

START = {"site": "uni", "url": "https://uni.example/", "started_by": "shell"}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(home=tmp_path)


def listed(settings: Settings) -> list[dict[str, Any]]:
    return asyncio.run(CrawlJobs(settings).listed())


def test_a_run_from_a_shell_is_listed_while_it_lasts_and_afterwards(settings: Settings):
    with recorded(settings, START, Bars()) as run:
        run.bars.crawl(Progress(site="uni", fetched=3, known=9))
        (going,) = listed(settings)
        assert (going["status"], going["started_by"], going["crawl"]["fetched"]) == ("running", "shell", 3)
        run.result = {"exit_code": 0, "crawl": {"pages": 7}}
    (ended,) = listed(settings)
    assert (ended["status"], ended["result"]["crawl"]["pages"]) == ("done", 7)
    assert ended["ended_at"] >= ended["started_at"]


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (KeyboardInterrupt(), "cancelled", "start it again"),
        (CrawlError("The host rests."), "failed", "The host rests."),
        (ValueError("odd"), "failed", "ValueError: odd"),
    ],
)
def test_what_ends_a_run_is_kept_with_it(settings: Settings, error: BaseException, status: str, words: str):
    with pytest.raises(type(error)), recorded(settings, START, Bars()):
        raise error
    (run,) = listed(settings)
    assert run["status"] == status
    assert words in run["detail"]


def test_steps_reach_the_bars_that_are_shown(settings: Settings):
    seen: list[str] = []

    class Shown(Bars):
        def step(self, step: str, done: int, total: int, /) -> None:
            seen.append(step)

    with recorded(settings, START, Shown()) as run:
        run.bars.step("embed blocks", 1, 2)
    assert seen == ["embed blocks"]


def test_a_run_whose_process_is_gone_is_called_stopped(settings: Settings):
    path = new_path(settings)
    path.parent.mkdir(parents=True)
    write_state(path, {"id": path.stem, "status": "running", **START})
    write_state(path.with_suffix(".pid"), {"pid": os.getpid(), "started": 1.0})
    assert listed(settings)[0]["status"] == "stopped"


def test_a_run_on_another_machine_goes_on_as_long_as_it_holds_its_site(settings: Settings):
    path = new_path(settings)
    path.parent.mkdir(parents=True)
    write_state(path, {"id": path.stem, "status": "running", **START})
    write_state(path.with_suffix(".pid"), {"pid": 1, "started": 1.0, "host": "elsewhere"})
    with hold_site(settings, "uni"):
        assert listed(settings)[0]["status"] == "running"
        with pytest.raises(CrawlConflict, match="another machine"):
            asyncio.run(CrawlJobs(settings).cancel(path.stem))
    assert listed(settings)[0]["status"] == "stopped"


def test_a_run_of_the_schedule_is_not_cancelled_with_all_that_the_schedule_does(settings: Settings):
    with recorded(settings, {**START, "started_by": "watch"}, Bars()) as run:
        with pytest.raises(CrawlConflict, match="sitequest watch"):
            asyncio.run(CrawlJobs(settings).cancel(run.path.stem))
        run.result = {"exit_code": 0}


def note_summary(settings: Settings, **summary: Any) -> None:
    ledger = Ledger(settings.home / STATE_NAME)
    ledger.update("uni", "https://uni.example/", status="ok")
    ledger.note("uni", "summary", json.dumps({"site": "uni", "pages": 5, **summary}))
    ledger.close()


def test_a_run_that_only_the_books_know_is_listed_and_can_be_read(settings: Settings):
    note_summary(settings, started_at="2026-01-02T03:04:05Z", ended_at="2026-01-02T03:05:00Z", exit_code=0)
    (run,) = listed(settings)
    assert (run["site"], run["status"], run["result"]["crawl"]["pages"]) == ("uni", "done", 5)
    assert asyncio.run(CrawlJobs(settings).get(run["id"])) == run


def test_a_run_with_a_file_is_not_listed_again_from_the_books(settings: Settings):
    with recorded(settings, START, Bars()) as run:
        note_summary(settings, started_at=run.bars.state["started_at"])
        run.result = {"exit_code": 0}
    assert len(listed(settings)) == 1
    note_summary(settings, started_at="2020-01-01T00:00:00Z")
    assert len(listed(settings)) == 2


def test_only_the_newest_runs_of_a_site_stay(settings: Settings):
    folder = settings.home / "crawls"
    folder.mkdir()
    for number in range(KEPT + 3):
        write_state(folder / f"{number:03}.json", {"id": f"{number:03}", **START, "site": "uni" if number else "other"})
    forget_old(folder, "uni")
    kept = [read_state(path)["id"] for path in sorted(folder.glob("*.json"))]
    assert len(kept) == KEPT + 1
    assert kept[:2] == ["000", "003"]
