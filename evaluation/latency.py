"""How long questions take: by mode and by step, beside the bare calls that they are made of, in the same run.

A question is asked in each mode by itself and as the router sends it, in turn with the bare calls (embedding a
question, one query of the vector index, one of the full-text index), so that whatever else the machine does meets all
alike. CPU time of client and server together tells more than the clock on a machine that is not quiet.
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import psutil

from core.records import Answer, Question, Step
from core.records.answer import Mode
from models.protocols import Embedder
from retrieval import Retriever
from retrieval.analysis import analyse
from retrieval.ports import GraphReader

MODES: tuple[Mode, ...] = ("A", "B", "C", "G", "list", "hybrid")
STAGES: Mapping[str, tuple[str, ...]] = {
    "embed": ("embed",),
    "search": ("link", "walk", "list", "decompose"),
    "read": ("read",),
    "rerank": ("rerank",),
    "answer": ("cut", "doubt", "extract", "generate", "verify"),
}
TOGETHER = ("direct", "navigate", "reason", "overview", "named")
NEIGHBOURS, HITS = 60, 60
WARM_UP = 12


@dataclass(frozen=True, slots=True)
class Sample:
    """One call: milliseconds on the clock and of CPU, round trips, and milliseconds of its stages."""

    name: str
    ms: float
    cpu: float
    trips: int = 1
    stages: Mapping[str, float] = field(default_factory=dict)
    answered: bool = True


class CountingReader:
    """The graph, with the number of statements that were run."""

    def __init__(self, inner: GraphReader) -> None:
        self._inner, self.trips = inner, 0

    async def read(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        """As the inner one."""
        self.trips += 1
        return await self._inner.read(name, **params)


@dataclass(slots=True)
class Taken:
    """What a piece of work took, once it is done: milliseconds on the clock and of CPU."""

    ms: float = 0.0
    cpu: float = 0.0


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Clock and CPU of this process and of the server's, if its process is known."""

    server: psutil.Process | None = None

    def cpu(self) -> float:
        """Milliseconds of CPU so far."""
        spent = self.server.cpu_times() if self.server is not None else None
        return 1000 * (time.process_time() + (float(spent.user + spent.system) if spent is not None else 0.0))

    @asynccontextmanager
    async def timed(self) -> AsyncIterator[Taken]:
        """What the block takes."""
        taken = Taken()
        started, before = time.perf_counter(), self.cpu()
        yield taken
        taken.ms, taken.cpu = 1000 * (time.perf_counter() - started), self.cpu() - before


@dataclass(frozen=True, slots=True)
class Course:
    """What is measured and with what: `questions` by mode, each asked in its mode alone and as the router sends it."""

    site: str
    questions: Mapping[Mode, Sequence[str]]
    embedder: Embedder
    reader: CountingReader
    retriever: Retriever
    watch: Stopwatch

    async def run(self, warm_up: int = WARM_UP) -> list[Sample]:
        """All samples; the first `warm_up` rounds are not counted."""
        samples: list[Sample] = []
        for number in range(max(map(len, self.questions.values()))):
            found = await self._round(number)
            samples += found if number >= warm_up else []
        return samples

    async def _round(self, number: int) -> list[Sample]:
        samples: list[Sample] = []
        for mode, questions in self.questions.items():
            text = questions[number % len(questions)]
            samples.append(await self._ask(mode, f"{mode} alone", text))
            samples.append(await self._ask(None, "as routed", text))
            samples += await self._bare(text)
        return samples

    async def _ask(self, mode: Mode | None, name: str, text: str) -> Sample:
        before = self.reader.trips
        async with self.watch.timed() as taken:
            answer = await self.retriever.ask(Question(text=text, site=self.site, mode=mode))
        name = name if mode else f"{routed(answer)} {name}"
        trips, parts = self.reader.trips - before, stages(answer.trace, taken.ms)
        return Sample(name, taken.ms, taken.cpu, trips, parts, answer.answered)

    async def _bare(self, text: str) -> list[Sample]:
        async with self.watch.timed() as embedded:
            vector = self.embedder.embed_questions([text])[0]
        near = {"vector": list(map(float, vector)), "k": NEIGHBOURS}
        hits = {"text": analyse(text).fulltext, "k": HITS}
        return [
            Sample("bare embed", embedded.ms, embedded.cpu, 0),
            await self._read("bare vector index", "evaluation/bare_vector", near),
            await self._read("bare full-text", "evaluation/bare_text", hits),
        ]

    async def _read(self, name: str, statement: str, params: Mapping[str, Any]) -> Sample:
        async with self.watch.timed() as taken:
            await self.reader.read(statement, **params)
        return Sample(name, taken.ms, taken.cpu)


def routed(answer: Answer) -> str:
    """The mode that the router chose, refused or not."""
    return next((str(step.detail["mode"]) for step in answer.trace if step.step == "route"), "?")


def stages(trace: Sequence[Step], whole: float) -> dict[str, float]:
    """Milliseconds by stage; modes that run together count as their slowest, and `rest` is between the steps."""
    by_step: dict[str, float] = defaultdict(float)
    for step in trace:
        by_step[step.step] += step.ms
    found = {stage: sum(by_step[step] for step in steps) for stage, steps in STAGES.items()}
    found["search"] += max(by_step[step] for step in TOGETHER)
    return {**found, "rest": whole - sum(found.values())}


def table(samples: Sequence[Sample]) -> str:
    """One line a name: how many, medians, 95th percentiles, CPU, most round trips, medians of the stages."""
    names = [*STAGES, "rest"]
    lines = [
        f"| what | n | p50 ms | p95 ms | CPU ms | trips | answered | {' | '.join(names)} |",
        "|" + "---|" * (len(names) + 7),
    ]
    for name, rows in sorted(group(samples, lambda one: one.name).items()):
        shown = [_of_stage(rows, stage) for stage in names]
        answered = statistics.mean(row.answered for row in rows)
        lines.append(
            f"| {name} | {len(rows)} | {percentile(rows, 0.5):.1f} | {percentile(rows, 0.95):.1f} | "
            f"{statistics.mean(row.cpu for row in rows):.1f} | {max(row.trips for row in rows)} | {answered:.2f} | "
            f"{' | '.join(shown)} |"
        )
    return "\n".join(lines)


def _of_stage(rows: Sequence[Sample], stage: str) -> str:
    values = [row.stages[stage] for row in rows if stage in row.stages]
    return f"{statistics.median(values):.1f}" if values else "–"


def group(samples: Sequence[Sample], key: Callable[[Sample], str]) -> dict[str, list[Sample]]:
    """Samples by what `key` says of them."""
    found: dict[str, list[Sample]] = defaultdict(list)
    for one in samples:
        found[key(one)].append(one)
    return found


def percentile(samples: Sequence[Sample], share: float) -> float:
    """The milliseconds that so many of the samples stay within; nearest rank."""
    values = sorted(one.ms for one in samples)
    return values[min(int(share * len(values)), len(values) - 1)]
