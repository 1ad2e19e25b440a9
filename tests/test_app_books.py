from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.books import Books
from core.errors import SiteUnknown
from core.ledger import Ledger
from core.settings import Settings
from core.state import STATE_NAME

NOW = datetime(2026, 3, 10, tzinfo=UTC)
ROOT = "https://uni.example/"


@pytest.fixture
def books(settings: Settings) -> Books:
    return Books(settings, lambda: NOW)


def write(settings: Settings, **pages: dict[str, object]) -> None:
    ledger = Ledger(settings.home / STATE_NAME)
    for name, fields in pages.items():
        ledger.update("uni", ROOT + name, **fields)
    ledger.close()


async def test_pages_are_counted_by_ending_and_section(settings: Settings, books: Books):
    write(
        settings,
        a={"status": "ok", "section": "/news/"},
        b={"status": "ok", "section": "/news/"},
        c={"status": "gone", "section": "/", "http_status": 404, "referrer": ROOT + "a"},
    )
    report = await books.report("uni")
    assert report["counts"] == {"ok": 2, "gone": 1}
    assert report["sections"][0] == {"section": "/news/", "pages": 2, "counts": {"ok": 2}}
    assert [(row["url"], row["referrer"]) for row in report["broken"]] == [(ROOT + "c", ROOT + "a")]


async def test_pages_are_sorted_into_ages_by_their_last_visit(settings: Settings, books: Books):
    times = ("2026-03-10", "2026-03-05", "2026-02-20", "2025-06-01", "2024-01-01")
    write(settings, **{f"p{n}": {"status": "ok", "fetched_at": f"{day}T00:00:00Z"} for n, day in enumerate(times)})
    assert (await books.report("uni"))["ages"] == {"day": 1, "week": 1, "month": 1, "year": 1, "older": 1}


async def test_pages_are_due_when_their_next_visit_has_come(settings: Settings, books: Books):
    write(settings, a={"status": "ok", "next_visit": "2026-03-09T00:00:00Z"}, b={"next_visit": "2026-03-11T00:00:00Z"})
    assert (await books.report("uni"))["due"] == 1


async def test_changes_come_newest_first_and_only_since_the_time_asked_for(settings: Settings, books: Books):
    write(
        settings,
        old={"status": "ok", "changed_at": "2026-01-01T00:00:00Z"},
        new={"status": "ok", "changed_at": "2026-03-09T00:00:00Z"},
        lost={"status": "gone", "changed_at": "2026-03-08T00:00:00Z", "ingest_status": "retired"},
        never={"status": "gone", "changed_at": "2026-03-08T00:00:00Z"},
        stub={"status": "redirect", "changed_at": "2026-03-09T00:00:00Z"},
    )
    found = await books.changes("uni", "2026-03-01", 10)
    assert [(row["url"], row["what"]) for row in found] == [(ROOT + "new", "changed"), (ROOT + "lost", "gone")]
    assert len(await books.changes("uni", "", 10)) == 3
    assert len(await books.changes("uni", "", 1)) == 1


async def test_what_could_not_be_taken_in_is_listed_with_its_reason(settings: Settings, books: Books):
    write(settings, a={"status": "ok", "ingest_status": "failed", "ingest_reason": "No text in it."})
    assert (await books.report("uni"))["failed_ingest"][0]["reason"] == "No text in it."


async def test_a_site_never_crawled_is_unknown(settings: Settings, books: Books):
    with pytest.raises(SiteUnknown, match="Nothing was crawled"):
        await books.report("uni")
    write(settings, a={"status": "ok"})
    with pytest.raises(SiteUnknown, match="never crawled"):
        await books.changes("elsewhere", "", 5)


async def test_a_summary_that_cannot_be_read_is_left_out(settings: Settings, books: Books, tmp_path: Path):
    write(settings, a={"status": "ok"})
    ledger = Ledger(settings.home / STATE_NAME)
    ledger.note("uni", "summary", "{broken")
    ledger.close()
    assert (await books.report("uni"))["last_run"] == {}
