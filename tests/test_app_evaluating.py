"""`sitequest eval` from the command line to the written run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from app.evalshow import print_changes, print_run
from app.evalsites import Source, ensure_site
from app.evaluating import EvalOptions, describe, find_journal, make_plan, run_evaluation, use_llm
from app.main import make_app
from core.errors import SettingsError, SiteUnknown
from core.settings import Settings, load_settings
from evaluation.compare import Change
from evaluation.datasets import load_dataset
from evaluation.run import read_run, write_run
from evaluation.systems import Bench
from graph.database import Database
from tests.test_evaluation_results import RUN

CORPUS = {
    "name": "harbour",
    "passages": [
        {"url": "A", "title": "Old lighthouse", "text": "The old lighthouse was built in 1881. It is 31 metres tall."},
        {"url": "B", "title": "Fish market", "text": "The fish market opens at six in the morning on weekdays."},
        {"url": "C", "title": "Ferry", "text": "The ferry to the island takes forty minutes and costs 12 crowns."},
    ],
    "questions": [
        {"id": "1", "question": "How tall is the old lighthouse?", "kind": "lookup", "accept": ["31"], "pages": ["A"]},
        {"id": "2", "question": "What does the ferry cost?", "kind": "lookup", "accept": ["12 crowns"], "pages": ["C"]},
        {"id": "3", "question": "Who is the mayor of the town?", "kind": "unanswerable", "answerable": False},
    ],
}


@pytest.fixture
def dataset(tmp_path: Path) -> str:
    path = tmp_path / "harbour.json"
    path.write_text(json.dumps(CORPUS), encoding="utf-8")
    return str(path)


def call(*arguments: str) -> Result:
    return CliRunner().invoke(make_app(), ["eval", *arguments])


def written(path: Path, correct: float, n: int = 20) -> str:
    questions = [
        {"id": str(place), "question": f"q{place}", "systems": {"sitequest": {"metrics": {"correct": correct}}}}
        for place in range(n)
    ]
    write_run({**RUN, "questions": questions}, path)
    return str(path)


def test_the_word_run_may_be_left_out(tmp_path: Path):
    old, new = written(tmp_path / "old.json", 1.0), written(tmp_path / "new.json", 1.0)
    assert call("--compare", old, new).exit_code == 0
    assert call("run", "--compare", old, new).exit_code == 0
    assert "make" in call("--help").output


def test_a_comparison_fails_when_the_new_run_is_worse(tmp_path: Path):
    old, new = written(tmp_path / "old.json", 1.0), written(tmp_path / "new.json", 0.0)
    worse = call("--compare", old, new)
    assert worse.exit_code == 1
    assert "REGRESSED" in worse.output
    assert "lost: q0" in worse.output
    better = call("--compare", new, old)
    assert better.exit_code == 0
    assert "better" in better.output


def test_nothing_moved_is_said(capsys: pytest.CaptureFixture[str]):
    assert not print_changes([Change("sitequest", "correct", 0.5, 0.5, 10, 1.0, (), ())])
    assert "Nothing moved" in capsys.readouterr().out


def test_no_dataset_is_one_sentence():
    result = call("--quiet")
    assert result.exit_code == 2
    assert "name a dataset" in result.output


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"modes": "Z"}, "no mode 'Z'"),
        ({"baselines": "magic"}, "no baseline 'magic'"),
        ({"ablations": "rerank,nothing"}, "no ablation 'nothing'"),
    ],
)
def test_a_part_that_does_not_exist_is_named_with_those_that_do(changes: dict[str, str], sentence: str):
    with pytest.raises(SettingsError, match=f"{sentence}.*choose among"):
        make_plan(EvalOptions("demo", **changes))  # type: ignore[arg-type]


def test_all_is_everything_but_what_is_too_slow():
    plan = make_plan(EvalOptions("demo", modes="all", baselines="all", ablations="all"))
    assert plan.modes == ("A", "B", "C", "G", "list")
    assert "graphrag-cypher" in plan.baselines
    assert not {"htmlrag", "lightrag", "fast-graphrag"} & set(plan.baselines)
    assert make_plan(EvalOptions("demo", baselines=" htmlrag , bm25")).baselines == ("htmlrag", "bm25")
    assert len(plan.ablations) == 10


def test_the_language_model_is_chosen_by_the_command(settings: Settings):
    given = settings.model_copy(update={"llm_base_url": "http://here/v1"})
    with use_llm(given, None) as chosen:
        assert chosen.llm_base_url == "http://here/v1"
    with use_llm(given, "none") as chosen:
        assert chosen.llm_base_url is None
    with use_llm(given, "http://there/v1#small") as chosen:
        assert (chosen.llm_base_url, chosen.llm_model) == ("http://there/v1", "small")
    with pytest.raises(SettingsError, match="is none of"), use_llm(given, "gpt"):
        pass


def test_a_judge_needs_a_model(settings: Settings, dataset: str):
    with pytest.raises(SettingsError, match="--judge needs a language model"):
        run_evaluation(settings, EvalOptions(dataset, judge=True, llm="none"))


def test_a_library_without_model_or_environment_is_refused_before_any_work(dataset: str, tmp_path: Path):
    settings = load_settings(home=tmp_path / "home", cache=tmp_path / "cache")
    with pytest.raises(SettingsError, match="cannot work without a language model"):
        run_evaluation(settings, EvalOptions(dataset, baselines="bm25,lightrag", llm="none"))
    with pytest.raises(SettingsError, match="fast-graphrag is not installed"):
        run_evaluation(settings, EvalOptions(dataset, baselines="fast-graphrag", llm="http://there/v1"))
    assert not settings.home.exists()


def test_a_part_of_a_corpus_is_told_by_the_command(settings: Settings, dataset: str):
    options = EvalOptions(dataset, passages=2, limit=1)
    assert describe(settings, options, "harbour-2")["command"].endswith("--limit 1 --passages 2")


def test_the_command_of_a_run_names_no_place_of_this_machine(settings: Settings, dataset: str, tmp_path: Path):
    options = EvalOptions(dataset, source=Source(folder=tmp_path, base_url="https://u.example"), modes="A", judge=True)
    text = describe(settings, options, "harbour")["command"]
    assert str(tmp_path) not in text
    assert "harbour.json" in text
    assert text.endswith("--modes A --judge")


def test_a_run_goes_on_only_where_all_is_the_same(settings: Settings, dataset: str):
    one = find_journal(settings, EvalOptions(dataset), "s", Bench())
    assert find_journal(settings, EvalOptions(dataset), "s", Bench()) == one
    assert find_journal(settings, EvalOptions(dataset, modes="A", half="seen"), "s", Bench()) == one
    assert find_journal(settings, EvalOptions(dataset), "t", Bench()) != one
    assert find_journal(load_settings(home=settings.home, reranker="none"), EvalOptions(dataset), "s", Bench()) != one
    Path(dataset).write_text(json.dumps({**CORPUS, "licence": "x"}), encoding="utf-8")
    assert find_journal(settings, EvalOptions(dataset), "s", Bench()) != one


def test_fresh_forgets_a_run_that_was_stopped(settings: Settings, dataset: str):
    path = find_journal(settings, EvalOptions(dataset), "s", Bench())
    path.parent.mkdir(parents=True)
    path.write_text("{}\n", encoding="utf-8")
    assert find_journal(settings, EvalOptions(dataset), "s", Bench()).is_file()
    assert not find_journal(settings, EvalOptions(dataset, fresh=True), "s", Bench()).is_file()


@pytest.mark.parametrize("text", ["ten", "0", "100", "-5"])
def test_a_part_to_damage_is_per_cent(connected_settings: Settings, database: Database, text: str):
    from app.evaluating import _shares

    with pytest.raises(SettingsError):
        _shares(text)


def test_an_unknown_site_says_how_to_get_it(connected_settings: Settings, database: Database):
    data = load_dataset("catalogue")
    with pytest.raises(SiteUnknown, match=r"no site catalogue.*--start URL.*--from-dir DIR"):
        ensure_site(connected_settings, data, None, Source(), quiet=True)
    with pytest.raises(SettingsError, match="--base-url"):
        ensure_site(connected_settings, data, "x", Source(folder=Path()), quiet=True)


def test_a_run_is_printed_with_its_counts_and_faults(capsys: pytest.CaptureFixture[str]):
    print_run(RUN, [Path("run.json")])
    shown = capsys.readouterr().out
    assert "demo: 20 questions" in shown
    assert "0.75 (20)" in shown
    assert "flat bm25" in shown
    assert "cut" in shown
    assert "Written: run.json" in shown


@pytest.mark.bench
def test_a_corpus_is_taken_in_asked_and_compared(
    connected_settings: Settings, database: Database, dataset: str, tmp_path: Path
):
    """The whole way, with the real crawler, embedder, graph and retriever."""
    options = EvalOptions(dataset, baselines="bm25", missing="34", limit=3)
    run = run_evaluation(connected_settings, options, quiet=True)
    assert list(run["systems"]) == ["sitequest", "34 % missing", "flat bm25"]
    ours = run["systems"]["sitequest"]["all"]
    assert ours["correct"]["mean"] == 1.0
    assert ours["all_pages"]["n"] == 2
    assert run["systems"]["34 % missing"]["all"]["wrong"]["mean"] == 0.0
    assert run["index"]["sitequest"]["blocks"] >= 3
    assert not list((connected_settings.home / "evaluation").glob("*.jsonl"))
    write_run(run, tmp_path / "run.json", tmp_path / "run.html")
    assert read_run(tmp_path / "run.json")["questions"][0]["systems"]["flat bm25"]["evidence"]
    assert "How tall is the old lighthouse?" in (tmp_path / "run.html").read_text(encoding="utf-8")
