"""Embedder and cross-encoder of the sentence-transformers library (extra `transformers`): any model of that kind.

A folder is loaded from disk; a name is left to the library, which looks in its cache and then asks its hub.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import ModelError, ModelMissing
from models.protocols import RerankPair, Vectors

QUESTION_PROMPTS = ("query", "question", "s2p_query")
PASSAGE_PROMPTS = ("passage", "document")


class TransformerEmbedder:
    """`source` is a folder or a name; prompts that the model declares for queries and passages are used."""

    def __init__(self, source: str, threads: int = 0) -> None:
        library = _import_library()
        _limit_threads(threads)
        self._name = Path(source).name or source
        self._model = _load(library.SentenceTransformer, source)

    @property
    def name(self) -> str:
        """Last part of its folder or name; stored in the graph beside the vectors."""
        return self._name

    @property
    def size(self) -> int:
        """Numbers in a vector."""
        return int(_dimension(self._model))

    @property
    def languages(self) -> tuple[str, ...]:
        """What its model card declares, or ("*",)."""
        data = getattr(self._model, "model_card_data", None)
        declared = getattr(data, "language", None) or ()
        return (declared,) if isinstance(declared, str) else tuple(declared) or ("*",)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of passages, shape (number of texts, size)."""
        return self._encode(texts, PASSAGE_PROMPTS)

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of questions, shape (number of texts, size)."""
        return self._encode(texts, QUESTION_PROMPTS)

    def _encode(self, texts: Sequence[str], prompts: Sequence[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self.size), dtype=np.float32)
        declared = getattr(self._model, "prompts", None) or {}
        prompt = next((declared[name] for name in prompts if declared.get(name)), None)
        vectors = self._model.encode(
            list(texts), prompt=prompt, normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False
        )
        return np.asarray(vectors, dtype=np.float32)


class CrossEncoderReranker:
    """A cross-encoder over the question and the candidate with its title and heading path; scores are its logits."""

    def __init__(self, source: str, threads: int = 0) -> None:
        library = _import_library()
        _limit_threads(threads)
        self._name = Path(source).name or source
        self._model = _load(library.CrossEncoder, source)

    @property
    def name(self) -> str:
        """Last part of its folder or name."""
        return self._name

    def score(self, question: str, pairs: Sequence[RerankPair]) -> list[float]:
        """One score a pair; higher is better."""
        if not pairs:
            return []
        inputs = [(question, rerank_text(pair)) for pair in pairs]
        return [float(value) for value in np.ravel(self._model.predict(inputs, show_progress_bar=False))]


def rerank_text(pair: RerankPair) -> str:
    """What a reranker reads of a candidate: where it stands, then what it says."""
    place = " > ".join(part for part in (pair.title, *pair.heading_path) if part)
    return f"{place}\n{pair.text}" if place else pair.text


def looks_like_folder(source: str) -> bool:
    """Whether the setting names a folder of a model rather than a model of the lock file."""
    return (Path(source).expanduser() / "config.json").is_file() or (
        Path(source).expanduser() / "modules.json"
    ).is_file()


def _import_library() -> Any:
    try:
        import sentence_transformers
    except ImportError as error:
        raise ModelMissing(
            "sentence-transformers is not installed; `pip install 'sitequest[transformers]'` brings it "
            "(with PyTorch, some gigabytes)."
        ) from error
    return sentence_transformers


def _load(kind: Any, source: str) -> Any:
    path = Path(source).expanduser()
    try:
        return kind(str(path) if path.exists() else source, device="cpu")
    except (OSError, ValueError, RuntimeError) as error:
        raise ModelMissing(f"The model {source} cannot be loaded: {str(error).splitlines()[0]}") from error


def _dimension(model: Any) -> int:
    for method in ("get_embedding_dimension", "get_sentence_embedding_dimension"):
        if (size := getattr(model, method, lambda: None)()) is not None:
            return int(size)
    raise ModelError("The model does not say how long its vectors are.")


def _limit_threads(threads: int) -> None:
    if threads:
        import torch

        torch.set_num_threads(threads)
