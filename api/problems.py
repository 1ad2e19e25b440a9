"""Errors as problem details (RFC 9457): one JSON form for every refusal and failure."""

from __future__ import annotations

import logging
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
    error: dict[str, Any] | None = Field(None, description="The same as OpenAI's clients read it; chat only.")


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


def problem(
    status: int, detail: str, name: str = "about:blank", request: Request | None = None, **more: Any
) -> JSONResponse:
    """A problem as a response."""
    title = name.rpartition(":")[2].replace("-", " ").capitalize() if name != "about:blank" else f"Error {status}"
    path = request.url.path if request else None
    if path is not None and path.startswith("/v1/chat/"):
        more["error"] = {"message": detail, "type": name, "param": None, "code": status}
    body = Problem(type=name, title=title, status=status, detail=detail, instance=path, **more)
    headers = {"Retry-After": "2"} if status == 503 else None
    return JSONResponse(body.model_dump(exclude_none=True), status, media_type=MEDIA_TYPE, headers=headers)


def install_problems(api: FastAPI) -> None:
    """Make every error of `api` a problem."""
    api.add_exception_handler(SiteQuestError, _known)
    api.add_exception_handler(HTTPException, _http)
    api.add_exception_handler(RequestValidationError, _invalid)
    api.add_exception_handler(Exception, _unknown)


def name_of(error: Exception) -> str:
    """`SiteUnknown` → `urn:sitequest:site-unknown`."""
    words = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in type(error).__name__)
    return f"urn:sitequest:{words.strip('-')}"


def sentence_of(error: SiteQuestError) -> str:
    """What a caller over HTTP is told."""
    return error.sentence("in the field `{}`")


async def _known(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, SiteQuestError)
    return problem(error.http_status, sentence_of(error), name_of(error), request)


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    answer = problem(error.status_code, str(error.detail), "about:blank", request)
    answer.headers.update(error.headers or {})
    if error.status_code == 405:
        answer.headers["Allow"] = ", ".join(methods_at(request))
    return answer


def methods_at(request: Request) -> list[str]:
    """The methods that some route answers at this path, none where there is no route."""

    def answers(route: BaseRoute, method: str) -> bool:
        fits = route.matches({**request.scope, "method": method})[0] is Match.FULL
        return fits and (method == "GET" or not isinstance(route, Mount))  # what is mounted are files

    found = {method for method in METHODS if any(answers(route, method) for route in request.app.routes)}
    return sorted(found | {"OPTIONS"} | ({"HEAD"} if "GET" in found else set())) if found else []


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    fields = [{"where": [str(part) for part in e["loc"]], "message": e["msg"]} for e in error.errors()]
    first = fields[0]
    detail = f"{'.'.join(first['where'])}: {first['message']}."
    return problem(422, detail, "urn:sitequest:field-wrong", request, errors=fields)


async def _unknown(request: Request, error: Exception) -> JSONResponse:
    LOG.error("request %s failed", request.url.path, exc_info=error)
    return problem(500, "Something went wrong here; the server's log has the details.", "about:blank", request)
