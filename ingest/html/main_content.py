"""How surely each segment is main content: a small model over features of the segment, its neighbours and its page.

The weights (`main_weights.npz`, made by `evaluation/train_main_content.py`) give each segment a probability. The score
is that probability, bent so that 0.5 is where the page's expected F1 is greatest: from there on it is main content.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from ingest.html.copies import lower_copies
from ingest.html.features import PageFeatures
from ingest.html.forest import Forest
from ingest.html.frames import Raw
from ingest.html.main_rules import score_by_rules

WEIGHTS = "main_weights.npz"
PIECE = 256
TEMPLATE = 3
CAUTION = 1.3
WEIGHING = 0.8
LEAST = 0.5
BELOW = SHORT = 4
_FACTS = frozenset({"term", "definition", "row", "caption"})
_ROWS = frozenset({"row", "caption"})
_OFFER = re.compile(
    r"(?:[$€£¥₹₩]|\b(?:USD|EUR|GBP|CHF|HKD)\b)\s?\d|\d\s?(?:[€£元円]|(?:USD|EUR|GBP|CHF|HKD)\b)"
    r"|\b(?:in|out of) stock\b|\bsold out\b|\b(?:un)?available\b|\bpre-?order\b|有货|缺货|在庫",
    re.IGNORECASE,
)


@lru_cache(maxsize=1)
def load_forest() -> Forest:
    """The learned model, read once."""
    with as_file(files("ingest.html").joinpath(WEIGHTS)) as path, np.load(path) as data:
        return Forest.read(data)


def score_main(raws: list[Raw], url: str, page_type: str = "") -> None:
    """Set `main` of all segments; what is chrome or unseen gets 0."""
    if not files("ingest.html").joinpath(WEIGHTS).is_file():
        score_by_rules(raws)
        return
    shown = [raw for raw in raws if raw.visible]
    if not any(not raw.chrome for raw in shown):
        return
    kept = np.array([place for place, raw in enumerate(shown) if not raw.chrome], dtype=np.int64)
    candidates = [shown[place] for place in kept]
    words = np.array([raw.words for raw in candidates], dtype=np.float64)
    features = PageFeatures(shown, url, page_type)
    shapes = [features.shapes[place] for place in kept.tolist()]
    scores = decide(estimate(features, kept), words, candidates, shapes)
    for raw, score in zip(candidates, scores.tolist(), strict=True):
        raw.main = round(score, 4)


def decide(
    chances: NDArray[np.float64], words: NDArray[np.float64], candidates: Sequence[Raw], shapes: Sequence[str]
) -> NDArray[np.float64]:
    """Probabilities of the segments that are no chrome to their scores: main content is what has 0.5 or more."""
    kinds = [raw.kind for raw in candidates]
    scores = keep_price(keep_facts(bend(even_out(chances, shapes, words), words), kinds), candidates)
    return lower_copies(keep_tables(scores, candidates) if "row" in kinds else scores, candidates, shapes, LEAST)


def estimate(features: PageFeatures, places: NDArray[np.int64]) -> NDArray[np.float64]:
    """Probabilities, in pieces, so that a page of a million segments takes little memory."""
    forest = load_forest()
    starts = range(0, len(places), PIECE)
    return np.concatenate([forest.probability(features.rows(places[start : start + PIECE])) for start in starts])


def even_out(chances: NDArray[np.float64], shapes: Sequence[str], words: NDArray[np.float64]) -> NDArray[np.float64]:
    """Draw the entries of one template towards their mean: a catalogue keeps all of its entries, or none."""
    seen: dict[str, int] = {}
    numbers = np.array([seen.setdefault(shape, len(seen)) for shape in shapes], dtype=np.int64)
    weights = np.sqrt(words + 0.1)
    means = np.bincount(numbers, chances * weights) / np.bincount(numbers, weights)
    often = np.bincount(numbers)[numbers] >= TEMPLATE
    return np.where(often, (chances + means[numbers]) / 2, chances)


def bend(chances: NDArray[np.float64], words: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities to scores: 0.5 is the least probability in the set of greatest expected F1, weighted by words."""
    limit = threshold_of(chances, words)
    above = 0.5 + 0.5 * (chances - limit) / max(1e-6, 1.0 - limit)
    below = 0.5 * chances / limit
    return np.clip(np.where(chances >= limit, above, np.minimum(below, 0.4999)), 0.001, 1.0)


def keep_facts(scores: NDArray[np.float64], kinds: Sequence[str]) -> NDArray[np.float64]:
    """Lift a table or definition list, with its heading, between two selected segments: it is part of what they say."""
    selected = scores >= LEAST
    kept = scores.copy()
    for start, end in _gaps(selected):
        if _FACTS.issuperset(found := set(kinds[start:end]) - {"heading"}) and found:
            kept[start:end] = np.maximum(kept[start:end], LEAST)
    return kept


def keep_tables(scores: NDArray[np.float64], candidates: Sequence[Raw]) -> NDArray[np.float64]:
    """Lift the rest of a table that is selected for the most part: a row alone is out of its table for no reason."""
    kept = scores.copy()
    start = 0
    for group, members in groupby(candidates, key=lambda raw: raw.group if raw.kind in _ROWS else None):
        end = start + sum(1 for _ in members)
        if group is not None and 2 * int((scores[start:end] >= LEAST).sum()) > end - start:
            kept[start:end] = np.maximum(kept[start:end], LEAST)
        start = end
    return kept


def keep_price(scores: NDArray[np.float64], candidates: Sequence[Raw]) -> NDArray[np.float64]:
    """Lift a price, or whether it is in stock, right under the title of a page of which something below is selected."""
    title = next((place for place, raw in enumerate(candidates) if raw.rank == 1), len(candidates))
    if not (scores[title + 1 :] >= LEAST).any():
        return scores
    kept = scores.copy()
    for place, raw in enumerate(candidates[title + 1 : title + 1 + BELOW], title + 1):
        if raw.rank:
            break
        if raw.words <= SHORT and _OFFER.search(raw.text):
            kept[place] = max(kept[place], LEAST)
    return kept


def _gaps(selected: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Runs of segments not selected, with selected ones before and after."""
    places = np.flatnonzero(selected)
    for before, after in zip(places.tolist(), places[1:].tolist(), strict=False):
        if after > before + 1:
            yield before + 1, after


def threshold_of(chances: NDArray[np.float64], words: NDArray[np.float64]) -> float:
    """The least probability worth taking: expected F1 = 2 Σ p w / (Σ taken w + Σ all p w), w the words^0.8.

    What is taken counts a little more than it weighs: the chances of pages with much around their content are too high.
    """
    weights = words**WEIGHING
    order = np.argsort(-chances, kind="stable")
    gained = np.cumsum((chances * weights)[order])
    expected = 2 * gained / np.maximum(CAUTION * np.cumsum(weights[order]) + float((chances * weights).sum()), 1e-9)
    return float(np.clip(chances[order[int(np.argmax(expected))]], 1e-6, 0.9))
