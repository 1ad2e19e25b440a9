"""Multilingual embedder in numpy: Universal Sentence Encoder, 16 languages (Yang et al. 2019, arXiv 1907.04307).

A text is a bag of token vectors beside three convolutions over 2, 3 and 5 tokens; their sum over the text, scaled by
the square root of its length, goes through a small network to 512 numbers. No attention, so it is five times cheaper
than a transformer of equal use here (docs/models.md). The weights come quantised to bytes, in 17 interleaved pieces.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelError
from models.batches import batch_rows, normalise, pad_ids
from models.lock import LockedModel
from models.pieces import FILES, PieceTable, write_pieces
from models.protocols import Vectors

if TYPE_CHECKING:
    from tokenizers import Tokenizer

PIECES = 17
WINDOWS = ((2, 0), (3, 1), (5, 2))
MAX_TOKENS = 512
BATCH_TOKENS = 512
FEW_CHARACTERS = 1000
TABLE, LAYERS, TOKENIZER = "table.npy", "layers.npz", "tokenizer.json"

Layers = dict[str, NDArray[np.float32]]


class WholeTokenizer:
    """The tokenizer with its whole vocabulary, loaded at its first use."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._loaded: Tokenizer | None = None

    @property
    def ready(self) -> bool:
        """Whether it is loaded."""
        return self._loaded is not None

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        """Token numbers of each text, at most 512."""
        return [encoding.ids for encoding in self._ready().encode_batch_fast(list(texts))]

    def _ready(self) -> Tokenizer:
        from tokenizers import Tokenizer

        with self._lock:
            if self._loaded is None:
                self._loaded = Tokenizer.from_file(str(self._path))
                self._loaded.enable_truncation(MAX_TOKENS)
            return self._loaded


