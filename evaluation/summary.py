"""A run as one JSON document: tables by system and kind, faults, latency, and every question with its answers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from evaluation.judging import agreement
from evaluation.machine import describe_machine
from evaluation.records import Dataset, Outcome
from evaluation.statistics import estimate, percentile

FORM = 2
LISTED = 8


def summarise(
    dataset: Dataset,
    outcomes: Sequence[Outcome],
    *,
    settings: dict[str, Any] | None = None,
    index: dict[str, Any] | None = None,
    seed: int = 7,
) -> dict[str, Any]:
    """The whole run; everything a report, a comparison or a table of the docs needs.

    `settings` are what the run was made with, `index` what building the index cost.
    """
    systems = list(dict.fromkeys(outcome.system for outcome in outcomes))
    return {
        "form": FORM,
        "dataset": {"name": dataset.name, "questions": len(dataset.questions), "licence": dataset.licence},
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": describe_machine(),
        "settings": settings or {},
        "index": index or {},
        "seed": seed,
        "systems": {name: _system([one for one in outcomes if one.system == name]) for name in systems},
        "questions": _questions(outcomes, systems),
    }


def _system(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    modes: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        kinds[outcome.question.kind].append(outcome)
        if outcome.reply.mode:
            modes[outcome.reply.mode].append(outcome)
    return {
        "all": mean_metrics(outcomes),
        "kinds": {kind: mean_metrics(group) for kind, group in sorted(kinds.items())},
        "modes": {mode: mean_metrics(group) for mode, group in sorted(modes.items())},
        "abstention": abstention(outcomes),
        "latency": latency([outcome.ms for outcome in outcomes]),
        "stages": _stages(outcomes),
        "calibration": calibration(outcomes),
        "faults": dict(Counter(outcome.fault for outcome in outcomes if outcome.fault).most_common()),
        "judge": agreement(outcomes),
    }


def mean_metrics(outcomes: Sequence[Outcome]) -> dict[str, dict[str, float]]:
    """Mean, interval and count of every metric over the questions that it applies to."""
    values: dict[str, list[float]] = defaultdict(list)
    for outcome in outcomes:
        for name, value in outcome.metrics.items():
            values[name].append(value)
    return {name: asdict(found) for name, numbers in values.items() if (found := estimate(numbers)) is not None}


def abstention(outcomes: Sequence[Outcome]) -> dict[str, dict[str, float]]:
    """precision: refusals that were right; recall: unanswerable questions that were refused; both with counts."""
    judged = [outcome for outcome in outcomes if outcome.reply.answered is not None]
    refused = [float(not outcome.question.answerable) for outcome in judged if not outcome.reply.answered]
    unanswerable = [float(not outcome.reply.answered) for outcome in judged if not outcome.question.answerable]
    wrongly = [float(not outcome.reply.answered) for outcome in judged if outcome.question.answerable]
    pairs = (("precision", refused), ("recall", unanswerable), ("refused_wrongly", wrongly))
    return {name: asdict(found) for name, values in pairs if (found := estimate(values)) is not None}


def latency(milliseconds: Sequence[float]) -> dict[str, float]:
    """p50, p95, greatest and mean, in milliseconds."""
    if not milliseconds:
        return {}
    named = {"p50": percentile(milliseconds, 0.5), "p95": percentile(milliseconds, 0.95), "max": max(milliseconds)}
    return {name: round(value or 0.0, 1) for name, value in named.items()} | {
        "mean": round(sum(milliseconds) / len(milliseconds), 1)
    }


def _stages(outcomes: Sequence[Outcome]) -> dict[str, dict[str, float]]:
    stages: dict[str, list[float]] = defaultdict(list)
    for outcome in outcomes:
        for name, ms in outcome.reply.steps:
            stages[name].append(ms)
    return {name: latency(values) for name, values in stages.items()}


def calibration(outcomes: Sequence[Outcome], bins: int = 5) -> list[dict[str, float]]:
    """Confidence against correctness of what was answered, in equal bins: what a system says it knows, and does."""
    pairs = [
        (outcome.reply.confidence, outcome.metrics["correct"])
        for outcome in outcomes
        if outcome.reply.answered and outcome.reply.confidence is not None and "correct" in outcome.metrics
    ]
    rows = []
    for number in range(bins):
        low, high = number / bins, (number + 1) / bins
        inside = [(said, right) for said, right in pairs if low <= said < high or (said == 1.0 and high == 1.0)]
        if inside:
            said, right = (sum(values) / len(inside) for values in zip(*inside, strict=True))
            rows.append({"confidence": said, "correct": right, "n": len(inside)})
    return rows


def _questions(outcomes: Iterable[Outcome], systems: Sequence[str]) -> list[dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = {}
    for outcome in outcomes:
        question = outcome.question
        row = rows.setdefault(
            question.id,
            {
                "id": question.id,
                "question": question.text,
                "kind": question.kind,
                "lang": question.lang,
                "answerable": question.answerable,
                "gold": _gold(outcome),
                "pages": list(question.pages),
                "history": [turn.model_dump() for turn in question.history],
                "systems": dict.fromkeys(systems),
            },
        )
        row["systems"][outcome.system] = _result(outcome)
    return list(rows.values())


def _gold(outcome: Outcome) -> str:
    question = outcome.question
    forms = " + ".join(" | ".join(group) for group in question.groups)
    return question.answer or forms or ", ".join(question.exact)


def _result(outcome: Outcome) -> dict[str, Any]:
    reply = outcome.reply
    return {
        "answer": reply.answer,
        "answered": reply.answered,
        "mode": reply.mode,
        "confidence": reply.confidence,
        "pages": list(reply.pages or ()),
        "ms": round(outcome.ms, 1),
        "metrics": outcome.metrics,
        "fault": outcome.fault,
        "error": reply.error,
        "evidence": [
            {"url": found.url, "title": found.title, "text": found.text[:400]} for found in reply.evidence[:5]
        ],
        "trace": [_short(step) for step in reply.trace],
    }


def _short(value: Any) -> Any:
    """A trace for people: of each long list only the first entries."""
    if isinstance(value, dict):
        return {name: _short(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        cut = [_short(part) for part in value[:LISTED]]
        return cut if len(value) <= LISTED else [*cut, f"and {len(value) - LISTED} more"]
    return value
