"""Train the question selector's few weights on HotpotQA pages, report on the half it did not see, and write them.

    python -m evaluation.train_question_selection ../shared-unpacked/hotpotqa-train100 [--write]

Each question's ten paragraphs become one noisy page: a menu, an aside and a footer around ten headed sections, each
sentence a paragraph. The even half trains and calibrates, the odd half is reported. A page with its gold paragraphs
taken out is a page of distractors: the right answer there is NA. Needs scikit-learn (the eval extra).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.preprocessing import StandardScaler

from core.settings import load_settings
from evaluation.extraction_pages import GoldPage, hotpot_pages
from ingest.html.selection.builtin import QuestionModel, best_set, page_features
from ingest.html.selection.evidence import question_features
from ingest.html.selection.interface import contents
from models.factory import make_embedders
from models.protocols import Embedder

WEIGHTS = Path(__file__).parents[1] / "ingest" / "html" / "selection" / "question_weights.json"
CALLED_NA = 0.08


@dataclass(slots=True)
class Example:
    """Features and labels of the segments of one page."""

    features: NDArray[np.float64]
    labels: NDArray[np.bool_]
    answerable: bool


class Remembering:
    """An embedder that embeds each text once: the pages of distractors hold the same sentences again."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self.name, self.size, self.languages = embedder.name, embedder.size, embedder.languages
        self.known: dict[str, NDArray[np.float32]] = {}

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        self.known.update(zip(new, self.embedder.embed_passages(new), strict=True))
        return np.stack([self.known[text] for text in texts])

    def embed_questions(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.embedder.embed_questions(texts)


def read_examples(pages: list[GoldPage], embedder: Embedder | None) -> list[Example]:
    """Examples of pages with answers, and of the same pages without their gold paragraphs."""
    found: list[Example] = []
    for page in pages:
        index = page.index
        segments = [index.segments[n] for n in contents(index) if index.segments[n].kind != "heading"]
        labels = np.array([segment.text in page.gold for segment in segments])
        found.append(Example(question_features(page.question, segments, embedder), labels, page.answerable))
    return found


def fit(examples: list[Example]) -> QuestionModel:
    """Segment weights, page weights and the NA threshold: at most 8 % of the answerable pages fall below it."""
    answerable = [example for example in examples if example.answerable]
    scaler = StandardScaler().fit(np.concatenate([example.features for example in answerable]))
    model = LogisticRegression(C=0.3, max_iter=2000)
    model.fit(
        scaler.transform(np.concatenate([example.features for example in answerable])),
        np.concatenate([example.labels for example in answerable]),
    )
    first = QuestionModel(
        tuple(scaler.mean_), tuple(np.where(scaler.scale_ == 0, 1, scaler.scale_)), tuple(model.coef_[0]),
        float(model.intercept_[0]), (), 0.0, 0.0,
    )  # fmt: skip
    rows = np.stack([page_features(example.features, first.score(example.features)) for example in examples])
    judge = LogisticRegression(C=0.5, max_iter=2000).fit(rows, [example.answerable for example in examples])
    chances = judge.predict_proba(rows)[:, 1]
    least = float(np.quantile([c for c, e in zip(chances, examples, strict=True) if e.answerable], CALLED_NA))
    return QuestionModel(
        first.mean, first.scale, first.weights, first.bias, tuple(judge.coef_[0]), float(judge.intercept_[0]), least
    )


def report(model: QuestionModel, examples: list[Example]) -> dict[str, float]:
    """Sentence F1 on answerable pages, and how well NA tells pages of distractors."""
    scores, said, truth = [], [], []
    for example in examples:
        chances = model.score(example.features)
        said.append(model.answerable(example.features, chances))
        truth.append(example.answerable)
        if example.answerable:
            chosen = best_set(chances, np.ones(len(chances)))
            right = int(example.labels[chosen].sum())
            scores.append(2 * right / (len(chosen) + int(example.labels.sum())))
    answered = np.array(said) >= model.least
    true = np.array(truth)
    return {
        "sentence_f1": round(float(np.mean(scores)), 4),
        "na_auc": round(float(roc_auc_score(true, said)), 4),
        "na_found": round(float((~answered[~true]).mean()), 4),
        "answerable_called_na": round(float((~answered[true]).mean()), 4),
        "pages": len(examples),
    }


def main() -> None:
    """Train, report on the other half, and with `--write` keep the weights of the training half."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--swap", action="store_true", help="train on the odd half instead")
    options = parser.parse_args()
    pages = hotpot_pages(options.folder)
    seen = [page for page in pages if (page.number % 2 == 0) != options.swap]
    unseen = [page for page in pages if (page.number % 2 == 0) == options.swap]
    weights: dict[str, Any] = {}
    embedder = Remembering(make_embedders(load_settings()).primary)
    for name, model in (("dense", embedder), ("lexical", None)):
        fitted = fit(read_examples(seen, model))
        print(name, json.dumps(report(fitted, read_examples(unseen, model))), flush=True)
        weights[name] = {key: shorten(value) for key, value in asdict(fitted).items()}
    if options.write:
        WEIGHTS.write_text(json.dumps(weights, indent=1) + "\n", "utf-8")
        print(f"wrote {WEIGHTS}")


def shorten(value: Any) -> Any:
    """A weight, or a row of them, as it is written to a file."""
    return [round(float(item), 5) for item in value] if isinstance(value, tuple) else round(float(value), 5)


if __name__ == "__main__":
    main()
