"""The HTTP application: endpoints, the web page, the documents of the API."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

from fastapi import Depends, FastAPI, Request
from fastapi.responses import Response
from starlette.middleware.gzip import GZipMiddleware

from api.access import Access, operator_only
from api.backend import Backend
from api.limits import AnswerHead, KnownHosts, LimitBody, TellMethods
from api.parameters import known_parameters
from api.problems import RESPONSES, install_problems
from api.routes import asking, books, chat, drawing, explore, graph, health, operator
from api.services import Connect
from api.site import add_web

VERSION = "0.1.0"
# The hash is the one rule that cytoscape adds to the page.
POLICY = (
    "default-src 'self'; style-src 'self' 'sha256-pgvDUBa4IjFA2yuSJ2cqcyxmNYJMborsd0ORcRv9vw8='; "
    "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors {ancestors}"
)
ABOUT = (
    "Ask a website and get answers whose citations were checked. Errors are problem details (RFC 9457); lists page by "
    "cursor; a query parameter that an endpoint does not know is refused; a question has 1,000 characters at most, a "
    "pushed page 20 MB, any body 25 MB. HEAD is answered where GET is, OPTIONS everywhere; pages of other origins are "
    "not let in (no CORS). Versioned by path: names of /v1 stay."
)


@dataclass(frozen=True, slots=True)
class ApiOptions:
    """What the API itself can be told. `hosts` are names it may be called by; ("*",) turns the check off."""

    access: Access = field(default_factory=Access)
    hosts: tuple[str, ...] = ("*",)
    web: Path = field(default_factory=lambda: Path(str(resources.files("api").joinpath("web"))))


def create_api(connect: Connect, options: ApiOptions | None = None) -> FastAPI:
    """The application. It listens at once; `connect` gives the services, and is tried again until it works."""
    chosen = options or ApiOptions()
    backend = Backend(connect)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with backend.running():
            yield

    api = FastAPI(
        title="SiteQuest",
        version=VERSION,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        dependencies=[Depends(known_parameters)],
    )
    install_problems(api)
    for room in (health, asking, explore, graph, drawing, chat):
        api.include_router(room.router(backend))
    guard = Depends(operator_only(chosen.access))
    api.include_router(operator.open_router(backend))
    api.include_router(operator.router(backend), dependencies=[guard], responses={401: RESPONSES[401]})
    api.include_router(books.router(backend), dependencies=[guard], responses={401: RESPONSES[401]})
    add_web(api, chosen.web)
    api.middleware("http")(_safe_headers)
    api.add_middleware(GZipMiddleware, minimum_size=1000)
    api.add_middleware(LimitBody)
    api.add_middleware(AnswerHead)
    api.add_middleware(TellMethods)
    api.add_middleware(KnownHosts, hosts=chosen.hosts)
    api.state.backend = backend
    return api


async def _safe_headers(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    response = await call_next(request)
    ancestors = "*" if request.url.path == "/embed" else "'self'"
    response.headers.setdefault("Content-Security-Policy", POLICY.format(ancestors=ancestors))
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    return response
