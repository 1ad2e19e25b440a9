"""A crawl end to end: the crawler in a process of its own, the ingest service here, the durable queue between them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from app.bars import Bars, crawl_bars
from app.crawlchild import Crawling
from app.runs import recorded, remove_run
from app.sitelock import hold_site
from app.wiring import open_graph, vector_sources
from core.errors import SettingsError
from core.settings import Settings

if TYPE_CHECKING:
    from core.queue import PageQueue
    from crawler.request import CrawlRequest, CrawlSummary
    from ingest.service import IngestService
    from models.factory import EmbedderSet


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
    return {"site": request.site, "crawl": _plain(summary), "exit_code": summary.exit_code}


def _crawl_and_take_in(settings: Settings, request: CrawlRequest, bars: Bars) -> dict[str, Any]:
    with open_ingest(settings) as service:
        crawling = Crawling(settings, request, bars)
        report = _take_while(service, crawling, bars, request.site)
        summary = crawling.result()
        wanted = bool(report["sites"]) or not summary.has_nothing
        summary = _say_unread(settings, report).get(request.site, summary)
        finished = _plain(service.finish_site(request.site, bars.step)) if wanted else {}
    _remember_seeds(settings, request, summary)
    parts = {"crawl": _plain(summary), "ingest": report, "finish": finished, "left": _left_by_others(settings, request)}
    return {"site": request.site, **parts, "exit_code": summary.exit_code or _failed(report)}


def _left_by_others(settings: Settings, request: CrawlRequest) -> int:
    """How many pages of other sites wait, fetched by crawls that were stopped or that run now."""
    with queue_of(settings) as queue:
        return queue.depth() - queue.depth(request.site)


def _failed(report: dict[str, Any]) -> int:
    """The exit code of an ingest run: files that nobody could read are no failure of the run."""
    return int(report["failed"] > len(report.get("unread", ())))


def _say_unread(settings: Settings, report: dict[str, Any]) -> dict[str, CrawlSummary]:
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


def _remember_seeds(settings: Settings, request: CrawlRequest, summary: CrawlSummary) -> None:
    from app.permission import permit_private
    from app.seeds import write_seeds

    if summary.fetched:
        write_seeds(settings, request.site, request.seeds)
        if request.allow_private:
            permit_private(settings, request.site, request.seeds)


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
            report = _plain(service.run(until_idle=True, progress=progress))
            _say_unread(settings, report)
            for site in report["sites"]:
                service.finish_site(site, progress)
            totals = add_reports(totals, report)
            if once:
                return {"ingest": totals, "exit_code": _failed(totals)}
            stop.wait(1.0)


def _take_while(service: IngestService, crawling: Crawling, bars: Bars, site: str) -> dict[str, Any]:
    """Take in the pages of the site until the crawl has ended and none waits."""
    totals: dict[str, Any] = {}
    crawling.start()
    try:
        while True:
            ended = crawling.ended
            # The service asks after every wave whether it may stop: only once the crawl has ended.
            report = _plain(service.run(until_idle=cast("bool", crawling), progress=bars.step, site=site))
            totals = add_reports(totals, report)
            if ended:
                return totals
    except BaseException:  # the child must not go on when nobody takes in what it brings
        crawling.cancel()
        raise


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


def _plain(value: Any) -> dict[str, Any]:
    return dict(value.model_dump(mode="json") if hasattr(value, "model_dump") else asdict(value))


@contextmanager
def queue_of(settings: Settings) -> Iterator[PageQueue]:
    """The durable queue of `settings.home`."""
    from core.queue import PageQueue
    from core.state import STATE_NAME

    queue = PageQueue(settings.home / STATE_NAME)
    try:
        yield queue
    finally:
        queue.close()


@contextmanager
def open_ingest(settings: Settings, embedders: EmbedderSet | None = None) -> Iterator[IngestService]:
    """The ingest service over the state in `settings.home`, with the schema made. SIGTERM ends it like Ctrl-C.

    `embedders` are those of the settings where they are loaded already.
    """
    from core.ledger import Ledger
    from core.queue import PageQueue
    from core.snapshots import SnapshotStore
    from core.state import STATE_NAME, State
    from graph.schema import ensure_schema
    from ingest.service import IngestService
    from models.factory import make_embedders, make_llm

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    embedders = embedders or make_embedders(settings)
    with open_graph(settings) as database:
        ensure_schema(database, vector_sources(embedders))
        state = State(settings.home / STATE_NAME)
        try:
            yield IngestService(
                database, embedders, settings, PageQueue(state), SnapshotStore(settings.home / "snapshots"),
                Ledger(state), make_llm(settings),
            )  # fmt: skip
        finally:
            state.close()
