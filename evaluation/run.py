"""One evaluation from dataset to report: ours by mode and ablation, and baselines, in the same run.

    bench = Bench(retriever, site="catalogue", pages=pages, embedders=embedders, reranker=reranker, database=database)
    run = await evaluate("catalogue", bench, Plan(modes=("A", "C"), baselines=("bm25", "rrf")))
    write_run(run, json_out=Path("run.json"), html_out=Path("run.html"))

It is resumable (`journal`), and the same seed gives the same numbers but for milliseconds.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from core.errors import SettingsError
from evaluation.compare import Change, compare_runs
from evaluation.datasets import load_dataset
from evaluation.judging import Judge, judge_outcomes
from evaluation.records import Dataset
from evaluation.report import render_html
from evaluation.runner import Progress, run_systems
from evaluation.summary import summarise
from evaluation.systems import Bench, Plan, open_systems


async def evaluate(
    dataset: Dataset | str,
    bench: Bench,
    plan: Plan | None = None,
    *,
    half: str = "",
    limit: int = 0,
    journal: Path | None = None,
    progress: Progress | None = None,
    settings: dict[str, Any] | None = None,
    judge: Judge | None = None,
) -> dict[str, Any]:
    """Run and summarise. `half` and `limit` take a part of the questions; `judge` is a language model's second opinion.

    Raises `SettingsError` for an unknown dataset or part; a question that fails is counted, and ends nothing.
    """
    plan = plan or Plan()
    data = load_dataset(dataset, half) if isinstance(dataset, str) else dataset
    data = replace(data, questions=data.questions[:limit]) if limit else data
    with open_systems(data, plan, bench, progress) as (systems, index):
        outcomes = await run_systems(data, systems, journal=journal, progress=progress)
    if judge is not None:
        outcomes = await judge_outcomes(judge, outcomes, progress)
    return summarise(data, outcomes, settings=settings, index=index)


def write_run(run: dict[str, Any], json_out: Path | None = None, html_out: Path | None = None) -> None:
    """Write the run as JSON, for `read_run` and comparisons, and as one HTML file for people."""
    texts = {json_out: partial(_as_json, run), html_out: partial(render_html, run)}
    for path, make in texts.items():
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(make(), encoding="utf-8")


def _as_json(run: dict[str, Any]) -> str:
    return json.dumps(run, ensure_ascii=False, indent=1, default=str) + "\n"


def read_run(path: Path) -> dict[str, Any]:
    """A run that `write_run` wrote. Raises `SettingsError` when it is none."""
    try:
        run = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"The run {path} cannot be read: {error}.") from error
    if not isinstance(run, dict) or "systems" not in run or "questions" not in run:
        raise SettingsError(f"{path} is no evaluation run; make one with `sitequest eval … --json {path.name}`.")
    return run


def compare_files(old: Path, new: Path) -> list[Change]:
    """What moved between two written runs; `[change for change in … if change.regressed]` are the regressions."""
    return compare_runs(read_run(old), read_run(new))
