"""The handed trap server as a whole, with the product's own reader of pages."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.ledger import Ledger, LedgerRow
from core.settings import Settings
from crawler.process import spawn_crawl
from crawler.request import CrawlRequest, CrawlSummary
from ingest.html import inspect


@pytest.fixture
def trap_server(shared: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, str(shared / "cases" / "trap_server.py"), str(port)])
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except ConnectionRefusedError:
                assert process.poll() is None
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _crawl(url: str, settings: Settings) -> tuple[CrawlSummary, dict[str, LedgerRow]]:
    request = CrawlRequest(
        site="traps", seeds=(f"{url}/",), allow_private=True, politeness="none", retry_wait=0.01, queue_limit=0
    )
    summary = spawn_crawl(request, settings, inspect)
    ledger = Ledger(settings.home / "state.sqlite")
    rows = {"/" + row.url.split("/", 3)[3]: row for row in ledger.rows("traps")}
    ledger.close()
    return summary, rows


def test_every_handed_crawl_case_ends_right(trap_server: str, settings: Settings):
    summary, rows = _crawl(trap_server, settings)
    statuses = {path: row.status for path, row in rows.items()}
    pages = {path for path, row in rows.items() if row.snapshot}
    assert statuses["/01/start"] == "ok"
    assert {"/03/real/alg-101", "/03/real/logic-20", "/03/real/graphs-7"} <= pages
    assert any(line.startswith("prefix /03/cal capped") for line in summary.capped)
    assert summary.requests < 300
    assert "/2026/handbook/modules/alg-101.html" in statuses
    assert rows["/06-refresh-base.html"].target.endswith("/archive/2025/staff/index.html")
    assert statuses["/06-refresh-self.html"] == "ok"
    assert rows["/07-gbk-bad-meta.html"].title
    assert statuses["/08/closed/a.html"] == "refused"
    assert {path for path in pages if path.startswith("/10")} == {"/10/", "/10/people"}
    assert not any("elsewhere" in path for path in pages)
    assert {rows[path].media_type for path in ("/12/file", "/12-pdf-as-html.html")} == {"application/pdf"}
    assert statuses["/13/meta"] == "redirect"
    assert [path for path in pages if path.startswith("/14/")] == ["/14/", "/14/staff/"] or pages >= {"/14/staff/"}
    assert len([path for path in pages if "staff" in path and path.startswith("/14")]) == 1
    assert statuses["/15/"] == "needs-browser"
