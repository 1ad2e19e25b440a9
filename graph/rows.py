"""Rows as plain values: nodes, edges and paths as the driver's own `data()` gives them, the rest untouched.

`data()` itself looks at every number of a vector and at every byte, which takes longer than to fetch them.
"""

from __future__ import annotations

from typing import Any

from neo4j import Record
from neo4j.graph import Node, Path, Relationship


def to_row(record: Record) -> dict[str, Any]:
    """A record by column; a column that holds a node, an edge or a path is left to the driver as a whole."""
    values: dict[str, Any] = dict(record)
    return {key: value if is_plain(value) else record.data(key)[key] for key, value in values.items()}


def is_plain(value: object) -> bool:
    """Whether a value holds no node, edge or path; a list that begins with text or a number holds no other."""
    if isinstance(value, dict):
        return all(map(is_plain, value.values()))
    if isinstance(value, list):
        return not value or isinstance(value[0], str | int | float | bytes) or all(map(is_plain, value))
    return not isinstance(value, Node | Relationship | Path)
