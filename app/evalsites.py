"""The site that a dataset is about: found in the graph, or crawled or loaded into it first."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.console import note
from app.wiring import open_graph
from core.errors import SettingsError, SiteUnknown
from core.settings import Settings

if TYPE_CHECKING:
    from app.pipeline import CrawlOptions
    from evaluation.records import Dataset

DEMO = "demo"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a site comes from when the graph does not have it: an address, or a folder and what it stands for."""

    start: str | None = None
    folder: Path | None = None
    base_url: str | None = None


def ensure_site(settings: Settings, data: Dataset, site: str | None, source: Source, *, quiet: bool) -> str:
    """The site's name, after it was crawled or loaded if need be. Raises `SiteUnknown` or `SettingsError`."""
    names = _sites(settings)
    wanted = site or (data.site if data.site in names else data.name)
    options = _how_to_get(settings, data, wanted, source)
    if wanted in names and (options is None or _is_whole(settings, wanted)):
        return wanted
    if options is None:
        return _other(names, wanted, site)
    from app.pipeline import run_crawl

    note(f"The graph has no site {wanted} yet, or not all of it: it is taken in first.")
    report = run_crawl(settings, options, quiet=quiet)
    if report["exit_code"]:
        raise SettingsError(f"The site {wanted} was not taken in whole; see `sitequest report {wanted}`.")
    mark = _mark(settings, wanted)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.write_text(wanted, encoding="utf-8")
    return wanted


def _sites(settings: Settings) -> list[str]:
    from graph.sites import list_sites

    with open_graph(settings) as database:
        return list_sites(database)


def _is_whole(settings: Settings, site: str) -> bool:
    """Whether taking the site in has come to its end here, for an evaluation or by a crawl."""
    from app.seeds import read_seeds

    return _mark(settings, site).is_file() or site in read_seeds(settings)


def _mark(settings: Settings, site: str) -> Path:
    digest = hashlib.sha256(site.encode()).hexdigest()[:12]
    return settings.home / "evaluation" / "whole" / digest


def _how_to_get(settings: Settings, data: Dataset, site: str, source: Source) -> CrawlOptions | None:
    from app.pipeline import CrawlOptions

    if source.folder is not None:
        if source.base_url is None:
            raise SettingsError("Say which address the folder stands for: --base-url https://www.example.edu")
        return CrawlOptions(site=site, folder=source.folder, base_url=source.base_url)
    if source.start is not None:
        return CrawlOptions(seeds=(source.start,), site=site)
    if data.passages:
        return _from_passages(settings, data, site)
    return _demo(settings) if site == DEMO and data.name == DEMO else None


def _from_passages(settings: Settings, data: Dataset, site: str) -> CrawlOptions:
    from app.pipeline import CrawlOptions
    from evaluation.corpora import BASE_URL, write_site

    folder = settings.home / "evaluation" / "corpora" / site
    write_site(data, folder)
    return CrawlOptions(site=site, folder=folder, base_url=BASE_URL)


def _demo(settings: Settings) -> CrawlOptions:
    from app.daemons import demo_site_daemon, own_environment
    from app.pipeline import CrawlOptions

    url = demo_site_daemon(settings).ensure(own_environment(settings)).url
    return CrawlOptions(seeds=(url,), site=DEMO, allow_private=True, politeness="none", exclude=("/events/calendar*",))


def _other(names: list[str], wanted: str, site: str | None) -> str:
    """The only site there is, when none was named; it is said aloud, since its questions may be another's."""
    how = "Crawl it with --start URL, or take it from a folder with --from-dir DIR --base-url URL."
    if site is not None or not names:
        raise SiteUnknown(f"There is no site {wanted} in the graph. {how}")
    if len(names) > 1:
        raise SiteUnknown(f"There is no site {wanted} in the graph; say which of {', '.join(names)} with --site. {how}")
    note(f"The graph has no site {wanted}; the questions are asked of {names[0]}, the only one.")
    return names[0]
