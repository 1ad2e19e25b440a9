"""What the command line hands to the ingest side: a language model where one is set, and what was forgotten."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

import models.factory
from app.forgetting import forget
from app.wiring import open_ingest, queue_of
from core.errors import SiteUnknown
from core.ledger import Ledger
from core.records import Snapshot
from core.settings import Settings
from core.snapshots import SnapshotStore
from core.state import STATE_NAME
from graph.database import Database
from graph.server import ServerInfo
from ingest.consistency import check_site
from tests.ingest_samples import hash_embedders
from tests.test_ingest_entities_llm import CannedModel

SITE, URL = "demo", "https://site.example/news"
TEXT = "In the spring of every year Ada Quill looks after the Tide Museum, which all who like rivers enjoy."
ANSWER = (
    '{"entities": [{"name": "Ada Quill", "type": "person"}, {"name": "Tide Museum", "type": "group"}],'
    ' "relations": [{"source": "Ada Quill", "type": "looks_after", "target": "Tide Museum"}]}'
)
FACT = """MATCH (h:Entity {site: $site})-[r:RELATES]->(t) WHERE h.name = 'Ada Quill' AND r.found_by CONTAINS 'llm'
    RETURN t.name AS name"""


@pytest.fixture
def canned(monkeypatch: pytest.MonkeyPatch) -> CannedModel:
    """The language model that the settings would name."""
    model = CannedModel(ANSWER)
    monkeypatch.setattr(models.factory, "make_llm", lambda settings: model)
    monkeypatch.setattr(models.factory, "make_embedders", lambda settings: hash_embedders())
    return model


@pytest.fixture
def wired(connected_settings: Settings, database: Database) -> Settings:
    """Settings that lead to the test's database."""
    return connected_settings.model_copy(update={"extraction": "both", "workers": 1})


def take(settings: Settings, text: str) -> None:
    """Take one page in, as the commands do."""
    html = f"<html lang=en><head><title>News</title></head><body><main><h1>News</h1><p>{text}</p></main></body></html>"
    snapshot = Snapshot(SITE, URL, 200, html.encode(), datetime.now(UTC), {"content-type": "text/html; charset=utf-8"})
    with queue_of(settings) as queue:
        queue.put(SITE, URL, "page", SnapshotStore(settings.home / "snapshots").put(snapshot))
    with open_ingest(settings) as service:
        assert service.run().failed == 0
        service.finish_site(SITE)


def facts(database: Database) -> list[str]:
    """What the language model said of her."""
    return [row["name"] for row in database.driver.execute_query(FACT, site=SITE).records]


def test_the_language_model_of_the_settings_extracts(wired: Settings, database: Database, canned: CannedModel):
    take(wired, TEXT)
    assert canned.calls > 0
    assert facts(database) == ["Tide Museum"]


def test_without_extraction_by_a_model_none_is_asked(wired: Settings, database: Database, canned: CannedModel):
    take(wired.model_copy(update={"extraction": "structure"}), TEXT)
    assert canned.calls == 0
    assert facts(database) == []


def test_the_command_forgets_a_person_for_every_later_page(wired: Settings, database: Database, canned: CannedModel):
    take(wired, TEXT)
    assert forget(wired, "Ada Quill", None)["entities"] == ["Ada Quill"]
    take(wired, f"{TEXT} And so she did.")
    assert facts(database) == []
    assert check_site(database, SITE) == []
    with pytest.raises(SiteUnknown, match="no entity named Ada Quill"):
        forget(wired, "Ada Quill", SITE)


def test_an_address_that_nobody_met_is_not_forgotten(wired: Settings, database: Database, canned: CannedModel):
    take(wired, TEXT)
    with pytest.raises(SiteUnknown, match="no page at"):
        forget(wired, "https://site.example/never", SITE)
    assert forget(wired, URL, SITE)["retired"] == 1


def test_a_forgotten_page_is_no_end_of_a_link_either(wired: Settings, database: Database, canned: CannedModel):
    take(wired, f"{TEXT} <a href='/secret-letter'>The letter of the harbour master</a>")
    stub = "https://site.example/secret-letter"
    ends = "MATCH (p:Page {site: $site, url: $url}) RETURN count(p) AS ends"
    assert database.driver.execute_query(ends, site=SITE, url=stub).records[0]["ends"] == 1
    forget(wired, stub, SITE)
    assert database.driver.execute_query(ends, site=SITE, url=stub).records[0]["ends"] == 0
    with pytest.raises(SiteUnknown):
        forget(wired, "https://site.example/other-letter", SITE)


def holding(folder: Path, word: bytes) -> list[str]:
    """The files under a folder that hold a word as it is."""
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and word in path.read_bytes().replace(b"\0", b"")
    ]


def test_a_forgotten_word_stays_in_no_file_but_those_that_the_documentation_names(
    wired: Settings, database: Database, server: ServerInfo, canned: CannedModel
):
    take(wired, f"{TEXT} Her cat is called Zyxqwort.")
    ledger = Ledger(wired.home / STATE_NAME)
    ledger.update(SITE, URL, status="ok", title="Zyxqwort", snapshot="demo/aa/none", fingerprint="f", words=30)
    copy = wired.home / "browse" / "neo4j" / "data"
    copy.mkdir(parents=True)
    (copy / "store").write_bytes(b"Zyxqwort")
    result = forget(wired, URL, SITE)
    assert "docs/neo4j.md" in result["remains"]
    assert holding(wired.home, b"Zyxqwort") == []
    ledger.close()
    assert list((wired.home / "snapshots").rglob("*.warc.gz")) == []
    assert server.folder is not None
    kept = r"data/(transactions/|databases/[^/]+/(neostore\.|schema/index/fulltext-))"
    assert [name for name in holding(server.folder, b"Zyxqwort") if not re.match(kept, name)] == []
