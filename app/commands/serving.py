"""`sitequest serve`, `mcp` and `up`."""

from __future__ import annotations

from typing import Annotated

import typer

from app.options import Docker


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("serve")(serve)
    app.command("mcp")(mcp)
    app.command("up")(up)


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on. Default: setting `host`.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0: any free one.", min=0, max=65535)] = None,
    docker: Docker = False,
) -> None:
    """Serve the web page and the HTTP API until Ctrl-C."""
    from app.server import run_server
    from app.wiring import settings_of

    run_server(settings_of(host=host, port=port, neo4j_docker=docker or None))


def mcp(
    http: Annotated[bool, typer.Option("--http", help="Streamable HTTP instead of standard input and output.")] = False,
    host: Annotated[str | None, typer.Option(help="Address for --http. Default: setting `host`.")] = None,
    port: Annotated[int, typer.Option(help="Port for --http; 0: any free one.", min=0, max=65535)] = 8081,
) -> None:
    """Serve ask, search, read, neighbours and path as MCP tools."""
    from app.tools import run_tools
    from app.wiring import settings_of

    run_tools(settings_of(host=host, port=port), http=http)


def up(
    down: Annotated[bool, typer.Option("--down", help="Stop the deployment instead; its data stays.")] = False,
) -> None:
    """Start the whole deployment with `docker compose`, from the folder that holds docker-compose.yml."""
    from app.compose import run_compose

    run_compose(["down"] if down else ["up", "--detach", "--wait"])
