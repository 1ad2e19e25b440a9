"""For the people who run the site: feedback, usage, crawls, pages pushed by a CMS, extraction."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.exceptions import HTTPException

from api.backend import Backend
from api.journal import Journal
from api.paging import Cursor, Limit, make_list, read_number
from api.problems import responses_of
from api.refs import NodeUnknown
from api.routes.asking import EVENT_STREAM
from api.routes.explore import site_name
from api.schemas import MOST_BYTES, CrawlBody, ExtractBody, FeedbackBody
from api.services import CrawlControl, PageControl, Services
from api.views import CrawlState, Extracted, FeedbackRow, Kept, Listed, PageChange, UsageReport
from core.errors import AskError, SiteQuestError, SiteUnknown

Url = Annotated[str, Query(min_length=8, max_length=2000, description="Address of the page.")]
NO_ADDRESS = "https://example.org/"
"""Stands for the address of a page that has none; never shown."""
SiteQuery = Annotated[str, Query(min_length=1, max_length=100, pattern=r"^[a-z0-9][a-z0-9._-]*$")]


New = Annotated[bool, Query(description="Begin a site of this name where others are and it is not.")]


class NotHere(SiteQuestError):
    """This server was started without that part."""

    http_status = 501


class TooLarge(AskError):
    """The body is larger than the limit."""

    http_status = 413


def open_router(backend: Backend) -> APIRouter:
    """For everybody: `POST /v1/feedback`, `/v1/extract`."""
    routes = APIRouter(tags=["ask"], prefix="/v1", responses=responses_of(400, 404, 409, 422, 501, 503))

    @routes.post("/feedback", summary="Say whether an answer helped", status_code=201)
    async def give(body: FeedbackBody) -> Kept:
        services = backend.require()
        given = body.model_dump(exclude={"revises"}) | {"site": await feedback_site(services, body)}
        return Kept(id=await asyncio.to_thread(_keep, services.journal, given, body.revises))

    @routes.post(
        "/extract",
        summary="The main content of a page, or what answers a question, as Markdown",
        response_model=Extracted,
    )
    async def extract(body: ExtractBody) -> dict[str, Any]:
        part = backend.require().extract
        if part is None:
            raise NotHere("This server was started without extraction.")
        found: dict[str, Any] = await part(body.html.encode(), body.url or NO_ADDRESS, body.question)
        return found if body.url else {name: value for name, value in found.items() if name != "url"}

    return routes


def _keep(journal: Journal, given: dict[str, Any], revises: int | None) -> int:
    if revises is not None and journal.revise_feedback(revises, **given):
        return revises
    return journal.add_feedback(**given)


async def feedback_site(services: Services, body: FeedbackBody) -> str:
    """The site a piece of feedback is about: the one it names, the one that last answered the question, the only one.

    Raises `SiteUnknown`, `GraphEmpty` or `QuestionRefused`.
    """
    answered = "" if body.site else await asyncio.to_thread(services.journal.site_of, body.question)
    return await site_name(services, body.site or answered or None)


def router(backend: Backend) -> APIRouter:
    """For the operator: `GET /v1/feedback`, `/v1/usage`, `/v1/crawls`, `PUT` and `DELETE /v1/pages`."""
    codes = (400, 404, 409, 413, 422, 501, 503)
    routes = APIRouter(tags=["operate"], prefix="/v1", responses=responses_of(*codes))
    _add_feedback(routes, backend)
    _add_crawls(routes, backend)
    _add_pages(routes, backend)
    return routes


def _add_feedback(routes: APIRouter, backend: Backend) -> None:
    @routes.get("/feedback", summary="Feedback, newest first", response_model=Listed[FeedbackRow])
    async def listed(
        site: Annotated[str | None, Query(max_length=200)] = None, cursor: Cursor = "", limit: Limit = 50
    ) -> Listed[Any]:
        listing = f"feedback/{site}"
        after = read_number(cursor, listing)
        rows = await asyncio.to_thread(backend.require().journal.feedback, after, limit + 1, site)
        return make_list(rows, limit, "id", listing)

    @routes.get("/usage", summary="Questions, tokens and latency", response_model=UsageReport)
    async def usage(site: Annotated[str | None, Query(max_length=200)] = None) -> dict[str, Any]:
        return await asyncio.to_thread(backend.require().journal.usage, site)


def _add_crawls(routes: APIRouter, backend: Backend) -> None:
    @routes.post("/crawls", summary="Start a crawl", status_code=202, response_model=CrawlState)
    async def start(body: CrawlBody) -> dict[str, Any]:
        return await _crawls(backend).start(body.model_dump(exclude_none=True))

    @routes.get("/crawls", summary="Crawls, newest first", response_model=Listed[CrawlState])
    async def listed() -> Listed[Any]:
        return Listed(items=await _crawls(backend).listed())

    @routes.get(
        "/crawls/{crawl_id}",
        summary="One crawl; with `Accept: text/event-stream` its progress as it happens",
        response_model=CrawlState,
        responses={200: {"content": {EVENT_STREAM: {}}}},
    )
    async def get(crawl_id: str, request: Request) -> Response | dict[str, Any]:
        crawls = _crawls(backend)
        state = _known(await crawls.get(crawl_id), crawl_id)
        if EVENT_STREAM in request.headers.get("accept", ""):
            return EventSourceResponse(_progress(crawls, crawl_id), ping=15)
        return state

    @routes.delete("/crawls/{crawl_id}", summary="Cancel a crawl; what was fetched stays", response_model=CrawlState)
    async def cancel(crawl_id: str) -> dict[str, Any]:
        return _known(await _crawls(backend).cancel(crawl_id), crawl_id)


def _add_pages(routes: APIRouter, backend: Backend) -> None:
    @routes.put(
        "/pages",
        summary="Push a page: the body is the page itself, with its content type",
        response_model=PageChange,
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {"text/html": {"schema": {}, "example": "<h1>Fees</h1><p>200 EUR a term.</p>"}},
            }
        },
    )
    async def put(request: Request, site: SiteQuery, url: Url, new: New = False) -> dict[str, Any]:
        control = _pages(backend)
        if not new:
            await _refuse_unknown(backend.require(), site)
        body = await _limited(request)
        return await control.put(site, url, body, request.headers.get("content-type", "text/html"))

    @routes.delete("/pages", summary="Remove a page and what only it supports", response_model=PageChange)
    async def delete(site: SiteQuery, url: Url) -> dict[str, Any]:
        return await _pages(backend).delete(site, url)


async def _refuse_unknown(services: Services, site: str) -> None:
    """Raise `SiteUnknown` for a name that is no site beside those there are: it may be misspelt."""
    if await services.graph.read("explore/api_site", site=site):
        return
    names = [row["site"] for row in await services.graph.read("explore/api_sites")]
    if names and site not in names:
        raise SiteUnknown(
            f"There is no site named {site} in this graph; it holds {', '.join(names)}. "
            "To begin a new site with this page, add new=true."
        )


async def _limited(request: Request) -> bytes:
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > MOST_BYTES:
            raise TooLarge(f"A page may have {MOST_BYTES // 1_000_000} MB at most.")
    if not body:
        raise HTTPException(422, "The body is empty; send the page as the body.")
    return bytes(body)


async def _progress(crawls: CrawlControl, crawl_id: str) -> AsyncIterator[ServerSentEvent]:
    async for state in crawls.follow(crawl_id):
        yield ServerSentEvent(json.dumps(state, ensure_ascii=False, default=str), event="progress")
    state_now = await crawls.get(crawl_id)
    yield ServerSentEvent(json.dumps(state_now, ensure_ascii=False, default=str), event="done")


def _crawls(backend: Backend) -> CrawlControl:
    crawls = backend.require().crawls
    if crawls is None:
        raise NotHere("This server was started without a crawler.")
    return crawls


def _pages(backend: Backend) -> PageControl:
    pages = backend.require().pages
    if pages is None:
        raise NotHere("This server was started without an ingest service.")
    return pages


def _known(state: dict[str, Any] | None, crawl_id: str) -> dict[str, Any]:
    if state is None:
        raise NodeUnknown(f"There is no crawl {crawl_id[:80]}; GET /v1/crawls lists them.")
    return state
