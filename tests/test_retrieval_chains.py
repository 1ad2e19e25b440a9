from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.analysis import analyse
from retrieval.chains import Chain, may_walk, read_chain
from retrieval.linking import Link
from retrieval.sites import SiteFacts

SITE = SiteFacts(
    "s",
    blocks={"en": 10, "zh": 4},
    entities={"course": 9, "person": 7, "department": 2, "programme": 3, "value": 20},
    relations={
        "requires": 9,
        "teaches": 4,
        "coordinates": 2,
        "offers": 3,
        "member_of": 6,
        "email": 5,
        "room": 5,
        "units": 9,
    },
)


def named(name: str, kind: str, ident: str | None = None, weight: float = 1.0) -> Link:
    return Link(ident or f"s:{kind}:{name.lower()}", "entity", name, kind, weight, name)


def read(text: str, *links: Link) -> Chain | None:
    return read_chain(analyse(text), links, SITE)


COMP = named("COMP 20", "course")


def test_relations_are_followed_from_the_named_thing_outwards():
    chain = read("What is the e-mail of the coordinator of the programme that requires COMP 20?", COMP)
    assert chain is not None
    assert chain.seeds == ("s:course:comp 20",)
    assert [step.types for step in chain.steps] == [("programme",), ()]
    assert "← requires" in chain.steps[0].edges
    assert "requires" not in chain.steps[0].edges
    assert {"coordinates", "← coordinates"} <= set(chain.steps[1].edges)
    assert chain.attributes == ("email",)


def test_one_relation_and_an_attribute_are_a_walk_of_one_step():
    chain = read("In which room is the office of the person who teaches COMP 20?", COMP)
    assert chain is not None
    assert len(chain.steps) == 1
    assert {"teaches", "← teaches"} <= set(chain.steps[0].edges)
    assert chain.steps[0].types == ("person",)
    assert chain.attributes == ("room",)


def test_a_possessive_is_read_to_the_right():
    chain = read("What is COMP 20's teacher's e-mail?", COMP)
    assert chain is not None
    assert len(chain.steps) == 1
    assert "← teaches" in chain.steps[0].edges
    assert chain.attributes == ("email",)


def test_a_chinese_question_is_read_on_both_sides_of_the_name():
    office = read("讲授 COMP 20 的老师的办公室在哪里？", COMP)
    teacher = read("COMP 20 的先修课由谁讲授？", COMP)
    assert office is not None
    assert teacher is not None
    assert [step.types for step in office.steps] == [("person",)]
    assert "← teaches" in office.steps[0].edges
    assert office.attributes == ("room",)
    assert [step.types for step in teacher.steps] == [("course",), ("person",)]
    assert teacher.steps[0].edges == ("requires",)


def test_what_stands_in_the_place_of_a_thing_begins_the_walk():
    other = named("COMP 30", "course")
    chain = read("Who teaches the course that can replace COMP 20 as a prerequisite of COMP 30?", COMP, other)
    assert chain is not None
    assert chain.instead
    assert (chain.seeds, chain.within) == (("s:course:comp 20",), ("s:course:comp 30",))
    assert chain.steps[0].types == ("person",)
    bare = read("What can I take instead of COMP 20 before COMP 30?", COMP, other)
    assert bare is not None
    assert bare.steps == ()


def test_a_plain_relation_two_names_and_no_name_are_no_walks():
    assert read("Who teaches COMP 20?", COMP) is None
    assert read("Who teaches the course that COMP 20 and COMP 30 require?", COMP, named("COMP 30", "course")) is None
    assert read("What is the e-mail of the teacher of algebra?") is None


def test_namesakes_are_one_beginning_and_a_scattered_name_is_none():
    links = [named("Robotics", "course", "s:course:r"), named("Robotics", "department", "s:department:r")]
    chain = read("What is the e-mail of the teacher of Robotics?", *links)
    assert chain is not None
    assert chain.seeds == ("s:course:r", "s:department:r")


def test_only_questions_with_several_relations_are_worth_linking():
    assert may_walk(analyse("What is the room of the teacher of COMP 20?"), SITE)
    assert not may_walk(analyse("When does the library open?"), SITE)


QUILL = named("Odile Quill", "person")
QUILL_IDS = ("s:person:odile quill",)
HYDRO = named("Hydrology", "department")


@pytest.mark.parametrize(
    "text",
    [
        "What is Odile Quill's e-mail address?",
        "e-mail of Odile Quill",
        "How can I contact Odile Quill?",
        "Where can I write to Prof. Odile Quill?",
        "Odile Quill的邮箱是什么？",
    ],
)
def test_how_a_named_person_is_reached_is_a_walk_of_no_step(text: str):
    assert read(text, QUILL) == Chain(QUILL_IDS, (), ("email",))


def test_how_a_part_of_a_named_thing_is_reached_is_not_told_of_the_thing():
    assert read("What is the e-mail of the Hydrology department?", HYDRO) is not None
    assert read("What is the e-mail of the advising desk of the Hydrology department?", HYDRO) is None


@pytest.mark.parametrize(
    "text",
    [
        "Which department is Odile Quill in?",
        "Where does Professor Odile Quill work?",
        "What does Odile Quill belong to?",
        "Odile Quill是哪个系的？",
    ],
)
def test_where_a_person_belongs_is_a_walk_of_one_step(text: str):
    chain = read(text, QUILL)
    assert chain is not None
    assert chain.belonging
    assert [step.edges for step in chain.steps] == [("member_of",)]
    assert read("Which department is Hydrology in?", HYDRO) is None


def test_a_position_is_told_by_the_lists_only_where_a_person_has_no_page():
    site = replace(SITE, relations={**SITE.relations, "rank": 4})
    paged = replace(QUILL, anchor_url="https://s.example/quill")
    asked = analyse("Who is Odile Quill?")
    assert read_chain(asked, [QUILL], site) == Chain(QUILL_IDS, (), ("rank",))
    assert read_chain(asked, [paged], site) is None
    assert read_chain(analyse("Who is the aunt of Odile Quill?"), [QUILL], site) is None
