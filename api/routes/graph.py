"""The graph to look at: neighbours, paths, the drawing behind an answer."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from api.backend import Backend
from api.pasting import paste_around, paste_evidence
from api.problems import responses_of
from api.refs import KINDS, NodeUnknown, Ref, drawn, read_ref
from api.routes.explore import Site, one, site_name
from api.services import Services
from api.views import Edge, Listed, Node, SubGraph
from core.errors import QuestionRefused

EDGES = ("HYPERLINK", "CONTAINS", "MENTIONS", "RELATES")
MOST_NEIGHBOURS = 500
MOST_SEEDS = 50
ENTITIES_A_BLOCK = 12

NodeRef = Annotated[str, Query(max_length=4000, description="page:SITE:URL, block:ID, entity:ID or topic:ID.")]
Names = Annotated[list[str] | None, Query(max_length=10)]


def router(backend: Backend) -> APIRouter:
    """`/v1/graph/neighbors`, `/path`, `/subgraph`, `/find`."""
    routes = APIRouter(tags=["graph"], prefix="/v1/graph", responses=responses_of(400, 404, 409, 422, 503))

    @routes.get("/neighbors", summary="Nodes one edge away")
    async def neighbors(
        node: NodeRef,
        kinds: Names = None,
        edges: Names = None,
        limit: Annotated[int, Query(ge=1, le=MOST_NEIGHBOURS)] = 40,
    ) -> SubGraph:
        services, ref = backend.require(), read_ref(node)
        center = await one(services, "explore/api_node", f"node {node[:200]}", site=ref.site, **ref.params())
        rows = await services.graph.read(
            "explore/api_neighbors",
            site=ref.site,
            kinds=_chosen(kinds, KINDS, "kinds"),
            edges=_chosen(edges, EDGES, "edges"),
            limit=limit + 1,
            **ref.params(),
        )
        kept = rows[:limit]
        nodes = _distinct([drawn(center), *map(drawn, kept)])
        return SubGraph(
            nodes=[Node(**node) for node in nodes],
            edges=[_edge(ref, row) for row in kept],
            cypher=paste_around(ref, limit),
            truncated=len(rows) > limit,
        )

    @routes.get("/path", summary="A shortest path between two nodes of a site")
    async def path(source: NodeRef, target: NodeRef) -> SubGraph:
        services, a, b = backend.require(), read_ref(source), read_ref(target)
        if a.site != b.site:
            raise QuestionRefused("The two nodes belong to different sites; no edge joins sites.")
        params = {**a.params("from_"), **b.params("to_")}
        rows = await services.graph.read("explore/api_path", site=a.site, **params)
        if not rows:
            raise NodeUnknown("No path of six hops or fewer joins these nodes.")
        return _path_graph(rows[0])

    @routes.get("/subgraph", summary="The drawing behind an answer: blocks, pages, entities")
    async def subgraph(
        block: Annotated[list[str], Query(min_length=1, max_length=MOST_SEEDS, description="Ids of blocks.")],
        site: Site = None,
    ) -> SubGraph:
        services = backend.require()
        return await evidence_graph(services, await site_name(services, site), block)

    @routes.get("/find", summary="Nodes by name")
    async def find(
        text: Annotated[str, Query(min_length=1, max_length=200)],
        site: Site = None,
        limit: Annotated[int, Query(ge=1, le=50)] = 12,
    ) -> Listed[Node]:
        services = backend.require()
        name = await site_name(services, site)
        rows = await services.graph.read("explore/api_find", site=name, text=text, limit=limit)
        return Listed(items=[Node(**drawn(row)) for row in rows])

    return routes


def _chosen(names: list[str] | None, allowed: tuple[str, ...], what: str) -> list[str]:
    wrong = [name for name in names or () if name not in allowed]
    if wrong:
        raise QuestionRefused(f"{what} knows {', '.join(allowed)}, not {wrong[0][:80]!r}.")
    return list(names or allowed)


def _distinct(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return list({node["ref"]: node for node in reversed(nodes)}.values())[::-1]


def _edge(ref: Ref, row: dict[str, Any]) -> Edge:
    here, there = str(ref), drawn(row)["ref"]
    source, target = (here, there) if row["outgoing"] else (there, here)
    return Edge(source=source, target=target, type=row["edge"], label=row["edge_type"])


def _path_graph(row: dict[str, Any]) -> SubGraph:
    nodes = [drawn(node) for node in row["nodes"]]
    refs = {node["key"]: shown["ref"] for node, shown in zip(row["nodes"], nodes, strict=True)}
    return SubGraph(nodes=[Node(**node) for node in nodes], edges=[_keyed(edge, refs) for edge in row["edges"]])


def _keyed(edge: dict[str, Any], refs: dict[str, str]) -> Edge:
    ends = {"source": refs[edge["from_key"]], "target": refs[edge["to_key"]]}
    return Edge(**ends, type=edge["edge"], label=edge["edge_type"])


async def evidence_graph(services: Services, site: str, blocks: list[str]) -> SubGraph:
    """Blocks with their pages and entities, and the hyperlinks and relations among those."""
    found = await services.graph.read("explore/api_subgraph", site=site, blocks=blocks, limit=ENTITIES_A_BLOCK)
    ends = [row[side] for row in found for side in ("source", "target")]
    nodes = _distinct([drawn(end) for end in ends])
    refs = {end["key"]: drawn(end)["ref"] for end in ends}
    links = await services.graph.read(
        "explore/api_subgraph_links",
        site=site,
        urls=sorted({end["key"] for end in ends if end["kind"] == "page"}),
        entities=sorted({end["key"] for end in ends if end["kind"] == "entity"}),
    )
    inner = [
        {
            "edge": row["edge"],
            "edge_type": row["edge_type"],
            "from_key": row["source"]["key"],
            "to_key": row["target"]["key"],
        }
        for row in found
    ]
    return SubGraph(
        nodes=[Node(**node) for node in nodes],
        edges=[_keyed(edge, refs) for edge in (*inner, *links)],
        cypher=paste_evidence(blocks),
    )
