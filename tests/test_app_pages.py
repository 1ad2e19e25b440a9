"""What comes in over HTTP obeys the same rules as what a crawl finds: nothing private, nothing that was forgotten."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from api.access import Access
from api.application import ApiOptions, create_api
from app.crawls import CrawlJobs
from app.pages import PushedPages
from core.errors import IngestError
from core.ledger import Ledger
from core.queue import PageQueue
from core.settings import Settings
from core.state import STATE_NAME
from core.tombstones import marks_of
from crawler.answers import Answer
from ingest.html import inspect
from tests.api_fakes import connect_to

SITE = "harbour"
LETTER = "https://harbour.example/letter"
WORDS = "The private letter of the harbour master names his three debts and the boat that he hid behind the mill."
PRIVATE = [
    "http://169.254.169.254/", "http://[::1]:7474/", "http://0x7f.0.0.1/", "http://2130706433/", "file:///etc/passwd",
    "http://127.0.0.1.:80/", "http://[::ffff:10.0.0.8]/", "http://localhost/", "http://１２７.0.0.1/", "gopher://a/",
    "http://10.0.0.8:18837/", "http://0/",
]  # fmt: skip


@pytest.mark.parametrize("url", PRIVATE)
def test_a_crawl_of_a_private_address_is_refused_over_http_with_its_reason(url: str, settings: Settings):
    connect = connect_to(settings.home, crawls=CrawlJobs(settings))
    with TestClient(create_api(connect, ApiOptions(access=Access("key")))) as client:
        client.headers["Authorization"] = "Bearer key"
        answer = client.post("/v1/crawls", json={"url": url})
        assert answer.status_code in (400, 422)
        assert client.get("/v1/crawls").json()["items"] == []
    assert "cannot be crawled" in answer.text or "no web address" in answer.text
    assert not (settings.home / "crawls").exists()


def letter(words: str = WORDS, title: str = "Letter") -> bytes:
    return f"<title>{title}</title><main><h1>{title}</h1><p>{words}</p></main>".encode()


def forget_letter(settings: Settings) -> None:
    """Put the letter in the books as a crawl does, and forget it."""
    facts, body_hash = inspect(letter(), LETTER), Answer(LETTER, 200, body=letter()).body_hash
    assert marks_of(facts.fingerprint, facts.title, facts.words, body_hash)
    ledger = Ledger(settings.home / STATE_NAME)
    known = {"fingerprint": facts.fingerprint, "title": facts.title, "words": facts.words, "body_hash": body_hash}
    ledger.update(SITE, LETTER, status="ok", snapshot="key", **known)
    ledger.forget(SITE, LETTER, "2026-01-01")
    ledger.close()


@pytest.mark.parametrize(
    ("url", "body"),
    [
        (LETTER, letter("Other words.", "Other")),
        (f"{LETTER}/", letter()),
        ("https://harbour.example/copy", letter()),
        ("https://harbour.example/copy", letter() + b"<!-- made anew -->"),
    ],
)
async def test_a_pushed_page_that_was_forgotten_stays_out(settings: Settings, url: str, body: bytes):
    forget_letter(settings)
    with pytest.raises(IngestError, match="stays out"):
        await PushedPages(settings).put(SITE, url, body, "text/html")
    queue = PageQueue(settings.home / STATE_NAME)
    assert queue.depth() == 0
    queue.close()
    assert not (settings.home / "snapshots").exists()
