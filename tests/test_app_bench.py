"""What an update costs beside the first crawl of the same site, with real vectors; run by `make bench`."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from app.pipeline import CrawlOptions, run_crawl
from core.settings import Settings, load_settings
from graph.database import open_database
from graph.server import ServerInfo
from models import factory
from models.factory import EmbedderSet, make_embedders
from models.protocols import Embedder, Vectors
from tests.conftest import WIPE
from tests.sites.generated import generated
from tests.sites.server import serve
from tests.test_crawler_bench import say

PAGES = 300
Record = Callable[[str, object], None]


class Counting:
    """An embedder that counts the texts it is given."""

    def __init__(self, inner: Embedder) -> None:
        self.inner, self.texts = inner, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """As the inner one."""
        self.texts += len(texts)
        return self.inner.embed_passages(texts)


def state_of(settings: Settings) -> frozenset[str]:
    """Where the database stands: the same as long as no transaction has written anything."""
    with open_database(settings) as database, database.driver.session() as session:
        session.execute_read(lambda transaction: transaction.run("RETURN 1").consume())
        return frozenset(session.last_bookmarks().raw_values)


@pytest.mark.bench
@pytest.mark.timeout(3600)
def test_an_update_of_an_unchanged_site_writes_nothing_and_is_twenty_times_as_fast(
    tmp_path: Path, server: ServerInfo, record_property: Record, monkeypatch: pytest.MonkeyPatch
):
    settings = load_settings(home=tmp_path, neo4j_uri=server.uri, neo4j_password=server.secret)
    counting = Counting(make_embedders(settings).primary)
    monkeypatch.setattr(factory, "make_embedders", lambda settings: EmbedderSet(counting, None))
    with open_database(settings) as database, database.driver.session() as session:
        session.run(WIPE).consume()
    validators = [True]
    found: list[dict[str, Any]] = []
    with serve(lambda asked: generated(PAGES, validators[0], asked)) as site:
        for has_validators in (True, True, False):
            validators[0] = has_validators
            texts, before, began = counting.texts, state_of(settings), time.perf_counter()
            options = CrawlOptions(seeds=(site.url,), site="bench", allow_private=True, politeness="none")
            crawl = run_crawl(settings, options, quiet=True)["crawl"]
            found.append(
                {
                    "seconds": round(time.perf_counter() - began, 2),
                    "texts embedded": counting.texts - texts,
                    "written": state_of(settings) != before,
                    **{name: crawl[name] for name in ("fetched", "conditional", "unchanged", "queued")},
                }
            )
    first, update, blind = found
    record_property("updates", found)
    say("update of 300 pages", {"first": first, "update": update, "without validators": blind})
    assert (update["conditional"], update["unchanged"]) == (update["fetched"], first["queued"])  # all, and every page
    assert all(run["texts embedded"] == run["queued"] == 0 and not run["written"] for run in (update, blind))
    assert first["seconds"] / update["seconds"] >= 20
    assert first["seconds"] / blind["seconds"] >= 5
