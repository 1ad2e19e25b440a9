"""How long questions take in every mode on a made-up site of published size; run by `make bench`.

Making the site takes some minutes; `SITEQUEST_TEST_LATENCY_HOME` names a folder that keeps it for the next run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.settings import load_settings
from evaluation.latency import MODES, Sample, group, percentile
from graph.server import LocalServer

ROOT = Path(__file__).resolve().parent.parent
KEPT = os.environ.get("SITEQUEST_TEST_LATENCY_HOME")
P50_DIRECT, P95_DIRECT, P95 = 80, 200, 350


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A folder with a server of its own, stopped afterwards."""
    folder = Path(KEPT) if KEPT else tmp_path
    yield folder
    LocalServer(load_settings(home=folder, neo4j_uri=None)).stop()


@pytest.mark.bench
@pytest.mark.timeout(5400)
def test_every_mode_answers_within_its_time_on_a_site_of_published_size(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    command = [sys.executable, "scripts/measure_latency.py", "--json", str(tmp_path / "samples.json")]
    environment = {**os.environ, "SITEQUEST_HOME": str(home), "PYTHONPATH": str(ROOT)}
    result = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    with capsys.disabled():
        print(f"\n{result.stdout}")  # noqa: T201
    rows = [Sample(**row) for row in json.loads((tmp_path / "samples.json").read_text(encoding="utf-8"))]
    by_name = group(rows, lambda one: one.name)
    direct = by_name["A alone"]
    assert percentile(direct, 0.5) <= P50_DIRECT
    assert percentile(direct, 0.95) <= P95_DIRECT
    slow = {mode: percentile(by_name[f"{mode} alone"], 0.95) for mode in MODES}
    assert {mode: ms for mode, ms in slow.items() if ms > P95} == {}
