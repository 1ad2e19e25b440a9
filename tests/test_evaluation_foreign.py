"""LightRAG and fast-graphrag as baselines: bridges against made-up packages of their names, the host against scripts.

The real libraries run where their environments are in the cache, against a scripted model server.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.errors import ModelError, SettingsError
from core.settings import load_settings
from evaluation.bridge import LIBRARIES, find_python
from evaluation.corpora import take_part
from evaluation.foreign import CALLS, KINDS, LARGEST, Parts, index_folder, is_refusal, open_foreign
from evaluation.gateway import Generator
from evaluation.records import Dataset, GoldQuestion, Passage
from evaluation.run import evaluate
from evaluation.systems import Bench, Plan
from models.rerank import BuiltinReranker
from tests.foreign_fakes import make_environment, scripted_llm
from tests.ingest_samples import HashEmbedder, hash_embedders

ROOT = Path(__file__).resolve().parent.parent
PASSAGES = (
    Passage("/tower.html", "Old lighthouse", "The old lighthouse was built in 1881. It is 31 metres tall."),
    Passage("/ferry.html", "Ferry", "The ferry to the island takes forty minutes and costs 12 crowns."),
)
DATA = Dataset(
    "harbour",
    (
        GoldQuestion("1", "How tall is the old lighthouse?", "lookup", groups=(("31",),), pages=("/tower.html",)),
        GoldQuestion("2", "What does the ferry cost?", "lookup", groups=(("12 crowns",),), pages=("/ferry.html",)),
        GoldQuestion("3", "Who mowed these lawns?", "unanswerable", answerable=False),
    ),
    passages=PASSAGES,
)


def say(body: dict[str, Any]) -> str:
    """What the scripted model answers."""
    text = body["messages"][-1]["content"]
    if not text.startswith("answer"):
        return "{}"
    return "It is 31 metres tall." if "lighthouse" in text else "No relevant information was found."


@pytest.fixture
def llm() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    with scripted_llm(say) as found:
        yield found


def bench_of(url: str, cache: Path, **parts: Any) -> Bench:
    return Bench(
        embedders=hash_embedders(),
        reranker=BuiltinReranker(),
        generator=Generator(url, "scripted"),
        cache=cache,
        **parts,
    )


@pytest.mark.parametrize("kind", KINDS)
async def test_a_library_gives_two_systems_whose_calls_are_counted(
    kind: str, llm: tuple[str, list[dict[str, Any]]], tmp_path: Path
):
    url, asked = llm
    make_environment(tmp_path, kind)
    run = await evaluate(DATA, bench_of(url, tmp_path), Plan(baselines=(kind,)))
    assert list(run["systems"]) == [kind, f"{kind}, our answers"]
    own, ours = run["systems"].values()
    assert own["all"]["correct"]["mean"] == pytest.approx(2 / 3)
    assert own["all"]["evidence"]["mean"] == 1.0
    assert own["all"]["refused_rightly"]["mean"] == 1.0
    assert "citation_precision" not in own["all"]
    assert ours["all"]["citation_precision"]["mean"] == 1.0
    assert ours["all"]["llm_calls"]["mean"] == 1.0
    lighthouse = run["questions"][0]["systems"]
    assert lighthouse[kind]["metrics"]["llm_calls"] == 2.0
    assert lighthouse[kind]["metrics"]["tokens"] == 220.0
    assert lighthouse[kind]["evidence"][0]["url"] == "/tower.html"
    assert "31 metres" in lighthouse[f"{kind}, our answers"]["answer"]
    cost = run["index"][f"{kind} 0.0.1"]
    assert (cost["documents"], cost["entities"], cost["relations"], cost["LLM calls"]) == (2, 3, 1, 2)
    assert (cost["prompt tokens"], cost["generated tokens"]) == (200, 20)
    assert all(isinstance(value, int | float) for value in cost.values())
    assert all(one["key"] == "Bearer none" and one["model"] == "scripted" for one in asked)


async def test_an_index_is_built_once(llm: tuple[str, list[dict[str, Any]]], tmp_path: Path):
    url, asked = llm
    make_environment(tmp_path, "lightrag")
    first = await evaluate(DATA, bench_of(url, tmp_path), Plan(baselines=("lightrag",)))
    asked.clear()
    second = await evaluate(DATA, bench_of(url, tmp_path), Plan(baselines=("lightrag",)))
    assert not [one for one in asked if one["messages"][-1]["content"].startswith("entities")]
    assert second["index"] == first["index"]


def test_a_build_that_failed_starts_anew_without_asking_again(llm: tuple[str, list[dict[str, Any]]], tmp_path: Path):
    url, asked = llm
    make_environment(tmp_path, "lightrag")
    poison = Passage("/bad.html", "Bad", "poison")
    parts = Parts((*PASSAGES, poison), Generator(url, "scripted"), hash_embedders().primary, tmp_path)
    for _ in range(2):
        with pytest.raises(ModelError, match="this document is poison"), open_foreign(["lightrag"], parts):
            pass
    assert len(asked) == 2
    assert len((index_folder(LIBRARIES["lightrag"], parts) / CALLS).read_text(encoding="utf-8").splitlines()) == 2


def test_another_document_is_another_index(tmp_path: Path):
    parts = Parts(PASSAGES, Generator("http://x", "m"), hash_embedders().primary, tmp_path)
    library = LIBRARIES["lightrag"]
    others = [
        replace(parts, passages=PASSAGES[:1]),
        replace(parts, generator=Generator("http://x", "n")),
        replace(parts, embedder=HashEmbedder("another")),
    ]
    assert len({index_folder(library, one) for one in [parts, *others]}) == 4
    assert index_folder(library, replace(parts, generator=Generator("http://y", "m"))) == index_folder(library, parts)


async def test_without_a_language_model_it_is_refused_with_what_to_do(tmp_path: Path):
    bench = replace(bench_of("http://x", tmp_path), generator=None)
    with pytest.raises(SettingsError, match="cannot work without a language model: name one with --llm"):
        await evaluate(DATA, bench, Plan(baselines=("lightrag",)))


@pytest.mark.parametrize("kind", KINDS)
async def test_a_library_that_is_not_there_is_refused_with_the_command_that_installs_it(kind: str, tmp_path: Path):
    with pytest.raises(
        SettingsError,
        match=f"{kind} is not installed.*python3 -m venv --upgrade-deps .*pip install --require-hashes .*{kind}",
    ):
        await evaluate(DATA, bench_of("http://x", tmp_path), Plan(baselines=(kind,)))


async def test_too_many_documents_are_refused(tmp_path: Path):
    many = tuple(Passage(f"/{number}", "", "x") for number in range(LARGEST + 1))
    with pytest.raises(SettingsError, match="--passages N"):
        await evaluate(replace(DATA, passages=many), bench_of("http://x", tmp_path), Plan(baselines=("lightrag",)))


async def test_without_pages_it_says_what_to_do(tmp_path: Path):
    bench = bench_of("http://x", tmp_path, pages=None)
    with pytest.raises(SettingsError, match="crawl the site first"):
        await evaluate(replace(DATA, passages=()), bench, Plan(baselines=("lightrag",)))


def test_what_is_pinned_in_the_message_is_pinned_in_the_files():
    for library in LIBRARIES.values():
        pinned = (ROOT / "requirements" / f"{library.kind}.txt").read_text(encoding="utf-8")
        for package in library.packages:
            assert f"\n{package} \\\n" in f"\n{pinned}", package


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ("Sorry, I'm not able to provide an answer to that question.[no-context]", True),
        ("No relevant information was found.", True),
        ("The provided context does not contain any information about the mayor.", True),
        ("I do not have enough information to answer. The ferry costs 12 crowns.", True),
        ("The answer cannot be found in the given data.", True),
        ("It is 31 metres tall.", False),
        ("Nicki Minaj was born in Port of Spain. Her song's label is not mentioned in the information.", False),
        ("He could not swim.", False),
    ],
)
def test_a_refusal_is_told_by_its_first_sentence(said: str, refused: bool):
    assert is_refusal(said) is refused


def test_a_part_of_a_corpus_has_what_its_questions_need():
    data = Dataset(
        "big",
        (
            GoldQuestion("1", "a?", "x", pages=("p5", "p6")),
            GoldQuestion("2", "b?", "x", pages=("p1", "p2", "p3", "p4")),
            GoldQuestion("3", "c?", "x", pages=("p6", "p7")),
            GoldQuestion("4", "d?", "x", answerable=False),
        ),
        passages=tuple(Passage(f"p{number}", "", "") for number in range(20)),
    )
    part = take_part(data, 5)
    assert [question.id for question in part.questions] == ["1", "3", "4"]
    assert [passage.url for passage in part.passages] == ["p0", "p1", "p5", "p6", "p7"]
    assert part.name == "big-5"
    assert [question.id for question in take_part(data, 5, questions=1).questions] == ["1"]
    assert len(take_part(data, 50).passages) == 20
    with pytest.raises(SettingsError, match="none that small"):
        take_part(replace(data, questions=data.questions[:3]), 1)
    with pytest.raises(SettingsError, match="none that small"):
        take_part(replace(data, passages=()), 5)


GRAPH = {
    "entities": [
        {"name": "Old lighthouse", "type": "Place", "desc": "a tower", "description": "a tower"},
        {"name": "1881", "type": "Date", "desc": "a year", "description": "a year"},
    ],
    "relationships": [
        {
            "source": "Old lighthouse",
            "target": "1881",
            "desc": "built in",
            "description": "built in",
            "keywords": "built",
        }
    ],
    "other_relationships": [],
}


def say_json(body: dict[str, Any]) -> str:
    """What a model would answer to the real libraries."""
    text = json.dumps(body["messages"])
    form = json.dumps(body.get("response_format") or {})
    if "high_level_keywords" in text:
        return json.dumps({"high_level_keywords": ["height"], "low_level_keywords": ["Old lighthouse"]})
    if "TQueryEntities" in form:
        return json.dumps({"named": ["[PLACE] Old lighthouse"], "generic": ["height"]})
    if "TAnswer" in form:
        return json.dumps({"answer": "It is 31 metres tall."})
    return json.dumps(GRAPH) if form != "{}" else "It is 31 metres tall."


@pytest.mark.model
@pytest.mark.parametrize("kind", KINDS)
async def test_the_real_library_does_the_same(kind: str, tmp_path: Path):
    try:
        find_python(LIBRARIES[kind], load_settings().cache)
    except SettingsError as error:
        pytest.skip(str(error))
    (tmp_path / "baselines").symlink_to(load_settings().cache / "baselines")
    with scripted_llm(say_json) as (url, _):
        run = await evaluate(DATA, bench_of(url, tmp_path), Plan(baselines=(kind,)), limit=1)
    assert run["systems"][kind]["all"]["correct"]["mean"] == 1.0
    for system in run["systems"].values():
        assert system["all"]["evidence"]["mean"] == 1.0
    (cost,) = [cost for name, cost in run["index"].items() if name.startswith(kind)]
    assert cost["LLM calls"] >= cost["documents"] == 2
