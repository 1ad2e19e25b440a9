"""An embedder that is loaded at its first use, so that a command which embeds nothing does not pay for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Lock, Thread

from models import late
from models.known import knows_word
from models.protocols import Embedder, Vectors


class LazyEmbedder:
    """Knows name, size and languages at once; `load` is called once, by the first thread that embeds."""

    def __init__(self, name: str, size: int, languages: tuple[str, ...], load: Callable[[], Embedder]) -> None:
        self._name = name
        self._size = size
        self._languages = languages
        self._load = load
        self._lock = Lock()
        self._loaded: Embedder | None = None

    @property
    def name(self) -> str:
        """Name stored in the graph beside the vectors."""
        return self._name

    @property
    def size(self) -> int:
        """Numbers in a vector."""
        return self._size

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages of its training; ("*",) for a multilingual one."""
        return self._languages

    def knows(self, word: str) -> bool:
        """Whether the model knows a lower-case word whole."""
        return knows_word(self._ready(), word)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of passages, shape (number of texts, size)."""
        return self._ready().embed_passages(texts)

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of questions, shape (number of texts, size)."""
        return self._ready().embed_questions(texts)

    def embed_passage_tokens(self, texts: Sequence[str]) -> tuple[Vectors, list[bytes]]:
        """Vectors and packed states of tokens; b"" where the model has none."""
        return late.embed_passages(self._ready(), texts)

    def embed_question_tokens(self, text: str) -> tuple[Vectors, Vectors | None]:
        """A question's vector and its tokens; None where the model has none."""
        return late.embed_question(self._ready(), text)

    def warm(self) -> Thread:
        """Begin to load in the background, while something else is waited for."""
        thread = Thread(target=self._try, name=f"load {self._name}", daemon=True)
        thread.start()
        return thread

    def _try(self) -> None:
        with suppress(Exception):  # whoever embeds meets it again and is told
            self._ready()

    def _ready(self) -> Embedder:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded
