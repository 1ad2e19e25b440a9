"""Query parameters that an endpoint does not know are refused: a misspelt one would be ignored without a word."""

from __future__ import annotations

from difflib import get_close_matches

from fastapi import Request
from fastapi.routing import APIRoute

from api.problems import OPENAI_PATHS
from core.errors import AskError


class ParameterUnknown(AskError):
    """The query has a parameter that the endpoint does not know."""


def known_parameters(request: Request) -> None:
    """Refuse unknown query parameters of `/v1/`; OpenAI's clients may send what they like on their own paths.

    Raises `ParameterUnknown`.
    """
    path = request.url.path
    if not request.query_params or not path.startswith("/v1/") or path.startswith(OPENAI_PATHS):
        return
    known = parameters_of(request)
    for name in request.query_params:
        if name not in known:
            raise ParameterUnknown(_sentence(name, known))


def parameters_of(request: Request) -> list[str]:
    """Names of the query parameters that the description of the API gives the endpoint of this request."""
    route = request.scope["route"]
    assert isinstance(route, APIRoute)
    described = request.app.openapi()["paths"].get(route.path_format, {}).get(request.method.lower(), {})
    return sorted(one["name"] for one in described.get("parameters", ()) if one["in"] == "query")


def _sentence(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, 1)
    if near:
        return f"This endpoint has no query parameter {name[:100]}; did you mean {near[0]}?"
    if known:
        return f"This endpoint has no query parameter {name[:100]}; it has {', '.join(known)}."
    return f"This endpoint has no query parameter {name[:100]}, nor any other."
