"""Is it alive, is it ready."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from api.backend import Backend
from api.problems import RESPONSES, problem
from api.views import Health
from core.errors import SiteQuestError


def router(backend: Backend) -> APIRouter:
    """`/health/live` and `/health/ready`."""
    routes = APIRouter(tags=["health"], prefix="/health")

    @routes.get("/live", summary="Is the process alive")
    async def live() -> Health:
        if backend.services is None:
            return Health(status="starting", detail=backend.problem)
        return Health(status="ok")

    @routes.get(
        "/ready",
        summary="Can it answer questions",
        response_model=Health,
        responses={503: RESPONSES[503] | {"description": "Not yet: starting, or the indexes are being built."}},
    )
    async def ready() -> Health | JSONResponse:
        if backend.services is None:
            return problem(503, backend.problem, "urn:sitequest:starting")
        try:
            rows = await backend.services.graph.read("explore/api_indexes")
        except SiteQuestError as error:
            return problem(503, str(error), "urn:sitequest:starting")
        waiting = [row["name"] for row in rows if row["state"] != "ONLINE"]
        if waiting:
            return problem(503, f"Indexes are being built: {', '.join(waiting)}.", "urn:sitequest:indexing")
        return Health(status="ok", detail=f"{len(rows)} indexes are online.")

    return routes
