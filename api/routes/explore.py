"""What the graph holds: sites, pages, blocks, entities, topics."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query

from api.backend import Backend
from api.paging import Cursor, Limit, make_list, read_cursor
from api.problems import responses_of
from api.refs import NodeUnknown
from api.services import Services
from api.suggestions import suggest
from api.views import (
    BlockDetail,
    EntityDetail,
    EntityRow,
    Listed,
    PageDetail,
    PageRow,
    SiteRow,
    Suggestion,
    TopicDetail,
    TopicRow,
)
from core.errors import GraphEmpty, QuestionRefused, SiteUnknown

NEIGHBOURS = 2
SUGGESTIONS = 6
DEGREE = 60
MOST_BLOCKS = 2000

Site = Annotated[str | None, Query(max_length=200, description="Name of the site; default: the only one.")]
Contains = Annotated[str, Query(max_length=200, description="Only those whose name holds these letters.")]


def router(backend: Backend) -> APIRouter:
    """`/v1/sites`, `/v1/pages`, `/v1/blocks`, `/v1/entities`, `/v1/topics`."""
    routes = APIRouter(tags=["explore"], prefix="/v1", responses=responses_of(400, 404, 409, 422, 503))
    _add_sites(routes, backend)
    _add_pages(routes, backend)
    _add_entities(routes, backend)
    _add_topics(routes, backend)
    return routes


async def site_name(services: Services, site: str | None) -> str:
    """The site asked for, or the only one. Raises `SiteUnknown`, `GraphEmpty` or `QuestionRefused`."""
    names = [row["site"] for row in await services.graph.read("explore/api_sites")]
    if not names:
        raise GraphEmpty("The graph is empty; crawl a site first: sitequest crawl URL.")
    if site is None:
        if len(names) > 1:
            raise QuestionRefused(
                f"The graph holds several sites ({', '.join(names)}); say which one you mean.", field="site"
            )
        return str(names[0])
    if site not in names:
        raise SiteUnknown(f"There is no site named {site} in this graph; it holds {', '.join(names)}.")
    return site


async def one(services: Services, statement: str, what: str, **params: Any) -> dict[str, Any]:
    """The one row of a statement, or `NodeUnknown`."""
    rows = await services.graph.read(statement, **params)
    if not rows:
        raise NodeUnknown(f"There is no {what} in this graph.")
    return rows[0]


def _add_sites(routes: APIRouter, backend: Backend) -> None:
    @routes.get("/sites", summary="Sites in the graph, with counts", response_model=Listed[SiteRow])
    async def sites() -> Listed[Any]:
        return Listed(items=await backend.require().graph.read("explore/api_sites"))

    @routes.get("/suggestions", summary="Questions this graph can answer")
    async def suggestions(
        site: Site = None,
        lang: Annotated[Literal["en", "zh"], Query(description="Language of the phrases.")] = "en",
    ) -> Listed[Suggestion]:
        services = backend.require()
        name = await site_name(services, site)
        kept = services.kept_suggestions
        if not kept.get((name, lang)):
            kept[name, lang] = await suggest(services, name, lang, SUGGESTIONS)
        return Listed(items=[Suggestion(question=text) for text in kept[name, lang]])


def _add_pages(routes: APIRouter, backend: Backend) -> None:
    @routes.get("/pages", summary="Pages of a site", response_model=Listed[PageRow])
    async def pages(site: Site = None, contains: Contains = "", cursor: Cursor = "", limit: Limit = 50) -> Listed[Any]:
        services = backend.require()
        name = await site_name(services, site)
        listing = f"pages/{name}"
        params = {"site": name, "after": read_cursor(cursor, listing), "contains": contains, "limit": limit + 1}
        return make_list(await services.graph.read("explore/api_pages", **params), limit, "url", listing)

    @routes.get("/pages/{url:path}", summary="One page: its links and its section tree", response_model=PageDetail)
    async def page(url: str, site: Site = None) -> dict[str, Any]:
        services = backend.require()
        name = await site_name(services, site)
        row = await one(services, "explore/api_page", f"page {url} of {name}", site=name, url=url, limit=DEGREE)
        blocks = await services.graph.read("explore/api_page_blocks", site=name, url=url, limit=MOST_BLOCKS)
        return {**row["page"], "links_out": row["links_out"], "links_in": row["links_in"], "blocks": blocks}

    @routes.get(
        "/blocks/{block_id:path}",
        summary="One block: its page, its neighbours, its entities",
        response_model=BlockDetail,
    )
    async def block(block_id: str) -> dict[str, Any]:
        services = backend.require()
        row = await one(services, "explore/api_block", f"block {block_id}", id=block_id)
        around = await services.graph.read("explore/api_block_around", id=block_id, before=NEIGHBOURS, after=NEIGHBOURS)
        parts = {"page": row["page"], "parent": row["parent"], "entities": row["entities"]}
        return {**row["block"], **parts, "around": around}


def _add_entities(routes: APIRouter, backend: Backend) -> None:
    @routes.get("/entities", summary="Entities of a site", response_model=Listed[EntityRow])
    async def entities(
        site: Site = None,
        contains: Contains = "",
        type: Annotated[str, Query(max_length=100, description="Only this type.")] = "",  # noqa: A002  public name
        cursor: Cursor = "",
        limit: Limit = 50,
    ) -> Listed[Any]:
        services = backend.require()
        name = await site_name(services, site)
        listing = f"entities/{name}"
        after = read_cursor(cursor, listing)
        params = {"site": name, "after": after, "contains": contains, "type": type, "limit": limit + 1}
        return make_list(await services.graph.read("explore/api_entities", **params), limit, "id", listing)

    @routes.get(
        "/entities/{entity_id:path}",
        summary="One entity: its facts and where it is mentioned",
        response_model=EntityDetail,
    )
    async def entity(entity_id: str) -> dict[str, Any]:
        row = await one(backend.require(), "explore/api_entity", f"entity {entity_id}", id=entity_id, limit=DEGREE)
        return {**row["entity"], "facts": row["facts"], "mentions": row["mentions"]}


def _add_topics(routes: APIRouter, backend: Backend) -> None:
    @routes.get("/topics", summary="Topics of a site", response_model=Listed[TopicRow])
    async def topics(
        site: Site = None,
        kind: Annotated[str, Query(max_length=40, description="keyword or community.")] = "",
        cursor: Cursor = "",
        limit: Limit = 50,
    ) -> Listed[Any]:
        services = backend.require()
        name = await site_name(services, site)
        listing = f"topics/{name}"
        params = {"site": name, "after": read_cursor(cursor, listing), "kind": kind, "limit": limit + 1}
        return make_list(await services.graph.read("explore/api_topics", **params), limit, "id", listing)

    @routes.get(
        "/topics/{topic_id:path}", summary="One topic: what it holds and what holds it", response_model=TopicDetail
    )
    async def topic(topic_id: str) -> dict[str, Any]:
        row = await one(backend.require(), "explore/api_topic", f"topic {topic_id}", id=topic_id, limit=DEGREE)
        parts = {"parents": row["parents"], "members": row["members"], "entities": row["entities"]}
        return {**row["topic"], **parts}
