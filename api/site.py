"""The web page and the documents of the API, from files of this package: nothing comes from another host."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse
from starlette.staticfiles import StaticFiles

PAGES = ("graph", "compare", "site", "tour")


def add_web(api: FastAPI, folder: Path) -> None:
    """Serve the page at `/`, its parts at `/web/…`, the API's documents at `/docs`, the embed box at `/embed`."""

    async def index() -> FileResponse:
        return FileResponse(folder / "index.html", headers={"Cache-Control": "no-cache"})

    async def embed() -> FileResponse:
        return FileResponse(folder / "embed.html", headers={"Cache-Control": "no-cache"})

    async def docs() -> HTMLResponse:
        return HTMLResponse((folder / "docs.html").read_text(encoding="utf-8"))

    async def embed_script() -> FileResponse:
        return FileResponse(folder / "embed.js", media_type="text/javascript")

    for path in ("/", *(f"/{page}" for page in PAGES)):
        api.add_api_route(path, index, include_in_schema=False)
    api.add_api_route("/embed", embed, include_in_schema=False)
    api.add_api_route("/embed.js", embed_script, include_in_schema=False)
    api.add_api_route("/docs", docs, include_in_schema=False)
    api.mount("/web", StaticFiles(directory=folder), name="web")
