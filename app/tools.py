"""The MCP server as a process: standard input and output, or streamable HTTP."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from api.mcp import Opened, make_tools
from api.services import Services
from core.settings import Settings


def run_tools(settings: Settings, *, http: bool) -> None:
    """Serve until the client hangs up (stdio) or Ctrl-C (HTTP, at the settings' host and port)."""
    asyncio.run(_serve_http(settings) if http else _serve_pipe(settings))


async def _serve_pipe(settings: Settings) -> None:
    opened = _opened(settings)
    async with opened.held():
        await make_tools(opened).run_stdio_async()


async def _serve_http(settings: Settings) -> None:
    import uvicorn
    from mcp.server.transport_security import TransportSecuritySettings

    from app.server import allowed_hosts, open_socket

    opened = _opened(settings)
    with open_socket(settings) as listening:
        host, port = listening.getsockname()[:2]
        names = [f"{name}{tail}" for name in allowed_hosts(settings) for tail in ("", ":*")]
        guard = TransportSecuritySettings(
            enable_dns_rebinding_protection="*" not in allowed_hosts(settings),
            allowed_hosts=names,
            allowed_origins=[f"{scheme}://{name}" for scheme in ("http", "https") for name in names],
        )
        tools = make_tools(opened).streamable_http_app(host=host, transport_security=guard)
        server = uvicorn.Server(uvicorn.Config(tools, log_level="warning", access_log=False, server_header=False))
        sys.stderr.write(f"MCP: http://{host}:{port}/mcp   Ctrl-C stops it.\n")
        async with opened.held():
            await server.serve(sockets=[listening])


def _opened(settings: Settings) -> Opened:
    @asynccontextmanager
    async def connect() -> AsyncIterator[Services]:
        from app.server import open_services

        async with open_services(settings) as services:
            yield services

    return Opened(connect)