class MultilingualEmbedder:
    """The encoder in its folder; questions and passages are treated alike."""

    def __init__(self, model: LockedModel, folder: Path, threads: int = 0) -> None:
        prepare(folder)
        from threadpoolctl import ThreadpoolController

        self._threads = threads or os.cpu_count() or 1
        self._blas = ThreadpoolController()

        self._model = model
        self._table = np.load(folder / TABLE, mmap_mode="r")
        with np.load(folder / LAYERS) as layers:
            self._layers: Layers = {name: layers[name] for name in layers.files}
        self._pieces = PieceTable(folder)
        self._whole = WholeTokenizer(folder / TOKENIZER)

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
        """("*",): many."""
        return self._model.languages

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (number of texts, size), in their order."""
        result = np.zeros((len(texts), self.size), dtype=np.float32)
        if not texts:
            return result
        tokens = self._tokenize(texts)
        batches = list(batch_rows([len(ids) for ids in tokens], BATCH_TOKENS))
        for rows, vectors in zip(batches, self._encode_all(tokens, batches), strict=True):
            result[rows] = vectors
        return result

    def _tokenize(self, texts: Sequence[str]) -> list[list[int]]:
        """By the whole vocabulary once it was needed, for passages; a question alone does without it."""
        if self._whole.ready or sum(map(len, texts)) > FEW_CHARACTERS:
            return self._whole.encode(texts)
        return self._pieces.encode(texts, MAX_TOKENS)

    def _encode_all(self, tokens: list[list[int]], batches: list[list[int]]) -> list[Vectors]:
        """Batches on our own threads, one BLAS thread in each: BLAS's own wait in loops and starve a busy machine."""

        def encode(rows: list[int]) -> Vectors:
            ids, mask = pad_ids([tokens[row] for row in rows])
            return _encode(self._look_up(ids), mask.astype(np.float32), self._layers)

        with self._blas.limit(limits=1, user_api="blas"):
            if len(batches) == 1:
                return [encode(batches[0])]
            with ThreadPoolExecutor(self._threads) as pool:
                return list(pool.map(encode, batches))

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """The same as for passages."""
        return self.embed_passages(texts)

    def _look_up(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """Token vectors of shape (texts, tokens, 512), from bytes."""
        piece = ids % PIECES
        levels = self._table[ids].astype(np.float32)
        return np.asarray(levels * self._layers["scale"][piece][..., None] + self._layers["lo"][piece][..., None])


def _encode(tokens: NDArray[np.float32], mask: NDArray[np.float32], layers: Layers) -> Vectors:
    hidden = np.concatenate([tokens @ layers[f"proj{size}"] + layers[f"proj_b{size}"] for size, _ in WINDOWS], axis=-1)
    gain = np.concatenate([layers[f"ln_g{size}"] for size, _ in WINDOWS])
    offset = np.concatenate([layers[f"ln_b{size}"] for size, _ in WINDOWS])
    branches = np.split(_standardise(hidden, gain, offset, layers), len(WINDOWS), axis=-1)
    parts = [tokens, *(_convolve(x, mask, *window, layers) for x, window in zip(branches, WINDOWS, strict=True))]
    features = _standardise(np.concatenate(parts, axis=-1), layers["ln_g"], layers["ln_b"], layers)
    lengths = mask.sum(axis=1, keepdims=True)
    total = (features * mask[..., None]).sum(axis=1) @ layers["cnn_W"] + lengths * layers["cnn_b"]
    return _project(total / np.sqrt(lengths), layers)


def _convolve(
    hidden: NDArray[np.float32], mask: NDArray[np.float32], size: int, left: int, layers: Layers
) -> NDArray[np.float32]:
    """Two residual convolutions over windows of `size` tokens that begin `left` before each token."""
    for step in ("1", "2"):
        windows = _windows(hidden * mask[..., None], size, left)
        hidden = hidden + np.maximum(windows @ layers[f"w{step}_{size}"] + layers[f"b{step}_{size}"], 0)
    return hidden


def _windows(hidden: NDArray[np.float32], size: int, left: int) -> NDArray[np.float32]:
    """The rows of each token's window side by side, zeros beyond the text: (texts, tokens, size × 256)."""
    padded = np.pad(hidden, ((0, 0), (left, size - 1 - left), (0, 0)))
    length = hidden.shape[1]
    return np.concatenate([padded[:, shift : shift + length] for shift in range(size)], axis=-1)


def _standardise(
    x: NDArray[np.float32], gain: NDArray[np.float32], offset: NDArray[np.float32], layers: Layers
) -> NDArray[np.float32]:
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.square(centred).mean(axis=-1, keepdims=True)
    return np.asarray(centred / np.sqrt(variance + layers["eps"]) * gain + offset, dtype=np.float32)


def _project(x: NDArray[np.float32], layers: Layers) -> Vectors:
    first = np.maximum(x @ layers["d0"], 0)
    second = np.maximum(x @ layers["p1"] + first @ layers["d1"], 0)
    third = np.maximum(second @ layers["d2"], 0)
    return normalise(np.tanh(second @ layers["p3"] + third @ layers["d3"]))


def prepare(folder: Path) -> None:
    """Write the files that load in a moment, once: the token table for mapping into memory, layers, tokenizer."""
    if all((folder / name).is_file() for name in (TABLE, LAYERS, TOKENIZER, *FILES)):
        return
    from filelock import FileLock

    from models.sentencepiece import make_unigram, read_characters, read_pieces

    try:
        with FileLock(folder / "prepare.lock"), np.load(folder / "weights.npz") as weights:
            _save(folder / TABLE, _interleave(weights))
            layers = {name: weights[name] for name in weights.files if not name.startswith("q")}
            _save(folder / LAYERS, layers)
            pieces, characters = read_pieces(folder / "sp.model"), read_characters(folder / "sp.model")
            write_pieces(folder, pieces, lambda few: make_unigram(few, characters), _save)
            make_unigram(pieces, characters).save(str(folder / "tokenizer.part"), pretty=False)
            (folder / "tokenizer.part").replace(folder / TOKENIZER)
    except (OSError, KeyError, ValueError) as error:
        raise ModelError(f"The model in {folder} cannot be prepared ({error}); delete it to fetch it anew.") from error


def _interleave(weights: Any) -> NDArray[np.uint8]:
    pieces = [weights[f"q{number}"] for number in range(1, PIECES + 1)]
    table = np.empty((PIECES * pieces[0].shape[0], pieces[0].shape[1]), dtype=np.uint8)
    for number, piece in enumerate(pieces):
        table[number::PIECES] = piece
    return table


def _save(path: Path, content: Any) -> None:
    part = path.with_name(f"part-{path.name}")
    with part.open("wb") as stream:
        if isinstance(content, dict):
            np.savez(stream, **content)
        else:
            np.save(stream, content)
    part.replace(path)
