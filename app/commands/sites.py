"""`sitequest sites list|delete`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from app.options import Json, Yes


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(name="sites", help="The sites in the graph.", no_args_is_help=True)
    group.command("list")(list_sites)
    group.command("delete")(delete)
    app.add_typer(group)


def list_sites(json: Json = False) -> None:
    """List the sites in the graph with their counts."""
    from app.console import cells, emit_json, print_table
    from app.state import read_sites
    from app.wiring import settings_of

    rows = read_sites(settings_of())
    if json:
        emit_json(rows)
        return
    columns = ("site", "pages", "blocks", "entities", "topics", "languages", "fetched_at")
    shown = [{**row, "fetched_at": fetched(row)} for row in rows]
    print_table([column.replace("_", " ") for column in columns], cells(shown, columns))


def fetched(row: Mapping[str, Any]) -> str:
    """When pages of a site were last fetched; of a graph from a file that holds no times, when that came in."""
    return row["fetched_at"] or (f"{row['imported_at']} (imported)" if row.get("imported_at") else "not known")


def delete(
    site: Annotated[str, typer.Argument(help="Name of the site.")],
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Delete a site: its graph, its snapshots, its queue and its crawl history."""
    from app.console import emit_json, say
    from app.removal import delete_site
    from app.wiring import settings_of

    if not yes and not typer.confirm(f"Delete everything of {site}?", err=True):
        raise typer.Exit(1)
    result = delete_site(settings_of(), site)
    if json:
        emit_json(result)
    else:
        say(f"Deleted {site}: " + ", ".join(f"{count} {name}" for name, count in result.items() if name != "site"))
