"""BM25 over passages in memory, for baselines and for training: Robertson and Zaragoza (2009), k1 1.2, b 0.75."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_TOKEN = re.compile(r"[^\W_]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


def tokenize(text: str) -> list[str]:
    """Lower-case words and numbers; Chinese, Japanese and Korean runs as overlapping pairs of characters."""
    tokens: list[str] = []
    for word in _TOKEN.findall(text.lower()):
        if _CJK.search(word):
            tokens += _split_cjk(word)
        else:
            tokens.append(word)
    return tokens


def _split_cjk(word: str) -> list[str]:
    tokens, position = [], 0
    for run in _CJK.finditer(word):
        if run.start() > position:
            tokens.append(word[position : run.start()])
        signs = run.group()
        tokens += [signs] if len(signs) == 1 else [signs[i : i + 2] for i in range(len(signs) - 1)]
        position = run.end()
    return tokens + ([word[position:]] if position < len(word) else [])


class BM25:
    """An index of `texts`; `score` gives one number a text."""

    def __init__(self, texts: Sequence[str], k1: float = 1.2, b: float = 0.75) -> None:
        counts = [Counter(tokenize(text)) for text in texts]
        lengths = np.array([sum(count.values()) for count in counts], dtype=np.float32)
        mean = float(lengths.mean()) if len(lengths) else 1.0
        self._norm = k1 * (1 - b + b * lengths / max(mean, 1e-9))
        self._k1 = k1
        self._size = len(texts)
        self._postings = _collect(counts)

    def idf(self, token: str) -> float:
        """ln(1 + (N − n + 0.5) / (n + 0.5)), with n texts of N that hold the token."""
        found = len(self._postings[token][0]) if token in self._postings else 0
        return float(np.log(1 + (self._size - found + 0.5) / (found + 0.5)))

    def score(self, question: str) -> NDArray[np.float32]:
        """The BM25 score of every text, shape (number of texts,)."""
        scores = np.zeros(self._size, dtype=np.float32)
        for token in set(tokenize(question)) & self._postings.keys():
            rows, frequency = self._postings[token]
            scores[rows] += self.idf(token) * frequency * (self._k1 + 1) / (frequency + self._norm[rows])
        return scores


def _collect(counts: Sequence[Counter[str]]) -> dict[str, tuple[NDArray[np.int64], NDArray[np.float32]]]:
    raw: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for row, count in enumerate(counts):
        for token, frequency in count.items():
            raw[token].append((row, frequency))
    return {
        token: (np.array([row for row, _ in pairs]), np.array([count for _, count in pairs], dtype=np.float32))
        for token, pairs in raw.items()
    }


def rank(scores: NDArray[np.float32], k: int) -> list[int]:
    """Rows of the k best scores, best first; equal scores in row order."""
    return [int(row) for row in np.argsort(-scores, kind="stable")[:k]]


def fuse(rankings: Sequence[Sequence[int]], k: int, constant: int = 60) -> list[int]:
    """Reciprocal rank fusion (Cormack et al. 2009): rows by the sum of 1 / (constant + rank), rank from 1."""
    total: dict[int, float] = defaultdict(float)
    for ranking in rankings:
        for position, row in enumerate(ranking, 1):
            total[row] += 1 / (constant + position)
    return sorted(total, key=lambda row: (-total[row], row))[:k]
