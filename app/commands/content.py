"""`sitequest extract` and `topics`."""

from __future__ import annotations

from typing import Annotated

import typer

from app.options import Json, Site


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("extract")(extract)
    app.command("topics")(show_topics)


def extract(
    sources: Annotated[list[str], typer.Argument(help="Files, addresses, or - for standard input.")],
    question: Annotated[str | None, typer.Option("--question", "-q", help="Keep only what answers this.")] = None,
    selector: Annotated[str, typer.Option("--selector", help="builtin or llm.")] = "builtin",
    form: Annotated[str, typer.Option("--format", help="markdown, html, text or json.")] = "markdown",
    budget: Annotated[int | None, typer.Option("--budget", help="Keep the best so many tokens of all pages.")] = None,
    url: Annotated[str | None, typer.Option("--url", help="Address of the page, for its links, when a file.")] = None,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="One JSON object a line, with the whole block index.")] = False,
    training_data: Annotated[bool, typer.Option("--training-data", help="Samples to train a pointing model.")] = False,
    allow_private: Annotated[bool, typer.Option("--allow-private", help="Allow a private address.")] = False,
    json: Json = False,
) -> None:
    """Print the main content of pages, or what answers a question, as Markdown, HTML, text or JSON.

    What is wrong with a page is said on standard error. Exit code 1 when none of the pages has content; 0 also when
    none of it answers the question.
    """
    import asyncio

    from app.content import ExtractOptions
    from app.extraction import print_extracts
    from app.wiring import settings_of

    wanted = "json" if json or jsonl or training_data else form
    options = ExtractOptions(question, selector, wanted, budget, url, allow_private)
    said = asyncio.run(
        print_extracts(settings_of(), sources, options, lines=jsonl or training_data, samples=training_data)
    )
    if not said:
        raise typer.Exit(1)


def show_topics(
    site: Site = None,
    kind: Annotated[str, typer.Option("--kind", help="keyword or community; default: both.")] = "",
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="First gather the communities anew, as after many new pages.")
    ] = False,
    json: Json = False,
) -> None:
    """Show the topics of a site as a tree, the largest first: levels of communities, then keywords.

    New pages are attached to the topics there are, so that those keep their names; a crawl says when so many came that
    --rebuild is worth its time.
    """
    from app.console import emit_json, out
    from app.exploring import read_topics
    from app.rebuilding import rebuild_topics
    from app.topictree import draw_topics
    from app.wiring import settings_of

    if rebuild:
        rebuild_topics(settings_of(), site, quiet=json)
    name, topics = read_topics(settings_of(), site, kind)
    if json:
        emit_json(topics)
    else:
        out().print(draw_topics(name, topics), soft_wrap=True)
