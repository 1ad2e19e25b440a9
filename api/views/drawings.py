"""What is drawn of the graph."""

from __future__ import annotations

from api.views.base import View


class Node(View):
    """A node of a drawing; `ref` is its name in addresses."""

    ref: str
    kind: str
    name: str
    detail: str = ""
    url: str | None = None
    degree: int | None = None
    level: int | None = None


class Edge(View):
    """An edge of a drawing, by the references of its ends."""

    source: str
    target: str
    type: str
    label: str = ""


class SubGraph(View):
    """Nodes and edges to draw. `cypher` is the same view to paste into Neo4j Browser."""

    nodes: list[Node]
    edges: list[Edge]
    cypher: str = ""
    truncated: bool = False


class Pasted(View):
    """A statement for Neo4j Browser."""

    cypher: str
