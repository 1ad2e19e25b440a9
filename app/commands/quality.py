"""`sitequest eval` with its parts, and `reembed`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from app.options import Json, Quiet, Site

RUN = "run"
Dataset = Annotated[
    str | None, typer.Argument(help="demo, catalogue, another set of evaluation/questions, or a file of questions.")
]
Modes = Annotated[str, typer.Option("--modes", help="Also each of these modes alone: A,B,C,G,list, or all.")]
Baselines = Annotated[
    str,
    typer.Option(
        "--baselines",
        help="Baselines beside ours: bm25,dense,rrf (flat chunks), graphrag-vector,graphrag-hybrid,graphrag-cypher "
        "(the library neo4j-graphrag, extra `baselines`), or all; only by name, since they are slow: htmlrag, and "
        "lightrag,fast-graphrag, which need --llm and an environment of their own (docs/evaluation.md).",
    ),
]
Ablate = Annotated[
    str,
    typer.Option(
        "--ablate",
        help="Parts to switch off, one at a time: blocks,navigation,entities,topics,router,classifier,rerank,"
        "selection,verification,budget, or all.",
    ),
]
Corrupt = Annotated[str, typer.Option("--corrupt", help="Also with so many per cent of the entities wrong: 5,30.")]
Missing = Annotated[str, typer.Option("--missing", help="Also with so many per cent of the pages missing: 10,50.")]
Half = Annotated[str, typer.Option("--half", help="Only this half of the questions, where there are halves.")]
Most = Annotated[int, typer.Option("--limit", help="Only the first so many questions; 0: all.", min=0)]
Part = Annotated[
    int,
    typer.Option(
        "--passages",
        help="Of a corpus only so many documents: those that the first questions need, then others; 0: all.",
        min=0,
    ),
]
Llm = Annotated[
    str | None,
    typer.Option(
        "--llm",
        help="Language model for answers: none, local (fetched and started here), local:WEIGHTS, or an address and "
        "model, http://HOST:PORT/v1#MODEL. Default: what the settings name.",
    ),
]
Judged = Annotated[bool, typer.Option("--judge", help="Let the language model judge the answers as well.")]
Start = Annotated[str | None, typer.Option("--start", help="Crawl the site from here when the graph lacks it.")]
Folder = Annotated[Path | None, typer.Option("--from-dir", help="Or take its pages from a folder; with --base-url.")]
BaseUrl = Annotated[str | None, typer.Option("--base-url", help="Address that the folder stands for.")]
JsonOut = Annotated[Path | None, typer.Option("--json", help="File for the whole run.")]
HtmlOut = Annotated[Path | None, typer.Option("--html", help="File for the report as one page.")]
Against = Annotated[Path | None, typer.Option("--against", help="An earlier run: say what moved, fail when worse.")]
Compare = Annotated[
    tuple[Path, Path] | None,
    typer.Option("--compare", help="Ask nothing: compare two runs, OLD NEW; fail when the new one is worse."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Do not go on with a run that was stopped.")]


class RunByDefault(TyperGroup):
    """`sitequest eval demo` is `sitequest eval run demo`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the word in where it was left out."""
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = [RUN, *args]
        return super().parse_args(ctx, args)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        cls=RunByDefault, no_args_is_help=True, help="Measure answers: `sitequest eval demo`, or a set of your own."
    )
    group.command(RUN)(evaluate)
    group.command("make")(make)
    group.command("report")(report)
    group.command("teach")(teach)
    app.add_typer(group, name="eval")
    app.command("reembed")(reembed)


def evaluate(
    dataset: Dataset = None,
    site: Site = None,
    modes: Modes = "",
    baselines: Baselines = "",
    ablate: Ablate = "",
    corrupt: Corrupt = "",
    missing: Missing = "",
    half: Half = "",
    limit: Most = 0,
    passages: Part = 0,
    llm: Llm = None,
    judge: Judged = False,
    start: Start = None,
    from_dir: Folder = None,
    base_url: BaseUrl = None,
    json_out: JsonOut = None,
    html_out: HtmlOut = None,
    against: Against = None,
    compare: Compare = None,
    fresh: Fresh = False,
    quiet: Quiet = False,
) -> None:
    """Ask all questions of a dataset and score the answers, beside baselines and with parts switched off.

    The word `run` may be left out. A site that the graph lacks is crawled first (the demo site by itself). A run that
    was stopped goes on when the same command is given again. Exit code 1: worse than the earlier run.
    """
    from app.evalshow import print_changes, print_run
    from evaluation.compare import compare_runs
    from evaluation.run import compare_files, read_run, write_run

    if compare is not None:
        if print_changes(compare_files(*compare)):
            raise typer.Exit(1)
        return
    if dataset is None:
        raise typer.BadParameter("name a dataset, such as demo, or compare two runs: --compare OLD NEW")
    before = read_run(against) if against is not None else None
    from app.evalsites import Source
    from app.evaluating import EvalOptions, run_evaluation
    from app.wiring import settings_of

    options = EvalOptions(
        dataset, site, Source(start, from_dir, base_url), modes, baselines, ablate, corrupt, missing, half, limit,
        passages, llm, judge, fresh,
    )  # fmt: skip
    run = run_evaluation(settings_of(), options, quiet=quiet)
    write_run(run, json_out, html_out)
    print_run(run, [path for path in (json_out, html_out) if path is not None])
    if before is not None and print_changes(compare_runs(before, run)):
        raise typer.Exit(1)


def make(
    site: Annotated[str | None, typer.Argument(help="Name of the site. Default: the only one in the graph.")] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="File of the questions; it is added to.")] = Path(
        "questions.json"
    ),
    count: Annotated[int, typer.Option("--count", "-n", help="Drafts to make.", min=1)] = 60,
    seed: Annotated[int, typer.Option("--seed", help="Another seed drafts other questions.")] = 7,
    web: Annotated[bool, typer.Option("--web", help="Decide in a web page instead of here.")] = False,
    port: Annotated[int, typer.Option("--port", help="Port of that page; 0: any free one.", min=0)] = 0,
    accept_all: Annotated[bool, typer.Option("--accept-all", help="Keep every draft; decide nothing.")] = False,
) -> None:
    """Draft questions from a site's own graph, with right answers, for a person to accept, change or reject.

    What was decided is kept at once: stop at any time and go on later. Then: sitequest eval questions.json --site SITE
    """
    from app.evalmaking import MakeOptions, make_questions
    from app.wiring import settings_of

    make_questions(settings_of(), MakeOptions(site, output, count, seed, web, port, accept_all))


def report(
    run: Annotated[Path, typer.Argument(help="A run that --json wrote.")],
    html_out: Annotated[Path, typer.Option("--html", help="File for the report as one page.")],
) -> None:
    """Make the report of a run again."""
    from evaluation.run import read_run, write_run

    write_run(read_run(run), html_out=html_out)


def teach(
    site: Site = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what it would change.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Take back what was taught.")] = False,
    json: Json = False,
) -> None:
    """Teach the router with answers that people found helpful, if that measures better and nothing worse.

    Two thirds of them become examples; they are kept only when the last third is routed better and the questions the
    program ships with are routed no worse. A running server reads them at its next start. Exit code 1: not kept.
    """
    from app.console import emit_json, say
    from app.teaching import forget_teaching, teach_router
    from app.wiring import settings_of

    if forget:
        forget_teaching(settings_of())
        say("The router is as it was shipped.")
        return
    result = teach_router(settings_of(), site, keep=not dry_run)
    if json:
        emit_json(result)
    else:
        say(result["why"] + (f" Kept in {result['kept']}." if result["kept"] else ""))
        for name, moved in ((one, result[one]) for one in ("feedback", "shipped") if result["examples"]):
            say(f"{name}: {moved['before']} of {moved['total']} routes right before, {moved['after']} after")
    if not result["passed"]:
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
