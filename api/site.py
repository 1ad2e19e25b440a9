"""The web page and the documents of the API, from files of this package: nothing comes from another host."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse
from starlette.staticfiles import StaticFiles

PAGES = ("graph", "compare", "site", "tour", "docs")


def add_web(api: FastAPI, folder: Path) -> None:
    """Serve the page at `/` and at the address of each view, its parts at `/web/…`, the embed box at `/embed`."""

    async def index() -> FileResponse:
        return FileResponse(folder / "index.html", headers={"Cache-Control": "no-cache"})

    async def embed() -> FileResponse:
        return FileResponse(folder / "embed.html", headers={"Cache-Control": "no-cache"})

    async def embed_script() -> FileResponse:
        return FileResponse(folder / "embed.js", media_type="text/javascript")

    for path in ("/", *(f"/{page}{end}" for page in PAGES for end in ("", "/"))):
        api.add_api_route(path, index, include_in_schema=False)
    api.add_api_route("/embed", embed, include_in_schema=False)
    api.add_api_route("/embed.js", embed_script, include_in_schema=False)
    api.mount("/web", StaticFiles(directory=folder), name="web")
