"""The MCP server as a process: standard input and output, or streamable HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from api.mcp import make_tools
from api.services import Services
from core.settings import Settings


def run_tools(settings: Settings, *, port: int | None = None) -> None:
    """Serve until the client hangs up (stdio) or Ctrl-C (HTTP)."""
    from app.server import open_services

    @asynccontextmanager
    async def connect() -> AsyncIterator[Services]:
        async with open_services(settings) as services:
            yield services

    tools = make_tools(connect)
    if port is None:
        asyncio.run(tools.run_stdio_async())
    else:
        asyncio.run(tools.run_streamable_http_async(host=settings.host, port=port))
