"""The router taught by feedback, behind a gate: what people found helpful becomes examples only where that measures
better on feedback held back, and no worse on the routes that the program ships with.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast, get_args

from core.records.answer import Mode
from models.protocols import Embedder
from retrieval.analysis import find_wanted
from retrieval.router import RouteClassifier, route_locally
from retrieval.taught import Example

LEAST_FEEDBACK = 12
HELD_BACK = 3
"""Every third question, by its hash."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Right routes before and after, of so many questions."""

    before: int
    after: int
    total: int


@dataclass(frozen=True, slots=True)
class Gate:
    """What teaching these examples would change, and whether they may be kept."""

    examples: tuple[Example, ...]
    shipped: Moved
    feedback: Moved
    passed: bool
    why: str


def helpful_routes(rows: Iterable[Mapping[str, Any]], site: str | None = None) -> list[Example]:
    """Questions with the mode whose answer people found helpful; one that was also found unhelpful is left out."""
    good: dict[str, str] = {}
    bad = set()
    for row in rows:
        if site is not None and row["site"] != site:
            continue
        if not row["helpful"]:
            bad.add((row["question"], row["mode"]))
        elif row["mode"] in get_args(Mode) and row["mode"] != "none":
            good.setdefault(row["question"], row["mode"])
    return [(cast("Mode", mode), text) for text, mode in sorted(good.items()) if (text, mode) not in bad]


def try_teaching(embedder: Embedder, shipped: Sequence[Example], helpful: Sequence[Example]) -> Gate:
    """Teach two thirds of the helpful routes; look at the last third and at the `shipped` questions and their modes."""
    learnt = tuple(one for one in helpful if not _is_held_back(one[1]))
    held = [one for one in helpful if _is_held_back(one[1])]
    if len(helpful) < LEAST_FEEDBACK or not held or not learnt:
        why = f"{len(helpful)} helpful answers are too few: {LEAST_FEEDBACK} are needed."
        return Gate((), Moved(0, 0, len(shipped)), Moved(0, 0, len(held)), passed=False, why=why)
    old, new = RouteClassifier(embedder), RouteClassifier(embedder, taught=learnt)
    on_shipped = _compare(embedder, old, new, shipped)
    on_held = _compare(embedder, old, new, held)
    return Gate(learnt, on_shipped, on_held, *_judge(on_shipped, on_held))


def _judge(shipped: Moved, feedback: Moved) -> tuple[bool, str]:
    if shipped.after < shipped.before:
        return False, "Questions that the program ships with would be routed worse."
    if feedback.after <= feedback.before:
        return False, "Feedback that was held back would not be routed better."
    return True, "Feedback that was held back is routed better, and nothing is routed worse."


def _is_held_back(text: str) -> bool:
    return hashlib.sha256(text.strip().casefold().encode()).digest()[0] % HELD_BACK == 0


def _compare(embedder: Embedder, old: RouteClassifier, new: RouteClassifier, questions: Sequence[Example]) -> Moved:
    before, after = (_count(_router(embedder, one), questions) for one in (old, new))
    return Moved(before, after, len(questions))


def _count(route: Callable[[str], Mode], questions: Sequence[Example]) -> int:
    return sum(route(text) == mode for mode, text in questions)


def _router(embedder: Embedder, classifier: RouteClassifier) -> Callable[[str], Mode]:
    def route(text: str) -> Mode:
        found = route_locally(text, find_wanted(text), classifier, embedder.embed_questions([text])[0])
        return found.mode if found is not None else "A"

    return route
