"""Measure how long questions take, by mode and step, beside the bare calls that they are made of.

    scripts/measure_latency.py                                the made-up site of published size, made if need be
    scripts/measure_latency.py --build                        make it and measure nothing
    scripts/measure_latency.py --site NAME --questions FILE   a site of the graph and a file of its questions

The made-up site goes into the database of the settings; give it a SITEQUEST_HOME of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import psutil

from core.records.answer import Mode
from core.settings import Settings, load_settings
from evaluation.building import SITE, ensure_generated
from evaluation.generated import SiteSize, generate_questions
from evaluation.latency import MODES, WARM_UP, CountingReader, Course, Sample, Stopwatch, table
from evaluation.machine import describe_machine
from evaluation.standin import StandInEmbedder
from graph import open_async_database, open_database
from graph.server import LocalServer
from models.factory import EmbedderSet, make_embedders, make_reranker
from retrieval import Retriever


def build(settings: Settings) -> Mapping[str, int]:
    """The made-up site, made unless it is there."""
    embedder = StandInEmbedder(make_embedders(settings).primary)
    with open_database(settings) as database:
        return ensure_generated(database, embedder, SiteSize(), _say)


def _say(step: str, done: int, total: int) -> None:
    print(f"\r{step} {done} of {total}          ", end="", file=sys.stderr, flush=True)


def find_server(settings: Settings) -> psutil.Process | None:
    """The process of the local server, if that is what answers."""
    info = None if settings.neo4j_uri else LocalServer(settings).status().info
    return psutil.Process(info.pid) if info is not None and info.pid else None


async def measure(
    settings: Settings, site: str, questions: Mapping[Mode, Sequence[str]], embedders: EmbedderSet
) -> list[Sample]:
    """All samples of one run."""
    async with await open_async_database(settings) as database:
        reader = CountingReader(database)
        with tempfile.TemporaryDirectory() as folder:  # the router's examples, which are of this embedder
            own = settings.model_copy(update={"cache": Path(folder)})
            retriever = Retriever(reader, embedders, make_reranker(settings), None, own)
            watch = Stopwatch(find_server(settings))
            return await Course(site, questions, embedders.primary, reader, retriever, watch).run()


def read_questions(path: Path) -> list[str]:
    """Questions of either form, without those kept aside."""
    data = json.loads(path.read_text(encoding="utf-8"))
    rows = data if isinstance(data, list) else [one for one in data["questions"] if one.get("half") != "unseen"]
    return [row.get("q") or row["question"] for row in rows]


def main() -> None:
    """Read the arguments, build, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--site", default=SITE)
    parser.add_argument("--questions", type=Path)
    parser.add_argument("--count", type=int, default=40, help="questions a mode, after the warm-up")
    parser.add_argument("--json", type=Path, help="file for all samples")
    arguments = parser.parse_args()
    settings = load_settings()
    embedders = make_embedders(settings)
    if arguments.questions is None:
        print(f"site: {dict(build(settings))}")
        if arguments.build:
            return
        embedders = EmbedderSet(StandInEmbedder(embedders.primary))
        made = {mode: generate_questions(arguments.count + WARM_UP, mode) for mode in MODES}
    else:
        asked = read_questions(arguments.questions)
        made = dict.fromkeys(MODES, asked[: arguments.count + WARM_UP])
    samples = asyncio.run(measure(settings, arguments.site, made, embedders))
    print(json.dumps(describe_machine()))
    print(table(samples))
    if arguments.json is not None:
        arguments.json.write_text(json.dumps([asdict(one) for one in samples]), encoding="utf-8")


if __name__ == "__main__":
    main()
