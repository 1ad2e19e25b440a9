"""What this room needs of the graph: named statements, read asynchronously."""

from __future__ import annotations

from typing import Any, Protocol


class GraphReader(Protocol):
    """Runs a statement of `cypher/` by name; one read transaction a call. `graph.AsyncDatabase` is one."""

    async def read(self, name: str, /, **params: Any) -> list[dict[str, Any]]: ...


async def read_rows(reader: GraphReader, name: str, ask: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a statement of this room, which gives all of them as one list.

    Every record of a result is a message of its own, and over an asynchronous connection each costs as much as ten rows
    of a list.
    """
    found: list[dict[str, Any]] = (await reader.read(name, ask=ask))[0]["rows"]
    return found
