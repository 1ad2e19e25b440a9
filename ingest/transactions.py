"""Statements over many rows inside one open transaction, in batches that fit the server's memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar

Item = TypeVar("Item")
Row = dict[str, Any]
BATCH = 1000


class Runnable(Protocol):
    """What is needed of an open transaction: `graph.database.Work` has it."""

    def run(self, name: str, /, **params: Any) -> list[Row]: ...


class Work:
    """One open transaction."""

    def __init__(self, transaction: Runnable) -> None:
        self._transaction = transaction

    def run(self, name: str, /, **params: Any) -> list[Row]:
        """Run one statement of `cypher/`; its rows."""
        return self._transaction.run(name, **params)

    def run_rows(self, name: str, rows: Sequence[Any], /, *, key: str = "rows", **params: Any) -> list[Row]:
        """Run one statement over many rows, a batch at a time; nothing is run for no rows."""
        answers: list[Row] = []
        for batch in batches(rows, BATCH):
            answers += self.run(name, **{key: batch}, **params)
        return answers


def batches(items: Sequence[Item], size: int) -> Iterator[list[Item]]:
    """The items in lists of at most `size`, in order."""
    for start in range(0, len(items), size):
        yield list(items[start : start + size])
