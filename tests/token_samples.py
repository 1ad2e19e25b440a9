"""A hashing embedder that also hands out the states of tokens: a word is a row of its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from models.late import pack
from models.protocols import Vectors
from tests.ingest_samples import HashEmbedder

WIDTH = 24


class TokenEmbedder(HashEmbedder):
    """Every word of a text is one row, the same for the same word, so that likeness is the share of words in common."""

    def embed_passage_tokens(self, texts: Sequence[str]) -> tuple[Vectors, list[bytes]]:
        """Vectors of the texts, and their words packed."""
        return self.embed_passages(texts), [pack(read_words(text)) for text in texts]

    def embed_question_tokens(self, text: str) -> tuple[Vectors, Vectors | None]:
        """The vector of a question, and its words."""
        return self.embed_questions([text])[0], read_words(text)


def read_words(text: str) -> Vectors:
    """One unit row a word, shape (words, 24)."""
    words = [word.strip("?.,>").lower() for word in text.split()]
    rows = [np.random.default_rng(list(word.encode())).normal(size=WIDTH) for word in words if word]
    made = np.array(rows, dtype=np.float32).reshape(-1, WIDTH)
    return np.asarray(made / np.maximum(np.linalg.norm(made, axis=1, keepdims=True), 1e-9), dtype=np.float32)
