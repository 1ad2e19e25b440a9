"""Learn the weights of the built-in reranker, and report what it does on questions that it has not seen.

    python -m evaluation.train_reranker DATASET[=FOLDER] … [--out models/rerank_weights.json]

A dataset is a file or bundled set; FOLDER is its saved site, for sets without a corpus. Every question's 50 best chunks
by fused BM25 and dense vectors are candidates; those that hold the gold words on a gold page are right. Half of the
questions of every set, by the hash of their text, train; the other half report.

Pairwise logistic loss (RankNet, Burges et al. 2005), L2 towards weights set by hand, so that a signal which the sets do
not show (headings, graph) keeps its hand-set weight; then scale and bias are fitted so that scores are probabilities.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.settings import load_settings
from evaluation.baselines import POOL, FlatIndex, build_index, chunk_pages, read_folder
from evaluation.datasets import load_dataset
from evaluation.lexical import fuse, rank
from evaluation.records import Dataset, GoldQuestion, Passage
from evaluation.texts import fold, holds_all, path_of
from models.factory import make_embedders
from models.protocols import RerankPair
from models.signals import NAMES, measure

PRIOR = {
    "dense": 1.0, "dense_place": 1.5, "dense_rank": 1.0, "lexical_place": 0.5, "lexical_rank": 1.0, "coverage": 1.0,
    "bm25": 0.8, "title_coverage": 0.4, "heading_coverage": 0.6, "title_named": 0.6, "heading_named": 0.6,
    "whole_coverage": 1.5, "near": 0.6, "phrase": 0.6, "codes": 1.0, "head_codes": 1.0, "graph": 1.2, "short": 0.2,
}  # fmt: skip
PENALTY = 0.005
STEPS = 600

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Example:
    """One question: signals of its candidates in fused order, and which of them are right."""

    dataset: str
    signals: Matrix
    right: NDArray[np.bool_]
    gold: int
    trains: bool


def collect(data: Dataset, index: FlatIndex) -> list[Example]:
    """Examples of the answerable questions that have both right and wrong candidates."""
    examples = [_example(data, index, question) for question in data.questions if question.answerable]
    return [one for one in examples if one.right.any() and not one.right.all()]


def _example(data: Dataset, index: FlatIndex, question: GoldQuestion) -> Example:
    lexical = index.lexical.score(question.text)
    assert index.vectors is not None
    assert index.embedder is not None
    dense = index.vectors @ index.embedder.embed_questions([question.text])[0]
    rows = fuse([rank(lexical, POOL), rank(dense, POOL)], POOL)
    pairs = [_pair(index.chunks[row], float(dense[row]), float(lexical[row])) for row in rows]
    right = np.array([_is_right(question, index.chunks[row], bool(data.passages)) for row in rows])
    digest = hashlib.sha256(question.text.encode()).digest()
    return Example(data.name, measure(question.text, pairs), right, len(set(question.pages)) or 1, digest[0] % 2 == 0)


def _pair(chunk: Passage, dense: float, lexical: float) -> RerankPair:
    return RerankPair(chunk.text, chunk.title, (), {"dense": dense, "lexical": lexical})


def _is_right(question: GoldQuestion, chunk: Passage, page_is_enough: bool) -> bool:
    on_page = path_of(chunk.url) in {path_of(page) for page in question.pages}
    if page_is_enough or not on_page:
        return on_page
    phrase = question.phrase and fold(question.phrase).rstrip(".") in fold(chunk.text)
    return bool(phrase) or (bool(question.groups) and holds_all(chunk.text, question.groups))


def fit(examples: list[Example]) -> tuple[Matrix, float]:
    """Weights and bias."""
    prior = np.array([PRIOR[name] for name in NAMES], dtype=np.float64)
    differences, importance = find_differences(examples)
    weights = descend(differences, importance, prior, np.full(len(NAMES), PENALTY))
    scale, bias = calibrate(examples, weights)
    return (weights * scale).astype(np.float32), bias


def find_differences(examples: list[Example]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Right less wrong, for every such pair; every question weighs the same, every dataset too."""
    parts, weights = [], []
    sizes = {one.dataset: sum(other.dataset == one.dataset for other in examples) for one in examples}
    for one in examples:
        pairs = (one.signals[one.right][:, None] - one.signals[~one.right][None]).reshape(-1, one.signals.shape[1])
        parts.append(pairs)
        weights.append(np.full(len(pairs), 1 / len(pairs) / sizes[one.dataset] / len(sizes)))
    return np.concatenate(parts).astype(np.float64), np.concatenate(weights)


