"""`sitequest report`: the crawler's report of a site as a table, as JSON, or as one HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from core.errors import SiteUnknown
from core.settings import Settings

SHOWN = 30
LONGEST = 160


def show_report(settings: Settings, site: str | None, html: Path | None, *, as_json: bool) -> None:
    """Print the report, and write it as a page when asked."""
    from app.console import emit_json, note, print_table, say

    report, page = read_report(settings, site)
    if html is not None:
        html.write_text(page, encoding="utf-8")
        note(f"Wrote {html}.")
    if as_json:
        emit_json(report)
        return
    say(f"{report['site']}: {report['pages']} pages, {report['waiting']} waiting. {report['reason']}".rstrip())
    counts: list[tuple[str, int]] = sorted(report["counts"].items(), key=_most_first)
    print_table(("status", "addresses"), counts)
    for title, columns, rows in _details(report):
        if rows:
            say(f"\n{title} ({len(rows)}{'' if len(rows) <= SHOWN else f', {SHOWN} shown'})")
            print_table(columns, [tuple(map(shorten, row)) for row in rows[:SHOWN]])


def shorten(cell: object) -> object:
    """A cell that leaves room for others: addresses of thousands of characters are whole in JSON and on the page."""
    return f"{cell[: LONGEST - 1]}…" if isinstance(cell, str) and len(cell) > LONGEST else cell


def _most_first(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]


def _details(report: dict[str, Any]) -> Iterator[tuple[str, tuple[str, ...], Sequence[Sequence[object]]]]:
    yield "Warnings", ("what",), [(warning,) for warning in report["warnings"]]
    yield "Traps", ("where",), [(trap,) for trap in report["traps"]]
    broken = [
        (row["url"], row["status"], row["reason"], ", ".join(str(shorten(url)) for url in row["stands_on"][:3]))
        for row in report["broken"]
    ]
    yield "Broken links", ("address", "status", "reason", "stands on"), broken
    for name in ("redirects", "duplicates"):
        pairs = [(row["url"], row["target"], row["reason"]) for row in report[name]]
        yield name.capitalize(), ("address", "leads to", "reason"), pairs
    yield "Orphans", ("address",), [(url,) for url in report["orphans"]]
    reasons = [(row["status"], row["reason"], row["count"], row["example"]) for row in report["reasons"]]
    yield "Reasons for not taking addresses in", ("status", "reason", "addresses", "for example"), reasons
    others = [(row["url"], row["status"], row["reason"]) for row in report["not_taken"]]
    yield "Not taken in", ("address", "status", "reason"), others


def read_report(settings: Settings, site: str | None) -> tuple[dict[str, Any], str]:
    """The report of a site as plain JSON, and as an HTML page."""
    from app.exploring import chosen_site
    from core.ledger import Ledger
    from core.state import STATE_NAME
    from crawler.report import make_report, render_html

    path = settings.home / STATE_NAME
    if not path.exists():
        raise SiteUnknown("Nothing was crawled yet; start with: sitequest crawl URL")
    ledger = Ledger(path)
    try:
        report = make_report(ledger, chosen_site(ledger.sites(), site))
        return report.as_dict(), render_html(report)
    finally:
        ledger.close()
