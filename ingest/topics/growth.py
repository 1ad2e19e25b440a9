"""How far a community has grown since it was built, and which of its members its summary speaks of.

A summary speaks of those that a community was built with, until it has grown by a share: then of all that came till
then, until it has grown by that share once more. So it says the same whatever came and went in between.
"""

from __future__ import annotations

GROWTH = 0.5
ALL = 1 << 30


def steps_of(members: int, built: int, growth: float = GROWTH) -> int:
    """How many times a community has grown by a share; `ALL` where none is left of those it was built with."""
    if not built:
        return ALL
    steps, limit = 0, built * (1 + growth)
    while members > limit and growth > 0:
        steps += 1
        limit *= 1 + growth
    return steps


def step_of_new(before: int, after: int, built: int, growth: float = GROWTH) -> int:
    """The step from which on a summary speaks of members that came now, when there were `before` and are `after`."""
    if not built:
        return 1
    now = steps_of(after, built, growth)
    return now if now > steps_of(before, built, growth) else now + 1
