"""A run as one HTML file that needs nothing else, and as a table for the docs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from evaluation.faults import CLASSES
from evaluation.plots import draw_bars, draw_calibration, draw_scatter

OTHERS = ("flat", "neo4j-graphrag", "htmlrag", "lightrag", "fast-graphrag")
HEADLINE = ("correct", "wrong", "evidence", "all_pages")
ORDER = (
    "correct", "wrong", "wrong_and_sure", "coverage", "exact", "f1", "list_precision", "list_recall", "list_f1",
    "evidence", "page_recall", "all_pages", "any_page", "page_in_3", "mrr", "ndcg", "block_mrr", "faithfulness",
    "grounded", "citation_precision", "citation_recall", "gold_cited", "pages_cited", "gold_pages_cited",
    "gold_pages_given", "current_first", "refused_rightly", "refused_wrongly", "route", "tokens", "llm_calls",
    "judged_correct",
)  # fmt: skip


def render_html(run: Mapping[str, Any]) -> str:
    """The report of a run that `evaluation.summary.summarise` made."""
    from jinja2 import Environment

    source = files("evaluation").joinpath("templates", "report.html.j2").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    systems = run["systems"].values()
    found = {name for system in systems for name in system["all"]}
    return environment.from_string(source).render(
        run=run,
        metrics=[name for name in ORDER if name in found],
        by_kind=[name for name in HEADLINE if name in found],
        kinds=sorted({kind for system in systems for kind in system["kinds"]}),
        faults=[name for name in CLASSES if any(system["faults"].get(name) for system in systems)],
        classes=CLASSES,
        first=next(iter(run["systems"]), ""),
        lead=summarise_in_words(run),
        plots=[plot for plot in draw_plots(run) if plot],
    )


def summarise_in_words(run: Mapping[str, Any]) -> str:
    """What a reader should know first: how the first system does, the next best, and what goes wrong most."""
    rated = {name: one["all"]["correct"] for name, one in run["systems"].items() if "correct" in one["all"]}
    if not rated:
        return "These systems retrieve and do not answer; see the evidence below."
    first, own = next(iter(rated.items()))
    wrong = run["systems"][first]["all"].get("wrong")
    text = f"{first} is right on {own['mean']:.0%} of {own['n']:.0f} questions"
    text += f" and wrong on {wrong['mean']:.0%}." if wrong else "."
    others = {name: one for name, one in rated.items() if name.startswith(OTHERS)}
    if others:
        best = max(others, key=lambda name: others[name]["mean"])
        text += f" The best baseline, {best}, is right on {others[best]['mean']:.0%}."
    faults = run["systems"][first]["faults"]
    if faults:
        most = max(faults, key=lambda name: faults[name])
        text += f" Most of what goes wrong: {most} ({faults[most]})."
    return text


def draw_plots(run: Mapping[str, Any]) -> list[str]:
    """Quality by system with intervals, against latency and tokens, and confidence against correctness."""
    systems = run["systems"]
    metric = "correct" if any("correct" in system["all"] for system in systems.values()) else "evidence"
    rated = {name: system["all"][metric] for name, system in systems.items() if metric in system["all"]}
    if not rated:
        rated = {name: system["all"]["all_pages"] for name, system in systems.items() if "all_pages" in system["all"]}
        metric = "all_pages"
    bars = [(name, one["mean"], one["low"], one["high"]) for name, one in rated.items()]
    speed = [(name, systems[name]["latency"]["p50"], one["mean"]) for name, one in rated.items()]
    tokens = [
        (name, systems[name]["all"]["tokens"]["mean"], one["mean"])
        for name, one in rated.items()
        if "tokens" in systems[name]["all"]
    ]
    return [
        draw_bars(f"{metric}, 95 % intervals", bars),
        draw_scatter(f"{metric} against latency", speed, "milliseconds a question, p50", metric, log=True),
        draw_scatter(f"{metric} against tokens", tokens, "LLM tokens a question", metric),
        draw_calibration("Confidence and truth", {name: system["calibration"] for name, system in systems.items()}),
    ]


def render_table(run: Mapping[str, Any], metrics: Sequence[str]) -> str:
    """A Markdown table: a row a kind and one for all, a column a system and metric; N/A where nothing is measured."""
    systems = run["systems"]
    kinds = sorted({kind for system in systems.values() for kind in system["kinds"]})
    columns = [(name, metric) for name in systems for metric in metrics]
    lines = ["| kind | " + " | ".join(f"{name}: {metric}" for name, metric in columns) + " |"]
    lines.append("|---" * (len(columns) + 1) + "|")
    for kind in [*kinds, "all"]:
        cells = []
        for name, metric in columns:
            group = systems[name]["all"] if kind == "all" else systems[name]["kinds"].get(kind, {})
            cells.append(_cell(group.get(metric)))
        lines.append(f"| {kind or '–'} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(found: Mapping[str, float] | None) -> str:
    return f"{found['mean']:.3f} ({found['n']:.0f})" if found else "N/A"
