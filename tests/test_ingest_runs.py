"""A run of the ingest side without a database: what is waited for, and what is booked."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest

from core.queue import PageQueue
from core.records import PageStatus
from core.settings import Settings
from ingest.pages import PageOutcome
from ingest.runs import IngestRun, Parts


class Pool:
    """Reads nothing by itself: a page is read when the test says so."""

    def __init__(self, _workers: int) -> None:
        self.pages: dict[str, Future[PageOutcome]] = {}

    def submit(self, _folder: Path, key: str, *_: Any) -> Future[PageOutcome]:
        """A page that is being read."""
        self.pages[key] = Future()
        return self.pages[key]

    def collect(self, future: Future[PageOutcome], *_: Any) -> PageOutcome:
        """Fails at once where the run waits for a page that is not read."""
        return future.result(timeout=0)

    def close(self) -> None:
        """Nothing to end."""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[IngestRun]:
    monkeypatch.setattr("ingest.runs.PagePool", Pool)
    monkeypatch.setattr("ingest.runs.LATE_SECONDS", 0.0)
    queue, loose = PageQueue(tmp_path / "state.sqlite"), MagicMock()
    loose.read_known.return_value = {}
    for name in ("slow", "quick"):
        queue.put("site", name, "page", name)
    made = IngestRun(Parts(Settings(home=tmp_path), queue, loose, loose, loose, loose, loose), MagicMock())
    yield made
    made.close()
    queue.close()


def _end(run: IngestRun, name: str, outcome: PageOutcome) -> None:
    run._pool.pages[name].set_result(outcome)  # type: ignore[attr-defined]


def test_a_page_that_takes_long_to_read_holds_up_no_other_and_comes_when_it_is_read(run: IngestRun):
    said = PageOutcome(PageStatus.LOGIN, "Locked.")
    assert run.take_wave()
    _end(run, "quick", said)
    assert run.take_wave()
    assert (run.report.kept, run.report.failed, run.idle) == (1, 0, False)
    _end(run, "slow", said)
    run.take_wave()
    assert (run.report.kept, run.report.failed, run.idle) == (2, 0, True)


def test_a_page_that_takes_too_long_is_given_up_at_last(run: IngestRun, monkeypatch: pytest.MonkeyPatch):
    run.take_wave()
    _end(run, "quick", PageOutcome(PageStatus.LOGIN))
    monkeypatch.setattr("ingest.runs.PAGE_SECONDS", 0.0)
    while run.take_wave():
        pass
    assert (run.report.kept, run.report.failed) == (1, 1)


def test_a_page_that_was_cut_is_booked_as_truncated_with_its_reason(run: IngestRun):
    run.take_wave()
    _end(run, "slow", PageOutcome(PageStatus.TRUNCATED, "Too long."))
    run.take_wave()
    booked = [call.kwargs for call in run._parts.ledger.update.call_args_list]  # type: ignore[attr-defined]
    assert {"status": "truncated", "reason": "Too long."} in booked
