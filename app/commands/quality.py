"""`sitequest eval` and `reembed`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.options import Json, Quiet, Site

Dataset = Annotated[str, typer.Argument(help="demo, catalogue, or a file of questions.")]
Modes = Annotated[str, typer.Option("--modes", help="Also each of these modes alone, separated by commas.")]
Baselines = Annotated[str, typer.Option("--baselines", help="Flat baselines beside ours: bm25, dense, rrf.")]
Ablate = Annotated[str, typer.Option("--ablate", help="Parts to switch off, one at a time: router, rerank, …")]
JsonOut = Annotated[Path | None, typer.Option("--json", help="File for the whole run.")]
HtmlOut = Annotated[Path | None, typer.Option("--html", help="File for the report as one page.")]
Against = Annotated[Path | None, typer.Option("--compare", help="An earlier run: say what moved, fail when worse.")]
Resume = Annotated[Path | None, typer.Option("--journal", help="File that lets a stopped run go on.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("eval")(evaluate)
    app.command("reembed")(reembed)


def evaluate(
    dataset: Dataset,
    site: Site = None,
    modes: Modes = "",
    baselines: Baselines = "",
    ablate: Ablate = "",
    half: Annotated[str, typer.Option("--half", help="Only this half of the questions, where there are halves.")] = "",
    json_out: JsonOut = None,
    html_out: HtmlOut = None,
    compare: Against = None,
    journal: Resume = None,
    quiet: Quiet = False,
) -> None:
    """Ask all questions of a dataset and score the answers, beside baselines and with parts switched off."""
    from app.evaluating import EvalOptions, print_changes, print_run, run_evaluation
    from app.wiring import settings_of

    options = EvalOptions(dataset, site, modes, baselines, ablate, half, journal)
    run = run_evaluation(settings_of(), options, json_out, html_out, quiet=quiet)
    print_run(run)
    if compare is not None and print_changes(compare, run):
        raise typer.Exit(1)


def reembed(json: Json = False, quiet: Quiet = False) -> None:
    """Make all vectors anew with the embedders of the settings, after these were changed."""
    from app.console import emit_json, say
    from app.embedding import reembed as make_anew
    from app.wiring import settings_of

    report = make_anew(settings_of(), quiet=quiet)
    if json:
        emit_json(report)
    else:
        say(f"Made {sum(report.values())} vectors anew: " + ", ".join(f"{site} {n}" for site, n in report.items()))
