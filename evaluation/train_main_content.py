"""Train the main-content model on pages with known main text, and write `ingest/html/main_weights.npz`.

    python -m evaluation.train_main_content ../shared-unpacked/wcxb-dev [--folds 5] [--final]

The folder holds `index.json`, `html/ID.html.gz` and `ground-truth/ID.json`. Figures are cross-validated with pages of
one domain always on one side of a split. Needs scikit-learn (the eval extra); the product does not.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Indel
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.model_selection import GroupKFold

from evaluation.extraction_tools import Outcome
from ingest.html.decode import decode
from ingest.html.features import page_features, shapes_of
from ingest.html.forest import Forest
from ingest.html.frames import Raw
from ingest.html.main_content import LEAST, decide
from ingest.html.meta import read_declared
from ingest.html.page import prepare
from ingest.html.reader import read_page

WORD = re.compile(r"\w+")
DEPTH, TREES, RATE, CAP = 5, 90, 0.1, 180
WEIGHTS = Path(__file__).parents[1] / "ingest" / "html" / "main_weights.npz"


@dataclass(slots=True)
class Page:
    """A page for training: features, labels and words of its segments, and the wanted words."""

    type: str
    domain: str
    features: NDArray[np.float32]
    labels: NDArray[np.float32]
    words: list[list[str]]
    wanted: list[str]
    kept: NDArray[np.bool_]
    candidates: list[Raw] = field(default_factory=list)

    @property
    def sizes(self) -> NDArray[np.float64]:
        return np.array([len(words) for words in self.words], dtype=np.float64)


def read_example(folder: Path, entry: dict[str, str]) -> Page:
    """One page with a label a segment: whether most of its words are part of the wanted text."""
    body = gzip.decompress((folder / "html" / f"{entry['id']}.html.gz").read_bytes())
    truth = json.loads((folder / "ground-truth" / f"{entry['id']}.json").read_text("utf-8"))
    wanted = WORD.findall(truth["ground_truth"]["main_content"].lower())
    reading = read_page(decode(body).source, entry["url"])
    declared = read_declared(reading.root, reading.notable.heads, reading.resolver)
    raws = [raw for raw in prepare(reading, declared, entry["url"]) if raw.visible]
    words = [WORD.findall(raw.text.lower()) for raw in raws]
    features = page_features(raws, entry["url"], declared.metas.get("og:type", ""))
    domain = urlsplit(entry["url"]).netloc.removeprefix("www.")
    kept = np.array([not raw.chrome for raw in raws], dtype=bool)
    candidates = [_slim(raw) for raw in raws if not raw.chrome]
    return Page(entry["page_type"], domain, features, label(words, wanted), words, wanted, kept, candidates)


def _slim(raw: Raw) -> Raw:
    """What the decision after the model asks of a segment, without the tree it came from."""
    slim = Raw(raw.kind, raw.text, "")
    slim.path, slim.words, slim.heading_path = raw.path, raw.words, raw.heading_path
    slim.rank, slim.group = raw.rank, raw.group
    return slim


def label(words: list[list[str]], wanted: list[str]) -> NDArray[np.float32]:
    """Share of each segment's words that a longest common subsequence, or runs of four, find in the wanted text."""
    numbers: dict[str, int] = {}
    source = [numbers.setdefault(word, len(numbers)) for segment in words for word in segment]
    target = [numbers.setdefault(word, len(numbers)) for word in wanted]
    matched = np.zeros(len(source))
    for code in Indel.opcodes(source, target):
        if code.tag == "equal":
            matched[code.src_start : code.src_end] = 1
    runs = set(zip(target, target[1:], target[2:], target[3:], strict=False))
    shares: list[float] = []
    start = 0
    for segment in words:
        part = matched[start : start + len(segment)]
        share = float(part.mean()) if segment else 0.0
        if len(segment) >= 6:
            own = source[start : start + len(segment)]
            found = float(np.mean([run in runs for run in zip(own, own[1:], own[2:], own[3:], strict=False)]))
            share = max(share if share > 0.9 else 0.0, found)
        shares.append(share)
        start += len(segment)
    return np.array(shares, dtype=np.float32)


