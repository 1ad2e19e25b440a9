"""Where to begin in the graph, and a drawing as Cypher."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from api.backend import Backend
from api.pasting import paste_nodes
from api.problems import responses_of
from api.refs import Ref, drawn, read_ref
from api.routes.explore import Site, site_name
from api.schemas import Body
from api.services import Services
from api.views import Edge, Node, Pasted, SubGraph

MOST_NODES = 2000
MOST_EDGES = 6000
MEMBERS = 6
KIND_PARAMETERS = {"page": "urls", "block": "blocks", "entity": "entities", "topic": "topics"}


class DrawingBody(Body):
    """The nodes of a drawing."""

    nodes: list[Annotated[str, Field(min_length=3, max_length=4000)]] = Field(
        min_length=1, max_length=MOST_NODES, examples=[["entity:demo:course:cmp 305"]]
    )


def router(backend: Backend) -> APIRouter:
    """`/v1/graph/overview`, `/v1/graph/links`, `/v1/graph/cypher`."""
    routes = APIRouter(tags=["graph"], prefix="/v1/graph", responses=responses_of(400, 404, 409, 422, 503))

    @routes.get("/overview", summary="Where to begin: pages, entities or topics of a site, and the edges among them")
    async def overview(
        site: Site = None,
        kind: Annotated[Literal["pages", "entities", "topics"], Query(description="What to begin with.")] = "pages",
        limit: Annotated[int, Query(ge=1, le=MOST_NODES)] = 60,
    ) -> SubGraph:
        services = backend.require()
        name = await site_name(services, site)
        more = {"members": MEMBERS} if kind == "topics" else {}
        rows = await services.graph.read(f"explore/api_overview_{kind}", site=name, limit=limit + 1, **more)
        kept = rows[:MOST_NODES] if kind == "topics" else rows[:limit]
        edges, cut = await links_among(services, name, kept)
        full = cut or (kind != "topics" and len(rows) > limit)
        nodes = [_shown(row) for row in kept]
        return SubGraph(nodes=nodes, edges=edges, cypher=paste_nodes(kept, name), truncated=full)

    @routes.post("/links", summary="The edges among some nodes")
    async def links(body: DrawingBody, site: Site = None) -> SubGraph:
        services = backend.require()
        name = await site_name(services, site)
        rows = [_row(read_ref(text), name) for text in body.nodes]
        edges, cut = await links_among(services, name, rows)
        return SubGraph(nodes=[], edges=edges, cypher=paste_nodes(rows, name), truncated=cut)

    @routes.post("/cypher", summary="A drawing as a statement to paste into Neo4j Browser")
    async def cypher(body: DrawingBody, site: Site = None) -> Pasted:
        name = await site_name(backend.require(), site)
        return Pasted(cypher=paste_nodes([_row(read_ref(text), name) for text in body.nodes], name))

    return routes


def _row(ref: Ref, site: str) -> dict[str, Any]:
    return {"kind": ref.kind, "site": site, "key": ref.key, "name": ref.key}


def _shown(row: Mapping[str, Any]) -> Node:
    return Node(**drawn(dict(row)), level=row.get("level"))


async def links_among(services: Services, site: str, rows: Iterable[Mapping[str, Any]]) -> tuple[list[Edge], bool]:
    """The edges among node rows, and whether there are more than are given."""
    keys: dict[str, list[str]] = {name: [] for name in KIND_PARAMETERS.values()}
    refs: dict[str, str] = {}
    for row in rows:
        keys[KIND_PARAMETERS[row["kind"]]].append(row["key"])
        refs[row["key"]] = str(Ref(row["kind"], site, row["key"]))
    found = await services.graph.read("explore/api_links_among", site=site, limit=MOST_EDGES + 1, **keys)
    edges = [
        Edge(source=refs[row["from_key"]], target=refs[row["to_key"]], type=row["edge"], label=row["edge_type"])
        for row in found[:MOST_EDGES]
    ]
    return edges, len(found) > MOST_EDGES
