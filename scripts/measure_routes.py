"""Measure how often a question is sent to the right mode: totals by half and language, no question is shown.

    scripts/measure_routes.py [SET] [--half seen|unseen] [--json run.json]

SET is `routes`, or another set with expected modes. To keep one: `scripts/make_results.py add run.json routes TITLE`.
"""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import replace
from pathlib import Path

from core.settings import load_settings
from evaluation.datasets import load_dataset
from evaluation.routing import RouterSystem
from evaluation.run import write_run
from evaluation.runner import run_systems
from evaluation.summary import summarise
from models.factory import make_embedders
from retrieval.router import RouteClassifier


def main() -> None:
    """Read the arguments, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", nargs="?", default="routes")
    parser.add_argument("--half", default="", choices=["", "seen", "unseen"])
    parser.add_argument("--json", type=Path, help="file for the figures")
    arguments = parser.parse_args()
    data = load_dataset(arguments.set, arguments.half)
    questions = tuple(replace(one, kind=f"{one.half} {one.lang}") for one in data.questions if one.mode)
    embedder = make_embedders(load_settings()).primary
    system = RouterSystem(embedder, RouteClassifier(embedder))
    outcomes = asyncio.run(run_systems(replace(data, questions=questions), [system]))
    command = " ".join(
        ["scripts/measure_routes.py", arguments.set, *(["--half", arguments.half] * bool(arguments.half))]
    )
    run = summarise(data, outcomes, settings={"command": command, "embedder": "auto"})
    found = run["systems"][system.name]
    for kind, metrics in {"all": found["all"], **found["kinds"]}.items():
        print(f"{kind}: {metrics['route']['mean']:.3f} of {metrics['route']['n']}")
    write_run(run, arguments.json)


if __name__ == "__main__":
    main()
