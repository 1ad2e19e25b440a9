"""`sitequest eval`: a dataset asked of the graph, scored, printed and written."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from app.bars import crawl_bars
from app.console import print_table, say
from core.settings import Settings

COLUMNS = ("correct", "evidence", "citation_precision", "faithfulness", "refused_rightly", "wrong", "tokens")


@dataclass(frozen=True, slots=True)
class EvalOptions:
    """What the command line asks of an evaluation; lists are separated by commas."""

    dataset: str
    site: str | None = None
    modes: str = ""
    baselines: str = ""
    ablations: str = ""
    half: str = ""
    journal: Path | None = None


def run_evaluation(
    settings: Settings, options: EvalOptions, json_out: Path | None, html_out: Path | None, *, quiet: bool = False
) -> dict[str, Any]:
    """Run it over the site in the graph and write what was asked for."""
    from evaluation.run import write_run

    run = asyncio.run(_evaluate(settings, options, quiet=quiet))
    write_run(run, json_out, html_out)
    return run


async def _evaluate(settings: Settings, options: EvalOptions, *, quiet: bool) -> dict[str, Any]:
    from app.wiring import open_retriever
    from evaluation.pages import read_site
    from evaluation.run import Plan, evaluate
    from models.factory import make_embedders

    plan = Plan(_split(options.modes), _split(options.ablations), _split(options.baselines))
    site = str(options.site or await asyncio.to_thread(_only_site, settings))
    async with open_retriever(settings) as retriever:
        with crawl_bars(quiet=quiet) as bars:
            return await evaluate(
                options.dataset,
                retriever,
                site=site,
                plan=plan,
                half=options.half,
                pages=partial(read_site, settings, site),
                embedder=make_embedders(settings).primary,
                cache=settings.cache / "evaluation",
                journal=options.journal,
                progress=bars.step,
                settings={"embedder": settings.embedder, "reranker": settings.reranker, "llm": settings.llm_model},
            )


def _only_site(settings: Settings) -> str:
    from app.exploring import chosen_site
    from app.wiring import open_graph
    from graph.sites import list_sites

    with open_graph(settings) as database:
        return chosen_site(list_sites(database), None)


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def print_run(run: dict[str, Any]) -> None:
    """One line a system, then one line a kind of question for ours."""
    systems = run["systems"]
    names = [column for column in COLUMNS if any(column in system["all"] for system in systems.values())]
    rows = [[name, *(_shown(system["all"].get(column)) for column in names)] for name, system in systems.items()]
    print_table(("system", *(name.replace("_", " ") for name in names)), rows)
    for name, system in list(systems.items())[:1]:
        say(f"\n{name}, by kind of question")
        kinds = [[kind, *(_shown(found.get(column)) for column in names)] for kind, found in system["kinds"].items()]
        print_table(("kind", *(column.replace("_", " ") for column in names)), kinds)


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        share = value.get("mean", value.get("value"))
        return "N/A" if share is None else f"{share:.3g} (n {value.get('n', '?')})"
    return "N/A" if value is None else str(value)


def print_changes(old: Path, run: dict[str, Any]) -> bool:
    """Print what moved since an earlier run; whether anything got worse by more than chance."""
    from evaluation.compare import compare_runs
    from evaluation.run import read_run

    changes = compare_runs(read_run(old), run)
    rows = [
        (change.system, change.metric, f"{change.before:.3f}", f"{change.after:.3f}", change.n, f"{change.p:.3f}")
        for change in changes
        if change.before != change.after
    ]
    print_table(("system", "metric", "before", "after", "questions", "p"), rows)
    return any(change.regressed for change in changes)
