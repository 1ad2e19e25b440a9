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
from ingest.html.selection.builtin import Logistic, QuestionModel, best_set, page_features
from ingest.html.selection.evidence import FEATURES, embed, question_features
from ingest.html.selection.hops import Look, look_again
from ingest.html.selection.interface import contents
from ingest.html.selection.tables import name_cells
from models.factory import make_embedders
from models.protocols import Embedder

WEIGHTS = Path(__file__).parents[1] / "ingest" / "html" / "selection" / "question_weights.json"
CALLED_NA = 0.08
FIRST_STRENGTH, WHOLE_STRENGTH, PAGE_STRENGTH = 0.3, 0.03, 0.03
FOLDS, ROUNDS = 5, 3


@dataclass(slots=True)
class Example:
    """What the two looks at one page saw, and the labels of its segments."""

    number: int
    look: Look
    labels: NDArray[np.bool_]
    answerable: bool

    @property
    def first(self) -> NDArray[np.float64]:
        """The features of the first look alone."""
        return self.look.features[:, : len(FEATURES)]


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
        segments = name_cells(segments)
        embedded = embed(page.question, segments, embedder)
        first = question_features(page.question, segments, embedded)
        look = look_again(page.question, segments, first, embedded, embedder)
        found.append(Example(page.number, look, labels, page.answerable))
    return found


def fit_rows(rows: NDArray[np.float64], labels: Sequence[Any], strength: float) -> Logistic:
    """Logistic regression over rows brought to one scale."""
    scaler = StandardScaler().fit(rows)
    model = LogisticRegression(C=strength, max_iter=3000).fit(scaler.transform(rows), labels)
    scale = np.where(scaler.scale_ == 0, 1, scaler.scale_)
    return Logistic(tuple(scaler.mean_), tuple(scale), tuple(model.coef_[0]), float(model.intercept_[0]))


def fit_segments(examples: Sequence[Example], *, whole: bool) -> Logistic:
    """Segment weights of the second look, or of the first alone."""
    answerable = [example for example in examples if example.answerable]
    rows = np.concatenate([example.look.features if whole else example.first for example in answerable])
    labels = np.concatenate([example.labels for example in answerable])
    return fit_rows(rows, labels.tolist(), WHOLE_STRENGTH if whole else FIRST_STRENGTH)


def fit_pages(examples: Sequence[Example], whole: Logistic) -> Logistic:
    """Page weights."""
    rows = np.stack([page_features(example.look, whole.score(example.look.features)) for example in examples])
    return fit_rows(rows, [example.answerable for example in examples], PAGE_STRENGTH)


def fit(examples: list[Example]) -> QuestionModel:
    """All weights, and the NA threshold: `CALLED_NA` of the answerable pages fall below it where their questions were
    left out of the training.
    """
    whole = fit_segments(examples, whole=True)
    chances: list[float] = []
    for fold in range(FOLDS * ROUNDS):
        left = _left_out({example.number for example in examples}, fold)
        others = [example for example in examples if example.number not in left]
        segments = fit_segments(others, whole=True)
        model = QuestionModel(segments, segments, fit_pages(others, segments), 0.0)
        found = [example for example in examples if example.number in left and example.answerable]
        chances += [model.likely(example.look, segments.score(example.look.features)) for example in found]
    least = float(np.quantile(chances, CALLED_NA))
    return QuestionModel(fit_segments(examples, whole=False), whole, fit_pages(examples, whole), least)


def _left_out(numbers: set[int], fold: int) -> set[int]:
    """The questions of one fold of one round."""
    order = np.random.default_rng(fold // FOLDS).permutation(sorted(numbers))
    return set(order[fold % FOLDS :: FOLDS].tolist())


def report(model: QuestionModel, examples: list[Example]) -> dict[str, float]:
    """Sentence F1 on answerable pages, and how well NA tells pages of distractors."""
    scores, said, truth = [], [], []
    for example in examples:
        chances = model.whole.score(example.look.features)
        said.append(model.answerable(example.look, chances))
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
        weights[name] = shorten(asdict(fitted))
    if options.write:
        WEIGHTS.write_text(json.dumps(weights, indent=1) + "\n", "utf-8")
        print(f"wrote {WEIGHTS}")


def shorten(value: Any) -> Any:
    """A weight, a row of them, or several by name, as they are written to a file."""
    if isinstance(value, dict):
        return {name: shorten(item) for name, item in value.items()}
    return [round(float(item), 5) for item in value] if isinstance(value, tuple) else round(float(value), 5)


if __name__ == "__main__":
    main()
