"""What relations and things are called in other words: names of relations, and short or foreign names of units."""

# ruff: noqa: E501  names and pages stand on one line

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.entities.llm_output import read_findings
from ingest.entities.profile import load_profile
from ingest.entities.wording import Wording, read_relation

PROFILE = load_profile("university")
STRAIGHT = [
    ("person", "teaches", "course", "Teaches|teaching|instructor of|lectures in|TEACHES|teaches_course|gives"),
    ("person", "member_of", "department", "works at|works for|affiliated with|member of|is a member of|employed by"),
    ("person", "member_of", "department", "belongs to|affiliation|professor at|worksFor|is a researcher in|faculty member of"),
    ("person", "heads", "department", "head of|is the head of|director of|chair of|Dean of|leads|heads|chairs|acting director of"),
    ("course", "requires", "course", "prereq|prerequisite|must have completed|requires|has prerequisite|Prerequisites:"),
    ("course", "requires", "course", "requires completion of|depends on|pre-requisite|students must have taken"),
    ("course", "corequisite", "course", "co-requisite|corequisite of|taken together with|coreq"),
    ("course", "excludes", "course", "exclusion|antirequisite|preclusion|cannot be taken with|mutually exclusive with"),
    ("department", "part_of", "department", "part of|is part of|belongs to|division of|a department of|is housed in"),
    ("department", "offers", "programme", "offers|provides|has programme|runs"),
    ("person", "supervises", "person", "supervises|advisor of|is the supervisor of|mentors|co-supervises"),
    ("person", "wrote", "publication", "wrote|author of|authored|is the author of|published"),
    ("person", "researches", "research_topic", "researches|works on|research interests|interested in|specializes in|studies"),
    ("person", "coordinates", "course", "coordinates|coordinator of|module leader for|is responsible for"),
]  # fmt: skip
TURNED = [
    ("course", "teaches", "person", "is taught by|taught by|instructor|Instructor:|has instructor|lecturer|taught_by"),
    ("department", "member_of", "person", "employs|has member|members|staff"),
    ("department", "heads", "person", "headed by|is led by|director|head|chaired by|dean"),
    ("course", "requires", "course", "is a prerequisite for|prerequisite of|is required for|leads to"),
    ("department", "part_of", "department", "has part|includes|houses|has department"),
    ("course", "offers", "department", "offered by|is offered by|provided by"),
    ("person", "supervises", "person", "supervised by|advisor|is a PhD student of|advised by"),
    ("publication", "wrote", "person", "written by|author|authored by|authors"),
    ("course", "coordinates", "person", "coordinator|coordinated by|course leader"),
]


def cases(rows: list[tuple[str, str, str, str]]) -> list[tuple[str, str, str, str]]:
    return [(words, *row[:3]) for row in rows for words in row[3].split("|")]


@pytest.mark.parametrize(("words", "head", "name", "tail"), cases(STRAIGHT))
def test_a_relation_in_other_words_has_the_name_of_the_profile(words: str, head: str, name: str, tail: str):
    assert read_relation(words, head, tail, PROFILE) == Wording(name)


@pytest.mark.parametrize(("words", "head", "name", "tail"), cases(TURNED))
def test_a_relation_told_from_its_other_end_is_turned(words: str, head: str, name: str, tail: str):
    assert read_relation(words, head, tail, PROFILE) == Wording(name, turned=True)


@pytest.mark.parametrize(
    ("words", "name"), [("plays chess with", "plays_chess_with"), ("", "related_to"), ("飞", "飞")]
)
def test_words_that_no_rule_knows_are_kept(words: str, name: str):
    assert read_relation(words, "person", "person", PROFILE) == Wording(name)


def test_a_bare_word_between_the_right_ends_is_not_turned():
    assert read_relation("instructor", "person", "course", PROFILE) == Wording("teaches")


def test_a_model_that_speaks_in_its_own_words_gives_facts_in_those_of_the_profile():
    answer = (
        '{"entities": [{"name": "Ada Quill", "type": "person"}, {"name": "ALG 101", "type": "course"}],'
        ' "relations": [{"source": "ALG 101", "type": "is taught by", "target": "Ada Quill"}]}'
    )
    assert read_findings(answer, PROFILE).relations == (("Ada Quill", "teaches", "ALG 101"),)


def test_a_profile_without_relations_keeps_all_words():
    assert read_relation("is taught by", "person", "course", load_profile("documentation")) == Wording("is_taught_by")


@given(st.text(max_size=60), st.sampled_from(sorted(PROFILE.types)), st.sampled_from(sorted(PROFILE.types)))
def test_any_words_give_a_name(words: str, head: str, tail: str):
    found = read_relation(words, head, tail, PROFILE)
    assert found.name
    assert len(found.name) <= 40
    assert read_relation(found.name, *((tail, head) if found.turned else (head, tail)), PROFILE).name == found.name
