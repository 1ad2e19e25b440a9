"""Pages pushed and removed over HTTP on a real graph: what happens is what is said, and nothing is invented."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from api.problems import name_of
from app.books import Books
from app.pages import PushedPages
from app.pushbook import PushBook
from app.pushing import PageMissing, PageRefused
from app.seeds import write_seeds
from core.errors import IngestError, SiteUnknown
from core.ledger import Ledger
from core.records import PageStatus
from core.settings import Settings
from core.state import STATE_NAME
from graph.database import Database
from ingest.consistency import check_site
from tests.ingest_samples import hash_embedders

SITE = "mill"
BASE = "https://mill.example"
OVEN = f"{BASE}/oven"
PAGE = (
    "<html lang=en><head><title>The oven</title></head><body><main><h1>The oven</h1>"
    "<p>The oven of the mill is heated to {} degrees.</p><p>Ask Dr. Ada Quill, a.quill@mill.example.</p></main>"
)
MENTIONED = "MATCH (e:Entity {site: $site}) WHERE e.name CONTAINS 'Quill' RETURN count(e) AS number"


@pytest.fixture
async def pages(connected_settings: Settings, database: Database) -> AsyncIterator[PushedPages]:
    """Nothing is finished behind the tests: each says when."""
    settings = connected_settings.model_copy(update={"workers": 1})
    async with PushedPages(settings, hash_embedders(), quiet=3600) as opened:
        yield opened


@pytest.fixture
def ledger(connected_settings: Settings) -> Iterator[Ledger]:
    opened = Ledger(connected_settings.home / STATE_NAME)
    yield opened
    opened.close()


async def push(pages: PushedPages, url: str = OVEN, degrees: int = 230) -> dict[str, Any]:
    return await pages.put(SITE, url, PAGE.format(degrees).encode(), "text/html; charset=utf-8")


def urls_in(database: Database) -> list[str]:
    rows = database.read("explore/api_pages", site=SITE, after="", contains="", limit=50)
    return [row["url"] for row in rows]


async def test_a_page_is_in_the_graph_when_its_push_is_answered(pages: PushedPages, database: Database):
    assert (await push(pages))["status"] == "written"
    assert urls_in(database) == [OVEN]
    assert (await push(pages))["status"] == "unchanged"
    assert (await push(pages, degrees=250))["status"] == "written"
    blocks = database.read("explore/api_page_blocks", site=SITE, url=OVEN, limit=50)
    assert [row for row in blocks if "250" in row["text"]]
    assert not [row for row in blocks if "230" in row["text"]]
    assert check_site(database, SITE) == []


async def test_another_spelling_of_its_address_is_the_same_page(pages: PushedPages, database: Database):
    await push(pages)
    assert (await push(pages, f"{BASE}/oven/?utm_source=mail"))["url"] == OVEN
    assert urls_in(database) == [OVEN]
    assert (await pages.delete(SITE, f"{OVEN}/"))["url"] == OVEN


async def test_a_removed_page_leaves_with_what_only_it_supports(pages: PushedPages, database: Database):
    await push(pages)
    assert (await pages.delete(SITE, OVEN))["status"] == "retired"
    assert urls_in(database) == []
    assert database.driver.execute_query(MENTIONED, site=SITE).records[0]["number"] == 0


@pytest.mark.parametrize(
    ("site", "url"), [(SITE, f"{BASE}/never"), ("nowhere", OVEN), (SITE, "https://evil.example/x")]
)
async def test_what_was_never_there_cannot_be_removed_and_leaves_no_trace(
    pages: PushedPages, ledger: Ledger, site: str, url: str
):
    await push(pages)
    with pytest.raises(PageMissing, match="There is no page") as caught:
        await pages.delete(site, url)
    assert (caught.value.http_status, name_of(caught.value)) == (404, "urn:sitequest:page-missing")
    assert ledger.get(site, url) is None
    assert ledger.sites() == [SITE]


async def test_a_page_is_removed_once(pages: PushedPages):
    await push(pages)
    await pages.delete(SITE, OVEN)
    with pytest.raises(PageMissing):
        await pages.delete(SITE, OVEN)


async def test_nothing_waits_for_a_crawl_and_no_removed_page_is_a_broken_link(
    pages: PushedPages, ledger: Ledger, connected_settings: Settings
):
    await push(pages)
    await push(pages, f"{BASE}/stones")
    await pages.delete(SITE, OVEN)
    report = await Books(connected_settings).report(SITE)
    assert report["counts"] == {"ok": 1, "gone": 1}
    assert report["broken"] == []
    assert [row.pending for row in ledger.rows(SITE)] == [0, 0]


async def test_what_was_pushed_and_removed_is_listed_as_changed(pages: PushedPages, connected_settings: Settings):
    await push(pages)
    books = Books(connected_settings)
    assert [(row["what"], row["url"]) for row in await books.changes(SITE, "", 10)] == [("changed", OVEN)]
    await pages.delete(SITE, OVEN)
    gone = await books.changes(SITE, "", 10)
    assert [(row["what"], row["reason"]) for row in gone] == [("gone", "removed over HTTP")]


async def test_an_address_of_another_host_is_refused(pages: PushedPages, ledger: Ledger, database: Database):
    await push(pages)
    with pytest.raises(PageRefused, match=r"is no address of mill, whose pages are at mill\.example"):
        await push(pages, "https://evil.example/oven")
    assert ledger.get(SITE, "https://evil.example/oven") is None
    assert urls_in(database) == [OVEN]
    assert (await push(pages, "https://www.mill.example/bread"))["status"] == "written"


async def test_the_seeds_of_a_site_say_where_its_first_page_may_lie(pages: PushedPages, connected_settings: Settings):
    write_seeds(connected_settings, SITE, ["https://mill.example/"])
    with pytest.raises(PageRefused):
        await push(pages, "https://elsewhere.example/oven")
    assert (await push(pages))["status"] == "written"


NOISE = random.Random(7).randbytes(4000)


@pytest.mark.parametrize(
    ("body", "content_type", "status", "said"),
    [
        (b"%PDF-garbage", "application/pdf", PageStatus.FAILED, "PDF file cannot be read"),
        (NOISE, "text/html", PageStatus.NOT_TEXT, "holds no text"),
        (b"<html><body></body></html>", "text/html", PageStatus.EMPTY, "no visible text"),
    ],
)
async def test_what_is_no_page_is_refused_with_its_reason_and_counted(
    pages: PushedPages,
    ledger: Ledger,
    database: Database,
    body: bytes,
    content_type: str,
    status: PageStatus,
    said: str,
):
    await push(pages)
    with pytest.raises(PageRefused, match=said) as caught:
        await pages.put(SITE, f"{BASE}/x", body, content_type)
    assert caught.value.http_status == 422
    assert ledger.counts(SITE) == {status: 1, "ok": 1}
    assert urls_in(database) == [OVEN]


async def test_a_page_that_was_there_stays_when_what_follows_it_is_no_page(
    pages: PushedPages, ledger: Ledger, database: Database
):
    await push(pages)
    with pytest.raises(PageRefused):
        await pages.put(SITE, OVEN, NOISE, "text/html")
    assert urls_in(database) == [OVEN]
    row = ledger.get(SITE, OVEN)
    assert row is not None
    assert (row.status, row.ingest_status) == ("ok", "kept")
    assert "holds no text" in row.ingest_reason


async def test_a_page_that_asks_not_to_be_indexed_leaves(pages: PushedPages, ledger: Ledger, database: Database):
    await push(pages)
    hidden = PAGE.format(230).replace("<title>", "<meta name=robots content=noindex><title>")
    assert (await pages.put(SITE, OVEN, hidden.encode(), "text/html"))["status"] == "retired"
    assert urls_in(database) == []
    assert ledger.counts(SITE) == {"noindex": 1}


async def test_only_what_was_forgotten_stays_out(pages: PushedPages, ledger: Ledger, database: Database):
    await push(pages)
    ledger.forget(SITE, OVEN, "2026-01-01")
    with pytest.raises(IngestError, match="stays out"):
        await push(pages)
    assert (await push(pages, f"{BASE}/stones", 90))["status"] == "written"


async def test_a_text_that_is_no_address_is_refused(pages: PushedPages):
    with pytest.raises(IngestError, match="no http"):
        await pages.put(SITE, "javascript:alert(1)", b"<p>hello there</p>", "text/html")


async def test_what_needs_the_whole_site_is_done_behind_and_noted_until_then(
    pages: PushedPages, ledger: Ledger, connected_settings: Settings
):
    await push(pages)
    book = PushBook(connected_settings, ledger)
    assert book.waiting() == [SITE]
    await pages.settle()
    assert book.waiting() == []
    assert (await push(pages))["status"] == "unchanged"
    assert book.waiting() == []


async def test_a_server_that_was_ended_before_finishes_at_its_next_start(
    pages: PushedPages, ledger: Ledger, connected_settings: Settings, database: Database
):
    await push(pages)
    async with PushedPages(connected_settings, hash_embedders(), quiet=3600) as later:
        await later.settle()
    assert PushBook(connected_settings, ledger).waiting() == []
    assert check_site(database, SITE) == []


async def test_where_nothing_was_pushed_no_books_are_begun_and_broken_ones_stop_nothing(settings: Settings):
    async with PushedPages(settings):
        assert not (settings.home / STATE_NAME).exists()
    settings.home.mkdir(parents=True)
    (settings.home / STATE_NAME).write_bytes(b"no database at all" * 100)
    async with PushedPages(settings):
        pass


async def test_a_page_that_came_while_a_site_was_finished_is_not_taken_for_done(
    connected_settings: Settings, ledger: Ledger
):
    book = PushBook(connected_settings, ledger)
    ledger.update(SITE, OVEN, status="ok")
    book.mark(SITE)
    begun = book.unfinished(SITE)
    book.mark(SITE)
    book.settle(SITE, begun)
    assert book.waiting() == [SITE]


async def test_books_of_a_site_that_was_only_asked_to_remove_know_nothing(
    pages: PushedPages, connected_settings: Settings
):
    with pytest.raises(PageMissing):
        await pages.delete(SITE, OVEN)
    with pytest.raises(SiteUnknown):
        await Books(connected_settings).report(SITE)
