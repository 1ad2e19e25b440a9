"""Drafts of questions: gold from the graph's structure, and a person's decisions that are never lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import SettingsError
from evaluation.datasets import load_dataset
from evaluation.drafting import KINDS, Draft, Fact, Facts, draft_questions, read_facts
from evaluation.review import Review, change
from evaluation.texts import holds
from graph.database import Database
from tests.retrieval_samples import PAGES, ingest


def fact(head: str, relation: str, tail: str, tail_type: str = "value", text: str = "", kind: str = "course") -> Fact:
    said = text or f"{head}: {relation} {tail}"
    block = f"b-{head}-{relation}"
    return Fact(f"c:{head}", head, kind, relation, f"v:{tail}", tail, tail_type, block, f"/{head}", said)


def some_facts() -> Facts:
    facts = [
        fact("COMP 10", "units", "4 units"),
        fact("COMP 10", "semester", "autumn"),
        fact("COMP 20", "units", "6 units"),
        fact("Ada Lin", "email", "ada@college.example", kind="person"),
        fact("Ada Lin", "room", "M2", kind="person"),
        fact("Bo Sand", "email", "bo@college.example", kind="person"),
        *(fact("COMP 30", "requires", f"COMP {number}", "course") for number in (11, 12, 13)),
        Fact("c:X", "COMP 40", "course", "teaches", "c:Ada Lin", "Ada Lin", "person", "b", "/x", "taught by Ada Lin"),
    ]
    return Facts(facts, [{"id": "t", "title": "Fees", "summary": "Fees are due.", "urls": ["/a", "/b"]}])


def by_kind(drafts: list[Draft]) -> dict[str, list[Draft]]:
    found: dict[str, list[Draft]] = {kind: [] for kind in KINDS}
    for draft in drafts:
        found[draft.row["kind"]].append(draft)
    return found


def test_every_kind_of_question_is_drafted():
    drafts = by_kind(draft_questions(some_facts(), 100))
    assert all(drafts.values()), {kind: len(found) for kind, found in drafts.items()}


def test_a_lookup_has_its_value_and_page_as_gold():
    lookups = by_kind(draft_questions(some_facts(), 100))["lookup"]
    row = next(
        draft.row for draft in lookups if "COMP 10" in draft.row["question"] and draft.row["answer"] == "4 units"
    )
    assert row["accept"] == ["4 units"]
    assert row["pages"] == ["/COMP 10"]


def test_a_list_has_all_its_items_and_a_question_that_names_their_head():
    (draft,) = by_kind(draft_questions(some_facts(), 100))["list"]
    assert draft.row["exact"] == ["COMP 11", "COMP 12", "COMP 13"]
    assert "COMP 30" in draft.row["question"]


def test_two_hops_ask_for_the_attribute_of_what_a_relation_leads_to():
    rows = [draft.row for draft in by_kind(draft_questions(some_facts(), 100))["two-hop"]]
    assert any(row["answer"] in ("ada@college.example", "M2") and "/x" in row["pages"] for row in rows)
    assert not any("Ada Lin" in row["question"] for row in rows)


def test_a_comparison_needs_both_values():
    rows = [draft.row for draft in by_kind(draft_questions(some_facts(), 100))["comparison"]]
    assert {tuple(sorted(row["items"])) for row in rows} >= {("4 units", "6 units")}


def test_a_follow_up_leans_on_the_turn_before():
    row = by_kind(draft_questions(some_facts(), 100))["follow-up"][0].row
    assert row["history"][0]["role"] == "user"
    assert not any(name in row["question"] for name in ("COMP", "Ada"))


def test_what_has_no_answer_is_absent_from_the_graph():
    rows = [draft.row for draft in by_kind(draft_questions(some_facts(), 100))["unanswerable"]]
    assert all(not row["answerable"] and row["answer"] == "" and not row["pages"] for row in rows)
    assert any("room" in row["question"] and "Bo Sand" in row["question"] for row in rows)


def test_a_value_that_its_block_does_not_say_is_not_asked_for():
    facts = Facts([fact("COMP 50", "units", "4 units", text="Four credits.")])
    assert draft_questions(facts, 10) == []


def test_the_same_seed_drafts_the_same_and_another_does_not():
    assert draft_questions(some_facts(), 100) == draft_questions(some_facts(), 100)
    assert [one.id for one in draft_questions(some_facts(), 100, 1)] != [
        one.id for one in draft_questions(some_facts(), 100, 2)
    ]


def test_kinds_take_turns_when_few_are_wanted():
    assert len({draft.row["kind"] for draft in draft_questions(some_facts(), 7)}) == 7


def test_chinese_things_are_asked_about_in_chinese():
    facts = Facts([fact("沈雨衡", "room", "M2.03", kind="person"), fact("李明", "room", "M2.04", kind="person")])
    rows = [draft.row for draft in draft_questions(facts, 20)]
    assert {row["lang"] for row in rows} == {"zh"}
    assert any("沈雨衡的房间" in row["question"] for row in rows)


def test_a_graph_without_facts_gives_no_drafts():
    assert draft_questions(Facts([]), 10) == []


def test_drafts_of_a_real_graph_hold_in_their_blocks(database: Database, tmp_path: Path):
    ingest(database, tmp_path, PAGES)
    drafts = draft_questions(read_facts(database, "college"), 50)
    kinds = by_kind(drafts)
    assert kinds["lookup"]
    assert kinds["unanswerable"]
    for draft in kinds["lookup"]:
        assert any(holds(text, draft.row["answer"]) for _, text in draft.blocks)
        assert draft.row["pages"][0].startswith("https://college.example/")


def a_draft(question: str = "How many units?", **more: object) -> Draft:
    row = {"id": f"lookup-{question}", "question": question, "kind": "lookup", "answer": "4", "accept": ["4"], **more}
    return Draft(row, "path", (("/a", "4 units"),))


def test_decisions_are_kept_and_gone_on_with(tmp_path: Path):
    drafts = [a_draft("one"), a_draft("two"), a_draft("three")]
    review = Review(tmp_path / "deep" / "questions.json", "college")
    review.accept(drafts[0])
    review.reject(drafts[1])
    again = Review(tmp_path / "deep" / "questions.json", "college")
    assert again.pending(drafts) == [drafts[2]]
    assert again.counts() == (1, 1)
    dataset = load_dataset(str(again.path))
    assert (dataset.name, dataset.site) == ("questions", "college")
    assert dataset.questions[0].groups == (("4",),)


def test_words_of_a_question_and_answer_may_be_changed(tmp_path: Path):
    review = Review(tmp_path / "q.json", "college")
    review.accept(a_draft(), "What is the number of  units?", "four | 4")
    row = json.loads(review.path.read_text(encoding="utf-8"))["questions"][0]
    assert row["question"] == "What is the number of units?"
    assert (row["answer"], row["accept"]) == ("four", ["four", "4"])


@pytest.mark.parametrize(
    ("row", "answer", "expected"),
    [
        ({"answer": "4", "accept": ["4"]}, "4; 6 | six", {"items": ["4", "6 | six"]}),
        ({"answer": "a; b", "exact": ["a", "b"]}, "a; b; c", {"exact": ["a", "b", "c"]}),
        ({"answer": "", "answerable": False}, "5", {"answerable": True, "accept": ["5"]}),
        ({"answer": "4", "accept": ["4"]}, "", {"accept": ["4"]}),
    ],
)
def test_a_changed_answer_keeps_the_form_of_its_kind(row: dict, answer: str, expected: dict):
    assert change(row, "", answer).items() >= expected.items()


def test_a_file_of_something_else_is_never_written_over(tmp_path: Path):
    path = tmp_path / "notes.json"
    path.write_text("[1, 2]", encoding="utf-8")
    with pytest.raises(SettingsError, match="something else than questions"):
        Review(path, "college").accept(a_draft())
    assert path.read_text(encoding="utf-8") == "[1, 2]"


def test_everyday_questions_take_any_of_the_right_values_and_none_is_made_of_other_things():
    facts = [
        fact("Ada Lin", "rank", "Professors", kind="person"),
        Fact(
            "p:Ada", "Ada Lin", "person", "member_of", "d:H", "Hydrology", "department", "b", "/h", "Hydrology: Ada Lin"
        ),
        Fact("p:Ada", "Ada Lin", "person", "member_of", "d:B", "Botany", "department", "b", "/b", "Botany: Ada Lin"),
        fact("COMP 10", "phone", "555 0101", kind="course"),
    ]
    rows = [draft.row for draft in by_kind(draft_questions(Facts(facts), 100))["everyday"]]
    assert sorted(row["accept"] for row in rows) == [["Hydrology", "Botany"], ["Professors"]]
    assert all("Ada Lin" in row["question"] for row in rows)
