"""How a crawl or an ingest run ended, in words."""

from __future__ import annotations

from typing import Any

from app.console import note, say


def print_summary(result: dict[str, Any]) -> None:
    """Print what a run did: fetched, new, changed, gone, failed; and every failure with its reason."""
    crawl, ingest = result.get("crawl"), result.get("ingest")
    if crawl:
        say(_crawl_line(crawl))
        for url in crawl.get("would_fetch", ()):
            say(f"  {url}")
        for warning in crawl.get("warnings", ()):
            note(f"Warning: {warning}")
    if ingest:
        say(_ingest_line(ingest))
        for url, reason in ingest.get("failures", ()):
            note(f"Failed: {url}: {reason}")


def _crawl_line(crawl: dict[str, Any]) -> str:
    counts = ", ".join(f"{crawl[name]} {name}" for name in ("fetched", "new", "changed", "unchanged", "gone"))
    reason = f" {crawl['reason']}" if crawl.get("reason") else ""
    return f"Crawl of {crawl['site']}: {counts} in {crawl['seconds']:.1f} s.{reason}"


def _ingest_line(ingest: dict[str, Any]) -> str:
    names = ("written", "unchanged", "retired", "kept", "failed")
    counts = ", ".join(f"{ingest[name]} {name}" for name in names if name in ingest)
    return f"Graph: {counts} in {ingest['seconds']:.1f} s."
