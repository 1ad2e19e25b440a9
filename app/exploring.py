"""What the commands read from the graph."""

from __future__ import annotations

from typing import Any

from app.topictree import nest_topics
from app.wiring import open_graph
from core.errors import GraphEmpty, SettingsError, SiteUnknown
from core.settings import Settings

PAGE = 200
KINDS = ("", "keyword", "community")


def chosen_site(names: list[str], site: str | None) -> str:
    """The site asked for, or the only one."""
    if not names:
        raise GraphEmpty("The graph is empty; crawl a site first: sitequest crawl URL")
    if site is None and len(names) > 1:
        raise SettingsError(f"There are several sites ({', '.join(names)}); say which one you mean.", field="site")
    if site is not None and site not in names:
        raise SiteUnknown(f"There is no site named {site}; there are {', '.join(names)}.")
    return site or names[0]


def read_topics(settings: Settings, site: str | None, kind: str) -> tuple[str, list[dict[str, Any]]]:
    """The name of the site and all its topics, nested in their levels, the largest first."""
    if kind not in KINDS:
        raise SettingsError(f"There is no kind of topics named {kind}; choose keyword or community.")
    with open_graph(settings) as database:
        names = [row["site"] for row in database.read("explore/api_sites")]
        name, rows, after = chosen_site(names, site), [], ""
        while True:
            page = database.read("explore/api_topics", site=name, kind=kind, after=after, limit=PAGE)
            rows += page
            if len(page) < PAGE:
                break
            after = page[-1]["id"]
        parents = [(row["parent"], row["child"]) for row in database.read("explore/api_topic_parents", site=name)]
    return name, nest_topics(rows, parents)


def read_entity(settings: Settings, site: str | None, name: str) -> dict[str, Any]:
    """One entity by name, alias or id, with its facts and where it is mentioned. Raises `SiteUnknown`."""
    with open_graph(settings) as database:
        chosen = chosen_site([row["site"] for row in database.read("explore/api_sites")], site)
        rows = database.read("explore/api_entities_named", site=chosen, name=name)
        if not rows:
            raise SiteUnknown(f"{chosen} has no entity named {name}; `sitequest entities list` shows them.")
        found = database.read("explore/api_entity", id=rows[0]["id"], limit=PAGE)[0]
    return {**found["entity"], "facts": found["facts"], "mentions": found["mentions"]}
