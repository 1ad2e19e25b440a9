"""docs/results.md out of kept runs: every figure comes from a file that names its command, machine and versions.

A kept run has no question, answer or page text in it, only figures. Figures of other programs are kept as tables:
`{"title", "command", "made", "machine", "columns", "rows", "notes"}`; `targets.yaml` lists what is wanted of which.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from core.errors import SettingsError
from evaluation.faults import CLASSES
from evaluation.plots import as_picture
from evaluation.report import ORDER, draw_plots

NOTE = "<!-- Made by scripts/make_results.py from docs/results/: run it again, change nothing here. -->"
SHOWN = (
    "correct",
    "wrong",
    "evidence",
    "all_pages",
    "gold_pages_given",
    "citation_precision",
    "citation_recall",
    "faithfulness",
    "tokens",
)
BY_KIND = ("correct", "evidence", "all_pages")
PICTURES = ("quality", "latency", "tokens", "calibration")


@dataclass(frozen=True, slots=True)
class Kept:
    """One file of figures: a run (`systems`) or a table (`rows`)."""

    name: str
    data: Mapping[str, Any]

    @property
    def is_run(self) -> bool:
        """Whether it is a run of `sitequest eval`."""
        return "systems" in self.data


def keep_run(run: Mapping[str, Any], title: str, notes: Sequence[str] = ()) -> dict[str, Any]:
    """The figures of a run without any text of questions, answers or pages."""
    names = ("dataset", "made", "machine", "settings", "index", "seed", "systems")
    return {"title": title, "notes": list(notes), **{name: run[name] for name in names}}


def keep_metrics(run: Mapping[str, Any]) -> dict[str, Any]:
    """A run to compare later ones with: of each question its text and metrics, of our own system only."""
    first = next(iter(run["systems"]))
    questions = [
        {
            "id": row["id"],
            "question": row["question"],
            "systems": {first: {"metrics": row["systems"][first]["metrics"]}},
        }
        for row in run["questions"]
    ]
    return {"form": run["form"], "settings": run["settings"], "systems": {first: {}}, "questions": questions}


def read_kept(folder: Path) -> list[Kept]:
    """All files of figures, by name. Raises `SettingsError` for a file that is neither run nor table."""
    found = []
    for path in sorted(folder.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(data, dict) or not ({"systems", "title"} <= data.keys() or {"rows", "title"} <= data.keys()):
            raise SettingsError(f"{path.name} is neither a kept run nor a table; see evaluation/results.py.")
        found.append(Kept(path.stem, data))
    return found


def render_results(kept: Sequence[Kept], targets: Sequence[Mapping[str, Any]] = ()) -> str:
    """The whole page."""
    lines = [NOTE, "", "# Results", "", *_opening(kept)]
    if targets:
        lines += ["## Targets", "", *render_targets(kept, targets), ""]
    for one in kept:
        lines += [f"## {one.data['title']}", "", *(_run_lines(one) if one.is_run else _table_lines(one)), ""]
    return "\n".join(lines).rstrip() + "\n"


def _opening(kept: Sequence[Kept]) -> list[str]:
    return [
        "Shares have the number of questions that they rest on in brackets; N/A: the set has no reference for it, or",
        "the system does not do it. `flat …` are runs of 150 words, found by BM25, by vectors of the same embedder, or",
        "both fused, and answered from by the same means as ours. Definitions: [evaluation.md](evaluation.md). To add",
        "a run: `sitequest eval … --json run.json`, then `scripts/make_results.py add run.json NAME TITLE`.",
        "",
        *(_machines(kept)),
        "",
    ]


def _machines(kept: Sequence[Kept]) -> list[str]:
    """One line a machine and set of versions."""
    seen: dict[str, list[str]] = {}
    for one in kept:
        if machine := one.data.get("machine"):
            libraries = ", ".join(f"{name} {version}" for name, version in machine.get("libraries", {}).items())
            memory = f", {machine['memory_gb']} GB" if machine.get("memory_gb") else ""
            kind = f"{machine['cores']} cores{memory}, no GPU, {machine['system']}, Python {machine['python']}"
            seen.setdefault(f"{kind}: {libraries}", []).append(str(one.data.get("made", ""))[:10])
    return [f"- {text} ({', '.join(sorted(set(days)))})" for text, days in seen.items()]


def render_targets(kept: Sequence[Kept], targets: Sequence[Mapping[str, Any]]) -> list[str]:
    """What was wanted, the baseline in the same run, what came, and whether it is enough; N/A without a run."""
    runs = {one.name: one.data for one in kept if one.is_run}
    lines = ["| what | baseline, same run | wanted | here | met |", "|---|---|---|---|---|"]
    for target in targets:
        here = _figure(runs, target, target.get("system", "sitequest"))
        baselines = [f"{name} {_shown(_figure(runs, target, name))}" for name in target.get("baselines", ())]
        sign, bound = _bound(runs, target)
        wanted = f"{target['at_least_times']} × the best" if "at_least_times" in target else f"{sign} {bound}"
        cells = (target["what"], ", ".join(baselines) or "–", wanted, _shown(here), _met(sign, bound, here))
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _bound(runs: Mapping[str, Any], target: Mapping[str, Any]) -> tuple[str, float | None]:
    """The sign and the number of what is wanted: a fixed one, or so many times the best of the baselines."""
    if (times := target.get("at_least_times")) is not None:
        found = [one["mean"] for name in target["baselines"] if (one := _figure(runs, target, name)) is not None]
        return "≥", times * max(found) if found else None
    return ("≥", target["at_least"]) if "at_least" in target else ("≤", target["at_most"])


def _figure(runs: Mapping[str, Any], target: Mapping[str, Any], system: str) -> Mapping[str, float] | None:
    found = runs.get(target["run"], {}).get("systems", {}).get(system)
    if found is None:
        return None
    metric = target["metric"]
    if metric.startswith("latency "):
        value = found["latency"].get(metric.removeprefix("latency "))
        return (
            None
            if value is None
            else {"mean": value, "n": found["all"]["correct"]["n"] if "correct" in found["all"] else 0}
        )
    if metric.startswith("abstention "):
        return found["abstention"].get(metric.removeprefix("abstention "))  # type: ignore[no-any-return]
    group = found["kinds"].get(target["kind"], {}) if "kind" in target else found["all"]
    return group.get(metric)  # type: ignore[no-any-return]


def _met(sign: str, bound: float | None, here: Mapping[str, float] | None) -> str:
    if here is None or bound is None:
        return "not measured"
    met = here["mean"] + 1e-9 >= bound if sign == "≥" else here["mean"] - 1e-9 <= bound
    return "yes" if met else "**no**"


def _run_lines(one: Kept) -> Iterator[str]:
    data = one.data
    systems: Mapping[str, Any] = data["systems"]
    yield from (f"{note}\n" for note in data.get("notes", ()))
    yield f"{data['dataset']['questions']} questions. {_index(data)}"
    yield ""
    yield from ["```", str(data["settings"].get("command", "")), "```", ""]
    yield from _systems_table(systems)
    yield ""
    yield from _kinds_table(systems)
    yield from _faults_table(systems)
    yield from _judges(systems)
    yield from (f"![{picture}](results/{one.name}-{picture}.svg)" for picture in pictures_of(one))


def _metrics_of(systems: Mapping[str, Any], wanted: Sequence[str]) -> list[str]:
    """Those of the wanted metrics that a run has; of a run that has none of them, such as one of routes, all it has."""
    found = {name for system in systems.values() for name in system["all"]}
    return [name for name in wanted if name in found] or [name for name in ORDER if name in found]


def _systems_table(systems: Mapping[str, Any]) -> Iterator[str]:
    names = _metrics_of(systems, SHOWN)
    yield f"| system | {' | '.join(name.replace('_', ' ') for name in names)} | ms p50 / p95 |"
    yield "|---" * (len(names) + 2) + "|"
    for system, found in systems.items():
        cells = [_shown(found["all"].get(name)) for name in names]
        speed = f"{found['latency'].get('p50', 0):.0f} / {found['latency'].get('p95', 0):.0f}"
        yield f"| {system} | {' | '.join(cells)} | {speed} |"


def _kinds_table(systems: Mapping[str, Any]) -> Iterator[str]:
    kinds = sorted({kind for system in systems.values() for kind in system["kinds"]})
    metrics = _metrics_of(systems, BY_KIND)
    if len(kinds) < 2:
        return
    yield f"By kind: {' / '.join(name.replace('_', ' ') for name in metrics)}."
    yield ""
    counts = {kind: max(_count(system["kinds"].get(kind, {})) for system in systems.values()) for kind in kinds}
    heads = [f"{kind or '–'} ({counts[kind]})" for kind in kinds]
    yield f"| system | {' | '.join(heads)} |"
    yield "|---" * (len(kinds) + 1) + "|"
    for name, system in systems.items():
        cells = [" / ".join(_bare(system["kinds"].get(kind, {}).get(metric)) for metric in metrics) for kind in kinds]
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""


def _faults_table(systems: Mapping[str, Any]) -> Iterator[str]:
    faults = [fault for fault in CLASSES if any(system["faults"].get(fault) for system in systems.values())]
    if not faults:
        return
    yield "What went wrong, questions:"
    yield ""
    yield f"| system | {' | '.join(faults)} |"
    yield "|---" * (len(faults) + 1) + "|"
    for name, system in systems.items():
        yield f"| {name} | {' | '.join(str(system['faults'].get(fault, 0)) for fault in faults)} |"
    yield ""


def _judges(systems: Mapping[str, Any]) -> Iterator[str]:
    judged = {name: system["judge"] for name, system in systems.items() if system.get("judge")}
    for name, found in judged.items():
        yield (
            f"Language model as judge of {name}: agrees with the exact metric on {found['agreement']:.2f} of "
            f"{found['n']:.0f} answers (kappa {found['kappa']:.2f})."
        )
    if judged:
        yield ""


def _index(data: Mapping[str, Any]) -> str:
    parts = [
        f"{name}: {', '.join(f'{value} {what}' for what, value in cost.items())}"
        for name, cost in data.get("index", {}).items()
        if cost
    ]
    models = {name: data["settings"].get(name) for name in ("embedder", "reranker", "llm")}
    used = ", ".join(f"{name} {value or 'none'}" for name, value in models.items())
    return f"Index: {'; '.join(parts)}. Models: {used}." if parts else f"Models: {used}."


def _table_lines(one: Kept) -> Iterator[str]:
    data = one.data
    yield from (f"{note}\n" for note in data.get("notes", ()))
    if data.get("command"):
        yield from ["```", str(data["command"]), "```", ""]
    yield f"| {' | '.join(map(str, data['columns']))} |"
    yield "|---" * len(data["columns"]) + "|"
    for row in data["rows"]:
        yield f"| {' | '.join('N/A' if cell is None else str(cell) for cell in row)} |"


def pictures_of(one: Kept) -> dict[str, str]:
    """The plots of a run as SVG files, by name; no plot for a run of one system."""
    if not one.is_run or len(one.data["systems"]) < 2:
        return {}
    plots = zip(PICTURES, draw_plots(one.data), strict=True)
    return {name: as_picture(plot) for name, plot in plots if plot}


def read_targets(path: Path) -> list[dict[str, Any]]:
    """The list of targets; empty without the file."""
    return list(yaml.safe_load(path.read_text(encoding="utf-8")) or ()) if path.is_file() else []


def _count(metrics: Mapping[str, Any]) -> int:
    return max((int(metrics[name]["n"]) for name in ORDER if name in metrics), default=0)


def _bare(found: Mapping[str, float] | None) -> str:
    return f"{found['mean']:.2f}" if found else "N/A"


def _shown(found: Mapping[str, float] | None) -> str:
    if not found:
        return "N/A"
    mean = f"{found['mean']:.0f}" if found["mean"] > 1 else f"{found['mean']:.3f}"
    return f"{mean} ({found['n']:.0f})" if found.get("n") else mean
