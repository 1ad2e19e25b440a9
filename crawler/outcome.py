"""How a crawl ended, in one sentence that also says what to do where there is nothing, and as an exit code."""

from __future__ import annotations

import re

from core.ledger import QUEUED, LedgerRow
from core.records import LIVE, PageStatus
from crawler.request import CrawlSummary

MOST_NAMED = 3
ROBOTS = "refused by robots.txt"
OWNER = "if the site is yours, allow the crawler there, or give --ignore-robots"
LATER = "check the address and the network, and run the same command again"
ADVICE: dict[str, str] = {
    PageStatus.CHALLENGE: "ask the owner to let the crawler in",
    PageStatus.EMPTY: "start at a page that has text",
    PageStatus.FAILED: LATER,
    PageStatus.GONE: "check the address",
    PageStatus.MAINTENANCE: "run the same command later",
    PageStatus.LOGIN: "give its credentials with --secrets FILE",
    PageStatus.NEEDS_BROWSER: "install the extra `browser` and give --render",
    PageStatus.NOINDEX: "if the site is yours, give --ignore-robots",
    PageStatus.NOT_TEXT: "start at a page",
    PageStatus.REDIRECT: "start there instead",
    PageStatus.REFUSED: "run the same command later",
    PageStatus.SKIPPED: "check --include and --exclude",
    PageStatus.SOFT_404: "check the address",
}
"""What to do when the address at which a crawl starts ended so."""
TROUBLES: dict[str, str] = {
    PageStatus.FAILED: "failed",
    PageStatus.MAINTENANCE: "closed for now",
    PageStatus.CHALLENGE: "behind a challenge",
    PageStatus.LOGIN: "behind a login",
}
"""How addresses ended at which there may be a page all the same, in words."""
_CAPPED = re.compile(r"prefix (.+) capped after (\d+) pages")


def exit_code(summary: CrawlSummary) -> int:
    """3 where pages that seem gone were kept, 1 where a file or a site was not read whole or there is nothing to show.

    Nothing to show is no page at all, or no answer.
    """
    if summary.kept:
        return 3
    nothing = summary.has_nothing and not summary.would_fetch
    return int(bool(summary.trouble) or nothing or summary.is_incomplete)


def explain(summary: CrawlSummary, stopped: str, start: LedgerRow | None = None) -> str:
    """One sentence on how the crawl ended; where there is nothing, also why and what to do.

    `start` is what became of the first seed.
    """
    pages = live_pages(summary.counts)
    said = [f"stopped, since {stopped}" if stopped else "finished", count_pages(pages)]
    if summary.trouble:
        said.append(summary.trouble)
    if summary.would_fetch:
        said.append(f"a dry run: {count_pages(len(summary.would_fetch))} would be fetched")
    if summary.robots_refused:
        said.append(f"refused by robots.txt: {count_pages(summary.robots_refused)}")
    if summary.kept:
        why = f" ({summary.kept_why})" if summary.kept_why else ""
        said.append(f"seem gone and were kept: {count_pages(summary.kept)}{why}; --accept-deletions removes them")
    if summary.gone:
        said.append(f"gone: {count_pages(summary.gone)}")
    said += _cut_off(summary)
    if summary.has_nothing and not summary.would_fetch:
        return "; ".join(said + _why_nothing(summary, pages, start))
    return "; ".join(said + _troubles(summary))


def _cut_off(summary: CrawlSummary) -> list[str]:
    """Where the crawl stopped following, since the same went on and on."""
    found = [part.groups() for part in map(_CAPPED.match, summary.capped) if part]
    named = [f"{prefix} after {count_pages(int(pages))}" for prefix, pages in found[:MOST_NAMED]]
    said = ", ".join([*named, "…"] if len(found) > MOST_NAMED else named)
    if len(found) > 1:
        return [f"{len(found):,} parts of the site were cut off: {said}"]
    return [f"1 part of the site was cut off: {said}"] if found else []


def live_pages(counts: dict[str, int]) -> int:
    """How many of a ledger's addresses are pages."""
    return sum(counts.get(status, 0) for status in LIVE)


def count_pages(count: int) -> str:
    """A number of pages in words."""
    return f"{count:,} page" if count == 1 else f"{count:,} pages"


def _troubles(summary: CrawlSummary) -> list[str]:
    """What was not to be had, and what to do where that is much."""
    troubles = dict(summary.troubles)
    if (own := summary.counts.get(PageStatus.LOGIN, 0)) > 1:
        troubles[PageStatus.LOGIN] = troubles.get(PageStatus.LOGIN, 0) + own
    said = [f"{TROUBLES[status]}: {count_pages(count)}" for status, count in troubles.items()]
    if summary.left_alone:
        said.append(f"{', '.join(summary.left_alone)} stopped answering")
    return [*said, "the site was not read whole; run the same command again"] if summary.is_incomplete else said


def _why_nothing(summary: CrawlSummary, pages: int, start: LedgerRow | None) -> list[str]:
    said = [] if pages else ["nothing to take in"]
    if pages:
        said.append("no page answered, and all are kept as they were last seen")
    if start is not None and start.reason.startswith(ROBOTS):
        return [*said, OWNER]
    if start is not None and start.reason and start.status != QUEUED:
        return [*said, f"{start.url}: {start.reason}", _advice(start)]
    others = [f"{count:,} {name}" for name, count in summary.counts.items() if name not in LIVE | {QUEUED}]
    return [*said, ", ".join(others) or "no address answered", LATER]


def _advice(start: LedgerRow) -> str:
    if "not public" in start.reason:
        return "if the host is your own, give --allow-private"
    return ADVICE.get(start.status, LATER)
