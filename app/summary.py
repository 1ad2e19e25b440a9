"""How a crawl or an ingest run ended, in words."""

from __future__ import annotations

from typing import Any

from app.console import note, own_command, say
from core.records import LIVE

WORDS = {"queued": "waiting", "redirect": "redirected"}


def print_summary(result: dict[str, Any]) -> None:
    """Print what a run did, so that its numbers add up; and every failure with its reason."""
    crawl, ingest = result.get("crawl"), result.get("ingest")
    if crawl:
        say(f"Crawl of {crawl['site']}: {crawl['reason']}.")
        if crawl["pages"]:
            say(_counts_line(crawl))
        for url in crawl.get("would_fetch", ()):
            say(f"  {url}")
        for warning in crawl.get("warnings", ()):
            note(f"Warning: {warning}")
    if ingest and ingest.get("sites"):
        say(_ingest_line(ingest))
        for url, reason in ingest.get("failures", ()):
            note(f"Failed: {url}: {reason}")
    if left := result.get("left"):
        command = f"{own_command()} ingest --once"
        note(f"Of other sites {left:,} pages wait (their crawl was stopped or still runs); to take them in: {command}")
    if result.get("finish", {}).get("rebuild_topics"):
        rebuild = f"{own_command()} topics --site {result['site']} --rebuild"
        note(f"Many pages came or went since the topics were gathered; to gather them anew: {rebuild}")


def _counts_line(crawl: dict[str, Any]) -> str:
    """Every known address once: the pages by news, the others by status."""
    news = {name: crawl[name] for name in ("new", "changed", "unchanged")} | {"not seen this time": crawl["as_before"]}
    pages = ", ".join(f"{count:,} {name}" for name, count in news.items() if count)
    others = [f"{count:,} {WORDS.get(name, name)}" for name, count in crawl["counts"].items() if name not in LIVE]
    known = " + ".join([f"{crawl['pages']:,} pages ({pages or 'none seen'})", *others])
    return (
        f"  {crawl['known']:,} addresses known = {known}; {crawl['requests']:,} requests in {crawl['seconds']:.1f} s."
    )


def _ingest_line(ingest: dict[str, Any]) -> str:
    names = ("written", "unchanged", "retired", "kept", "failed")
    counts = ", ".join(f"{ingest[name]} {name}" for name in names if name in ingest)
    return f"Graph: {counts} in {ingest['seconds']:.1f} s."
