"""`sitequest db start|stop|status|path|browse`."""

from __future__ import annotations

from typing import Annotated

import typer

from app.options import Json


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(name="db", help="The local Neo4j server.", no_args_is_help=True)
    for command in (start, stop, status, path, browse):
        group.command(command.__name__)(command)
    app.add_typer(group)


def start(json: Json = False) -> None:
    """Start the local server, or adopt the one that runs; print its addresses."""
    from app.localdb import ensure_server, server_facts
    from app.wiring import settings_of

    _show(server_facts(ensure_server(settings_of())), json)


def stop() -> None:
    """Stop the local server; its data stays."""
    from app.console import say
    from app.localdb import stop_server
    from app.wiring import settings_of

    say("Stopped." if stop_server(settings_of()) else "It was not running.")


def status(json: Json = False) -> None:
    """Say whether the local server runs, and where. Exit code 1 when it does not."""
    from app.localdb import server_status
    from app.wiring import settings_of

    facts = server_status(settings_of())
    _show(facts, json)
    if not facts["running"]:
        raise typer.Exit(1)


def path(json: Json = False) -> None:
    """Print the folder of the local server's data."""
    from app.console import emit_json, say
    from app.localdb import server_folder
    from app.wiring import settings_of

    folder = str(server_folder(settings_of()))
    if json:
        emit_json({"path": folder})
    else:
        say(folder)


def browse(
    stop_it: Annotated[bool, typer.Option("--stop", help="Stop the read-only server instead.")] = False,
    json: Json = False,
) -> None:
    """Start a second, read-only server from a backup, to explore with Neo4j Browser.

    Community has no roles: whoever has its password sees every site in the graph.
    """
    from app.console import say
    from app.localdb import browse_server, how_to_browse
    from app.wiring import settings_of

    facts = browse_server(settings_of(), stop=stop_it)
    if json or not stop_it:
        _show(facts, json)
    if not json:
        say(how_to_browse(facts))


def _show(facts: dict[str, object], as_json: bool) -> None:
    from app.console import emit_json, print_facts

    if as_json:
        emit_json(facts)
    else:
        print_facts(facts)
