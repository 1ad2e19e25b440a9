"""Rows as plain values, in both directions: nodes, edges and paths as the driver's `data()` gives them, the rest as is.

`data()` itself looks at every number of a vector and at every byte, which takes longer than to fetch them. And the
driver spells out every parameter for its log, whether it logs or not: for vectors that takes twenty times as long as
to pack them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from neo4j import Record
from neo4j.graph import Node, Path, Relationship

PLAIN = frozenset({str, int, float, bool, bytes, type(None)})


class Unspoken(list[Any]):
    """A list that does not spell itself out."""

    def __repr__(self) -> str:
        return f"[{len(self)} items]"


def to_parameters(params: Mapping[str, Any]) -> dict[str, Any]:
    """The same parameters, with lists that cost the driver's log nothing."""
    return {name: Unspoken(value) if isinstance(value, list) else value for name, value in params.items()}


def to_row(record: Record) -> dict[str, Any]:
    """A record by column; a column that holds a node, an edge or a path is left to the driver as a whole."""
    values: dict[str, Any] = dict(zip(record.keys(), tuple.__iter__(record), strict=True))  # by place, not by name
    return {key: value if is_plain(value) else record.data(key)[key] for key, value in values.items()}


def is_plain(value: object) -> bool:
    """Whether a value holds no node, edge or path; a list that begins with text or a number holds no other."""
    if type(value) in PLAIN:
        return True
    if isinstance(value, dict):
        return all(map(is_plain, value.values()))
    if isinstance(value, list):
        return not value or (value[0] is not None and type(value[0]) in PLAIN) or all(map(is_plain, value))
    return not isinstance(value, (Node, Relationship, Path))
