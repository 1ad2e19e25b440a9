"""The ingest side without a crawl: a worker that takes in what the queue holds, and what is said of such a run."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from app.bars import crawl_bars
from app.wiring import open_ingest
from core.settings import Settings

if TYPE_CHECKING:
    from crawler.request import CrawlSummary


def run_ingest(settings: Settings, *, once: bool, quiet: bool = False) -> dict[str, Any]:
    """The worker: take in what the queue holds, for ever unless `once`; sites are finished when the queue is empty."""
    from app.heartbeat import Heart
    from app.stopping import polite_stop

    with open_ingest(settings) as service, crawl_bars(quiet=quiet) as bars, polite_stop() as stop:
        heart = Heart(settings, "ingest")

        def progress(step: str, done: int, total: int, /) -> None:
            heart.beat()
            stop.check()
            bars.step(step, done, total)

        totals: dict[str, Any] = {}
        while True:
            heart.beat()
            report = plain(service.run(until_idle=True, progress=progress))
            correct_summaries(settings, report)
            for site in report["sites"]:
                service.finish_site(site, progress)
            totals = add_reports(totals, report)
            if once:
                return {"ingest": totals, "exit_code": exit_code_of(totals)}
            stop.wait(1.0)


def exit_code_of(report: dict[str, Any]) -> int:
    """The exit code of an ingest run: files that nobody could read are no failure of the run."""
    return int(report["failed"] > len(report.get("unread", ())))


def correct_summaries(settings: Settings, report: dict[str, Any]) -> dict[str, CrawlSummary]:
    """Let the sentence of each site's last crawl say which of its pages gave no text; those that now do."""
    from core.ledger import Ledger
    from core.state import STATE_NAME
    from crawler.unread import say_unread

    unread = [*report.get("unread", ()), *report.get("wordless", ())]
    if not unread:
        return {}
    ledger = Ledger(settings.home / STATE_NAME)
    try:
        sites = dict.fromkeys(site for site, _ in unread)
        said = {name: say_unread(ledger, name, [url for site, url in unread if site == name]) for name in sites}
    finally:
        ledger.close()
    return {name: summary for name, summary in said.items() if summary is not None}


def add_reports(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Two reports of ingest runs as one."""
    if not first:
        return second
    merged = dict(first)
    for name, value in second.items():
        merged[name] = (
            list(dict.fromkeys([*map(_frozen, first[name]), *map(_frozen, value)]))
            if isinstance(value, list | tuple)
            else first[name] + value
        )
    return merged


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def plain(value: Any) -> dict[str, Any]:
    return dict(value.model_dump(mode="json") if hasattr(value, "model_dump") else asdict(value))
