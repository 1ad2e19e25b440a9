"""Errors as problem details (RFC 9457): one JSON form for every refusal and failure."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match, Mount

from core.errors import SiteQuestError

MEDIA_TYPE = "application/problem+json"
LOG = logging.getLogger(__name__)
METHODS = ("DELETE", "GET", "PATCH", "POST", "PUT")
BLANK = "about:blank"
OPENAI_PATHS = ("/v1/chat/", "/v1/models")


class Problem(BaseModel):
    """Problem details: `type` names the sort of error, `detail` is one sentence for a person."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:sitequest:site-unknown",
                    "title": "Site unknown",
                    "status": 404,
                    "detail": "There is no site named shop in this graph; GET /v1/sites lists them.",
                }
            ]
        }
    )

    type: str = Field(description="Stable name of the sort of error.")
    title: str
    status: int
    detail: str
    instance: str | None = Field(None, description="Path of the request.")
    errors: list[dict[str, Any]] | None = Field(None, description="What is wrong, field by field.")
    error: dict[str, Any] | None = Field(None, description="The same as OpenAI's clients read it; on their paths only.")


Responses = dict[int | str, dict[str, Any]]

RESPONSES: Responses = {
    code: {"model": Problem, "description": text, "content": {MEDIA_TYPE: {}}}
    for code, text in {
        400: "The request cannot be read.",
        401: "The operator's key is missing or wrong.",
        404: "No such thing.",
        409: "Nothing has been ingested yet, or the graph's vectors come from another model.",
        413: "The body is larger than the limit.",
        422: "A field is wrong.",
        501: "This server was started without that part.",
        503: "The database or a model cannot be used now.",
    }.items()
}


def responses_of(*codes: int) -> Responses:
    """The documented problems of these statuses."""
    return {code: RESPONSES[code] for code in codes}


def problem(status: int, detail: str, name: str = BLANK, request: Request | None = None, **more: Any) -> JSONResponse:
    """A problem as a response."""
    path = request.url.path if request else None
    if path is not None and is_for_openai(path, name):
        more["error"] = openai_error(status, detail, name, more.get("errors"))
    body = Problem(type=name, title=title_of(name, status), status=status, detail=detail, instance=path, **more)
    headers = {"Retry-After": "2"} if status == 503 else None
    return JSONResponse(body.model_dump(exclude_none=True), status, media_type=MEDIA_TYPE, headers=headers)


def title_of(name: str, status: int) -> str:
    """The title of a sort of problem; without a sort, the phrase of its status (RFC 9457, section 4.2.1)."""
    return HTTPStatus(status).phrase if name == BLANK else name.rpartition(":")[2].replace("-", " ").capitalize()


def is_for_openai(path: str, name: str) -> bool:
    """Whether OpenAI's clients may have asked: on the paths they share with us, and on those of /v1 we do not have."""
    return path.startswith(OPENAI_PATHS) or (name == BLANK and path.startswith("/v1/"))


def openai_error(status: int, detail: str, name: str, errors: Any = None) -> dict[str, Any]:
    """An error as OpenAI's clients read it."""
    place = [part for part in errors[0]["where"] if part not in ("body", "query", "path")] if errors else []
    kind = "server_error" if status >= 500 else "invalid_request_error"
    code = name.rpartition(":")[2].replace("-", "_") if name != BLANK else None
    return {"message": detail, "type": kind, "param": ".".join(place) or None, "code": code}


def install_problems(api: FastAPI) -> None:
    """Make every error of `api` a problem."""
    api.add_exception_handler(SiteQuestError, _known)
    api.add_exception_handler(HTTPException, _http)
    api.add_exception_handler(RequestValidationError, _invalid)
    api.add_exception_handler(Exception, _unknown)


def name_of(error: Exception) -> str:
    """`SiteUnknown` → `urn:sitequest:site-unknown`."""
    return urn_of(type(error).__name__)


def urn_of(name: str) -> str:
    """The stable name of a sort of error, from the name of its class; without one, `about:blank`."""
    if not name or name.startswith("urn:"):
        return name or BLANK
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*|[a-z0-9]+", name)
    return f"urn:sitequest:{'-'.join(parts).lower()}"


def sentence_of(error: SiteQuestError) -> str:
    """What a caller over HTTP is told."""
    return error.sentence("in the field `{}`")


def event_of(data: Mapping[str, Any], error: SiteQuestError | None = None) -> dict[str, Any]:
    """An error inside a stream with the very fields of a problem.

    `data` is what a room said of it (message, status, and the name of an error's class), `error` the error itself.
    """
    status = error.http_status if error else int(data.get("status") or 500)
    name = name_of(error) if error else urn_of(str(data.get("type") or ""))
    detail = sentence_of(error) if error else str(data.get("detail") or data.get("message") or "The answer failed.")
    return Problem(type=name, title=title_of(name, status), status=status, detail=detail).model_dump(exclude_none=True)


async def _known(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, SiteQuestError)
    return problem(error.http_status, sentence_of(error), name_of(error), request, **_field_errors(error))


def _field_errors(error: SiteQuestError) -> dict[str, Any]:
    return {"errors": [{"where": [error.field], "message": str(error)}]} if error.field else {}


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    methods = ", ".join(methods_at(request)) if error.status_code == 405 else ""
    answer = problem(error.status_code, _detail(request, error, methods), BLANK, request)
    answer.headers.update(error.headers or {})
    if methods:
        answer.headers["Allow"] = methods
    return answer


def _detail(request: Request, error: HTTPException, methods: str) -> str:
    """The sentence of an error of the framework; it has none of its own but the phrase."""
    if error.detail != HTTPStatus(error.status_code).phrase:
        return str(error.detail)
    if methods:
        return f"{request.url.path[:200]} does not answer {request.method}; it answers {methods}."
    return f"There is nothing at {request.url.path[:200]}; /docs shows what there is."


def methods_at(request: Request) -> list[str]:
    """The methods that some route answers at this path, none where there is no route."""

    def answers(route: BaseRoute, method: str) -> bool:
        fits = route.matches({**request.scope, "method": method})[0] is Match.FULL
        return fits and (method == "GET" or not isinstance(route, Mount))  # what is mounted are files

    found = {method for method in METHODS if any(answers(route, method) for route in request.app.routes)}
    return sorted(found | {"OPTIONS"} | ({"HEAD"} if "GET" in found else set())) if found else []


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    broken = next((one for one in found if one["type"] == "json_invalid"), None)
    if broken is not None:
        why = f"{broken.get('ctx', {}).get('error', broken['msg'])}, at character {broken['loc'][-1]}"
        return problem(400, f"The body cannot be read as JSON ({why}).", "urn:sitequest:body-unreadable", request)
    fields = [{"where": [str(part) for part in e["loc"]], "message": e["msg"]} for e in found]
    first = fields[0]
    detail = f"{'.'.join(first['where'])}: {first['message']}."
    return problem(422, detail, "urn:sitequest:field-wrong", request, errors=fields)


async def _unknown(request: Request, error: Exception) -> JSONResponse:
    LOG.error("request %s failed", request.url.path, exc_info=error)
    return problem(500, "Something went wrong here; the server's log has the details.", BLANK, request)
