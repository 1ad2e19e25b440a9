"""What an operator reads of a site: how its pages ended, what changed, what contradicts, which entities to review."""

from __future__ import annotations

import asyncio
from datetime import datetime
from itertools import combinations
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from api.backend import Backend
from api.problems import responses_of
from api.routes.explore import site_name
from api.routes.operator import NotHere
from api.schemas import Body
from api.services import EntityControl, Services, SiteBooks
from api.views import ChangedPage, Conflict, Decided, Listed, MergedEntity, SiteReport, Twins

# Attributes for which several values are no contradiction.
MANY_VALUED = ("described_as", "description", "alias", "url", "sameAs", "name", "keyword", "interest", "topic")
MOST = 200

Few = Annotated[int, Query(ge=1, le=MOST)]
Since = Annotated[datetime | None, Query(description="A date or a time, ISO 8601; default: since the beginning.")]
EntityId = Annotated[str, Field(min_length=3, max_length=1000, examples=["demo:person:ann lee"])]


class PairBody(Body):
    """Two entities by id."""

    one: EntityId
    other: EntityId


class PartBody(Body):
    """What went into an entity."""

    raw: EntityId


def router(backend: Backend) -> APIRouter:
    """`/v1/sites/{site}/report`, `/changes`, `/conflicts`, `/review`, `/merge`, `/apart`, `/merged`, `/split`."""
    routes = APIRouter(
        tags=["operate"], prefix="/v1/sites/{site}", responses=responses_of(400, 404, 409, 422, 501, 503)
    )

    @routes.get("/report", summary="How the pages of a site ended, and how fresh they are", response_model=SiteReport)
    async def report(site: str) -> dict[str, Any]:
        return await _books(backend).report(site)

    @routes.get(
        "/changes", summary="Pages that are new, changed or gone since a time", response_model=Listed[ChangedPage]
    )
    async def changes(site: str, since: Since = None, limit: Few = 50) -> Listed[Any]:
        start = since.isoformat() if since else ""
        return Listed(items=await _books(backend).changes(site, start, limit))

    @routes.get(
        "/conflicts",
        summary="Pages that give different values for the same fact, or that answers found to disagree",
        response_model=Listed[Conflict],
    )
    async def conflicts(site: str, limit: Few = 50) -> Listed[Any]:
        services = backend.require()
        name = await site_name(services, site)
        params = {"site": name, "skip": list(MANY_VALUED), "limit": limit}
        facts = await services.graph.read("explore/api_conflicts", **params)
        return Listed(items=[*facts, *await met_by_answers(services, name)][:limit])

    @routes.get(
        "/review", summary="Entities that share a name: one thing twice, or namesakes", response_model=Listed[Twins]
    )
    async def review(site: str, limit: Few = 50) -> Listed[Any]:
        services = backend.require()
        name = await site_name(services, site)
        rows = await services.graph.read("explore/api_twins", site=name, limit=limit)
        apart = await services.entities.apart(name) if services.entities else []
        return Listed(items=undecided_groups(distinct_groups(rows), apart))

    @routes.post("/merge", summary="Say that two entities are one; stays so at later crawls", response_model=Decided)
    async def merge(site: str, body: PairBody) -> dict[str, Any]:
        return await _entities(backend).merge(await site_name(backend.require(), site), body.one, body.other)

    @routes.post("/apart", summary="Say that two entities are not one; stays so at later crawls", status_code=204)
    async def apart(site: str, body: PairBody) -> None:
        await _entities(backend).keep_apart(await site_name(backend.require(), site), body.one, body.other)

    @routes.get(
        "/merged", summary="Entities into which others went, with the reasons", response_model=Listed[MergedEntity]
    )
    async def merged(site: str) -> Listed[Any]:
        return Listed(items=await _entities(backend).merged(await site_name(backend.require(), site)))

    @routes.post(
        "/split",
        summary="Take an entity out of what it was merged into; stays so at later crawls",
        response_model=Decided,
    )
    async def split(site: str, body: PartBody) -> dict[str, Any]:
        return await _entities(backend).split(await site_name(backend.require(), site), body.raw)

    return routes


async def met_by_answers(services: Services, site: str) -> list[dict[str, Any]]:
    """Quotes that answers found to disagree, while their blocks stand and are on several pages."""
    kept = await asyncio.to_thread(services.journal.differing, site)
    ids = sorted({block for row in kept for block, _ in row["quotes"]})
    rows = await services.graph.read("explore/api_quoted", site=site, ids=ids) if ids else []
    places = {row["id"]: {**row, "block_id": row["id"]} for row in rows}
    found = []
    for row in kept:
        values = [{**places[block], "value": words} for block, words in row["quotes"] if block in places]
        if len({value["url"] for value in values}) > 1:
            ident = "|".join(value["block_id"] for value in values)
            head = values[0]["title"] or values[0]["url"]
            found.append({"id": ident, "name": head, "attribute": "", "met_at": row["at"], "values": values})
    return found


def distinct_groups(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One group for each set of entities: those that share several names come once, by the first of them."""
    groups = {tuple(entity["id"] for entity in row["entities"]): row for row in reversed(rows)}
    return list(groups.values())[::-1]


def undecided_groups(groups: list[dict[str, Any]], apart: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """Groups with the `pairs` of ids on which nobody has decided yet; groups without any are left out."""
    decided = {frozenset(pair) for pair in apart}
    found = []
    for group in groups:
        ids = [entity["id"] for entity in group["entities"]]
        pairs = [list(pair) for pair in combinations(ids, 2) if frozenset(pair) not in decided]
        if pairs:
            found.append({**group, "pairs": pairs})
    return found


def _books(backend: Backend) -> SiteBooks:
    books = backend.require().books
    if books is None:
        raise NotHere("This server was started without the crawler's books.")
    return books


def _entities(backend: Backend) -> EntityControl:
    entities = backend.require().entities
    if entities is None:
        raise NotHere("This server cannot merge or split entities; use `sitequest entities`.")
    return entities
