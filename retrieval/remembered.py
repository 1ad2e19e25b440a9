"""Vectors of the program's own example texts, kept in the cache folder: made once a model, not once a process."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from models.protocols import Embedder, Vectors


def embed_examples(embedder: Embedder, texts: Sequence[str], folder: Path | None) -> Vectors:
    """Question vectors of `texts`, shape (texts, size). A file that is damaged or of other texts is made anew."""
    if folder is None:
        return embedder.embed_questions(texts)
    path = folder / "examples" / f"{_fingerprint(embedder, texts)}.npy"
    with suppress(OSError, ValueError, EOFError):
        kept: Vectors = np.load(path, allow_pickle=False)
        if kept.shape == (len(texts), embedder.size) and bool(np.isfinite(kept).all()):
            return kept
    made = embedder.embed_questions(texts)
    with suppress(OSError):
        _keep(path, made)
    return made


def _keep(path: Path, vectors: Vectors) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{id(vectors)}.part")
    with part.open("wb") as file:
        np.save(file, vectors, allow_pickle=False)
    part.replace(path)


def _fingerprint(embedder: Embedder, texts: Sequence[str]) -> str:
    joined = "\0".join([embedder.name, str(embedder.size), *texts])
    return hashlib.sha256(joined.encode("utf-8")).hexdigest()[:24]
