"""Vectors for a made-up site: of the right shape and spread, as near to each other as their texts share words."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence

import numpy as np

from models.batches import normalise
from models.late import MOST_TOKENS, pack
from models.protocols import Embedder, Vectors

TABLE = 8_192
COMMON = 1.1
TOKEN_SIZE = 48
_WORD = re.compile(r"[a-z0-9@.]+")


class StandInEmbedder:
    """The sum of a seeded vector for each different word of a text, rare ones as much as common ones, and of one that
    all texts have: so cosines lie where those of a real model do (about 0.6, 0.75 for one text in a hundred).

    With a real embedder inside, a question is embedded by that too, so that its time is spent; the graph's vectors and
    the question's come from here all the same. It bears the name of the model whose size it has, so that a graph
    accepts it; for measuring only.
    """

    languages = ("en",)

    def __init__(self, real: Embedder | None = None, name: str = "bge-small-en-v1.5", size: int = 384) -> None:
        self._real = real
        self.name, self.size = (real.name, real.size) if real is not None else (name, size)
        chance = np.random.default_rng(5)
        self._words = chance.standard_normal((TABLE, self.size)).astype(np.float32) / np.sqrt(self.size)
        self._common = normalise(chance.standard_normal((1, self.size)).astype(np.float32))[0]

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (number of texts, size); equal texts have equal vectors."""
        if not texts:
            return np.zeros((0, self.size), np.float32)
        return normalise(np.stack([self._one(text) for text in texts]))

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """The same as for passages."""
        if self._real is not None:
            self._real.embed_questions(texts)
        return self.embed_passages(texts)

    def embed_passage_tokens(self, texts: Sequence[str]) -> tuple[Vectors, list[bytes]]:
        """The same vectors, and as many bytes of tokens as a real model gives."""
        return self.embed_passages(texts), [pack(self._tokens(text)) for text in texts]

    def embed_question_tokens(self, text: str) -> tuple[Vectors, Vectors | None]:
        """The same vector, and the question's words as tokens."""
        return self.embed_questions([text])[0], self._tokens(text)

    def _tokens(self, text: str) -> Vectors:
        numbers = [zlib.crc32(word.encode()) % TABLE for word in _WORD.findall(text.lower())[:MOST_TOKENS]]
        return normalise(self._words[numbers, :TOKEN_SIZE])

    def _one(self, text: str) -> Vectors:
        found = {zlib.crc32(word.encode()) % TABLE for word in _WORD.findall(text.lower())}
        told = self._words[sorted(found)].sum(axis=0) if found else np.zeros(self.size, np.float32)
        length = float(np.linalg.norm(told)) or 1.0
        return np.asarray(COMMON * self._common + told / length, dtype=np.float32)
