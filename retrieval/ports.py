"""What this room needs of the graph: named statements, read asynchronously."""

from __future__ import annotations

from typing import Any, Protocol


class GraphReader(Protocol):
    """Runs a statement of `cypher/` by name; one read transaction a call. `graph.AsyncDatabase` is one."""

    async def read(self, name: str, /, **params: Any) -> list[dict[str, Any]]: ...
