"""Embedder over ONNX Runtime and the tokenizers library: no torch, no hub.

Vectors are pooled from the last hidden state (the first token's, or the mean over the text) and L2-normalised. Texts
over 512 tokens are cut there: blocks are written with 150 words, so few are.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import ModelError
from models.batches import batch_rows, normalise, pad_ids
from models.lock import LockedModel
from models.protocols import Vectors

MAX_TOKENS = 512
BATCH_TOKENS = 4096


class OnnxEmbedder:
    """One locked model in its folder. Loading takes a fifth of a second; calls may come from several threads."""

    def __init__(self, model: LockedModel, folder: Path, threads: int = 0) -> None:
        self._model = model
        self._tokenizer = _load_tokenizer(folder / "tokenizer.json")
        self._session = _load_session(folder / "model.onnx", threads)
        self._inputs = {node.name for node in self._session.get_inputs()}

    @property
    def name(self) -> str:
        """Name of the lock file; stored in the graph beside the vectors."""
        return self._model.name

    @property
    def size(self) -> int:
        """Numbers in a vector."""
        return self._model.size

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages of its training; ("*",) for a multilingual one."""
        return self._model.languages

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of passages, shape (number of texts, size), in their order."""
        return self._embed([self._model.passage_prefix + text for text in texts])

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of questions, shape (number of texts, size), in their order."""
        return self._embed([self._model.question_prefix + text for text in texts])

    def _embed(self, texts: Sequence[str]) -> Vectors:
        result = np.zeros((len(texts), self.size), dtype=np.float32)
        if not texts:
            return result
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch_fast(list(texts))]
        for rows in batch_rows([len(ids) for ids in tokens], BATCH_TOKENS):
            result[rows] = self._run([tokens[row] for row in rows])
        return result

    def _run(self, tokens: Sequence[Sequence[int]]) -> Vectors:
        ids, mask = pad_ids(tokens)
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden = self._session.run(None, {name: feed[name] for name in self._inputs})[0]
        return normalise(_pool(hidden, mask, self._model.pooling))


def _pool(hidden: Vectors, mask: np.ndarray[Any, Any], pooling: str) -> Vectors:
    if pooling == "cls":
        return hidden[:, 0]
    weights = mask[:, :, None].astype(np.float32)
    return np.asarray((hidden * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1e-9), dtype=np.float32)


def _load_tokenizer(path: Path) -> Any:
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "true")
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:
        raise ModelError(
            f"The tokenizer {path} cannot be read ({error}); `sitequest doctor --fetch` mends it."
        ) from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer


def _load_session(path: Path, threads: int) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads or os.cpu_count() or 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ModelError(
            f"The model {path} cannot be loaded ({error}); `sitequest doctor --fetch` mends it."
        ) from error
