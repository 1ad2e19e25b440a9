"""`sitequest reembed`."""

from __future__ import annotations

import typer

from app.options import Json, Quiet


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("reembed")(reembed)


def reembed(json: Json = False, quiet: Quiet = False) -> None:
    """Make all vectors anew with the embedders of the settings, after these were changed."""
    from app.console import emit_json, say
    from app.embedding import reembed as make_anew
    from app.wiring import settings_of

    report = make_anew(settings_of(), quiet=quiet)
    if json:
        emit_json(report)
    else:
        say(f"Made {sum(report.values())} vectors anew: " + ", ".join(f"{site} {n}" for site, n in report.items()))
