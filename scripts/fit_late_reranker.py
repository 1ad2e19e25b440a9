"""Fit the weights of the built-in reranker where the graph has tokens (`models/rerank_late_weights.json`).

    PYTHONPATH=. scripts/fit_late_reranker.py FILE:SITE[:HALF] … [--write]

Every answerable question of the development halves is asked; the candidates that the reranker is given are the
examples, and those that hold an accepted answer on a page of it are right. Pairwise logistic loss, each site counting
alike, pulled towards the weights that hold without tokens. A site is also ranked by weights that never saw it: those
figures are written beside the weights.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from measure_retrieval import Asked, holds, read_questions
from numpy.typing import NDArray

from core.errors import AskError
from core.records import Question
from core.settings import load_settings
from evaluation.train_reranker import Example, calibrate, descend, find_differences
from graph import open_async_database
from models.factory import make_embedders
from models.protocols import RerankPair
from models.rerank import LATE_WEIGHTS_NAME, BuiltinReranker, load_weights
from models.signals import LATE_NAMES, NAMES, measure, measure_late
from retrieval import Options, Retriever

PRIOR = (20.0, 2.0, 1.0)
PULL, LATE_PULL = 0.005, (1e-5, 0.005, 0.005)
TARGET = Path(__file__).parent.parent / "models" / LATE_WEIGHTS_NAME


class Recorder:
    """The built-in reranker, which keeps what it was given last."""

    name = "recorder"

    def __init__(self) -> None:
        self.pairs: Sequence[RerankPair] = ()
        self._real = BuiltinReranker()

    def score(self, question: str, pairs: Sequence[RerankPair]) -> list[float]:
        """The scores of the built-in one."""
        self.question, self.pairs = question, pairs
        return self._real.score(question, pairs)


async def collect(files: Sequence[str]) -> list[Example]:
    """Examples of all question files; a dataset is a site."""
    settings, recorder = load_settings(), Recorder()
    examples: list[Example] = []
    async with await open_async_database(settings) as database:
        retriever = Retriever(database, make_embedders(settings), recorder, None, settings, Options())
        for name in files:
            path, site, half = (*name.split(":"), "seen")[:3]
            for asked in read_questions(Path(path), half):
                recorder.pairs = ()
                try:
                    await retriever.ask(Question(text=asked.text, site=site, history=asked.history))
                except AskError:
                    continue
                examples += _example(site, asked, recorder)
    return examples


def _example(site: str, asked: Asked, recorder: Recorder) -> list[Example]:
    """At most one: nothing is learned where no candidate is right, or where the candidates have no tokens."""
    late = measure_late(recorder.pairs) if recorder.pairs and asked.answerable else None
    if late is None:
        return []
    right = np.array([_is_right(asked, pair) for pair in recorder.pairs])
    signals = np.concatenate([measure(recorder.question, recorder.pairs), late], axis=1)
    return [Example(site, signals, right, 1, True)] if right.any() and not right.all() else []


def _is_right(asked: Asked, pair: RerankPair) -> bool:
    path = re.sub(r"^https?://[^/]+", "", pair.url)
    text = " ".join([*pair.heading_path, pair.text])
    return (not asked.pages or path in asked.pages) and any(holds(text, (group,)) for group in asked.groups if group)


def fit(examples: list[Example]) -> tuple[NDArray[np.float32], float]:
    """Weights over `NAMES` and `LATE_NAMES`, and bias."""
    plain, _ = load_weights()
    prior = np.concatenate([plain.astype(np.float64), PRIOR])
    pull = np.concatenate([np.full(len(NAMES), PULL), LATE_PULL])
    weights = descend(*find_differences(examples), prior, pull)
    scale, bias = calibrate(examples, weights)
    return (weights * scale).astype(np.float32), bias


def report(examples: list[Example]) -> dict[str, dict[str, float]]:
    """For each of several sites, by weights fitted without it: how often the first, and one of five, is right."""
    rows: dict[str, dict[str, float]] = {}
    sites = sorted({one.dataset for one in examples})
    for site in sites if len(sites) > 1 else ():
        weights, _ = fit([one for one in examples if one.dataset != site])
        own = [one for one in examples if one.dataset == site]
        places = [int(one.right[np.argsort(-(one.signals @ weights), kind="stable")].argmax()) for one in own]
        first, five = (float(np.mean([place < most for place in places])) for most in (1, 5))
        rows[site] = {"questions": len(own), "first": round(first, 3), "five": round(five, 3)}
    return rows


def main() -> None:
    """Read the arguments, ask, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    examples = asyncio.run(collect(arguments.files))
    weights, bias = fit(examples)
    names = (*NAMES, *LATE_NAMES)
    found: dict[str, Any] = {
        "made_by": "scripts/fit_late_reranker.py",
        "left_out": report(examples),
        "bias": round(bias, 4),
        "weights": {name: round(float(value), 4) for name, value in zip(names, weights, strict=True)},
    }
    text = json.dumps(found, indent=1)
    print(text)
    if arguments.write:
        TARGET.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
