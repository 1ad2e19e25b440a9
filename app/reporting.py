"""`sitequest report`: the crawler's report of a site as a table, as JSON, or as one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from core.errors import SiteUnknown
from core.settings import Settings


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
    say(f"{report['site']}: {report.get('reason', '')}")
    print_table(("status", "pages"), sorted(report["counts"].items(), key=lambda item: -item[1]))
    for name in ("traps", "broken", "redirects", "duplicates", "orphans"):
        if report.get(name):
            say(f"\n{name.capitalize()}:")
            print_table(("", ""), [(str(row)[:160], "") for row in report[name][:30]])


def read_report(settings: Settings, site: str | None) -> tuple[dict[str, Any], str]:
    """The report of a site as plain JSON, and as an HTML page."""
    from crawler.report import make_report, render_html

    from app.exploring import chosen_site
    from core.ledger import Ledger
    from core.state import STATE_NAME

    path = settings.home / STATE_NAME
    if not path.exists():
        raise SiteUnknown("Nothing was crawled yet; start with: sitequest crawl URL")
    ledger = Ledger(path)
    try:
        report = make_report(ledger, chosen_site(ledger.sites(), site))
        return report.as_dict(), render_html(report)
    finally:
        ledger.close()
