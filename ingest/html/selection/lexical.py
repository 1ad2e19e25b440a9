"""Lexical match of segments with a question: BM25 over word stems and character pairs of unspaced scripts."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_WORD = re.compile(r"[^\W_]+(?:[+#]+)?")
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]+")
_STOP = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "he",
        "her",
        "his",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "may",
        "many",
        "more",
        "most",
        "much",
        "of",
        "on",
        "or",
        "our",
        "she",
        "so",
        "than",
        "that",
        "the",
        "their",
        "them",
        "there",
        "these",
        "they",
        "this",
        "to",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
        "的",
        "了",
        "是",
        "在",
        "和",
        "有",
        "吗",
        "什么",
        "哪些",
        "怎么",
        "多少",
    ]
)
K1, B = 1.2, 0.75


def terms_of(text: str) -> list[str]:
    """Lower-case terms without stop words; plural endings cut; unspaced scripts as pairs of characters."""
    terms: list[str] = []
    for word in _WORD.findall(text.lower()):
        if word in _STOP:
            continue
        if _UNSPACED.match(word):
            terms.extend(word[place : place + 2] for place in range(max(1, len(word) - 1)))
        else:
            terms.append(stem(word))
    return terms


def stem(word: str) -> str:
    """A light stem: plural and past endings of English words off."""
    for ending, rest in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)] + rest
    return word


def bm25(question: Sequence[str], texts: Sequence[Sequence[str]]) -> NDArray[np.float64]:
    """BM25 of each text for the question (Robertson and Zaragoza, 2009), k1 = 1.2, b = 0.75."""
    scores = np.zeros(len(texts))
    wanted = set(question)
    if not wanted or not texts:
        return scores
    bags = [Counter(term for term in terms if term in wanted) for terms in texts]
    lengths = np.array([len(terms) for terms in texts], dtype=np.float64)
    mean = max(1.0, float(lengths.mean()))
    for term in wanted:
        counts = np.array([bag.get(term, 0) for bag in bags], dtype=np.float64)
        present = int((counts > 0).sum())
        if present:
            weight = math.log(1 + (len(texts) - present + 0.5) / (present + 0.5))
            scores += weight * counts * (K1 + 1) / (counts + K1 * (1 - B + B * lengths / mean))
    return scores


def coverage(question: Sequence[str], texts: Sequence[Sequence[str]]) -> NDArray[np.float64]:
    """Share of the question's terms in each text, rare ones counting more."""
    wanted = set(question)
    bags = [wanted & set(terms) for terms in texts]
    seen = Counter(term for bag in bags for term in bag)
    weights = {term: math.log(1 + len(texts) / (1 + seen[term])) for term in wanted}
    total = sum(weights.values()) or 1.0
    return np.array([sum(weights[term] for term in bag) / total for bag in bags])
