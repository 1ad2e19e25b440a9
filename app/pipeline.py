"""A crawl end to end: the crawler in a process of its own, the ingest service here, the durable queue between them."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from app.bars import Bars, crawl_bars
from app.crawlchild import Crawling
from app.runs import recorded, remove_run
from app.sitelock import hold_site
from app.stopping import end_on_term
from app.wiring import open_ingest, queue_of
from app.worker import add_reports, correct_summaries, exit_code_of, plain
from core.errors import SettingsError
from core.settings import Settings

if TYPE_CHECKING:
    from crawler.request import CrawlRequest, CrawlSummary
    from ingest.service import IngestService


@dataclass(frozen=True, slots=True)
class CrawlOptions:
    """What the command line asks of a crawl. `warc` or `folder` take pages from disk instead of the network.

    `started_by` says where it was started: shell, watch, or page. `record` is the file of a run that has one already.
    """

    seeds: tuple[str, ...] = ()
    site: str | None = None
    allow_private: bool = False
    full: bool = False
    due_only: bool = False
    dry_run: bool = False
    accept_deletions: bool = False
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_pages: int = 0
    max_bytes: int = 0
    max_depth: int = 0
    delay: float = 0.0
    politeness: str = "auto"
    ignore_robots: bool = False
    render: bool = False
    secrets: Path | None = None
    warc: Path | None = None
    folder: Path | None = None
    base_url: str | None = None
    ingest: bool = True
    started_by: str = "shell"
    record: Path | None = None


def site_of(options: CrawlOptions) -> str:
    """The name of the site: the one given, or the host of the first seed without `www.`."""
    if options.site:
        return options.site
    first = options.seeds[0] if options.seeds else options.base_url or ""
    host = urlsplit(first).hostname
    if not host and first:
        raise SettingsError(
            f"{first!r} is no web address; it begins with http:// or https:// and a host, as in https://www.example.edu/."
        )
    if not host:
        raise SettingsError("Say where to start, as in: sitequest crawl https://www.example.edu/")
    return host.removeprefix("www.")


def to_request(settings: Settings, options: CrawlOptions) -> CrawlRequest:
    """The crawler's request; a known site may be named without its address."""
    from pydantic import ValidationError

    from crawler.request import CrawlRequest

    from_disk = options.warc is not None or options.folder is not None
    seeds = options.seeds if options.seeds or from_disk else _known_seeds(settings, options.site)
    wanted = {
        name: value
        for name, value in asdict(options).items()
        if name in CrawlRequest.model_fields and name not in {"site", "seeds"}
    }
    queue_limit = 500 if options.ingest else 0
    try:
        return CrawlRequest(site=site_of(replace(options, seeds=seeds)), seeds=seeds, queue_limit=queue_limit, **wanted)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        said = f"{where} is wrong ({first['msg']})" if where else first["msg"].removeprefix("Value error, ")
        raise SettingsError(f"The crawl cannot start: {said}.") from error


def _known_seeds(settings: Settings, site: str | None) -> tuple[str, ...]:
    from app.seeds import read_seeds

    if site is None:
        raise SettingsError("Say where to start, as in: sitequest crawl https://www.example.edu/")
    seeds = read_seeds(settings).get(site, ())
    if not seeds:
        raise SettingsError(f"The site {site} is not known yet; give its address: sitequest crawl URL --site {site}")
    return tuple(seeds)


def run_crawl(
    settings: Settings, options: CrawlOptions, *, quiet: bool = False, bars: Bars | None = None
) -> dict[str, Any]:
    """Crawl, take in, finish the site; a report as plain JSON. The same call goes on after any stop."""
    end_on_term()
    request = to_request(settings, options)
    _refuse_at_once(request)
    shown = nullcontext(bars) if bars is not None else crawl_bars(quiet=quiet)
    with shown as watch:
        if request.dry_run:
            return _only_crawl(settings, request, watch)
        with hold_site(settings, request.site):
            return _run_recorded(settings, options, request, watch)


def _run_recorded(settings: Settings, options: CrawlOptions, request: CrawlRequest, watch: Bars) -> dict[str, Any]:
    """Run with a file of its own; of a look at a site for which nothing was due, nothing is kept."""
    run_it = _crawl_and_take_in if options.ingest else _only_crawl
    origin = str(next(iter(request.seeds), request.base_url or request.warc or ""))
    start = {"site": request.site, "url": origin, "started_by": options.started_by}
    with recorded(settings, start, watch, options.record) as run:
        run.result = run_it(settings, request, run.bars)
    if options.due_only and not run.result["crawl"]["requests"]:
        remove_run(run.path)
    return run.result


def _refuse_at_once(request: CrawlRequest) -> None:
    """Raise `AddressRefused` before a database is started for a crawl that may not begin."""
    from crawler.addresses import check_address

    for seed in request.seeds if request.warc is None and request.folder is None else ():
        check_address(seed, allow_private=request.allow_private)


def _only_crawl(settings: Settings, request: CrawlRequest, bars: Bars) -> dict[str, Any]:
    summary = Crawling(settings, request, bars).run()
    if not request.dry_run:
        _remember_seeds(settings, request, summary)
    return {"site": request.site, "crawl": plain(summary), "exit_code": summary.exit_code}


def _crawl_and_take_in(settings: Settings, request: CrawlRequest, bars: Bars) -> dict[str, Any]:
    with open_ingest(settings) as service:
        crawling = Crawling(settings, request, bars)
        report = _take_while(service, crawling, bars, request.site)
        summary = crawling.result()
        wanted = bool(report["sites"]) or not summary.has_nothing
        summary = correct_summaries(settings, report).get(request.site, summary)
        finished = plain(service.finish_site(request.site, bars.step)) if wanted else {}
    _remember_seeds(settings, request, summary)
    parts = {"crawl": plain(summary), "ingest": report, "finish": finished, "left": _left_by_others(settings, request)}
    return {"site": request.site, **parts, "exit_code": summary.exit_code or exit_code_of(report)}


def _left_by_others(settings: Settings, request: CrawlRequest) -> int:
    """How many pages of other sites wait, fetched by crawls that were stopped or that run now."""
    with queue_of(settings) as queue:
        return queue.depth() - queue.depth(request.site)


def _remember_seeds(settings: Settings, request: CrawlRequest, summary: CrawlSummary) -> None:
    from app.permission import permit_private
    from app.seeds import write_seeds

    if summary.fetched:
        write_seeds(settings, request.site, request.seeds)
        if request.allow_private:
            permit_private(settings, request.site, request.seeds)


def _take_while(service: IngestService, crawling: Crawling, bars: Bars, site: str) -> dict[str, Any]:
    """Take in the pages of the site until the crawl has ended and none waits."""
    totals: dict[str, Any] = {}
    crawling.start()
    try:
        while True:
            ended = crawling.ended
            # The service asks after every wave whether it may stop: only once the crawl has ended.
            report = plain(service.run(until_idle=cast("bool", crawling), progress=bars.step, site=site))
            totals = add_reports(totals, report)
            if ended:
                return totals
    except BaseException:  # the child must not go on when nobody takes in what it brings
        crawling.cancel()
        raise
