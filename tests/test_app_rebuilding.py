"""Topics and the order in which pages came: none within a crawl, and none after a rebuild."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

import models.factory
from app.rebuilding import rebuild_topics
from app.sitelock import CrawlConflict, hold_site
from app.wiring import open_ingest, queue_of
from core.records import Snapshot
from core.settings import Settings
from core.snapshots import SnapshotStore
from graph.database import Database, open_database
from graph.portable import Selection, export_graph
from tests.conftest import WIPE
from tests.ingest_samples import hash_embedders
from tests.sites.server import Asked
from tests.test_app_kills import SITE, college

COUNT = 36
PATHS = ["/", *(f"/s{number % 5}/p{number}" for number in range(COUNT))]


@pytest.fixture
def wired(connected_settings: Settings, database: Database, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(models.factory, "make_llm", lambda settings: None)
    monkeypatch.setattr(models.factory, "make_embedders", lambda settings: hash_embedders())
    return connected_settings.model_copy(update={"workers": 1})


def take(settings: Settings, paths: Sequence[str]) -> bool:
    """Take pages in, in this order, as one crawl does; whether it says that topics should be gathered anew."""
    store = SnapshotStore(settings.home / "snapshots")
    with queue_of(settings) as queue:
        for path in paths:
            body = str(college(COUNT, Asked(path, {}, 80)).body).encode()
            url = f"https://college.example{path}"
            snapshot = Snapshot(SITE, url, 200, body, datetime.now(UTC), {"content-type": "text/html; charset=utf-8"})
            queue.put(SITE, url, "page", store.put(snapshot))
    with open_ingest(settings) as service:
        assert service.run().failed == 0
        return service.finish_site(SITE).rebuild_topics


def graph(settings: Settings) -> list[str]:
    with open_database(settings) as database:
        return list(export_graph(database, Selection(SITE)))


def wipe(settings: Settings) -> None:
    with open_database(settings) as database, database.driver.session() as session:
        session.run(WIPE).consume()


def test_the_order_of_pages_in_a_crawl_makes_no_difference(wired: Settings):
    take(wired, PATHS)
    in_order = graph(wired)
    wipe(wired)
    take(wired, random.Random(3).sample(PATHS, len(PATHS)))
    assert graph(wired) == in_order


def test_topics_of_two_crawls_are_those_of_one_after_a_rebuild_that_was_proposed(wired: Settings):
    assert not take(wired, PATHS)
    at_once = graph(wired)
    wipe(wired)
    assert not take(wired, PATHS[:12])
    assert take(wired, PATHS[12:])
    rebuild_topics(wired, None, quiet=True)
    assert graph(wired) == at_once


def test_topics_are_not_rebuilt_while_the_site_is_crawled(wired: Settings):
    take(wired, PATHS[:6])
    with hold_site(wired, SITE), pytest.raises(CrawlConflict):
        rebuild_topics(wired, SITE, quiet=True)
