"""Fit the doubt (`retrieval/answers/doubt.json`) on the development halves of several sites' questions.

    PYTHONPATH=. scripts/fit_confidence.py FILE:SITE[:HALF] … [--keep rows.json] [--from rows.json] [--write]

Every question is asked with refusal switched off, so that an answer exists and can be judged; what the graph answers
by itself (lists, walks) has no doubt and is left out. The answerable questions are asked once more with the blocks
that answer them kept back: questions in real words that what is left cannot answer. Each site counts alike. A site is
also scored by weights that were fitted without it: those figures, and only those, say how the doubt carries over.
`--keep` saves features and verdicts, `--from` fits them again without asking.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from measure_retrieval import Asked, Outcome, ask_all, holds, judge, read_questions
from numpy.typing import NDArray

from core.records import Question
from core.settings import load_settings
from graph import open_async_database
from models.factory import make_embedders, make_reranker
from retrieval import Options, Retriever
from retrieval.ports import GraphReader

NAMES = ("held", "top", "lead", "dense", "told", "wordy", "pairs", "page", "met")
BY_HAND = {"named": 1.5, "cell": 0.8}
PULL = 0.1
BARE = 0.3
SURE_WRONG = 0.03
REFUSED = 0.79
TARGET = Path(__file__).parent.parent / "retrieval" / "answers" / "doubt.json"
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Row:
    """One answered question: what was seen of its evidence, and whether its answer was right."""

    site: str
    question: str
    answerable: bool
    right: bool
    absent: bool
    features: dict[str, float]
    bare: bool = False


class Without:
    """A database from which an answerable question's own evidence is taken away: what is left cannot answer it."""

    def __init__(self, database: GraphReader) -> None:
        self._database = database
        self.asked: Asked | None = None

    async def read(self, name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        """The rows, without blocks of the gold pages and without those that hold the accepted words."""
        rows = await self._database.read(name, **parameters)
        if name != "retrieval/evidence":
            return rows
        return [{"rows": [row for row in rows[0]["rows"] if not self._tells(row)]}]

    def _tells(self, row: dict[str, Any]) -> bool:
        asked = self.asked
        if asked is None:
            return False
        path = re.sub(r"^https?://[^/]+", "", row["url"])
        return path in asked.pages or any(holds(row["text"], (group,)) for group in asked.groups if group)


def read_rows(outcomes: Sequence[Outcome], site: str) -> list[Row]:
    """The outcomes that had a doubt, with its features."""
    rows = []
    for one in outcomes:
        steps = [step.detail for step in one.answer.trace if step.step == "doubt"] if one.answer else []
        if steps and one.answer is not None:
            answered = one.asked.answerable and one.right
            rows.append(
                Row(
                    site, one.asked.text, one.asked.answerable, answered, bool(steps[0]["absent"]), steps[0]["features"]
                )
            )
    return rows


def ask(spec: str) -> list[Row]:
    """Ask one question file of its site, then its answerable questions again without their evidence."""
    path, site, half = [*spec.split(":"), "seen"][:3]
    questions = read_questions(Path(path), half)
    arguments = argparse.Namespace(site=site, mode=None, off="refusal", llm=False, show=None)
    rows = read_rows(asyncio.run(ask_all(arguments, questions)), site)
    known = [one for one in questions if one.answerable and one.pages]
    bare = read_rows(asyncio.run(ask_without(site, known)), site)
    return rows + [replace(row, answerable=False, right=False, bare=True) for row in bare]


async def ask_without(site: str, questions: Sequence[Asked]) -> list[Outcome]:
    """Ask questions whose own evidence is kept back."""
    settings, options = load_settings(), Options(refusal=False)
    outcomes = []
    async with await open_async_database(settings) as database:
        reader = Without(database)
        retriever = Retriever(reader, make_embedders(settings), make_reranker(settings), None, settings, options)
        for asked in questions:
            reader.asked = asked
            answer = await retriever.ask(Question(text=asked.text, site=site, history=asked.history))
            outcomes.append(judge(asked, answer, 0.0))
    return outcomes


def table(rows: Sequence[Row]) -> tuple[Array, Array, Array]:
    """Features with a leading one (rows, 1 + names), verdicts (rows,) and weights that make every site count alike.

    A question whose evidence was kept back counts `BARE` of one: the page next to it may well answer in part.
    """
    values = np.array([[1.0, *(row.features.get(name, 0.0) for name in NAMES)] for row in rows])
    verdicts = np.array([float(row.right) for row in rows])
    counts = weigh(rows)
    sizes = {site: sum(counts[number] for number, row in enumerate(rows) if row.site == site) for site in sites(rows)}
    shares = np.array(
        [len(rows) * count / len(sizes) / sizes[row.site] for row, count in zip(rows, counts, strict=True)]
    )
    return values, verdicts, shares


def sites(rows: Sequence[Row]) -> list[str]:
    """The sites in order."""
    return sorted({row.site for row in rows})


def weigh(rows: Sequence[Row]) -> Array:
    """What each row counts (rows,)."""
    return np.array([BARE if row.bare else 1.0 for row in rows])


def fit(rows: Sequence[Row]) -> Array:
    """Logistic regression with an L2 pull; a feature can only speak for the answer."""
    values, verdicts, shares = table(rows)
    weights = np.zeros(values.shape[1])
    bounded = np.array([False, *(True for _ in NAMES)])
    for step in range(6000):
        wrong = (1 / (1 + np.exp(-values @ weights)) - verdicts) * shares
        pull = PULL * np.array([0.0, *weights[1:]])
        weights -= (2.0 / (1 + step / 2000)) * (values.T @ wrong / len(rows) + pull / 10)
        weights[bounded] = np.maximum(weights[bounded], 0.0)
    return weights


def predict(rows: Sequence[Row], weights: Array) -> Array:
    """Probabilities (rows,)."""
    return np.asarray(1 / (1 + np.exp(-table(rows)[0] @ weights)))


def left_out(rows: Sequence[Row]) -> Array:
    """The probability of every row by weights that never saw its site."""
    names = sites(rows)
    return apart(rows, [names.index(row.site) if len(names) > 1 else number % 5 for number, row in enumerate(rows)])


def apart(rows: Sequence[Row], parts: Sequence[int]) -> Array:
    """The probability of every row by weights that never saw its part."""
    found = np.zeros(len(rows))
    for part in set(parts):
        rest = [row for row, mine in zip(rows, parts, strict=True) if mine != part]
        mine = [number for number, other in enumerate(parts) if other == part]
        found[mine] = predict([rows[number] for number in mine], fit(rest))
    return found


def choose(rows: Sequence[Row], chances: Array) -> tuple[float, float]:
    """The lowest threshold that refuses `REFUSED` of the unanswerable questions, and the mark of being sure.

    Lowest, since an answer given in doubt says so and a refusal loses it. What names an absent thing is refused anyway.
    No threshold refuses more without losing most answers to reworded questions, whose words prove nothing; of plainly
    worded ones this refuses .85. The mark leaves at most 3 % of the answerable questions wrong above it.
    """
    right, held = np.array([row.right for row in rows]), np.array([row.answerable for row in rows])
    none = np.array([not row.answerable and not row.bare for row in rows])
    named = np.array([row.absent for row in rows])
    marks = sorted(set(chances.round(4)))
    refused = [float(((chances < mark) | named)[none].mean()) if none.any() else 1.0 for mark in marks]
    threshold = next((mark for mark, share in zip(marks, refused, strict=True) if share >= REFUSED), marks[-1])
    wrong = [float(((chances >= mark) & held & ~right).sum()) / max(held.sum(), 1) for mark in marks]
    sure = next((mark for mark, share in zip(marks, wrong, strict=True) if share <= SURE_WRONG), 1.0)
    return round(float(threshold), 3), round(max(float(sure), float(threshold)), 3)


def report(rows: Sequence[Row], chances: Array, threshold: float, sure: float) -> dict[str, dict[str, int]]:
    """By site: how many right answers are kept, how many others refused, how many wrong ones are given as sure."""
    figures = {}
    for site in [*sites(rows), "all"]:
        mine = [(row, chance) for row, chance in zip(rows, chances, strict=True) if site in (row.site, "all")]
        kept = [(row, chance >= threshold and not row.absent, chance >= sure) for row, chance in mine]
        counts = {
            "right": sum(row.right for row, _, _ in kept),
            "right kept": sum(row.right and given for row, given, _ in kept),
            "answerable, wrong": sum(row.answerable and not row.right for row, _, _ in kept),
            "of them given as sure": sum(
                row.answerable and not row.right and given and sure for row, given, sure in kept
            ),
            "unanswerable": sum(not row.answerable and not row.bare for row, _, _ in kept),
            "unanswerable refused": sum(not row.answerable and not row.bare and not given for row, given, _ in kept),
            "evidence kept back": sum(row.bare for row, _, _ in kept),
            "of them refused": sum(row.bare and not given for row, given, _ in kept),
        }
        figures[site] = {name: int(count) for name, count in counts.items()}
    return figures


def main() -> None:
    """Read the arguments, ask, fit, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("specs", nargs="*", help="FILE:SITE[:HALF]")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--from", dest="source", type=Path, action="append", default=[])
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    rows = [Row(**row) for path in arguments.source for row in json.loads(path.read_text(encoding="utf-8"))]
    rows += [row for spec in arguments.specs for row in ask(spec)]
    if arguments.keep:
        arguments.keep.write_text(json.dumps([asdict(row) for row in rows], ensure_ascii=False), encoding="utf-8")
    weights, outside = fit(rows), left_out(rows)
    threshold, sure = choose(rows, apart(rows, [number % 10 for number in range(len(rows))]))
    figures = report(rows, outside, threshold, sure)
    for site, figure in figures.items():
        print(f"{site}: {figure}")
    named = {name: round(float(weight), 3) for name, weight in zip(("bias", *NAMES), weights, strict=True)}
    made = {"made_by": "scripts/fit_confidence.py", "left_out": figures, "weights": {**named, **BY_HAND}}
    print(json.dumps({**named, **BY_HAND}), threshold, sure)
    if arguments.write:
        text = json.dumps({**made, "threshold": threshold, "sure": sure}, ensure_ascii=False, indent=1)
        TARGET.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
