"""Which words a model knows whole: a slip of the pen is none of them, and falls into pieces."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from models.protocols import Embedder


@runtime_checkable
class KnowsWords(Protocol):
    """An embedder whose vocabulary can be asked."""

    def knows(self, word: str) -> bool:
        """Whether a lower-case word is one token of its vocabulary."""
        ...


def knows_word(embedder: Embedder, word: str) -> bool:
    """Whether an embedder knows a word whole; of one that cannot be asked, every word is taken for known."""
    return embedder.knows(word) if isinstance(embedder, KnowsWords) else True
