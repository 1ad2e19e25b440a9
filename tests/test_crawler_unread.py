"""A fetched file that cannot be read: failed in the books, in every report, and in the last sentence of the crawl."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from docx import Document

from app.books import Books
from core.ledger import Ledger
from core.records import PageStatus, Snapshot
from core.settings import Settings
from crawler.report import make_report
from crawler.request import CrawlSummary
from crawler.unread import say_unread
from graph.database import Database
from ingest.html import parse
from tests.ingest_samples import ROOT
from tests.ingest_samples import SITE as CAMPUS
from tests.sites.crawls import SITE, Crawls
from tests.sites.server import Reply, page, routes, serve
from tests.test_ingest_finishing import Site

TORN = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 9 0 R >>\nendobj\n" + b"nothing of use " * 40
REASON = "The PDF file cannot be read (No /Root object! - Is this really a PDF?)."


def test_a_crawl_says_afterwards_what_could_not_be_read_and_its_numbers_add_up(tmp_path: Path) -> None:
    crawls = Crawls(tmp_path)
    table = {
        "/": page("Home", "/torn.pdf", "/mill"),
        "/torn.pdf": Reply(TORN, kind="application/pdf"),
        "/mill": page("Mill"),
    }
    with serve(routes(table)) as server:
        crawls.run(server.url)
        ledger, torn = Ledger(crawls.state), server.url.rstrip("/") + "/torn.pdf"
        ledger.update(SITE, torn, status="failed", reason=REASON, ingest_status="failed", ingest_reason=REASON)
        said = say_unread(ledger, SITE, [torn])
        assert said is not None
        assert said.reason.endswith("could not be read: 1 page")
        assert (said.pages, said.new, said.counts) == (2, 2, {"ok": 2, "failed": 1})
        report = make_report(ledger, SITE)
        assert (report.reason, report.pages) == (said.reason, 2)
        assert [(one.status, one.reason) for one in report.broken] == [("failed", REASON)]
        books = asyncio.run(Books(crawls.settings).report(SITE))
        assert books["counts"] == {"ok": 2, "failed": 1}
        assert [row["reason"] for row in books["failed_ingest"]] == [REASON]
        crawls.take_queue()
        again = crawls.run(server.url)
        assert (again.pages, again.unchanged, again.as_before) == (2, 2, 0)
        assert crawls.statuses()["/torn.pdf"] == "failed"
        assert crawls.take_queue() == []
        assert say_unread(ledger, SITE, [server.url.rstrip("/") + "/mill"]) is None
        ledger.close()


def test_a_torn_file_is_failed_when_it_is_taken_in_and_costs_itself_alone(
    database: Database, settings: Settings
) -> None:
    site = Site(database, settings)
    when = datetime(2026, 3, 1, tzinfo=UTC)
    torn = Snapshot(CAMPUS, ROOT + "torn.pdf", 200, TORN, when, {"content-type": "application/pdf"})
    site.ledger.update(CAMPUS, torn.url, status="ok")
    site.queue.put(CAMPUS, torn.url, "page", site.snapshots.put(torn))
    site.put("mud", "<h1>Mud</h1><p>Soft ground that is neither land nor water, twice a day.</p>")
    report = site.service.run()
    assert (report.written, report.failed, report.unread) == (1, 1, ((CAMPUS, torn.url),))
    row = site.ledger.get(CAMPUS, torn.url)
    assert row is not None
    assert (row.status, row.ingest_status) == ("failed", "failed")
    assert "PDF file cannot be read" in row.reason


def letter(text: str) -> Snapshot:
    """A text file of an office with one paragraph, at an address that stays."""
    document = Document()
    document.add_paragraph(text)
    file = BytesIO()
    document.save(file)
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    when = datetime(2026, 3, 1, tzinfo=UTC)
    return Snapshot(CAMPUS, ROOT + "letter.docx", 200, file.getvalue(), when, {"content-type": kind})


def test_a_file_is_booked_as_what_it_is_each_time_it_changes(database: Database, settings: Settings) -> None:
    site = Site(database, settings)
    statuses = []
    for text in ("Looms and wheels", "", "Looms, wheels and dyes"):
        snapshot = letter(text)
        # So the crawler books a file that is new or has changed.
        site.ledger.update(CAMPUS, snapshot.url, status="ok", reason="fetched")
        site.queue.put(CAMPUS, snapshot.url, "page", site.snapshots.put(snapshot))
        report = site.service.run()
        row = site.ledger.get(CAMPUS, snapshot.url)
        assert row is not None
        statuses.append((row.status, report.wordless))
    assert statuses == [("ok", ()), ("empty", ((CAMPUS, ROOT + "letter.docx"),)), ("ok", ())]


@pytest.mark.parametrize(
    ("status", "said", "pages"),
    [("needs-ocr", "scans without text: 1 page", 2), ("empty", "files without text: 1 page", 1)],
)
def test_the_last_sentence_says_which_files_hold_no_text_and_the_numbers_add_up(
    tmp_path: Path, status: str, said: str, pages: int
) -> None:
    ledger = Ledger(tmp_path / "state.sqlite")
    for name, ended in (("a", "ok"), ("b", status)):
        ledger.update(SITE, f"{ROOT}{name}", status=ended)
    before = CrawlSummary(site=SITE, reason="finished; 2 pages", pages=2, new=2, known=2, counts={"ok": 2})
    ledger.note(SITE, "summary", before.model_dump_json())
    summary = say_unread(ledger, SITE, [f"{ROOT}b", f"{ROOT}b"])
    ledger.close()
    assert summary is not None
    shown = "2 pages" if pages == 2 else "1 page"
    assert (summary.reason, summary.pages, summary.new) == (f"finished; {shown}; {said}", pages, pages)
    assert summary.counts == {"ok": 1, status: 1}


def test_the_libraries_print_nothing_of_a_torn_file(capfd: pytest.CaptureFixture[str]) -> None:
    logging.getLogger("pypdf").setLevel(logging.NOTSET)
    assert parse(TORN, "http://site.example/torn.pdf", "application/pdf").status is PageStatus.FAILED
    assert capfd.readouterr().err == ""
