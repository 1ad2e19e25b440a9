"""The web page and the API as a process: the rooms wired for `api/`, and uvicorn around it."""

from __future__ import annotations

import socket
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from api.access import Access
from api.application import ApiOptions, create_api
from api.journal import Journal
from api.services import Extract, Services
from app.daemons import DaemonInfo, web_daemon
from core.errors import SettingsError
from core.settings import Settings, load_settings

if TYPE_CHECKING:
    from fastapi import FastAPI

    from models.protocols import Embedder

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]", "testserver")


def make_api(settings: Settings) -> FastAPI:
    """The application over the graph of the settings."""

    @asynccontextmanager
    async def connect() -> AsyncIterator[Services]:
        async with open_services(settings) as services:
            yield services

    options = ApiOptions(access=Access(operator_key(settings)), hosts=allowed_hosts(settings))
    return create_api(connect, options)


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Everything the API needs, from the settings."""
    import asyncio

    from app.books import Books
    from app.crawls import CrawlJobs
    from app.decisions import EntityDecisions
    from app.flatchunks import FlatChunks
    from app.pages import PushedPages
    from app.wiring import check_models, open_async_graph
    from models.factory import make_embedders, make_llm, make_reranker
    from retrieval import Retriever

    async with open_async_graph(settings) as database, AsyncExitStack() as stack:
        embedders = await asyncio.to_thread(make_embedders, settings)
        await check_models(database, embedders)
        reranker = await asyncio.to_thread(make_reranker, settings)
        retriever = Retriever(database, embedders, reranker, make_llm(settings), settings)
        pages = await stack.enter_async_context(PushedPages(settings, embedders))
        yield Services(
            answering=retriever,
            graph=database,
            journal=Journal(settings.home / "journal.sqlite"),
            crawls=CrawlJobs(settings),
            pages=pages,
            books=Books(settings),
            entities=EntityDecisions(settings),
            baseline=FlatChunks(settings, embedders.primary),
            extract=make_extract(embedders.primary),
            tries_suggestions=not settings.llm_base_url,
        )


def make_extract(embedder: Embedder) -> Extract:
    """Extraction for `/v1/extract`, with the embedder that is loaded anyway."""
    from ingest.html.extract import Source, extract
    from ingest.html.selection import BuiltinSelector

    async def run(body: bytes, url: str, question: str | None) -> dict[str, Any]:
        selector = BuiltinSelector(embedder if question else None)
        return (await extract([Source(body, url)], question=question, selector=selector))[0]

    return run


def operator_key(settings: Settings) -> str | None:
    """The operator's key from the setting or its file."""
    if settings.api_key is not None:
        return settings.api_key.get_secret_value()
    if settings.api_key_file is None:
        return None
    try:
        return settings.api_key_file.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise SettingsError(
            f"The key file {settings.api_key_file} cannot be read ({error.strerror}); check SITEQUEST_API_KEY_FILE."
        ) from error


def allowed_hosts(settings: Settings) -> tuple[str, ...]:
    """Names the page may be called by: a page elsewhere must not reach it by a name that points here (rebinding)."""
    names = tuple(name.strip() for name in settings.hosts.split(",") if name.strip())
    return names or (*LOCAL_NAMES, settings.host)


def open_socket(settings: Settings) -> socket.socket:
    """The listening socket; a free port when the standard one is taken and nobody asked for it."""
    asked = "port" in settings.model_fields_set
    try:
        return _bind(settings.host, settings.port)
    except OSError as error:
        if asked or settings.port == 0:
            raise SettingsError(
                f"Port {settings.port} on {settings.host} cannot be used ({error.strerror}); choose another: --port."
            ) from error
        return _bind(settings.host, 0)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named TCP, or asyncio leaves Nagle's algorithm on and every answer waits 40 ms for an acknowledgement.
    opened = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
        opened.listen(128)  # who is told the address may connect at once, before the server itself is up
    except OSError:
        opened.close()
        raise
    return opened


def _taker(running: DaemonInfo | None) -> str:
    """Who has the standard port, when it is our own page."""
    return "" if running is None else f" by the page left running at {running.url} (`sitequest demo stop` ends it)"


def run_server(settings: Settings, *, registered: bool = False) -> None:
    """Serve until Ctrl-C or SIGTERM; `registered` lets `status` and `demo stop` find the process."""
    import uvicorn

    opened = open_socket(settings)
    host, port = opened.getsockname()[:2]
    url = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}/"  # noqa: S104  only shown
    daemon = web_daemon(settings)
    if port != settings.port != 0:
        sys.stderr.write(f"Port {settings.port} is taken{_taker(daemon.find())}; a free one is used.\n")
    config: dict[str, Any] = {"log_level": "warning", "access_log": False, "server_header": False}
    server = uvicorn.Server(uvicorn.Config(make_api(settings), timeout_graceful_shutdown=3, **config))
    sys.stderr.write(f"Web page: {url}   API documents: {url}docs   Ctrl-C stops it.\n")
    if registered:
        daemon.register(url)
    try:
        server.run(sockets=[opened])
    finally:
        opened.close()
        if registered:
            daemon.unregister()


if __name__ == "__main__":
    run_server(load_settings(), registered=True)
