"""Which segments of a block index are wanted: `select(index, question=None) → intervals` (IndexLM)."""

from __future__ import annotations

from ingest.html.selection.builtin import BuiltinSelector
from ingest.html.selection.interface import BlockIndex, Selection, Selector, index_of
from ingest.html.selection.pointing import PointingSelector

__all__ = ["BlockIndex", "BuiltinSelector", "PointingSelector", "Selection", "Selector", "index_of"]
