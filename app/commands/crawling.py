"""`sitequest crawl`, `ingest`, `watch`, `report` and `forget`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from app.options import Docker, Json, Quiet, Site, read_size

Name = Annotated[str | None, typer.Option("--site", help="Name of the site. Default: the host.")]
Private = Annotated[bool, typer.Option("--allow-private", help="Let the start page's own host be private or loopback.")]
Full = Annotated[bool, typer.Option("--full", help="Fetch every page again, also the unchanged ones.")]
Dry = Annotated[bool, typer.Option("--dry-run", help="Say what would be fetched; fetch and change nothing.")]
Accept = Annotated[bool, typer.Option("--accept-deletions", help="Retire pages even when many go at once.")]
Include = Annotated[list[str] | None, typer.Option("--include", help="Only addresses of this form; may be repeated.")]
Exclude = Annotated[list[str] | None, typer.Option("--exclude", help="No addresses of this form; may be repeated.")]
Pages = Annotated[int, typer.Option("--max-pages", help="Fetch so many pages at most; 0: no limit.", min=0)]
Bytes = Annotated[
    int,
    typer.Option("--max-bytes", help="Fetch so much at most, as 500MB; 0: no limit.", parser=read_size, metavar="SIZE"),
]
Depth = Annotated[int, typer.Option("--max-depth", help="Follow so many links from the start; 0: no limit.", min=0)]
Delay = Annotated[float, typer.Option("--delay", help="Least seconds between two requests to a host.", min=0)]
Robots = Annotated[bool, typer.Option("--ignore-robots", help="For your own site only; is written to the report.")]
Render = Annotated[bool, typer.Option("--render", help="Use a browser for pages that need one (extra `browser`).")]
Secrets = Annotated[Path | None, typer.Option("--secrets", help="TOML file of credentials by host.")]
Warc = Annotated[Path | None, typer.Option("--from-warc", help="Take pages from a WARC file; no network.")]
Folder = Annotated[Path | None, typer.Option("--from-dir", help="Take pages from a folder; needs --base-url.")]
BaseUrl = Annotated[str | None, typer.Option("--base-url", help="Address that the folder stands for.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (crawl, ingest, watch, report, forget):
        app.command(command.__name__)(command)


def crawl(
    url: Annotated[list[str] | None, typer.Argument(help="Where to start; more than one page may be given.")] = None,
    site: Name = None,
    allow_private: Private = False,
    full: Full = False,
    dry_run: Dry = False,
    accept_deletions: Accept = False,
    include: Include = None,
    exclude: Exclude = None,
    max_pages: Pages = 0,
    max_bytes: Bytes = 0,
    max_depth: Depth = 0,
    delay: Delay = 0.0,
    fast: Annotated[bool, typer.Option("--fast", help="No pauses; for a server of your own.")] = False,
    ignore_robots: Robots = False,
    render: Render = False,
    secrets: Secrets = None,
    from_warc: Warc = None,
    from_dir: Folder = None,
    base_url: BaseUrl = None,
    no_ingest: Annotated[bool, typer.Option("--no-ingest", help="Only fetch; a worker takes the pages in.")] = False,
    docker: Docker = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Crawl a site into the graph, or bring a known site up to date.

    Can be stopped at any moment: the same command goes on. Exit code 3 when many pages would go at once; nothing was
    removed then, and --accept-deletions goes on.
    """
    from app.pipeline import CrawlOptions, run_crawl

    options = CrawlOptions(
        seeds=tuple(url or ()), site=site, allow_private=allow_private, full=full, dry_run=dry_run,
        accept_deletions=accept_deletions, include=tuple(include or ()), exclude=tuple(exclude or ()),
        max_pages=max_pages, max_bytes=max_bytes, max_depth=max_depth, delay=delay,
        politeness="none" if fast else "auto",
        ignore_robots=ignore_robots, render=render, secrets=secrets, warc=from_warc, folder=from_dir,
        base_url=base_url, ingest=not no_ingest,
    )  # fmt: skip
    _finish(run_crawl(_settings(docker), options, quiet=quiet), json)


def _settings(docker: bool = False) -> Any:
    from app.wiring import settings_of

    return settings_of(neo4j_docker=docker or None)


def _finish(result: dict[str, Any], as_json: bool) -> None:
    from app.console import emit_json
    from app.summary import print_summary

    if as_json:
        emit_json(result)
    else:
        print_summary(result)
    if result["exit_code"]:
        raise typer.Exit(int(result["exit_code"]))


def ingest(
    once: Annotated[bool, typer.Option("--once", help="End when the queue is empty, instead of waiting.")] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Take crawled pages from the queue into the graph: the worker of the deployment. Runs until Ctrl-C."""
    from app.worker import run_ingest

    _finish(run_ingest(_settings(), once=once, quiet=quiet), json)


def watch(
    minutes: Annotated[float, typer.Option("--every", help="Minutes between two looks.", min=0.1)] = 60.0,
    seeds: Annotated[list[str] | None, typer.Option("--url", help="A site to start with; may be repeated.")] = None,
    once: Annotated[bool, typer.Option("--once", help="Look once and end.")] = False,
    fetch_only: Annotated[bool, typer.Option("--fetch-only", help="A worker (`ingest`) takes the pages in.")] = False,
    allow_private: Private = False,
    quiet: Quiet = False,
) -> None:
    """Crawl every known site again when its pages are due. Runs until Ctrl-C; never asks.

    With --once the exit code is the worst of the crawls: 1 where a site did not answer, 3 where pages were kept.
    """
    from app.watching import run_watch

    worst = run_watch(
        _settings(), seeds or [], minutes, once=once, fetch_only=fetch_only, allow_private=allow_private, quiet=quiet
    )
    if worst:
        raise typer.Exit(worst)


def report(
    site: Site = None,
    html: Annotated[Path | None, typer.Option("--html", help="Also write the report as one HTML page.")] = None,
    json: Json = False,
) -> None:
    """Show how the pages of a site ended: statuses, traps, redirects, broken links, duplicates, languages, orphans."""
    from app.reporting import show_report

    show_report(_settings(), site, html, as_json=json)


def forget(
    what: Annotated[str, typer.Argument(help="Address of a page, or the name or id of an entity.")],
    site: Site = None,
    json: Json = False,
) -> None:
    """Remove a page or an entity for good: from the graph, the snapshots and every later crawl.

    With a page go its twins, the addresses that say the same; a new address with its words stays out too.
    An entity goes with all its spellings, facts and values that name it, and no later page brings it back. The texts of
    pages that name it stay as they are, and can be found: forget those pages too where the text itself must go.
    The last line says what stays in Neo4j's own files, and until when.
    """
    from app.console import emit_json, say
    from app.forgetting import forget as forget_it

    result = forget_it(_settings(), what, site)
    if json:
        emit_json(result)
    else:
        remains = result.pop("remains")
        lines = {name: " ".join(value) if isinstance(value, list) else value for name, value in result.items()}
        say(", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in lines.items()))
        say(remains)
