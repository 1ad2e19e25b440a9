"""A unigram tokenizer for a few short texts that is ready at once: only the pieces that occur in them are looked up.

Building the whole vocabulary takes half a second and holds the interpreter; one question needs some hundred of its
128,000 pieces. The best segmentation uses nothing but substrings of the text, so the result is the same. The score of
an unknown character follows from the worst piece of all, which therefore always comes along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FRAME, WORDS, NUMBERS, SCORES = "frame.json", "pieces.npy", "numbers.npy", "scores.npy"
FILES = (FRAME, WORDS, NUMBERS, SCORES)
SPECIAL = 3  # unknown, start and end of text are the first pieces

Piece = tuple[str, float]


class PieceTable:
    """The vocabulary in sorted order, mapped into memory from the files that `write_pieces` left in a folder."""

    def __init__(self, folder: Path) -> None:
        self._frame = (folder / FRAME).read_text(encoding="utf-8")
        self._words: NDArray[np.bytes_] = np.load(folder / WORDS, mmap_mode="r")
        self._numbers: NDArray[np.int64] = np.load(folder / NUMBERS)
        self._scores: NDArray[np.float64] = np.load(folder / SCORES)

    def encode(self, texts: Sequence[str], limit: int) -> list[list[int]]:
        """Token numbers of each text, at most `limit` of them, as the whole tokenizer gives them."""
        from tokenizers import Tokenizer, models

        tokenizer = Tokenizer.from_str(self._frame)
        found = self._find(_words_of(tokenizer, texts))
        found.update({number: str(tokenizer.id_to_token(place)) for place, number in enumerate(self._always())})
        numbers = sorted(found)
        pieces = [(found[number], float(self._scores[number])) for number in numbers]
        tokenizer.model = models.Unigram(pieces, unk_id=0, byte_fallback=False)
        tokenizer.enable_truncation(limit)
        return [[numbers[place] for place in encoding.ids] for encoding in tokenizer.encode_batch(list(texts))]

    def _always(self) -> list[int]:
        return [*range(SPECIAL), _worst(self._scores)]

    def _find(self, words: set[str]) -> dict[int, str]:
        """The pieces among the parts of the words, by number."""
        longest = self._words.dtype.itemsize
        parts = {part.encode("utf-8", "replace") for word in words for part in substrings(word, longest)}
        wanted = np.array([part for part in parts if len(part) <= longest], dtype=self._words.dtype)
        places = np.minimum(np.searchsorted(self._words, wanted), len(self._words) - 1)
        places = places[self._words[places] == wanted]
        return {int(self._numbers[place]): bytes(self._words[place]).decode("utf-8") for place in places}


def substrings(word: str, longest: int) -> Iterator[str]:
    """Every part of a word of at most `longest` characters."""
    for start in range(len(word)):
        for end in range(start + 1, min(len(word), start + longest) + 1):
            yield word[start:end]


def write_pieces(
    folder: Path, pieces: Sequence[Piece], make: Callable[[list[Piece]], Tokenizer], save: Callable[[Path, Any], None]
) -> None:
    """Write the table of a vocabulary; `make` gives the tokenizer of a vocabulary, `save` writes one array."""
    scores = np.array([score for _, score in pieces], dtype=np.float64)
    words = np.array([text.encode("utf-8") for text, _ in pieces])
    order = np.argsort(words)
    for name, array in ((WORDS, words[order]), (NUMBERS, order), (SCORES, scores)):
        save(folder / name, array)
    make([*pieces[:SPECIAL], pieces[_worst(scores)]]).save(str(folder / FRAME), pretty=False)


def _worst(scores: NDArray[np.float64]) -> int:
    return SPECIAL + int(scores[SPECIAL:].argmin())


def _words_of(tokenizer: Tokenizer, texts: Sequence[str]) -> set[str]:
    normal = (tokenizer.normalizer.normalize_str(text) for text in texts)
    return {word for text in normal for word, _ in tokenizer.pre_tokenizer.pre_tokenize_str(text)}
