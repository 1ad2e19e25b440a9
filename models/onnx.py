"""Embedder over ONNX Runtime and the tokenizers library: no torch, no hub.

Vectors are pooled from the last hidden state (the first token's, or the mean over the text) and L2-normalised. Texts
over 512 tokens are cut there: blocks are written with 150 words, so few are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import ModelError
from models.batches import batch_rows, normalise, pad_ids
from models.late import MOST_TOKENS, find_common, leave_out, load_projection, pack
from models.lock import LockedModel
from models.protocols import Vectors

MAX_TOKENS = 512
BATCH_TOKENS = 256
Keep = Callable[[int, Sequence[int], Vectors], None]


class OnnxEmbedder:
    """One locked model in its folder. Loading takes a fifth of a second; calls may come from several threads."""

    def __init__(self, model: LockedModel, folder: Path, threads: int = 0) -> None:
        self._model = model
        self._tokenizer = _load_tokenizer(folder / "tokenizer.json")
        self._session = _load_session(folder / "model.onnx", threads)
        self._inputs = {node.name for node in self._session.get_inputs()}
        self._projection = load_projection(model.name)
        self._common = find_common(self._tokenizer.get_vocab())

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

    def knows(self, word: str) -> bool:
        """Whether a lower-case word is one token of the vocabulary."""
        return self._tokenizer.token_to_id(word) is not None

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of passages, shape (number of texts, size), in their order."""
        return self._embed([self._model.passage_prefix + text for text in texts])

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of questions, shape (number of texts, size), in their order."""
        return self._embed([self._model.question_prefix + text for text in texts])

    def embed_passage_tokens(self, texts: Sequence[str]) -> tuple[Vectors, list[bytes]]:
        """The same with the packed states of each text's tokens, from the same pass; b"" without a projection."""
        packed = [b""] * len(texts)
        projection = self._projection

        def keep(row: int, ids: Sequence[int], states: Vectors) -> None:
            if projection is not None:
                packed[row] = pack(projection.reduce(leave_out(ids[1:-1], states[1:-1], self._common)[:MOST_TOKENS]))

        return self._embed([self._model.passage_prefix + text for text in texts], keep), packed

    def embed_question_tokens(self, text: str) -> tuple[Vectors, Vectors | None]:
        """A question's vector and the unit rows of its own tokens, without the model's prefix, from one pass."""
        prefix, projection = self._model.question_prefix, self._projection
        before = 1 + len(self._tokenizer.encode(prefix, add_special_tokens=False).ids)
        found: list[Vectors] = []

        def keep(_row: int, ids: Sequence[int], states: Vectors) -> None:
            if projection is not None and len(ids) > before + 1:
                found.append(projection.reduce(leave_out(ids[before:-1], states[before:-1], self._common)))

        vectors = self._embed([prefix + text], keep)
        return vectors[0], found[0] if found else None

    def states(self, texts: Sequence[str]) -> list[Vectors]:
        """The states of each text's tokens that are not common words, as the model gives them: to learn from."""
        found: dict[int, Vectors] = {}

        def keep(row: int, ids: Sequence[int], states: Vectors) -> None:
            found[row] = leave_out(ids[1:-1], states[1:-1], self._common)

        self._embed([self._model.passage_prefix + text for text in texts], keep)
        return [found[row] for row in range(len(texts))]

    def _embed(self, texts: Sequence[str], keep: Keep | None = None) -> Vectors:
        result = np.zeros((len(texts), self.size), dtype=np.float32)
        if not texts:
            return result
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch_fast(list(texts))]
        for rows in batch_rows([len(ids) for ids in tokens], BATCH_TOKENS):
            states, mask = self._run([tokens[row] for row in rows])
            result[rows] = normalise(_pool(states, mask, self._model.pooling))
            for place, row in enumerate(rows if keep else ()):
                assert keep is not None
                keep(row, tokens[row], states[place, : len(tokens[row])])
        return result

    def _run(self, tokens: Sequence[Sequence[int]]) -> tuple[Vectors, np.ndarray[Any, Any]]:
        ids, mask = pad_ids(tokens)
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        states: Vectors = self._session.run(None, {name: feed[name] for name in self._inputs})[0]
        return states, mask


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
