"""`sitequest entities list|show|merge|split`."""

from __future__ import annotations

from typing import Annotated

import typer

from app.options import Json, Site

Kind = Annotated[str, typer.Option("--type", help="Only this type, such as person or course.")]
Limit = Annotated[int, typer.Option("--limit", help="So many at most.", min=1, max=1000)]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(
        name="entities", help="The entities of a site, and what was taken for one.", no_args_is_help=True
    )
    group.command("list")(list_entities)
    group.command("show")(show)
    group.command("merge")(merge)
    group.command("split")(split)
    app.add_typer(group)


def list_entities(
    text: Annotated[str, typer.Argument(help="Letters of the name; default: all.")] = "",
    site: Site = None,
    kind: Kind = "",
    limit: Limit = 50,
    json: Json = False,
) -> None:
    """List entities, the most mentioned first, with the names that were merged into each and why."""
    from app.console import emit_json, print_table
    from app.resolution import list_views
    from app.wiring import settings_of

    views = list_views(settings_of(), site, kind, text, limit)
    if json:
        emit_json(views)
        return
    rows = [
        (view["name"], view["type"], view["mentions"], ", ".join(view["aliases"]),
         "; ".join(f"{raw} ({reason})" for raw, reason in view["parts"]), view["id"])
        for view in views
    ]  # fmt: skip
    print_table(("name", "type", "mentions", "also", "merged", "id"), rows)


def show(
    name: Annotated[str, typer.Argument(help="Name or id.")],
    site: Site = None,
    json: Json = False,
) -> None:
    """Show the facts of an entity, each with the block that states it."""
    from app.console import emit_json, print_table, say
    from app.exploring import read_entity
    from app.wiring import settings_of

    entity = read_entity(settings_of(), site, name)
    if json:
        emit_json(entity)
        return
    say(f"{entity['name']} ({entity['type']})  {entity['anchor_url'] or ''}")
    rows = [(fact["type"], fact["name"], ", ".join(fact["sources"] or ())) for fact in entity["facts"]]
    print_table(("fact", "value", "blocks"), rows)


def merge(
    one: Annotated[str, typer.Argument(help="Id of an entity.")],
    other: Annotated[str, typer.Argument(help="Id of another one of the same type.")],
    site: Site = None,
) -> None:
    """Make two entities one, for this and every later crawl."""
    from app.console import say
    from app.resolution import merge_entities
    from app.wiring import settings_of

    say(f"Both are {merge_entities(settings_of(), site, one, other)} now.")


def split(
    raw: Annotated[str, typer.Argument(help="Id of what was merged, as `entities list` shows it.")],
    site: Site = None,
) -> None:
    """Take an entity out of the one it was merged into; it stays out at every later crawl."""
    from app.console import say
    from app.resolution import split_entity
    from app.wiring import settings_of

    say(f"{raw} is no longer part of {split_entity(settings_of(), site, raw)}.")
