"""The router: rules first, then a classifier over the embedder, then a language model for what is still unsure.

Two tiers as in PolyUQuest (rules, model), with our own classifier between them, so that no language model is needed
and none is called on the fast path. Low confidence is reported, and the caller runs two modes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from core.errors import LLMError
from core.records import Route
from core.records.answer import Mode
from models.protocols import Completion, Embedder, LanguageModel, Vectors
from retrieval.analysis import Analysis
from retrieval.data import load_data
from retrieval.remembered import embed_examples
from retrieval.taught import Example, shipped_examples
from retrieval.texts import fold

LEARNED = 0.7
SHAPING = 0.8
SHAPES = frozenset({"G", "list"})
TEMPERATURE = 0.35
RIDGE = 0.3
BIAS = 0.3
TAUGHT = 3
DESCRIBED = frozenset({"fact", "definition", "list"})


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of `rules.yaml`."""

    mode: Mode
    sure: float
    why: str
    pattern: re.Pattern[str]


@cache
def load_rules() -> tuple[Rule, ...]:
    """The rules in their order."""
    return tuple(
        Rule(row["mode"], row["sure"], row["why"], re.compile(row["pattern"])) for row in load_data("rules")["rules"]
    )


def doubt() -> float:
    """The confidence below which two modes run together."""
    return float(load_data("rules")["doubt"])


def route_by_rules(text: str) -> Route | None:
    """The route of the first rule that fits, or None."""
    folded = fold(text).strip(" ?!.。？！")
    for rule in load_rules():
        match = rule.pattern.search(folded)
        if match:
            words = " ".join(match.group().split()[:6])
            return Route(mode=rule.mode, confidence=rule.sure, reason=f"rule: {rule.why} (“{words}”)")
    return None


class RouteClassifier:
    """Example questions under the embedder, told apart by ridge regression; a softmax of it says how surely.

    Examples (shipped, and `taught` by a site's own people, which count `TAUGHT` times) are embedded at the first use
    only, and kept in `folder`.
    """

    def __init__(
        self,
        embedder: Embedder,
        temperature: float = TEMPERATURE,
        folder: Path | None = None,
        taught: Sequence[Example] = (),
    ) -> None:
        self._embedder, self._temperature, self._folder = embedder, temperature, folder
        self._examples = (*shipped_examples(), *(tuple(taught) * TAUGHT))
        self._labels: list[Mode] = []
        self._learned: tuple[Vectors, Vectors] | None = None

    def classify(self, vector: Vectors) -> Route:
        """The likeliest mode for a question vector (size,), with its probability."""
        mean, weights = self._learn()
        scores = _with_bias(vector - mean) @ weights / self._temperature
        likely = np.exp(scores - scores.max())
        best = int(np.argmax(likely))
        confidence = round(float(likely[best] / likely.sum()), 3)
        return Route(mode=self._labels[best], confidence=confidence, reason="classifier: like example questions")

    def _learn(self) -> tuple[Vectors, Vectors]:
        """The mean of the examples, and weights by mode (size + 1, modes) in closed form."""
        if self._learned is None:
            labels = [mode for mode, _ in self._examples]
            vectors = embed_examples(self._embedder, [text for _, text in self._examples], self._folder)
            self._labels = list(dict.fromkeys(labels))
            wanted = np.array([[1.0 if mode == label else -1.0 for mode in self._labels] for label in labels])
            mean = vectors.mean(axis=0)
            rows = _with_bias(vectors - mean)
            weights = np.linalg.solve(rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ wanted)
            self._learned = mean, weights.astype(np.float32)
        return self._learned


def _with_bias(rows: Vectors) -> Vectors:
    return np.concatenate([rows, np.full((*rows.shape[:-1], 1), BIAS, rows.dtype)], axis=-1)


def route_by_examples(classifier: RouteClassifier, vector: Vectors) -> Route | None:
    """The route that the classifier is sure of, or None; surer of one that changes the shape of the answer."""
    learned = classifier.classify(vector)
    return learned if learned.confidence >= (SHAPING if learned.mode in SHAPES else LEARNED) else None


def route_locally(text: str, wanted: str, classifier: RouteClassifier, vector: Vectors) -> Route | None:
    """The rule's route; but the classifier's where no rule fits, or a plain fact was read into another question.

    A question for a person, a date, a place or a number is about one fact.
    """
    ruled = route_by_rules(text)
    if ruled is not None and ruled.mode != "A":
        return ruled
    if ruled is not None and wanted not in DESCRIBED:
        return ruled
    return route_by_examples(classifier, vector) or ruled


_CHOICES: dict[str, Mode] = {"fact": "A", "compare": "B", "relation": "C", "overview": "G", "list": "list"}


async def route_by_model(llm: LanguageModel, text: str) -> tuple[Route, Completion] | None:
    """The route that a language model chooses, for what rules and classifier leave unsure; None when it fails."""
    prompt = load_data("prompt")
    schema = {
        "type": "object",
        "properties": {"kind": {"type": "string", "enum": list(_CHOICES)}},
        "required": ["kind"],
        "additionalProperties": False,
    }
    try:
        reply = await llm.complete(prompt["route"], text, schema=schema, max_tokens=20)
    except LLMError:
        return None
    kind = next((name for name in _CHOICES if name in reply.text), None)
    if kind is None:
        return None
    return Route(mode=_CHOICES[kind], confidence=0.75, reason=f"language model: {kind}"), reply


def forced_route(mode: Mode) -> Route:
    """The route that the caller chose."""
    return Route(mode=mode, confidence=1.0, reason="chosen by the caller")


def direct_route(analysis: Analysis) -> Route:
    """Mode A, where there is nothing else to go by."""
    return Route(mode="A", confidence=0.7, reason=f"no rule fits: a plain fact ({len(analysis.terms)} content words)")
