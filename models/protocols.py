"""What the rooms need of a model. Implementations live in one file each; `models.factory` makes them from settings."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Texts to unit vectors. `name` and `size` are stored in the graph beside the vectors they made."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int: ...

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages it was trained for; ("*",) for a multilingual one."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One L2-normalised row of `size` numbers a text; the empty sequence gives shape (0, size)."""
        ...

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """The same for questions, with the model's own question prefix."""
        ...


@dataclass(frozen=True, slots=True)
class RerankPair:
    """What a reranker sees of a candidate (PolyUQuest, mode A)."""

    text: str
    title: str
    heading_path: tuple[str, ...]
    scores: dict[str, float]
    url: str = ""


class Reranker(Protocol):
    """Scores candidates for a question; higher is better; the order of the input is kept."""

    @property
    def name(self) -> str: ...

    def score(self, question: str, pairs: Sequence[RerankPair]) -> list[float]: ...


@dataclass(frozen=True, slots=True)
class TaggedName:
    """A name found in a text, with its character span and type (person, place, organisation)."""

    text: str
    type: str
    start: int
    end: int


class Tagger(Protocol):
    """Finds names in texts; one list a text."""

    @property
    def name(self) -> str: ...

    def tag(self, texts: Sequence[str]) -> list[list[TaggedName]]: ...


@dataclass(frozen=True, slots=True)
class Completion:
    """What a language model answered and what it cost. `finished` is false when the stream was cut off."""

    text: str
    prompt_tokens: int
    completion_tokens: int
    finished: bool = True


class LanguageModel(Protocol):
    """Any OpenAI-compatible server. `schema` asks for JSON of that schema. Raises `LLMError`."""

    @property
    def name(self) -> str: ...

    async def complete(
        self, system: str, user: str, *, schema: dict[str, Any] | None = None, max_tokens: int = 512
    ) -> Completion: ...

    def stream(self, system: str, user: str, *, max_tokens: int = 512) -> AsyncIterator[str]: ...
