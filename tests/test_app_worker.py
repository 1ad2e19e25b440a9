"""A crawl and the pages that crawls of other sites left behind in the same queue."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

import models.factory
from app.pipeline import CrawlOptions, run_crawl
from app.summary import print_summary
from app.wiring import queue_of
from app.worker import run_ingest
from core.records import Snapshot
from core.settings import Settings
from core.snapshots import SnapshotStore
from graph.database import Database, open_database
from graph.sites import list_sites
from tests.ingest_samples import hash_embedders

PAGE = "<title>Tides</title><main><h1>Tides</h1><p>The tide gauge of the harbour is read every six minutes.</p></main>"


@pytest.fixture
def wired(connected_settings: Settings, database: Database, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(models.factory, "make_llm", lambda settings: None)
    monkeypatch.setattr(models.factory, "make_embedders", lambda settings: hash_embedders())
    return connected_settings.model_copy(update={"workers": 1})


def leave_page(settings: Settings, site: str) -> None:
    """What a crawl that was stopped leaves behind: a fetched page that nobody took in."""
    url = f"https://{site}.example/"
    snapshot = Snapshot(site, url, 200, PAGE.encode(), datetime.now(UTC), {"content-type": "text/html"})
    with queue_of(settings) as queue:
        queue.put(site, url, "page", SnapshotStore(settings.home / "snapshots").put(snapshot))


def sites(settings: Settings) -> list[str]:
    with open_database(settings) as database:
        return list(list_sites(database))


def test_a_crawl_ends_with_its_own_pages_and_says_how_many_of_other_sites_wait(
    wired: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    leave_page(wired, "other")
    folder = tmp_path / "www"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    result = run_crawl(wired, CrawlOptions(site="own", folder=folder, base_url="https://own.example/"), quiet=True)
    assert (result["exit_code"], result["ingest"]["written"], result["left"]) == (0, 1, 1)
    assert sites(wired) == ["own"]
    print_summary(result)
    assert "Of other sites 1 pages wait" in capsys.readouterr().err
    assert run_ingest(wired, once=True, quiet=True)["ingest"]["sites"] == ("other",)
    assert sites(wired) == ["other", "own"]
