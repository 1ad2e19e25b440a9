"""A whole evaluation on a small made-up site, with a system whose answers are known beforehand."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path

import pytest

from core.errors import GraphEmpty, SettingsError
from core.records import Answer, Citation, Evidence, PageRef, Question, Route, Sentence, Step, Usage
from evaluation.baselines import build_index, chunk_pages, read_body, read_folder
from evaluation.compare import compare_runs, render_changes
from evaluation.datasets import load_dataset
from evaluation.records import Dataset, GoldQuestion, Passage, Place, Reply
from evaluation.report import render_html, render_table
from evaluation.run import compare_files, evaluate, read_run, write_run
from evaluation.runner import run_systems
from evaluation.systems import Bench, Plan
from models.factory import EmbedderSet
from models.protocols import Vectors
from models.rerank import BuiltinReranker

PAGES = [
    Passage("/fees/", "Fees", "Tuition is 900 euros a term. " + "Other words about nothing. " * 60),
    Passage("/library/", "Library", "The library opens at nine and closes at ten in the evening."),
]
DATASET = Dataset(
    "small",
    (
        GoldQuestion("q1", "How much is tuition?", "lookup", groups=(("900 euros",),), pages=("/fees/",), mode="A"),
        GoldQuestion("q2", "When does the library open?", "lookup", groups=(("nine",),), pages=("/library/",)),
        GoldQuestion("q3", "Where is the pool?", "unanswerable", answerable=False),
    ),
)


class Known:
    """Answers the first question, refuses the others; counts how often it is asked."""

    def __init__(self, text: str = "Tuition is 900 euros a term.") -> None:
        self.asked: list[str] = []
        self._text = text

    async def ask(self, question: Question, options: object = None) -> Answer:
        self.asked.append(question.text)
        if "tuition" not in question.text:
            return Answer(
                question=question.text,
                site="s",
                answer="The site does not say.",
                answered=False,
                route=Route(mode="none", confidence=0.1, reason=""),
            )
        block = Evidence(
            block_id="b", url="http://s/fees/", title="Fees", heading_path=(), text="Tuition is 900 euros a term."
        )
        return Answer(
            question=question.text, site="s", answer=self._text, answered=True,
            sentences=(Sentence(text=self._text, citations=(1,)),),
            citations=(Citation(n=1, url=block.url, anchor=None, title="Fees", heading_path=(), quote="900 euros",
                                block_id="b"),),
            pages=(PageRef(url=block.url, title="Fees"),), route=Route(mode="A", confidence=0.9, reason=""),
            trace=(Step(step="search", ms=2.0),), usage=Usage(llm_calls=0), evidence=(block,),
        )  # fmt: skip


class Letters:
    """Vectors of letter counts: enough for the plumbing."""

    name, size, languages = "letters", 26, ("*",)

    def embed_passages(self, texts: list[str]) -> Vectors:
        import numpy as np

        return np.array([[text.lower().count(chr(97 + place)) for place in range(26)] for text in texts], np.float32)

    embed_questions = embed_passages


async def test_an_evaluation_scores_ours_and_the_baselines_together(tmp_path: Path):
    plan = Plan(modes=("B",), ablations=("rerank",), baselines=("bm25", "dense", "rrf"))
    bench = Bench(Known(), pages=lambda: PAGES, embedders=EmbedderSet(Letters()), cache=tmp_path, answers=False)
    run = await evaluate(DATASET, bench, plan)
    assert list(run["systems"]) == ["sitequest", "mode B", "without rerank", "flat bm25", "flat dense", "flat rrf"]
    ours = run["systems"]["sitequest"]
    assert ours["all"]["correct"]["mean"] == pytest.approx(2 / 3)
    assert ours["all"]["route"] == {"mean": 1.0, "low": pytest.approx(0.2065, abs=1e-3), "high": 1.0, "n": 1}
    assert ours["abstention"]["precision"]["mean"] == 0.5
    assert ours["abstention"]["recall"]["mean"] == 1.0
    assert ours["faults"] == {"not retrieved": 1}
    assert run["systems"]["flat bm25"]["all"]["evidence"]["mean"] == 1.0
    assert "correct" not in run["systems"]["flat bm25"]["all"]
    assert run["index"]["flat chunks"]["chunks"] == 3


async def test_a_baseline_answers_by_the_means_of_ours_and_cites_its_chunks():
    bench = Bench(pages=lambda: PAGES, embedders=EmbedderSet(Letters()), reranker=BuiltinReranker())
    run = await evaluate(DATASET, bench, Plan(baselines=("bm25",)))
    first = run["questions"][0]["systems"]["flat bm25"]
    assert first["answered"]
    assert "900 euros" in first["answer"]
    scores = run["systems"]["flat bm25"]["all"]
    assert scores["citation_precision"]["mean"] == 1.0
    assert scores["pages_cited"]["mean"] == 1.0
    assert scores["tokens"]["mean"] == 0.0


async def test_without_blocks_is_ours_over_flat_chunks():
    bench = Bench(Known(), pages=lambda: PAGES, embedders=EmbedderSet(Letters()), reranker=BuiltinReranker())
    run = await evaluate(DATASET, bench, Plan(ablations=("blocks",)))
    assert list(run["systems"]) == ["sitequest", "without blocks"]
    assert run["systems"]["without blocks"]["all"]["evidence"]["mean"] == 1.0


async def test_only_so_many_questions_are_asked():
    known = Known()
    await evaluate(DATASET, Bench(known), limit=1)
    assert known.asked == ["How much is tuition?"]


async def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path):
    journal = tmp_path / "run.jsonl"
    first, second = Known(), Known()
    await evaluate(DATASET, Bench(first), journal=journal)
    lines = journal.read_text(encoding="utf-8").splitlines()
    journal.write_text("\n".join([*lines[:2], lines[2][:20]]), encoding="utf-8")
    run = await evaluate(DATASET, Bench(second), journal=journal)
    assert second.asked == ["Where is the pool?"]
    assert run["systems"]["sitequest"]["all"]["correct"]["n"] == 3


async def test_a_system_that_fails_is_counted_and_ends_nothing():
    class Broken:
        name = "broken"

        async def ask(self, question: GoldQuestion) -> Reply:
            raise RuntimeError("no such thing")

        def locate(self, question: GoldQuestion) -> Place:
            return Place()

    outcomes = await run_systems(DATASET, [Broken()])
    assert [outcome.fault for outcome in outcomes] == ["failed"] * 3
    assert [outcome.metrics["correct"] for outcome in outcomes] == [0.0] * 3
    assert "RuntimeError: no such thing" in outcomes[0].reply.error


async def test_a_refusal_by_our_own_error_is_a_refusal():
    class Empty:
        async def ask(self, question: Question, options: object = None) -> Answer:
            raise GraphEmpty("Nothing has been ingested yet.")

    run = await evaluate(DATASET, Bench(Empty()))
    assert run["systems"]["sitequest"]["all"]["refused_rightly"]["mean"] == 1.0


async def test_the_report_is_one_file_with_every_question_and_no_outside_link(tmp_path: Path):
    bench = Bench(Known("Tuition is <b>900 euros</b> a term."), pages=lambda: PAGES)
    run = await evaluate(DATASET, bench, Plan(baselines=("bm25",)))
    html = render_html(run)
    for question in DATASET.questions:
        assert question.text in html
    assert "&lt;b&gt;900 euros" in html
    assert "<b>900 euros" not in html
    assert "<svg" in html
    assert "http://" not in html.replace("http://s/", "")
    assert "https://" not in html
    assert "N/A" in html


async def test_a_run_is_written_read_and_compared(tmp_path: Path):
    good = await evaluate(DATASET, Bench(Known()))
    bad = await evaluate(DATASET, Bench(Known("Tuition is free.")))
    write_run(good, tmp_path / "good.json", tmp_path / "good.html")
    write_run(bad, tmp_path / "bad.json")
    assert read_run(tmp_path / "good.json")["systems"].keys() == good["systems"].keys()
    changes = compare_files(tmp_path / "good.json", tmp_path / "bad.json")
    fallen = next(change for change in changes if change.metric == "correct")
    assert fallen.worse
    assert not fallen.regressed  # one question in three may be chance
    assert fallen.lost == ("How much is tuition?",)
    assert "lost: How much is tuition?" in render_changes(changes)


def _fake_run(scores: list[float], name: str = "correct") -> dict[str, object]:
    questions = [
        {"id": str(number), "question": f"q{number}", "systems": {"ours": {"metrics": {name: score}}}}
        for number, score in enumerate(scores)
    ]
    return {"systems": {"ours": {}}, "questions": questions}


def test_a_clear_fall_is_a_regression_and_a_clear_rise_is_not():
    down = compare_runs(_fake_run([1.0] * 20), _fake_run([1.0] * 10 + [0.0] * 10))
    up = compare_runs(_fake_run([0.0] * 20), _fake_run([1.0] * 20))
    assert down[0].regressed
    assert not up[0].regressed


def test_more_wrong_answers_are_a_regression():
    assert compare_runs(_fake_run([0.0] * 20, "wrong"), _fake_run([1.0] * 20, "wrong"))[0].regressed


def test_runs_of_different_sets_cannot_be_compared():
    with pytest.raises(SettingsError, match="share no question"):
        compare_runs(_fake_run([1.0]), {"systems": {}, "questions": []})


def test_what_is_no_run_is_refused_with_a_sentence(tmp_path: Path):
    (tmp_path / "x.json").write_text("[]", encoding="utf-8")
    with pytest.raises(SettingsError, match="no evaluation run"):
        read_run(tmp_path / "x.json")


def test_an_unknown_part_is_named():
    with pytest.raises(SettingsError, match="no ablation 'magic'"):
        Plan(ablations=("magic",))


async def test_baselines_without_pages_say_what_to_do():
    with pytest.raises(SettingsError, match="crawl the site first"):
        await evaluate(DATASET, Bench(), Plan(baselines=("bm25",)))


async def test_a_table_of_kinds_has_na_where_nothing_is_measured():
    run = await evaluate(DATASET, Bench(Known(), pages=lambda: PAGES), Plan(baselines=("bm25",)))
    table = render_table(run, ("correct", "evidence"))
    assert "| unanswerable | 1.000 (1) | N/A | N/A | N/A |" in table


def test_chunks_are_150_words_and_lose_none():
    chunks = chunk_pages(PAGES)
    assert [len(chunk.text.split()) for chunk in chunks] == [150, 96, 12]
    assert " ".join(chunk.text for chunk in chunks if chunk.url == "/fees/").split() == PAGES[0].text.split()


def test_a_page_is_read_without_scripts_and_chrome():
    page = read_body("/a", b"<title> A  b </title><body><nav>menu</nav><p>one<br>two</p><script>x()</script></body>")
    assert (page.title, page.text) == ("A b", "one two")
    assert read_body("/a", b"").text == ""


def test_bm25_finds_chinese_by_pairs_of_signs():
    index = build_index([Passage("/a", "", "图书馆九点开门"), Passage("/b", "", "学费每年九百")])
    assert index.search("bm25", "图书馆几点开门？", 1)[0].url == "/a"


def test_every_bundled_set_loads_and_has_ids_of_its_own():
    for name in ("demo", "catalogue", "hkust", "adsai", "lists", "catalogue-global", "disagree"):
        dataset = load_dataset(name)
        ids = [question.id for question in dataset.questions]
        assert len(ids) == len(set(ids)) > 0


def test_a_half_can_be_chosen():
    both, seen, unseen = (load_dataset("catalogue", half) for half in ("", "seen", "unseen"))
    assert len(seen.questions) + len(unseen.questions) == len(both.questions)


def test_public_multi_hop_forms_are_read(tmp_path: Path):
    hotpot = [{"_id": "h", "question": "Who?", "answer": "Ann", "type": "bridge",
               "supporting_facts": [["T", 0], ["U", 1]],
               "context": [["T", ["Ann is. "]], ["U", ["x", "y"]]]}]  # fmt: skip
    musique = [{"id": "m", "question": "Who?", "answer": "Ann", "question_decomposition": [], "answerable": True,
                "paragraphs": [{"title": "T", "paragraph_text": "Ann.", "is_supporting": True}]}]  # fmt: skip
    (tmp_path / "h.json").write_text(json.dumps(hotpot), encoding="utf-8")
    (tmp_path / "m.json").write_text(json.dumps(musique), encoding="utf-8")
    read_hotpot, read_musique = load_dataset(str(tmp_path / "h.json")), load_dataset(str(tmp_path / "m.json"))
    assert read_hotpot.questions[0].pages == ("T", "U")
    assert read_hotpot.passages[1].text == "xy"
    assert read_musique.questions[0].pages == ("T",)


def test_an_unknown_set_or_form_is_refused(tmp_path: Path):
    (tmp_path / "x.json").write_text('[{"foo": 1}]', encoding="utf-8")
    with pytest.raises(SettingsError, match=r"no dataset 'nowhere'.*demo, adsai, adsai-everyday, catalogue,.*lists"):
        load_dataset("nowhere")
    with pytest.raises(SettingsError, match="form of the dataset"):
        load_dataset(str(tmp_path / "x.json"))


def _unpack(shared: Path, name: str, target: Path) -> Path:
    with tarfile.open(shared / "data" / f"{name}.tar.xz") as archive:
        archive.extractall(target, filter="data")
    return target / name


@pytest.mark.bench
async def test_flat_bm25_reproduces_the_measured_figures_within_one_question(shared: Path, tmp_path: Path):
    """Answer words and gold pages in the top five of the catalogue, as the notes of the data give them."""
    site = _unpack(shared, "ucsd-catalog", tmp_path) / "www"
    run = await evaluate(
        str(shared / "data" / "ucsd_questions.json"),
        Bench(pages=lambda: read_folder(site)),
        Plan(baselines=("bm25",)),
    )
    kinds = run["systems"]["flat bm25"]["kinds"]
    expected = {"lookup": (0.90, 0.97), "list": (0.77, 1.0), "two-hop": (0.07, 0.17)}
    for kind, (evidence, pages) in expected.items():
        assert kinds[kind]["evidence"]["mean"] == pytest.approx(evidence, abs=1.5 / 30), kind
        assert kinds[kind]["page_recall"]["mean"] == pytest.approx(pages, abs=1.5 / 30), kind
    assert kinds["entity"]["page_recall"]["mean"] == 1.0


@pytest.mark.parametrize(
    ("name", "file", "recall", "all_gold"),
    [
        ("hotpotqa-train100", "hotpotqa_train.json", 0.775, 0.57),
        ("2wikimultihopqa", "questions.dev400.json", 0.678, 0.355),
    ],
)
async def test_flat_bm25_reproduces_the_multi_hop_figures(
    shared: Path, tmp_path: Path, name: str, file: str, recall: float, all_gold: float
):
    run = await evaluate(str(_unpack(shared, name, tmp_path) / file), Bench(), Plan(baselines=("bm25",)))
    scores = run["systems"]["flat bm25"]["all"]
    assert scores["page_recall"]["mean"] == pytest.approx(recall, abs=1 / scores["page_recall"]["n"])
    assert scores["all_pages"]["mean"] == pytest.approx(all_gold, abs=1 / scores["all_pages"]["n"])
