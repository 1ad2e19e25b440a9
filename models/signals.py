"""What can be told of a question and a candidate without a model: the signals that the built-in reranker weighs.

Terms are stemmed lightly; a Chinese, Japanese or Korean run counts as its pairs of characters. A term weighs by its
rarity among the candidates themselves (the inverse document frequency of a set of about 50), so that words which all
of them share decide nothing.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.codes import code_tokens
from models.protocols import RerankPair

NAMES = (
    "dense",
    "dense_place",
    "dense_rank",
    "lexical_place",
    "lexical_rank",
    "coverage",
    "bm25",
    "title_coverage",
    "heading_coverage",
    "title_named",
    "heading_named",
    "whole_coverage",
    "near",
    "phrase",
    "codes",
    "head_codes",
    "graph",
    "short",
)
LATE_NAMES = ("late", "late_place", "late_rank")
LATE_MIDDLE = 0.75
LATE_SHARE = 0.5
_WORD = re.compile(r"[^\W_]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_COMMON_TEXT = """
a about all an and any are as at be been by can could did do does for from give had has have how i if in into is it its
list many me much my name of on or our please s say says should so some tell than that the their them then there these
they this those to was we were what when where which who whom whose why will with would you your
的 了 是 在 和 有 吗 什么 哪些 哪个 怎么 如何 多少 请问 我 你
"""
_COMMON = frozenset(_COMMON_TEXT.split())
MOST_WORDS = 600


@dataclass(frozen=True, slots=True)
class _Text:
    """The terms of one candidate, part by part."""

    body: list[str]
    counts: Counter[str]
    title: frozenset[str]
    heading: frozenset[str]
    last_heading: frozenset[str]


def read_terms(text: str) -> list[str]:
    """Stemmed terms in order; at most 600 words of a text are read."""
    terms: list[str] = []
    for word in _WORD.findall(text.lower())[:MOST_WORDS]:
        if not word.isascii() and _CJK.search(word):
            terms += [word[i : i + 2] for i in range(max(len(word) - 1, 1))]
        else:
            terms.append(stem(word))
    return terms


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """An English word without its plural or verb ending; others as they are."""
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return word
    for ending, left in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("edly", ""), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            return word[: len(word) - len(ending)] + left
    return word.removesuffix("e") if len(word) > 4 else word


def measure(question: str, pairs: Sequence[RerankPair]) -> NDArray[np.float32]:
    """One row a pair, one column a name in `NAMES`; nearly all values lie between 0 and 1."""
    asked = read_terms(question)
    terms = frozenset(term for term in asked if term not in _STEMMED_COMMON) or frozenset(asked)
    texts = [_read(pair) for pair in pairs]
    weights = _rarity(terms, texts)
    codes = _code_patterns(question)
    mean_length = sum(len(text.body) for text in texts) / max(len(texts), 1)
    rows = np.zeros((len(pairs), len(NAMES)), dtype=np.float32)
    for row, (pair, text) in enumerate(zip(pairs, texts, strict=True)):
        rows[row] = [
            pair.scores.get("dense", 0.0),
            0.0,
            0.0,
            pair.scores.get("lexical", 0.0),
            0.0,
            *_lexical(terms, weights, text, mean_length),
            *_order(asked, terms, text),
            *_codes(codes, pair),
            min(max(pair.scores.get("graph", 0.0), 0.0), 1.0),
            1.0 / (1.0 + len(text.body) / 100),
        ]
    for name, column in (("dense", 0), ("lexical", NAMES.index("lexical_place"))):
        given = rows[:, column].copy()
        rows[:, NAMES.index(f"{name}_place")] = _between(given)
        rows[:, NAMES.index(f"{name}_rank")] = _by_rank(given)
    rows[:, NAMES.index("bm25")] = _of_best(rows[:, NAMES.index("bm25")])
    return rows


def measure_late(pairs: Sequence[RerankPair]) -> NDArray[np.float32] | None:
    """One row a pair, one column a name in `LATE_NAMES`; None where fewer than half of the pairs have a `late` score.

    A pair without one counts as the mean of the others, so that it is neither raised nor lowered.
    """
    given = [pair.scores["late"] for pair in pairs if "late" in pair.scores]
    if not given or len(given) < LATE_SHARE * len(pairs):
        return None
    mean = sum(given) / len(given)
    values = np.array([pair.scores.get("late", mean) for pair in pairs], dtype=np.float32)
    return np.stack([values - LATE_MIDDLE, _between(values), _by_rank(values)], axis=1)


def _read(pair: RerankPair) -> _Text:
    body = read_terms(pair.text)
    last = pair.heading_path[-1] if pair.heading_path else ""
    heading = frozenset(read_terms(" ".join(pair.heading_path)))
    return _Text(body, Counter(body), frozenset(read_terms(pair.title)), heading, frozenset(read_terms(last)))


def _rarity(terms: Iterable[str], texts: Sequence[_Text]) -> dict[str, float]:
    total = len(texts)
    weights = {}
    for term in terms:
        found = sum(term in text.counts or term in text.title or term in text.heading for text in texts)
        weights[term] = math.log(1 + (total + 1) / (found + 0.5))
    return weights


def _lexical(
    terms: frozenset[str], weights: dict[str, float], text: _Text, mean_length: float
) -> tuple[float, float, float, float, float, float, float]:
    everything = text.counts.keys() | text.title | text.heading
    return (
        _share(terms & text.counts.keys(), terms, weights),
        _bm25(terms, weights, text, mean_length),
        _share(terms & text.title, terms, weights),
        _share(terms & text.heading, terms, weights),
        _named(text.title, terms),
        _named(text.last_heading, terms),
        _share(terms & everything, terms, weights),
    )


def _share(found: Iterable[str], terms: Iterable[str], weights: dict[str, float]) -> float:
    whole = sum(weights[term] for term in terms)
    return sum(weights[term] for term in found) / whole if whole else 0.0


def _bm25(terms: frozenset[str], weights: dict[str, float], text: _Text, mean_length: float) -> float:
    norm = 1.5 * (0.25 + 0.75 * len(text.body) / max(mean_length, 1.0))
    return sum(weights[term] * text.counts[term] * 2.5 / (text.counts[term] + norm) for term in terms)


def _named(part: frozenset[str], terms: frozenset[str]) -> float:
    """How much of a title or heading stands in the question: a question that names it means it."""
    content = part - _STEMMED_COMMON
    return len(content & terms) / len(content) if content else 0.0


def _order(asked: Sequence[str], terms: frozenset[str], text: _Text) -> tuple[float, float]:
    """How close the terms stand together, and how many pairs of neighbours in the question are neighbours in the text.

    Closeness is the most different terms within 12 words, over the number of terms.
    """
    if not terms:
        return 0.0, 0.0
    places = [place for place, term in enumerate(text.body) if term in terms]
    best = start = 0
    for end, place in enumerate(places):
        while place - places[start] >= 12:
            start += 1
        if end - start + 1 > best:
            best = max(best, len({text.body[where] for where in places[start : end + 1]}))
    pairs = {pair for pair in pairwise(asked) if pair[0] in terms or pair[1] in terms}
    found = pairs & set(pairwise(text.body)) if pairs else set()
    return best / len(terms), len(found) / max(len(pairs), 1)


def _code_patterns(question: str) -> list[re.Pattern[str]]:
    """One pattern a code of the question; `cse100` also finds `CSE 100`, and never `CSE 1000`."""
    patterns = []
    for code in code_tokens(question):
        parts = [re.escape(part) for part in re.findall(r"[^\W\d_]+|\d+|[\W_]+", code)]
        body = parts[0] + "".join(("[ \\u00a0-]?" if part[0].isalnum() else "") + part for part in parts[1:])
        patterns.append(re.compile(rf"(?<!\w){body}(?!\w)", re.IGNORECASE))
    return patterns


def _codes(patterns: Sequence[re.Pattern[str]], pair: RerankPair) -> tuple[float, float]:
    """The share of the question's codes in the text, and in its title, headings or first words."""
    if not patterns:
        return 0.0, 0.0
    head = f"{pair.title}\n{' '.join(pair.heading_path)}\n{pair.text[:60]}"
    ahead = sum(pattern.search(head) is not None for pattern in patterns)
    found = sum((pattern.search(head) or pattern.search(pair.text)) is not None for pattern in patterns)
    return found / len(patterns), ahead / len(patterns)


def _between(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Where a value lies between the least and the greatest of the candidates; 0 when they are all alike."""
    if not len(values):
        return values
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)


def _by_rank(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """10 / (10 + rank), rank from 0 for the greatest; 0 where there is no score."""
    ranks = np.empty(len(values), dtype=np.float32)
    ranks[np.argsort(-values, kind="stable")] = np.arange(len(values), dtype=np.float32)
    return np.where(values > 0, 10.0 / (10.0 + ranks), 0.0).astype(np.float32)


def _of_best(values: NDArray[np.float32]) -> NDArray[np.float32]:
    best = values.max() if len(values) else 0.0
    return values / best if best > 0 else values


_STEMMED_COMMON = frozenset(stem(word) for word in _COMMON) | _COMMON
