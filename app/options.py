"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

Site = Annotated[str | None, typer.Option("--site", help="Name of the site. Default: the only one in the graph.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document on standard output.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress on standard error.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before deleting.")]
Docker = Annotated[
    bool, typer.Option("--docker", help="Neo4j in a Docker container, not a local server; see also neo4j_docker.")
]


def read_size(text: str | int) -> int:
    """A size for Typer, which hands a default through as well."""
    from core.sizes import parse_size

    try:
        return parse_size(str(text))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
