"""`sitequest status` and `doctor`."""

from __future__ import annotations

from typing import Annotated

import typer

from app.options import Json


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("health", hidden=True)(health)
    app.command("status")(status)
    app.command("doctor")(doctor)


def status(json: Json = False) -> None:
    """Show what runs (database, web page) and what the graph holds, site by site."""
    from app.commands.sites import fetched
    from app.console import cells, emit_json, print_facts, print_table
    from app.state import read_state
    from app.wiring import settings_of

    state = read_state(settings_of())
    if json:
        emit_json(state)
        return
    print_facts({"database": state["database"], "web page": state["web"] or "stopped", "home": state["home"]})
    if state["sites"]:
        sites = [{**row, "fetched_at": fetched(row)} if "fetched_at" in row else row for row in state["sites"]]
        columns = [column for column in sites[0] if column != "imported_at"]
        print_table([column.replace("_", " ") for column in columns], cells(sites, columns))


def doctor(
    json: Json = False,
    fetch: Annotated[bool, typer.Option("--fetch", help="First fetch models that are missing or damaged.")] = False,
) -> None:
    """Check Java, database, model files, ports, language model and disk; say what is wrong and what to do.

    Exit code 1 when something must be mended.
    """
    from app.checks import run_checks
    from app.console import emit_json, print_table, say
    from app.models import fetch_models
    from app.wiring import settings_of

    settings = settings_of()
    if fetch:
        fetch_models(settings)
    findings = run_checks(settings)
    bad = [finding for finding in findings if finding.level == "error"]
    if json:
        emit_json({"ok": not bad, "findings": [finding.as_dict() for finding in findings]})
    else:
        print_table(("", "what", "found"), [(f.level, f.name, f.detail) for f in findings])
        for finding in findings:
            if finding.advice:
                say(f"{finding.name}: {finding.advice}")
    if bad:
        raise typer.Exit(1)


def health(
    url: Annotated[str | None, typer.Option("--url", help="Ask this server's /health/ready.")] = None,
    worker: Annotated[str | None, typer.Option("--worker", help="Look for a sign of life of ingest or watch.")] = None,
) -> None:
    """The health check of the deployment: exit code 0 when healthy."""
    from app.heartbeat import is_beating
    from app.wiring import settings_of

    if url is not None and not _is_ready(url):
        raise typer.Exit(1)
    if worker is not None and not is_beating(settings_of(), worker):
        raise typer.Exit(1)


def _is_ready(url: str) -> bool:
    from urllib.error import URLError
    from urllib.request import urlopen

    try:
        with urlopen(f"{url.rstrip('/')}/health/ready", timeout=5) as answer:  # noqa: S310  the operator's own address
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False
