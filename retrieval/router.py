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
BROAD = 0.05
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
    """Nearest example questions under the embedder, as a softmax over the modes.

    Probabilities are calibrated by one temperature. Examples (shipped, and `taught` by a site's own people) are
    embedded at the first use only, and kept in `folder`.
    """

    def __init__(
        self,
        embedder: Embedder,
        temperature: float = 0.06,
        nearest: int = 5,
        folder: Path | None = None,
        taught: Sequence[Example] = (),
    ) -> None:
        self._embedder, self._temperature, self._nearest = embedder, temperature, nearest
        self._folder = folder
        self._examples = (*shipped_examples(), *taught)
        self._labels: list[Mode] = []
        self._vectors: Vectors | None = None

    def classify(self, vector: Vectors) -> Route:
        """The likeliest mode for a question vector (size,), with its probability."""
        if self._vectors is None:
            self._learn()
        assert self._vectors is not None
        near = self._vectors @ vector
        scores = {mode: self._score(near, mode) for mode in dict.fromkeys(self._labels)}
        weights = np.exp((np.array(list(scores.values())) - max(scores.values())) / self._temperature)
        best = int(np.argmax(weights))
        confidence = round(float(weights[best] / weights.sum()), 3)
        return Route(mode=list(scores)[best], confidence=confidence, reason="classifier: nearest example questions")

    def breadth(self, vector: Vectors) -> float:
        """How much nearer a question is to examples about a whole site than to those of any other kind."""
        if self._vectors is None:
            self._learn()
        assert self._vectors is not None
        near = self._vectors @ vector
        others = [self._score(near, mode) for mode in dict.fromkeys(self._labels) if mode != "G"]
        return self._score(near, "G") - max(others)

    def _score(self, near: Vectors, mode: Mode) -> float:
        mine = np.sort(near[[label == mode for label in self._labels]])[::-1]
        return float(mine[: self._nearest].mean())

    def _learn(self) -> None:
        self._labels = [mode for mode, _ in self._examples]
        self._vectors = embed_examples(self._embedder, [text for _, text in self._examples], self._folder)


def route_by_examples(classifier: RouteClassifier, vector: Vectors) -> Route | None:
    """The route that the classifier is sure of, or None."""
    learned = classifier.classify(vector)
    return learned if learned.confidence >= LEARNED else None


def widen(ruled: Route, analysis: Analysis, classifier: RouteClassifier, vector: Vectors) -> Route:
    """The rule's route; but the whole site where a plain fact was read into a question that is like those about it.

    A question for a person, a date, a place or a number is about one fact.
    """
    if ruled.mode != "A" or analysis.wanted not in DESCRIBED or classifier.breadth(vector) < BROAD:
        return ruled
    return Route(mode="G", confidence=LEARNED, reason="classifier: like questions about a whole site")


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