def descend(
    differences: NDArray[np.float64],
    importance: NDArray[np.float64],
    prior: NDArray[np.float64],
    pull: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Adam on the pairwise loss with L2 towards `prior`, `pull` strong; weights stay at or above 0, since no signal
    here speaks against a block."""
    weights, first, second = prior.copy(), np.zeros_like(prior), np.zeros_like(prior)
    for step in range(1, STEPS + 1):
        wrong = importance / (1 + np.exp(np.clip(differences @ weights, -30, 30)))
        gradient = -(wrong @ differences) + pull * (weights - prior)
        first, second = 0.9 * first + 0.1 * gradient, 0.999 * second + 0.001 * gradient**2
        weights -= 0.05 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
        weights = np.maximum(weights, 0.0)
    return weights


def calibrate(examples: list[Example], weights: NDArray[np.float64]) -> tuple[float, float]:
    """Scale and bias of the best logistic curve through the training scores (Platt 1999), by Newton steps."""
    scores = np.concatenate([one.signals @ weights for one in examples])
    right = np.concatenate([one.right for one in examples]).astype(np.float64)
    middle, spread = float(scores.mean()), float(scores.std()) or 1.0
    design = np.stack([(scores - middle) / spread, np.ones_like(scores)], axis=1)
    line = np.array([0.0, float(np.log(right.mean() / (1 - right.mean())))])
    for _ in range(30):
        share = 1 / (1 + np.exp(-np.clip(design @ line, -30, 30)))
        hessian = (design * (share * (1 - share))[:, None]).T @ design + 1e-3 * np.eye(2)
        line -= np.clip(np.linalg.solve(hessian, design.T @ (share - right)), -1.0, 1.0)
    scale = float(line[0]) / spread
    return scale, float(line[1]) - scale * middle


def report(examples: list[Example], weights: Matrix) -> dict[str, dict[str, float]]:
    """Right among the first five, before (fused) and after, and mean reciprocal rank; a row a dataset."""
    rows: dict[str, dict[str, float]] = {}
    for name in dict.fromkeys(one.dataset for one in examples):
        chosen = [one for one in examples if one.dataset == name]
        orders = [np.argsort(-(one.signals @ weights), kind="stable") for one in chosen]
        pairs = list(zip(chosen, orders, strict=True))
        rows[name] = {
            "questions": len(chosen),
            "recall5_fused": float(np.mean([min(one.right[:5].sum() / one.gold, 1) for one in chosen])),
            "recall5_reranked": float(np.mean([min(one.right[order[:5]].sum() / one.gold, 1) for one, order in pairs])),
            "mrr_fused": float(np.mean([1 / (1 + int(one.right.argmax())) for one in chosen])),
            "mrr_reranked": float(np.mean([1 / (1 + int(one.right[order].argmax())) for one, order in pairs])),
        }
    return rows


def main() -> None:
    """Entry of `python -m evaluation.train_reranker`."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sources", nargs="+")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    settings = load_settings()
    embedder = make_embedders(settings).primary
    examples: list[Example] = []
    for source in arguments.sources:
        name, _, folder = source.partition("=")
        data = load_dataset(name)
        passages = data.passages or chunk_pages(read_folder(Path(folder)))
        examples += collect(data, build_index(passages, embedder, settings.cache))
    weights, bias = fit([one for one in examples if one.trains])
    found: dict[str, Any] = {
        "made_by": "python -m evaluation.train_reranker",
        "embedder": embedder.name,
        "unseen": report([one for one in examples if not one.trains], weights),
        "bias": round(bias, 4),
        "weights": {name: round(float(value), 4) for name, value in zip(NAMES, weights, strict=True)},
    }
    text = json.dumps(found, indent=1)
    print(text)
    if arguments.out:
        arguments.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
