"""The report of a site: how every address ended, as records, as plain JSON and as one page for a webmaster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, select_autoescape

from core.ledger import NOT_TAKEN_IN, Ledger, LedgerRow
from core.records import LIVE, PageStatus
from core.urls import host_of, page_key, same_page, section_of
from crawler.linkgraph import LinkGraph
from crawler.request import CrawlSummary

MOST_ROWS = 2000
LONGEST = 200
MOST_REFERRERS = 10
BROKEN = ("gone", "soft-404", "failed")
NO_PLACE = ("link", "push")
"""How addresses were found of which nothing is said where no link to them stands."""
HIDDEN = (
    *("needs-browser", "needs-ocr", "login", "challenge", "maintenance", "empty", "noindex", "truncated", "refused"),
    *("not-text", "skipped", "trapped"),
)


@dataclass(frozen=True, slots=True)
class Broken:
    """An address that leads nowhere, and the pages on which links to it stand."""

    url: str
    status: str
    reason: str
    stands_on: tuple[str, ...]
    places: int


@dataclass(frozen=True, slots=True)
class Pair:
    """An address and the one it leads to."""

    url: str
    target: str
    reason: str


@dataclass(frozen=True, slots=True)
class Named:
    """An address with the reason for its status."""

    url: str
    status: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reason:
    """How many addresses ended with one status for one reason, and the first of them."""

    status: str
    reason: str
    count: int
    example: str


@dataclass(frozen=True, slots=True)
class SiteReport:
    """Everything a webmaster may want to know. Long lists are cut at 2,000 rows; `counts` has the whole numbers."""

    site: str
    reason: str
    ended_at: str
    counts: dict[str, int]
    pages: int
    sections: tuple[tuple[str, dict[str, int]], ...]
    languages: dict[str, int]
    media_types: dict[str, int]
    traps: tuple[str, ...]
    warnings: tuple[str, ...]
    redirects: tuple[Pair, ...]
    broken: tuple[Broken, ...]
    duplicates: tuple[Pair, ...]
    orphans: tuple[str, ...]
    not_taken: tuple[Named, ...]
    reasons: tuple[Reason, ...]
    waiting: int

    def as_dict(self) -> dict[str, Any]:
        """The report as plain JSON."""
        return asdict(self)


def _was_given_up(row: LedgerRow) -> bool:
    return row.ingest_status == NOT_TAKEN_IN and row.status not in HIDDEN


def make_report(ledger: Ledger, site: str) -> SiteReport:
    """Read the report of a site off its ledger."""
    rows = list(ledger.rows(site))
    graph = LinkGraph(ledger, site)
    live = [row for row in rows if row.snapshot and row.status in LIVE]
    noted = ledger.noted(site, "summary")
    summary = CrawlSummary.model_validate_json(noted) if noted else CrawlSummary(site=site, reason="not finished yet")
    hidden = [row for row in rows if row.status in HIDDEN or is_unanswered(row, summary.left_alone)]
    hidden += [replace(row, reason=f"not taken in: {row.ingest_reason}") for row in live if _was_given_up(row)]
    return SiteReport(
        site=site,
        reason=summary.reason,
        ended_at=summary.ended_at,
        counts=ledger.counts(site),
        pages=len(live),
        sections=_sections(rows),
        languages=_counted(row.lang or "unknown" for row in live),
        media_types=_counted(row.media_type or "unknown" for row in live),
        traps=summary.capped,
        warnings=summary.warnings,
        redirects=_pairs(rows, "redirect"),
        broken=broken_links(rows, graph, summary.left_alone),
        duplicates=_pairs(rows, "duplicate"),
        orphans=tuple(graph.orphans((row.url for row in live), _starts(rows)))[:MOST_ROWS],
        not_taken=tuple(Named(row.url, row.status, row.reason) for row in hidden)[:MOST_ROWS],
        reasons=_reasons(hidden),
        waiting=sum(row.pending > 0 for row in rows),
    )


def render_html(report: SiteReport) -> str:
    """The report as one page that needs no other file."""
    return _environment().get_template("report.html").render(report=report, live=LIVE, longest=LONGEST)


@cache
def _environment() -> Environment:
    return Environment(loader=PackageLoader("crawler", "templates"), autoescape=select_autoescape(), trim_blocks=True)


def _sections(rows: list[LedgerRow]) -> tuple[tuple[str, dict[str, int]], ...]:
    found: dict[str, Counter[str]] = {}
    for row in rows:
        found.setdefault(section_of(row.url), Counter())[row.status] += 1
    largest = sorted(found.items(), key=lambda item: (-sum(item[1].values()), item[0]))
    return tuple((section, dict(counts)) for section, counts in largest[:MOST_ROWS])


def _reasons(rows: Iterable[LedgerRow]) -> tuple[Reason, ...]:
    found: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        found.setdefault((row.status, row.reason), []).append(row.url)
    reasons = [Reason(status, reason, len(urls), urls[0]) for (status, reason), urls in found.items()]
    return tuple(sorted(reasons, key=lambda one: (-one.count, one.status, one.reason)))[:MOST_ROWS]


def _counted(names: Any) -> dict[str, int]:
    return dict(Counter(names).most_common())


def _pairs(rows: list[LedgerRow], status: str) -> tuple[Pair, ...]:
    return tuple(Pair(row.url, row.target, row.reason) for row in rows if row.status == status)[:MOST_ROWS]


def broken_links(rows: list[LedgerRow], graph: LinkGraph, silent: Collection[str] = ()) -> tuple[Broken, ...]:
    """Links that lead nowhere; what a page no longer links to since it was read again is none.

    Nor are those to `silent` hosts, which stopped answering: of what they did not answer nothing is known.
    """
    broken = [row for row in rows if (row.status in BROKEN and not is_unanswered(row, silent)) or _has_moved(row)]
    live = graph.referrers(row.url for row in broken)
    naming = _naming(rows)
    places = {row.url: live.get(row.url) or naming.get(page_key(row.url)) or _first_place(row, graph) for row in broken}
    found = [row for row in broken if places[row.url] or row.source not in NO_PLACE][:MOST_ROWS]
    return tuple(
        Broken(
            row.url,
            row.status,
            row.reason,
            tuple(places[row.url][:MOST_REFERRERS]),
            len(places[row.url] if live.get(row.url) or naming.get(page_key(row.url)) else ()),
        )
        for row in found
    )


def _naming(rows: Iterable[LedgerRow]) -> dict[str, list[str]]:
    """The pages that name an address as their canonical one, by its key."""
    found: dict[str, list[str]] = {}
    for row in rows:
        if row.canonical and row.status in LIVE and not same_page(row.canonical, row.url):
            found.setdefault(page_key(row.canonical), []).append(row.url)
    return found


def is_unanswered(row: LedgerRow, silent: Collection[str]) -> bool:
    """Whether an address failed with its whole host."""
    return row.status == PageStatus.FAILED and not row.http_status and host_of(row.url) in silent


def _starts(rows: list[LedgerRow]) -> list[str]:
    return [row.url for row in rows if row.source == "seed"]


def _has_moved(row: LedgerRow) -> bool:
    """Whether nothing is at an address whose page is known elsewhere: its reason says where."""
    return row.status == PageStatus.REDIRECT and row.http_status in (404, 410)


def _first_place(row: LedgerRow, graph: LinkGraph) -> list[str]:
    """Where the address was first seen, while nothing newer is known of that page."""
    return [row.referrer] if row.referrer and not graph.knows(row.referrer) else []
