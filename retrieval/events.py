"""Events of a question while it is answered, and the trace that they add up to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from core.records import Step

EventType = Literal["route", "step", "evidence", "token", "sentence", "citation", "done", "error"]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, sent when it happened. `data` is plain JSON."""

    type: EventType
    data: dict[str, Any] = field(default_factory=dict)


class Trace:
    """Collects the steps of one question and passes every event on at once."""

    def __init__(self, emit: Callable[[Event], None]) -> None:
        self._emit = emit
        self._steps: list[Step] = []

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps so far, in the order they ended."""
        return tuple(self._steps)

    def send(self, kind: EventType, /, **data: Any) -> None:
        """Pass one event on."""
        self._emit(Event(kind, data))

    @contextmanager
    def step(self, name: str) -> Iterator[dict[str, Any]]:
        """Time a step; what the block puts into the yielded dict is its detail."""
        detail: dict[str, Any] = {}
        started = time.perf_counter()
        try:
            yield detail
        finally:
            step = Step(step=name, ms=round(1000 * (time.perf_counter() - started), 2), detail=detail)
            self._steps.append(step)
            self.send("step", **step.model_dump())
