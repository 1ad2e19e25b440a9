"""Drafts of questions in a web page on this machine, one at a time: forms only, so that it works without scripts."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

    from evaluation.drafting import Draft
    from evaluation.review import Review

HOST = "127.0.0.1"


def make_app(review: Review, drafts: Sequence[Draft], token: str) -> Starlette:
    """The page below `/TOKEN/`, which no other page of the browser can guess."""
    from starlette.applications import Starlette
    from starlette.responses import HTMLResponse, RedirectResponse
    from starlette.routing import Route

    known = {draft.id: draft for draft in drafts}
    later: list[str] = []

    async def show(request: Request) -> Response:
        waiting = sorted(review.pending(drafts), key=lambda draft: draft.id in later)
        return HTMLResponse(render_page(review, waiting, len(drafts)))

    async def decide(request: Request) -> Response:
        async with request.form() as form:
            given = {name: str(value) for name, value in form.items()}
        draft = known.get(given.get("id", ""))
        if draft is not None and draft in review.pending(drafts):
            _apply(review, draft, given, later)
        return RedirectResponse(f"/{token}/", status_code=303)

    routes = [Route(f"/{token}/", show), Route(f"/{token}/decide", decide, methods=["POST"])]
    return Starlette(routes=routes)


def _apply(review: Review, draft: Draft, given: dict[str, str], later: list[str]) -> None:
    verdict = given.get("verdict")
    if verdict == "accept":
        review.accept(draft, given.get("question", ""), given.get("answer", ""))
    elif verdict == "reject":
        review.reject(draft)
    elif verdict == "later":
        later.append(draft.id)


def render_page(review: Review, waiting: Sequence[Draft], total: int) -> str:
    """The next draft, or that all are decided."""
    from jinja2 import Environment

    accepted, rejected = review.counts()
    source = files("evaluation").joinpath("templates", "review.html.j2").read_text(encoding="utf-8")
    shown: dict[str, Any] = {"site": review.site, "path": review.path.name, "total": total, "left": len(waiting)}
    return (
        Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
        .from_string(source)
        .render(draft=waiting[0] if waiting else None, accepted=accepted, rejected=rejected, **shown)
    )


def serve_review(review: Review, drafts: Sequence[Draft], port: int, ready: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; `ready` gets the address."""
    import socket

    import uvicorn

    token = secrets.token_urlsafe(12)
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        ready(f"http://{HOST}:{listener.getsockname()[1]}/{token}/")
        server = uvicorn.Server(uvicorn.Config(make_app(review, drafts, token), log_level="error"))
        try:
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            return
