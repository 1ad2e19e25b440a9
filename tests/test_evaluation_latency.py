"""What is made of latencies: stages, percentiles, the table; and a small made-up site that is really asked."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from core.records import Step
from core.settings import Settings
from evaluation.building import SITE, ensure_generated
from evaluation.generated import SiteSize, generate_questions
from evaluation.latency import MODES, CountingReader, Course, Sample, Stopwatch, percentile, stages, table
from evaluation.standin import StandInEmbedder
from graph.asynchronous import AsyncDatabase, open_async_database
from graph.database import Database
from models.factory import EmbedderSet
from models.rerank import BuiltinReranker
from retrieval import Retriever

SMALL = SiteSize(pages=40, blocks=300, entities=260, relations=350)
SIZE = {"pages": 40, "blocks": 300, "entities": 260, "relations": 350}


def test_modes_that_run_together_take_as_long_as_the_slowest() -> None:
    trace = [Step(step="direct", ms=5.0), Step(step="named", ms=8.0), Step(step="link", ms=2.0)]
    found = stages(trace, 20.0)
    assert found["search"] == pytest.approx(10.0)
    assert found["rest"] == pytest.approx(10.0)


def test_the_95th_percentile_of_few_is_their_greatest() -> None:
    rows = [Sample("A", float(ms), 0.0) for ms in (3, 1, 2)]
    assert (percentile(rows, 0.5), percentile(rows, 0.95)) == (2.0, 3.0)


def test_the_table_has_a_line_a_name_and_its_stages() -> None:
    rows = [
        Sample("A alone", 10.0, 5.0, 2, stages([Step(step="read", ms=4.0)], 10.0)),
        Sample("bare embed", 3.0, 2.0, 0),
    ]
    lines = table(rows).splitlines()
    assert lines[2].startswith("| A alone | 1 | 10.0 | 10.0 | 5.0 | 2 | 1.00 | 0.0 | 0.0 | 4.0 |")
    assert lines[3].startswith("| bare embed | 1 | 3.0 | 3.0 | 2.0 | 0 | 1.00 | – |")


def test_a_small_site_is_made_once_and_asked_in_every_mode(
    database: Database, connected_settings: Settings, tmp_path: Path
) -> None:
    embedder, steps = StandInEmbedder(), list[str]()
    counts = ensure_generated(database, embedder, SMALL, lambda step, done, total: steps.append(step))
    assert {name: counts[name] for name in SIZE} == SIZE
    assert counts["topics"] > 3
    written = len(steps)
    assert ensure_generated(database, embedder, SMALL, lambda step, done, total: steps.append(step)) == counts
    assert len(steps) == written

    samples = asyncio.run(_ask(connected_settings, embedder, tmp_path))
    assert {f"{mode} alone" for mode in MODES} <= {one.name for one in samples}
    assert all(one.trips == 1 for one in samples if one.name in {"bare vector index", "bare full-text"})
    assert any(one.answered for one in samples if one.name == "list alone")


async def _ask(settings: Settings, embedder: StandInEmbedder, folder: Path) -> list[Sample]:
    async with await open_async_database(settings) as opened:
        assert isinstance(opened, AsyncDatabase)
        reader = CountingReader(opened)
        own = settings.model_copy(update={"cache": folder})
        retriever = Retriever(reader, EmbedderSet(embedder), BuiltinReranker(), None, own)
        questions = {mode: generate_questions(3, mode, SMALL) for mode in MODES}
        return await Course(SITE, questions, embedder, reader, retriever, Stopwatch()).run(warm_up=1)
