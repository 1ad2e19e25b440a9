"""`sitequest watch`: every known site again when its pages are due; never asks, never stops for one bad site."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from typing import Any

from app.console import note
from app.heartbeat import beat
from app.pipeline import CrawlOptions, run_crawl, site_of
from app.seeds import read_seeds
from app.stopping import end_on_term
from core.errors import SiteQuestError
from core.settings import Settings

BEAT_SECONDS = 60.0


def run_watch(
    settings: Settings,
    seeds: Sequence[str],
    minutes: float,
    *,
    once: bool = False,
    allow_private: bool = False,
    fetch_only: bool = False,
    quiet: bool = False,
) -> int:
    """Look at every site, then wait; for ever unless `once`. SIGTERM ends it like Ctrl-C.

    Returns the worst exit code of the crawls of one look.
    """
    end_on_term()
    given = [*seeds, *os.environ.get("SITEQUEST_SEEDS", "").split()]
    while True:
        beat(settings, "watch")
        worst = 0
        for site, urls in known_sites(settings, given).items():
            options = CrawlOptions(
                seeds=tuple(urls), site=site, due_only=True, allow_private=allow_private, ingest=not fetch_only,
                started_by="watch",
            )  # fmt: skip
            worst = max(worst, _look(settings, options, quiet=quiet))
            beat(settings, "watch")
        if once:
            return worst
        _wait(settings, minutes * 60)


def known_sites(settings: Settings, given: Sequence[str]) -> dict[str, list[str]]:
    """Sites crawled before, and those given that are new."""
    known = read_seeds(settings)
    addresses = {url for urls in known.values() for url in urls}
    for url in given:
        if url not in addresses:
            known.setdefault(site_of(CrawlOptions(seeds=(url,))), []).append(url)
    return known


def _look(settings: Settings, options: CrawlOptions, *, quiet: bool) -> int:
    try:
        result = run_crawl(settings, options, quiet=quiet)
    except SiteQuestError as error:
        note(f"{options.site}: {error}")
        return error.exit_code
    note(f"{options.site}: {_said(result['crawl'])}")
    return int(result["exit_code"])


def _said(crawl: Mapping[str, Any]) -> str:
    """What a look at a site found."""
    if not crawl["fetched"] and not crawl["exit_code"]:
        return f"nothing was due; {crawl['pages']:,} pages."
    counts = ", ".join(f"{crawl[name]} {name}" for name in ("fetched", "changed", "gone"))
    return f"{crawl['reason']} ({counts})."


def _wait(settings: Settings, seconds: float) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        time.sleep(min(BEAT_SECONDS, left))
        beat(settings, "watch")
