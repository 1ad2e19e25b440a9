"""What is said of where a walk through the graph ends."""

from __future__ import annotations

from core.records import Evidence, PathStep
from retrieval.analysis import analyse
from retrieval.answers.walked import answer_walk
from retrieval.chains import Chain, Step
from retrieval.modes.walks import Stop, WalkFound
from retrieval.relevance import Relevance
from tests.retrieval_samples import item

NAME = "Odile Quill"


def told_by(block: Evidence) -> list[str]:
    step = PathStep(source=NAME, edge="member_of", target="Hydrology", source_kind="person", target_kind="department")
    stop = Stop(
        "Hydrology", ("Hydrology",), "department", "", "", "", block.block_id, block.url, (step,), (block.block_id,)
    )
    found = WalkFound(Chain(("s:person:odile quill",), (Step(("member_of",)),), belonging=True), (stop,))
    analysis = analyse(f"Which department is {NAME} in?")
    return [claim.text for claim in answer_walk(analysis, Relevance(analysis, [block.text]), found, [block]).claims]


def test_the_place_of_a_person_is_told_by_the_line_of_a_list_under_its_headings():
    block = item("Ana Reed, PhD\nOdile Quill, PhD", heading_path=("Hydrology", "Professors"), kind="list")
    assert told_by(block) == ["Hydrology: Professors: Odile Quill, PhD"]


def test_the_place_of_a_person_is_told_by_the_row_that_turns_the_name_round():
    rows = "Name | Department | Room\nReed, Ana | Hydrology | B1\nQuill, Odile | Hydrology | B2"
    assert told_by(item(rows, heading_path=("People",), kind="table")) == ["Odile Quill: Hydrology"]


def test_the_place_of_a_person_is_told_by_the_own_page_and_by_no_list_of_others():
    own = item("Lecturer in the Department of Hydrology.", heading_path=(NAME,), title=NAME)
    assert told_by(own) == ["Odile Quill: Lecturer in the Department of Hydrology."]
    assert told_by(item("Ana Reed, PhD", heading_path=("Hydrology", "Professors"), kind="list")) == []
