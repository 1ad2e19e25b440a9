"""docs/results.md is made of kept runs, says what they were made with, and holds no text of others."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import SettingsError
from evaluation.compare import compare_runs
from evaluation.results import Kept, keep_metrics, keep_run, pictures_of, read_kept, read_targets, render_results

ROOT = Path(__file__).resolve().parent.parent


def share(mean: float, n: int = 20) -> dict[str, float]:
    return {"mean": mean, "low": mean, "high": mean, "n": n}


def a_system(correct: float) -> dict[str, object]:
    scores = {"correct": share(correct), "evidence": share(0.9), "tokens": share(1200.0)}
    return {
        "all": scores, "kinds": {"list": scores, "lookup": {"correct": share(1.0, 4)}}, "modes": {}, "stages": {},
        "abstention": {"recall": share(0.5, 2)}, "latency": {"p50": 12.4, "p95": 40.0, "max": 50.0, "mean": 20.0},
        "calibration": [{"confidence": 0.9, "correct": 0.8, "n": 10}], "faults": {"cut": 2},
        "judge": {"agreement": 0.9, "kappa": 0.6, "n": 10},
    }  # fmt: skip


RUN = {
    "form": 2,
    "dataset": {"name": "demo", "questions": 20, "licence": ""},
    "made": "2026-01-02T03:04:05+00:00",
    "machine": {"python": "3.11", "system": "Linux", "cores": 2, "memory_gb": 24, "libraries": {"neo4j": "6.0"}},
    "settings": {"command": "sitequest eval demo --baselines bm25", "embedder": "auto", "reranker": "builtin"},
    "index": {"sitequest": {"pages": 3}},
    "seed": 7,
    "systems": {"sitequest": a_system(0.75), "flat bm25": a_system(0.5)},
    "questions": [{"id": "1", "question": "a secret text", "systems": {}}],
}
TARGETS = [
    {"what": "right", "run": "demo", "metric": "correct", "at_least": 0.7, "baselines": ["flat bm25"]},
    {"what": "lists", "run": "demo", "metric": "correct", "kind": "list", "at_least": 0.8},
    {"what": "speed", "run": "demo", "metric": "latency p95", "at_most": 30},
    {"what": "refused", "run": "demo", "metric": "abstention recall", "at_least": 0.5},
    {"what": "twice", "run": "demo", "metric": "correct", "at_least_times": 1.5, "baselines": ["flat bm25"]},
    {"what": "thrice", "run": "demo", "metric": "correct", "at_least_times": 3, "baselines": ["flat bm25", "none"]},
    {"what": "nobody", "run": "demo", "metric": "correct", "at_least_times": 3, "baselines": ["none"]},
    {"what": "elsewhere", "run": "nowhere", "metric": "correct", "at_least": 0.5},
]


@pytest.fixture
def page() -> str:
    return render_results([Kept("demo", keep_run(RUN, "The demo site", ["A note."]))], TARGETS)


def test_a_kept_run_has_no_text_of_questions():
    assert "secret" not in json.dumps(keep_run(RUN, "x"))


def test_the_page_has_tables_command_machine_and_versions(page: str):
    assert "## The demo site" in page
    assert "A note." in page
    assert "sitequest eval demo --baselines bm25" in page
    assert "2 cores, 24 GB, no GPU, Linux, Python 3.11: neo4j 6.0 (2026-01-02)" in page
    assert "| sitequest | 0.750 (20) | 0.900 (20) | 1200 (20) | 12 / 40 |" in page
    assert "| sitequest | 0.75 / 0.90 | 1.00 / N/A |" in page
    assert "| flat bm25 | 2 |" in page
    assert "agrees with the exact metric on 0.90 of 10 answers (kappa 0.60)" in page


def test_a_target_is_shown_with_its_baseline_and_whether_it_is_met(page: str):
    assert "| right | flat bm25 0.500 (20) | ≥ 0.7 | 0.750 (20) | yes |" in page
    assert "| lists | – | ≥ 0.8 | 0.750 (20) | **no** |" in page
    assert "| speed | – | ≤ 30 | 40 (20) | **no** |" in page
    assert "| refused | – | ≥ 0.5 | 0.500 (2) | yes |" in page
    assert "| twice | flat bm25 0.500 (20) | 1.5 × the best | 0.750 (20) | yes |" in page
    assert "| thrice | flat bm25 0.500 (20), none N/A | 3 × the best | 0.750 (20) | **no** |" in page
    assert "| nobody | none N/A | 3 × the best | 0.750 (20) | not measured |" in page
    assert "| elsewhere | – | ≥ 0.5 | N/A | not measured |" in page


def test_plots_are_files_that_can_be_read_alone(page: str):
    plots = pictures_of(Kept("demo", keep_run(RUN, "x")))
    assert set(plots) == {"quality", "latency", "tokens", "calibration"}
    for name, plot in plots.items():
        assert plot.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
        assert f"(results/demo-{name}.svg)" in page


def test_a_table_of_another_program_is_shown_as_it_is():
    table = {"title": "Pages a second", "command": "make bench", "columns": ["what", "rate"], "rows": [["ours", None]]}
    page = render_results([Kept("speed", table)])
    assert "| what | rate |\n|---|---|\n| ours | N/A |" in page
    assert pictures_of(Kept("speed", table)) == {}


def test_a_file_that_is_no_figures_is_named(tmp_path: Path):
    (tmp_path / "x.json").write_text("{}", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"x\.json is neither a kept run nor a table"):
        read_kept(tmp_path)
    assert read_targets(tmp_path / "none.yaml") == []


def test_a_baseline_keeps_what_a_comparison_needs_and_no_answer():
    row = {"id": "1", "question": "q", "answer": "long", "systems": {"sitequest": {"metrics": {"correct": 1.0}}}}
    kept = keep_metrics({**RUN, "questions": [row]})
    assert compare_runs(kept, kept)[0].metric == "correct"
    assert "long" not in json.dumps(kept)
    assert list(kept["systems"]) == ["sitequest"]


def test_the_results_are_up_to_date_with_the_kept_runs():
    command = [sys.executable, "scripts/make_results.py", "--check"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_kept_runs_hold_figures_only():
    for one in read_kept(ROOT / "docs" / "results"):
        assert "questions" not in one.data
        assert "/tmp" not in json.dumps(one.data)
