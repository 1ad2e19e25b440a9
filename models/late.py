"""Late interaction: a text as the states of its tokens, and how well each token of a question is met by one of them.

    likeness = mean over i of maxⱼ cos(questionᵢ, passageⱼ)

(MaxSim of ColBERT, Khattab and Zaharia 2020.) The embedder computes the states anyway; first-token pooling throws them
away. They are kept small: stop words and punctuation are left out, the rest goes through principal components of the
states of public texts (`python -m evaluation.train_late`), and each row is a byte a number, its length dropped, since
only its direction counts. So a block is compared at question time without being encoded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from models.batches import normalise
from models.protocols import Embedder, Vectors

VERSION = 1
MOST_TOKENS = 128
FOLDER = "projections"
_SAYS = re.compile(r"[^\W_]")
_COMMON_TEXT = """
a about again all also an and any are as at be been being both but by can could did do does each few for from give had
has have having he her here him his how i if in into is it its just list many me more most much my name no nor not of
on only or other our over own per please s same say says she should so some such tell than that the their them then
there these they this those to too under us very via was we were what when where which while who whom whose why will
with would you your
"""
_COMMON = frozenset(_COMMON_TEXT.split())


@runtime_checkable
class TokenEmbedder(Protocol):
    """An embedder that can hand out the states of tokens with its vectors, from one pass over the texts."""

    def embed_passage_tokens(self, texts: Sequence[str]) -> tuple[Vectors, list[bytes]]:
        """Vectors as of `embed_passages`, and each text's states as `pack` writes them; b"" where it has none."""
        ...

    def embed_question_tokens(self, text: str) -> tuple[Vectors, Vectors | None]:
        """A question's vector, shape (size,), and its tokens, unit rows; None where the model has no projection."""
        ...


def embed_passages(embedder: Embedder, texts: Sequence[str]) -> tuple[Vectors, list[bytes]]:
    """Vectors and packed states of any embedder; b"" a text where it has none."""
    if isinstance(embedder, TokenEmbedder):
        return embedder.embed_passage_tokens(texts)
    return embedder.embed_passages(texts), [b""] * len(texts)


def embed_question(embedder: Embedder, text: str) -> tuple[Vectors, Vectors | None]:
    """Vector and states of any embedder; None where it has no states."""
    if isinstance(embedder, TokenEmbedder):
        return embedder.embed_question_tokens(text)
    return embedder.embed_questions([text])[0], None


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """What makes states small: (state − mean) @ matrix, of shape (size of the model, size of a row)."""

    matrix: Vectors
    mean: Vectors

    def reduce(self, states: NDArray[np.floating[Any]]) -> Vectors:
        """Unit rows of shape (tokens, size), from states of shape (tokens, size of the model)."""
        unit: Vectors = normalise(np.asarray(states, dtype=np.float32))
        return normalise(np.asarray((unit - self.mean) @ self.matrix, dtype=np.float32))


@cache
def load_projection(model: str) -> Projection | None:
    """The projection that belongs to a model of that name, or None: then nothing here is used."""
    path = files("models").joinpath(FOLDER, f"{model}.npz")
    if not path.is_file():
        return None
    with path.open("rb") as file, np.load(file, allow_pickle=False) as parts:
        return Projection(parts["matrix"].astype(np.float32), parts["mean"].astype(np.float32))


def pack(rows: Vectors) -> bytes:
    """Rows as bytes: version, size, then a signed byte a number; each row is scaled to its greatest number."""
    if not len(rows):
        return b""
    most = np.maximum(np.abs(rows).max(axis=1, keepdims=True), 1e-9)
    small: bytes = np.round(rows / most * 127).astype(np.int8).tobytes()
    return bytes([VERSION, rows.shape[1]]) + small


def unpack(packed: bytes, size: int) -> NDArray[np.int8]:
    """Rows of `size` numbers, not scaled; none at all for bytes of another size or version."""
    if len(packed) < 2 or packed[0] != VERSION or packed[1] != size or (len(packed) - 2) % size:
        return np.zeros((0, size), dtype=np.int8)
    return np.frombuffer(packed, dtype=np.int8, offset=2).reshape(-1, size)


def compare(question: Vectors, passages: Sequence[bytes | None]) -> list[float | None]:
    """The likeness (about 0 to 1) of each passage to the question; None for one without states."""
    size = question.shape[1]
    parts = [unpack(packed or b"", size) for packed in passages]
    lengths = np.array([len(part) for part in parts])
    told = np.flatnonzero(lengths)
    if not len(told):
        return [None] * len(parts)
    cosines = question @ normalise(np.concatenate(parts).astype(np.float32)).T
    starts = np.concatenate([[0], np.cumsum(lengths[told])[:-1]])
    likeness = np.maximum.reduceat(cosines, starts, axis=1).mean(axis=0)
    found = dict(zip(told.tolist(), likeness.tolist(), strict=True))
    return [found.get(place) for place in range(len(parts))]


def find_common(vocabulary: Mapping[str, int]) -> NDArray[np.bool_]:
    """Which tokens, by number, are left out: marks of the model, punctuation, and the commonest words."""
    common = np.ones(max(vocabulary.values()) + 1, dtype=np.bool_)
    for token, number in vocabulary.items():
        common[number] = token in _COMMON or token.startswith("[") or not _SAYS.search(token)
    return common


def leave_out(ids: Sequence[int], states: Vectors, common: NDArray[np.bool_]) -> Vectors:
    """The states of tokens that are not common; of a text of nothing else, all of them."""
    kept = ~common[np.asarray(ids, dtype=np.int64)]
    return states[kept] if kept.any() else states
