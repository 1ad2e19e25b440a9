"""`sitequest graph export|import|diff`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.options import Json, Site

All = Annotated[bool, typer.Option("--all", help="With times and entity tags, which belong to a run.")]
Vectors = Annotated[bool, typer.Option("--vectors", help="With the vectors, which make it large.")]
Audience = Annotated[
    str | None,
    typer.Option("--audience", help="Leave out what this audience may not see; `public`: what a login shows."),
]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="File to write. Default: standard output.")]
Replace = Annotated[bool, typer.Option("--replace", help="Delete sites of the same name first.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(name="graph", help="The graph as a portable file.", no_args_is_help=True)
    group.command("export")(export)
    group.command("import")(import_)
    group.command("diff")(diff)
    app.add_typer(group)


def export(
    site: Site = None,
    everything: All = False,
    vectors: Vectors = False,
    audience: Audience = None,
    output: Output = None,
) -> None:
    """Write the graph as sorted lines of JSON, the same whenever the graph is the same."""
    from app.transfer import export_graph
    from app.wiring import settings_of

    export_graph(settings_of(), site, output, everything=everything, vectors=vectors, audience=audience)


def import_(
    source: Annotated[Path, typer.Argument(help="A file that `graph export` wrote.")],
    replace: Replace = False,
    json: Json = False,
) -> None:
    """Take in a graph that was exported; its vectors are made when the file has none."""
    from app.console import emit_json, print_facts
    from app.transfer import import_graph
    from app.wiring import settings_of

    report = import_graph(settings_of(), source, replace=replace)
    if json:
        emit_json(report)
    else:
        print_facts(report)


def diff(
    before: Annotated[Path, typer.Argument(help="An exported graph.")],
    after: Annotated[Path, typer.Argument(help="Another one.")],
    json: Json = False,
) -> None:
    """Say what the second graph lost, gained and has differently. Exit code 1 when they differ."""
    from app.console import emit_json
    from app.transfer import diff_files, print_difference

    difference = diff_files(before, after)
    if json:
        emit_json(difference)
    else:
        print_difference(difference)
    if any(difference.values()):
        raise typer.Exit(1)
