"""Topics gathered anew, after so many pages came or went that attaching them to the old topics no longer fits."""

from __future__ import annotations

from app.bars import crawl_bars
from app.exploring import chosen_site
from app.sitelock import hold_site
from app.wiring import open_graph, open_ingest
from core.settings import Settings


def rebuild_topics(settings: Settings, site: str | None, *, quiet: bool = False) -> int:
    """Build the communities of a site as if all its pages had come at once; how many there are.

    Answers keep working meanwhile. Raises `CrawlConflict` while the site is crawled.
    """
    with open_graph(settings) as database:
        name = chosen_site([row["site"] for row in database.read("explore/api_sites")], site)
    with hold_site(settings, name), open_ingest(settings) as service, crawl_bars(quiet=quiet) as bars:
        built = service.topics.rebuild(name)
        service.finish_site(name, bars.step)
    return built.communities
