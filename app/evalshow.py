"""What `sitequest eval` prints: a table of the systems, one of kinds, what went wrong, and what moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from app.console import print_table, say

COLUMNS = {
    "correct": "right",
    "wrong": "wrong",
    "evidence": "evidence",
    "all_pages": "gold pages",
    "pages_cited": "gold cited",
    "citation_precision": "citations",
    "refused_rightly": "refused rightly",
    "refused_wrongly": "refused wrongly",
    "tokens": "tokens",
}


def print_run(run: Mapping[str, Any], written: Sequence[Path] = ()) -> None:
    """The run for a terminal: each share with the number of questions that it rests on."""
    systems = run["systems"]
    names = [column for column in COLUMNS if any(column in system["all"] for system in systems.values())]
    head = [COLUMNS[name] for name in names]
    rows = [
        [name, *(_shown(system["all"].get(column)) for column in names), f"{system['latency'].get('p50', 0):.0f}"]
        for name, system in systems.items()
    ]
    say(f"{run['dataset']['name']}: {run['dataset']['questions']} questions")
    print_table(("system", *head, "ms"), rows)
    for name, system in list(systems.items())[:1]:
        say(f"\n{name}, by kind of question")
        kinds = [
            [kind or "–", *(_shown(found.get(column)) for column in names)] for kind, found in system["kinds"].items()
        ]
        print_table(("kind", *head), kinds)
    _print_faults(systems)
    for path in written:
        say(f"Written: {path}")


def _print_faults(systems: Mapping[str, Any]) -> None:
    from evaluation.faults import CLASSES

    found = [fault for fault in CLASSES if any(system["faults"].get(fault) for system in systems.values())]
    if found:
        say("\nWhat went wrong, questions")
        rows = [[fault, *(system["faults"].get(fault, 0) for system in systems.values())] for fault in found]
        print_table(("class", *systems), rows)


def _shown(value: Any) -> str:
    if not isinstance(value, dict):
        return "N/A"
    mean = f"{value['mean']:.0f}" if value["mean"] > 1 else f"{value['mean']:.2f}"
    return f"{mean} ({value['n']:.0f})"


def print_changes(changes: Sequence[Any]) -> bool:
    """Print what moved between two runs; whether anything got worse by more than chance."""
    moved = [change for change in changes if change.before != change.after]
    if not moved:
        say("Nothing moved.")
        return False
    rows = [
        (change.system, change.metric, f"{change.before:.3f}", f"{change.after:.3f}", change.n, f"{change.p:.3f}",
         "REGRESSED" if change.regressed else "worse" if change.worse else "better")
        for change in moved
    ]  # fmt: skip
    print_table(("system", "metric", "before", "after", "questions", "p", ""), rows)
    for change in moved:
        for word, texts in (("lost", change.lost), ("won", change.won)):
            for text in texts[:5]:
                say(f"  {change.system}, {change.metric}, {word}: {text}")
    return any(change.regressed for change in moved)
