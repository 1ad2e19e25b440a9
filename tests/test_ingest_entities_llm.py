"""Extraction by a language model: tolerant reading, the cache, the budget, and one bad answer that costs one block."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.errors import LLMError
from ingest.entities.borderline import BorderlineJudge
from ingest.entities.llm import Budget, FindingsCache, ModelExtractor, enrich
from ingest.entities.llm_output import read_findings
from ingest.entities.profile import load_profile
from ingest.entities.raw import RawEntity
from ingest.entities.resolution import resolve
from ingest.names import name_key
from models.protocols import Completion
from tests.ingest_samples import make_page

PROFILE = load_profile("university")
FREE = Budget()
ANSWER = (
    '{"entities": [{"name": "Ada Quill", "type": "person"}, {"name": "ALG 101", "type": "course"}],'
    ' "relations": [{"source": "Ada Quill", "type": "teaches", "target": "ALG 101"}]}'
)
TEXT = "In spring Ada Quill teaches ALG 101 to all who like rivers."


class CannedModel:
    """A language model that gives one answer after another; an exception among them is raised."""

    name = "canned"

    def __init__(self, *answers: str | Exception) -> None:
        self.answers, self.calls = list(answers), 0

    async def complete(
        self, system: str, user: str, *, schema: dict[str, Any] | None = None, max_tokens: int = 512
    ) -> Completion:
        """The next answer."""
        self.calls += 1
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return Completion(answer, 100, 20)

    async def stream(self, system: str, user: str, *, max_tokens: int = 512) -> AsyncIterator[str]:
        """Not used here."""
        yield ""


def extractor(tmp_path: Path, *answers: str | Exception, budget: Budget = FREE) -> ModelExtractor:
    """An extractor with an empty cache."""
    return ModelExtractor(CannedModel(*answers), PROFILE, FindingsCache(tmp_path / "cache.sqlite"), budget)


VARIANTS = [
    ('```json\n{"entities": [{"name": "Lab of Tides", "type": "Group"},], "relations": []}\n```', ["Lab of Tides"]),
    ('The graph for {it}:\n{"entities": [{"name": "ALG101", "type": "Course"}], "relations": []}\nBye!', ["ALG101"]),
    ('{"entities": [{"name": "ALG101", "type": "Course"}, {"name": "Dr Qui', ["ALG101"]),
    ('<think>{"entities": []} first</think>{"entities": [{"name": "B12", "type": "Room"}]}', ["B12"]),
    ('[{"name": "ALG101", "type": "Course"}]', ["ALG101"]),
    ('{"entities": [{"name": null, "type": "Course"}], "relations": [{"source": "A", "target": "B"}]}', []),
]


@pytest.mark.parametrize(("text", "names"), VARIANTS)
def test_an_answer_that_is_not_quite_json_is_read(text: str, names: list[str]):
    found = read_findings(text, PROFILE)
    assert not found.failed
    assert [name for name, _ in found.entities] == names
    assert found.relations == ()


def test_arrays_are_read_and_what_only_a_relation_names_is_an_entity_too():
    text = """{"entities": [["Ada Quill", "person"], ["3 May 1961", "date"], ["Porto"]],
        "relations": [["ada quill", "born on", "3 May 1961"], ["Ada Quill", "Lives-in", "Lyon"], ["Ada Quill"]]}"""
    found = read_findings(text, PROFILE)
    kinds = {"Ada Quill": "person", "3 May 1961": "value", "Porto": "other", "Lyon": "other"}
    assert dict(found.entities) == kinds
    assert found.relations == (("Ada Quill", "born_on", "3 May 1961"), ("Ada Quill", "lives_in", "Lyon"))


def test_a_date_that_a_model_finds_is_a_value_of_the_graph(tmp_path: Path):
    text = "Ada Quill, who teaches ALG 101 every autumn, was born on 3 May 1961 in a small town."
    answer = '{"entities": [["Ada Quill", "person"]], "relations": [["Ada Quill", "born on", "3 May 1961"]]}'
    answer = answer.replace('"person"]', '"person"], ["3 May 1961", "date"]')
    page = make_page("river", [text])
    graph = enrich(page, extractor(tmp_path, answer).extract(page.blocks), PROFILE)
    (relation,) = [row for row in graph.relations if row.found_by == "llm"]
    assert (relation.type, relation.tail.split(":")[1]) == ("born_on", "value")
    assert not [row for row in graph.mentions if row.entity_id == relation.tail]


def test_a_date_that_no_fact_gives_to_anything_is_not_in_the_graph(tmp_path: Path):
    text = "Ada Quill, who teaches ALG 101 every autumn, was born on 3 May 1961 in a small town."
    answer = '{"entities": [["3 May 1961", "date"]], "relations": [["3 May 1961", "birth of", "Ada Quill"]]}'
    page = make_page("river", [text])
    graph = enrich(page, extractor(tmp_path, answer).extract(page.blocks), PROFILE)
    assert (graph.relations, {entity.name for entity in graph.entities}) == ((), {"Ada Quill"})


def test_an_answer_without_json_counts_as_failed():
    assert read_findings("I am sorry, I cannot do that.", PROFILE).failed


def test_a_type_that_the_profile_does_not_know_becomes_other():
    assert read_findings('[{"name": "B12", "type": "Room"}]', PROFILE).entities == (("B12", "other"),)


def test_findings_say_who_found_them(tmp_path: Path):
    page = make_page("river", [TEXT])
    graph = enrich(page, extractor(tmp_path, ANSWER).extract(page.blocks), PROFILE)
    assert [(row.type, row.found_by) for row in graph.relations] == [("teaches", "llm")]
    assert {entity.name for entity in graph.entities} == {"Ada Quill", "ALG 101"}
    assert all(TEXT[row.start : row.end] == row.surface for row in graph.mentions if row.surface)


def test_names_that_the_block_does_not_hold_are_not_believed(tmp_path: Path):
    page = make_page("river", ["Nothing is said here of any person or of any course at all."])
    assert enrich(page, extractor(tmp_path, ANSWER).extract(page.blocks), PROFILE) == page


def test_an_entity_that_the_form_gave_is_used_again(tmp_path: Path):
    page = make_page("river", [TEXT], [("Ada Quill", "reader")])
    graph = enrich(page, extractor(tmp_path, ANSWER).extract(page.blocks), PROFILE)
    assert len([entity for entity in graph.entities if entity.type == "person"]) == 1


def test_one_bad_answer_costs_one_block(tmp_path: Path):
    page = make_page("river", [TEXT, f"{TEXT} Again.", f"{TEXT} And again."])
    maker = extractor(tmp_path, ANSWER, LLMError("The model timed out."), "no json", ANSWER)
    assert len(maker.extract(page.blocks)) == 1
    assert maker.usage.failed == 2


def test_a_second_run_asks_nothing(tmp_path: Path):
    page = make_page("river", [TEXT])
    maker = extractor(tmp_path, ANSWER)
    first = maker.extract(page.blocks)
    assert maker.extract(page.blocks) == first
    assert (maker.usage.calls, maker.usage.cached) == (1, 1)


def test_changed_content_is_asked_again(tmp_path: Path):
    page = make_page("river", [TEXT])
    maker = extractor(tmp_path, ANSWER)
    maker.extract(page.blocks)
    maker.extract([replace(page.blocks[0], content_hash="other")])
    assert maker.usage.calls == 2


def test_a_dry_run_tells_calls_tokens_and_money_without_a_call(tmp_path: Path):
    page = make_page("river", [TEXT, f"{TEXT} Again.", "Short."])
    maker = extractor(tmp_path, ANSWER, budget=Budget(price=2.0))
    estimate = maker.estimate(page.blocks)
    assert (estimate.calls, estimate.cached, maker.usage.calls) == (2, 0, 0)
    assert estimate.prompt_tokens > 100
    assert estimate.money > 0


def test_a_spent_budget_stops_cleanly(tmp_path: Path):
    page = make_page("river", [TEXT, f"{TEXT} Again.", f"{TEXT} And again."])
    maker = extractor(tmp_path, ANSWER, budget=Budget(calls=1))
    assert len(maker.extract(page.blocks)) == 1
    assert maker.usage.skipped == 2


def test_the_cache_can_be_emptied(tmp_path: Path):
    page = make_page("river", [TEXT])
    maker = extractor(tmp_path, ANSWER)
    maker.extract(page.blocks)
    assert maker.cache.clear() == 1
    maker.extract(page.blocks)
    assert maker.usage.calls == 2


def topic(name: str, number: int) -> RawEntity:
    """A research topic with a vector that makes a pair of them doubtful."""
    key = name_key("research_topic", name)
    vector = (1.0, 0.0) if number == 1 else (0.88, 0.475)
    return RawEntity(f"demo:research_topic:{key}", "research_topic", key, frozenset((name,)), vector=vector)


DOUBTFUL = [topic("coastal erosion modelling", 1), topic("coastal erosion modeling", 2)]


def test_a_doubtful_pair_is_one_only_when_the_model_says_so(tmp_path: Path):
    assert resolve(DOUBTFUL) == []
    for answer, merged in (('{"same": true}', 1), ('{"same": false}', 0), ("no idea", 0)):
        judge = BorderlineJudge(CannedModel(answer), FindingsCache(tmp_path / f"{merged}{len(answer)}.sqlite"))
        assert len(resolve(DOUBTFUL, judge=judge)) == merged


def test_a_doubtful_pair_is_asked_about_once(tmp_path: Path):
    model, cache = CannedModel('{"same": true}'), FindingsCache(tmp_path / "cache.sqlite")
    for _ in range(2):
        merges = resolve(DOUBTFUL, judge=BorderlineJudge(model, cache))
    assert model.calls == 1
    assert "language model" in merges[0].reason


def test_a_judge_that_fails_or_has_no_calls_left_joins_nothing(tmp_path: Path):
    cache = FindingsCache(tmp_path / "cache.sqlite")
    assert resolve(DOUBTFUL, judge=BorderlineJudge(CannedModel(LLMError("no answer")), cache)) == []
    model = CannedModel('{"same": true}')
    judge = BorderlineJudge(model, cache, calls=1)
    judge([(topic("a b", 1), topic("a c", 2))])
    assert resolve(DOUBTFUL, judge=judge) == []
    assert model.calls == 1
