"""Ask every system every question, in order, and write each outcome down at once: a run that was stopped goes on.

Questions are asked one after the other, as a user does, so that milliseconds mean something.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

from evaluation.faults import classify_fault, is_right
from evaluation.metrics import score_reply
from evaluation.records import Dataset, Found, GoldQuestion, Outcome, Place, Reply


class System(Protocol):
    """Anything that is evaluated. A failure of its own is an exception or a reply with `error`.

    `locate` tells where the gold of a question stands in what it indexed, to name a fault by its place.
    """

    @property
    def name(self) -> str: ...

    async def ask(self, question: GoldQuestion) -> Reply: ...

    def locate(self, question: GoldQuestion) -> Place: ...


Progress = Callable[[str, int, int], None]


async def run_systems(
    dataset: Dataset,
    systems: Sequence[System],
    *,
    journal: Path | None = None,
    progress: Progress | None = None,
) -> list[Outcome]:
    """Outcomes, system by system, in the order of the questions. `journal` is a JSON-lines file to resume from."""
    known = _read_journal(journal)
    outcomes = []
    for system in systems:
        for done, question in enumerate(dataset.questions, 1):
            row = known.get((dataset.name, system.name, question.id, question.text))
            if row is None:
                reply, ms = await _ask(system, question)
                _append(journal, dataset, system, question, reply, ms)
            else:
                reply, ms = _read_reply(row["reply"]), row["ms"]
            outcomes.append(judge(question, system, reply, ms))
            if progress is not None:
                progress(system.name, done, len(dataset.questions))
    return outcomes


def judge(question: GoldQuestion, system: System, reply: Reply, ms: float) -> Outcome:
    """Score one reply and name what went wrong."""
    scores = score_reply(question, reply)
    lost = question.answerable and not reply.error and not is_right(scores)
    place = system.locate(question) if lost else None
    return Outcome(question, system.name, reply, ms, scores, classify_fault(question, reply, scores, place))


async def _ask(system: System, question: GoldQuestion) -> tuple[Reply, float]:
    started = time.perf_counter()
    try:
        reply = await system.ask(question)
    except Exception as error:  # noqa: BLE001 (a system under test may fail in any way; the report shows it)
        reply = Reply(error=f"{type(error).__name__}: {error}")
    return reply, 1000 * (time.perf_counter() - started)


def _read_journal(path: Path | None) -> dict[tuple[str, str, str, str], dict[str, Any]]:
    if path is None or not path.is_file():
        return {}
    rows = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
        except ValueError:  # the last line of a run that was killed
            continue
        rows[row["dataset"], row["system"], row["id"], row["question"]] = row
    return rows


def _append(
    path: Path | None, dataset: Dataset, system: System, question: GoldQuestion, reply: Reply, ms: float
) -> None:
    if path is None:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    row = {"dataset": dataset.name, "system": system.name, "id": question.id, "question": question.text}
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(row | {"ms": ms, "reply": asdict(reply)}, ensure_ascii=False, default=str) + "\n")


def _read_reply(row: dict[str, Any]) -> Reply:
    row = dict(row)
    row["evidence"] = tuple(
        Found(**{**found, "scores": tuple((name, value) for name, value in found["scores"])})
        for found in row["evidence"]
    )
    for name in ("items", "trace", "candidates"):
        row[name] = tuple(row[name])
    for name in ("pages", "given"):
        row[name] = None if row.get(name) is None else tuple(row[name])
    row["citations"] = _triples(row["citations"])
    row["steps"] = tuple((name, ms) for name, ms in row["steps"])
    return Reply(**row)


def _triples(rows: Iterable[Any] | None) -> tuple[tuple[str, str, bool], ...] | None:
    return None if rows is None else tuple((url, quote, valid) for url, quote, valid in rows)
