"""Means with intervals and counts, and whether two systems differ on the same questions."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

ROUNDS = 2_000


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval and the number of questions that it rests on."""

    mean: float
    low: float
    high: float
    n: int


def estimate(values: Sequence[float]) -> Estimate | None:
    """None without values. Shares of yes and no get Wilson's interval (1927), other means that of the t-like normal."""
    if not values:
        return None
    n, mean = len(values), sum(values) / len(values)
    if all(value in (0.0, 1.0) for value in values):
        return Estimate(mean, *wilson(sum(values), n), n)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / max(n - 1, 1))
    half = 1.96 * spread / math.sqrt(n)
    return Estimate(mean, mean - half, mean + half, n)


def wilson(successes: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's score interval of a share."""
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(centre - half, 0.0), min(centre + half, 1.0)


def paired_p(before: Sequence[float], after: Sequence[float], seed: int = 7) -> float:
    """Two-sided p of the mean difference over the same questions: sign-flip test, exact when few questions differ.

    For right and wrong it is McNemar's exact test (1947).
    """
    differences = [new - old for old, new in zip(before, after, strict=True) if new != old]
    if not differences:
        return 1.0
    observed = abs(sum(differences))
    if len(differences) <= 12:
        totals = [
            abs(sum(sign * value for sign, value in zip(signs, differences, strict=True)))
            for signs in _all_signs(len(differences))
        ]
        return sum(total >= observed - 1e-12 for total in totals) / len(totals)
    chance = random.Random(seed)
    hits = sum(
        abs(sum(value if chance.random() < 0.5 else -value for value in differences)) >= observed - 1e-12
        for _ in range(ROUNDS)
    )
    return (hits + 1) / (ROUNDS + 1)


def _all_signs(n: int) -> list[tuple[int, ...]]:
    return [tuple(1 if number >> place & 1 else -1 for place in range(n)) for number in range(1 << n)]


def percentile(values: Sequence[float], share: float) -> float | None:
    """The value below which `share` of the values lie (nearest rank); None without values."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[min(math.ceil(share * len(ordered)) - 1, len(ordered) - 1) if share > 0 else 0]