def train(pages: list[Page], seed: int = 0) -> Forest:
    """Fit on at most 180 segments a page, weighted by words, each page counting about the same."""
    random = np.random.default_rng(seed)
    features, labels, weights = [], [], []
    for page in pages:
        rows = np.flatnonzero(page.kept)
        rows = np.sort(random.choice(rows, CAP, replace=False)) if len(rows) > CAP else rows
        sizes = page.sizes[rows] + 0.5
        features.append(page.features[rows])
        labels.append(page.labels[rows] >= 0.5)
        weights.append(sizes**0.6 / max(50.0, sizes.sum()) ** 0.42)
    weight = np.concatenate(weights)
    model = HistGradientBoostingClassifier(
        max_iter=TREES, max_depth=DEPTH, max_leaf_nodes=24, learning_rate=RATE, l2_regularization=5.0,
        min_samples_leaf=30, max_features=0.4, random_state=seed, early_stopping=False,
    )  # fmt: skip
    model.fit(np.concatenate(features), np.concatenate(labels), sample_weight=weight / weight.mean())
    return export(model)


def export(model: Any) -> Forest:
    """The fitted trees as complete trees of one depth; a leaf higher up is repeated below itself."""
    inner, outer = 2**DEPTH - 1, 2**DEPTH
    trees = [predictors[0].nodes for predictors in model._predictors]
    features = np.zeros((len(trees), inner), dtype=np.int64)
    thresholds = np.full((len(trees), inner), np.inf, dtype=np.float32)
    leaves = np.zeros((len(trees), outer), dtype=np.float32)
    for number, nodes in enumerate(trees):
        stack = [(0, 0)]
        while stack:
            place, node = stack.pop()
            if place >= inner:
                leaves[number, place - inner] = nodes[node]["value"]
            elif nodes[node]["is_leaf"]:
                stack += [(2 * place + 1, node), (2 * place + 2, node)]
            else:
                features[number, place] = nodes[node]["feature_idx"]
                thresholds[number, place] = nodes[node]["num_threshold"]
                stack += [(2 * place + 1, nodes[node]["left"]), (2 * place + 2, nodes[node]["right"])]
    return Forest(features, thresholds, leaves, float(np.ravel(model._baseline_prediction)[0]))


def evaluate(forest: Forest, page: Page) -> float:
    """Word F1 of the selected segments, decided as the product does."""
    if not page.kept.any():
        return 0.0
    chances = forest.probability(page.features[page.kept])
    words = np.array([raw.words for raw in page.candidates], dtype=np.float64)
    shapes = shapes_of([raw.path for raw in page.candidates])
    picked = np.flatnonzero(page.kept)[decide(chances, words, page.candidates, shapes) >= LEAST]
    return word_f1([word for number in picked for word in page.words[number]], page.wanted)


def word_f1(said: list[str], wanted: list[str]) -> float:
    """F1 of two bags of words."""
    common = sum((Counter(said) & Counter(wanted)).values())
    return 2 * common / (len(said) + len(wanted)) if common else 0.0


def cross_validate(pages: list[Page], folds: int) -> dict[str, list[float]]:
    """F1 of each page by a model that saw no page of its domain, by page type."""
    found: dict[str, list[float]] = defaultdict(list)
    splits = GroupKFold(folds).split(pages, groups=[page.domain for page in pages])
    for number, (seen, unseen) in enumerate(splits, 1):
        forest = train([pages[index] for index in seen])
        fold = [(pages[index].type, evaluate(forest, pages[index])) for index in unseen]
        print(f"fold {number}: {np.mean([score for _, score in fold]):.4f}", flush=True)
        for kind, score in fold:
            found[kind].append(score)
    return found


def read_examples(folder: Path, workers: int = 2) -> list[Page]:
    """All pages of the data set."""
    entries = json.loads((folder / "index.json").read_text("utf-8"))
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(partial(read_example, folder), entries, chunksize=8))


def outcome_of_folds(folder: Path, folds: int) -> Outcome:
    """Cross-validated scores by page type, as the comparison of tools shows them; without a speed."""
    return Outcome(cross_validate(read_examples(folder), folds))


def main() -> None:
    """Read the pages, print the cross-validated table, and with `--final` write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--final", action="store_true", help="train on all pages and write the weights")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    pages = read_examples(options.folder, options.workers)
    if options.folds:
        found = cross_validate(pages, options.folds)
        scores = [score for kind in found.values() for score in kind]
        by_type = {kind: round(float(np.mean(values)), 3) for kind, values in sorted(found.items())}
        print(json.dumps({"mean": round(float(np.mean(scores)), 4), "pages": len(scores), **by_type}))
    if options.final:
        forest = train(pages)
        np.savez_compressed(
            WEIGHTS,
            features=forest.features.astype(np.uint8),
            thresholds=forest.thresholds,
            leaves=forest.leaves.astype(np.float16),
            base=np.float64(forest.base),
        )
        print(f"wrote {WEIGHTS} ({WEIGHTS.stat().st_size} bytes)")


if __name__ == "__main__":
    main()
