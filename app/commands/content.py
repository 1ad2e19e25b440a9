"""`sitequest extract` and `topics`."""

from __future__ import annotations

from typing import Annotated

import typer

from app.options import Json, Site


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("extract")(extract)
    app.command("topics")(topics)


def extract(
    source: Annotated[str, typer.Argument(help="A file, an address, or - for standard input.")],
    question: Annotated[str | None, typer.Option("--question", "-q", help="Keep only what answers this.")] = None,
    url: Annotated[str | None, typer.Option("--url", help="Address of the page, for its links, when a file.")] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Allow a private or loopback address.")
    ] = False,
    json: Json = False,
) -> None:
    """Print the main content of a page, or what answers a question, as Markdown."""
    import asyncio

    from app.console import emit_json, say
    from app.content import extract_page, read_source

    body, address, content_type = read_source(source, url, allow_private=allow_private)
    result = asyncio.run(extract_page(body, address, question, content_type))
    if json:
        emit_json(result)
    else:
        say(result["markdown"])


def topics(
    site: Site = None,
    kind: Annotated[str, typer.Option("--kind", help="keyword or community; default: both.")] = "",
    json: Json = False,
) -> None:
    """List the topics of a site, the largest first."""
    from app.console import emit_json, print_table
    from app.exploring import read_topics
    from app.wiring import settings_of

    rows = read_topics(settings_of(), site, kind)
    if json:
        emit_json(rows)
    else:
        columns = ("kind", "level", "size", "title", "summary")
        print_table(columns, [[str(row[column])[:120] for column in columns] for row in rows])
