"""What is drawn, as a statement that a person pastes into Neo4j Browser: files of `cypher/` with the values in them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from api.refs import Ref
from graph.statements import PARAMETER, Statements


def paste_nodes(rows: Iterable[Mapping[str, Any]], site: str) -> str:
    """The nodes of a drawing; the browser draws the edges between them by itself."""
    kept = list(rows)
    values = {
        "site": site,
        "urls": [row["key"] for row in kept if row["kind"] == "page"],
        "ids": [row["key"] for row in kept if row["kind"] != "page"],
    }
    return fill("explore/paste_nodes", values)


def paste_around(ref: Ref, limit: int) -> str:
    """A node and what is one edge away."""
    return fill(f"explore/paste_around_{ref.kind}", {"site": ref.site, "key": ref.key, "limit": limit})


def paste_evidence(blocks: Sequence[str]) -> str:
    """Blocks with their pages, sections and names."""
    return fill("explore/paste_evidence", {"ids": list(blocks)})


def fill(name: str, values: Mapping[str, Any]) -> str:
    """A statement with literals in place of its parameters, quoted as JSON, which Cypher reads the same way."""
    return PARAMETER.sub(lambda found: json.dumps(values[found[1]], ensure_ascii=False), Statements()[name])
