"""One evaluation from dataset to report: ours by mode and ablation, and flat baselines, in the same run.

    run = await evaluate("catalogue", retriever, site="catalogue", baselines=("bm25", "rrf"), pages=pages)
    write_run(run, json_out=Path("run.json"), html_out=Path("run.html"))

It is resumable (`journal`), and the same seed gives the same numbers but for milliseconds.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from core.errors import SettingsError
from core.records import Answer, Question
from evaluation.baselines import KINDS, FlatIndex, FlatSystem, build_index, chunk_pages
from evaluation.compare import Change, compare_runs
from evaluation.datasets import load_dataset
from evaluation.records import Dataset, GoldQuestion, Passage
from evaluation.replies import GraphSystem
from evaluation.report import render_html
from evaluation.runner import Progress, System, run_systems
from evaluation.summary import summarise
from evaluation.texts import tokens
from models.protocols import Embedder
from retrieval.options import Options

MODES = ("A", "B", "C", "G", "list")
ABLATIONS: dict[str, dict[str, Any]] = {
    "router": {"router": "none"},
    "classifier": {"router": "rules"},
    "rerank": {"rerank": False},
    "selection": {"selection": False},
    "verification": {"verification": False},
    "entities": {"entities": False},
    "navigation": {"navigation": False},
    "topics": {"topics": False},
}


class Asks(Protocol):
    """`retrieval.Retriever`, as far as it is used here."""

    async def ask(self, question: Question, options: Options | None = None) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """What is run beside the default: forced modes, switched-off parts (`ABLATIONS`), flat baselines (`KINDS`)."""

    modes: tuple[str, ...] = ()
    ablations: tuple[str, ...] = ()
    baselines: tuple[str, ...] = ()
    default: bool = True

    def __post_init__(self) -> None:
        for what, chosen, known in (
            ("mode", self.modes, MODES),
            ("ablation", self.ablations, tuple(ABLATIONS)),
            ("baseline", self.baselines, KINDS),
        ):
            if unknown := [name for name in chosen if name not in known]:
                raise SettingsError(f"There is no {what} {unknown[0]!r}; choose among {', '.join(known)}.")


async def evaluate(
    dataset: Dataset | str,
    retriever: Asks | None,
    *,
    site: str | None = None,
    plan: Plan | None = None,
    half: str = "",
    pages: Callable[[], Sequence[Passage]] | None = None,
    embedder: Embedder | None = None,
    cache: Path | None = None,
    journal: Path | None = None,
    progress: Progress | None = None,
    settings: dict[str, Any] | None = None,
    options: Options | None = None,
) -> dict[str, Any]:
    """Run and summarise. `pages` gives the texts of the site's pages for baselines (a corpus has its own).

    Raises `SettingsError` for an unknown dataset or part; a question that fails is counted, and ends nothing.
    """
    plan = plan or Plan()
    data = load_dataset(dataset, half) if isinstance(dataset, str) else dataset
    systems = list(_own_systems(retriever, site, plan, options or Options())) if retriever is not None else []
    started = time.perf_counter()
    index = _flat_index(data, plan, pages, embedder, cache, progress)
    cost = {} if index is None else {"chunks": len(index.chunks), "seconds": round(time.perf_counter() - started, 1)}
    systems += [FlatSystem(index, kind) for kind in plan.baselines] if index is not None else []
    indexed = partial(_stands_in, index) if index is not None else None
    outcomes = await run_systems(data, systems, journal=journal, progress=progress, indexed=indexed)
    return summarise(data, outcomes, settings=settings, index=cost)


def _own_systems(retriever: Asks, site: str | None, plan: Plan, options: Options) -> list[System]:
    systems: list[System] = [GraphSystem(retriever.ask, site)] if plan.default else []
    systems += [GraphSystem(retriever.ask, site, f"mode {mode}", mode) for mode in plan.modes]
    for name in plan.ablations:
        changed = replace(options, **ABLATIONS[name])
        systems.append(GraphSystem(partial(retriever.ask, options=changed), site, f"without {name}"))
    return systems


def _flat_index(
    data: Dataset,
    plan: Plan,
    pages: Callable[[], Sequence[Passage]] | None,
    embedder: Embedder | None,
    cache: Path | None,
    progress: Progress | None,
) -> FlatIndex | None:
    if not plan.baselines:
        return None
    if not data.passages and pages is None:
        raise SettingsError("Flat baselines need the texts of the pages: crawl the site first, or give a corpus.")
    passages = data.passages or chunk_pages(pages() if pages is not None else ())
    dense = embedder if set(plan.baselines) - {"bm25"} else None
    step = None if progress is None else partial(progress, "embedding chunks")
    return build_index(passages, dense, cache, step)


def _stands_in(index: FlatIndex, question: GoldQuestion) -> bool | None:
    """Whether the gold words occur in the index at all, one by one; None when there is no gold."""
    groups = question.groups or tuple((item,) for item in question.exact)
    if not groups or not question.answerable:
        return None
    return all(any(index.has_words(tokens(form)) for form in group) for group in groups)


def write_run(run: dict[str, Any], json_out: Path | None = None, html_out: Path | None = None) -> None:
    """Write the run as JSON, for `read_run` and comparisons, and as one HTML file for people."""
    if json_out is not None:
        json_out.parent.mkdir(parents=True, exist_ok=True)
        json_out.write_text(json.dumps(run, ensure_ascii=False, indent=1, default=str) + "\n", encoding="utf-8")
    if html_out is not None:
        html_out.parent.mkdir(parents=True, exist_ok=True)
        html_out.write_text(render_html(run), encoding="utf-8")


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
