"""`sitequest demo` and `sitequest demo stop`."""

from __future__ import annotations

import typer

from app.options import Json


def register(app: typer.Typer) -> None:
    """Add the group; without a word after it, it starts."""
    group = typer.Typer(name="demo", help="The demo: an invented university, crawled and asked.")
    group.callback(invoke_without_command=True)(demo)
    group.command("start")(start)
    group.command("stop")(stop)
    app.add_typer(group)


def demo(context: typer.Context) -> None:
    """Set up everything, crawl the demo site, ask three questions; leave the database and the web page running."""
    if context.invoked_subcommand is None:
        start()


def start(json: Json = False) -> None:
    """Set up everything, crawl the demo site, ask three questions; leave the database and the web page running."""
    from app.demo import run_demo
    from app.wiring import settings_of

    run_demo(settings_of(), as_json=json)


def stop() -> None:
    """Stop the web page, the demo site and the local database; their data stay."""
    from app.console import say
    from app.demo import stop_demo
    from app.wiring import settings_of

    stopped = stop_demo(settings_of())
    say(f"Stopped: {', '.join(stopped)}." if stopped else "Nothing was running.")
