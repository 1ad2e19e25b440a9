from __future__ import annotations

import pytest

from core.records import Evidence
from retrieval.analysis import analyse
from retrieval.answers.extractive import answer_extractively
from retrieval.answers.verdict import asks_verdict
from retrieval.answers.verify import verify
from retrieval.relevance import Relevance
from tests.retrieval_samples import item

RULES = item(
    "Eating is not allowed in the reading room; water is fine. Bags must be left in a locker. Lockers take a coin.",
    title="Reading room",
    heading_path=("Reading room",),
)
ENTRY = item(
    "Certified copies are not required for the application. Applicants to Medicine must pass an interview. "
    "Only the MA Weaving can be studied part time.",
    title="Applying",
    heading_path=("Applying",),
)
HOUSE = item("The museum is closed on Mondays. Photographs without flash are permitted.", title="Visit")
ASKED = item(
    "Is there a crèche?\nYes, Die Otter takes twenty children.\nMay I bring a picnic?\nNo, but the café is open.\n"
    "Is parking expensive?\nParking (https://parking.example/prices) is very cheap.",
    title="Questions",
)
CHINESE = item("宿舍不能养宠物。外国学生必须投保。校外人员可以借书。", title="须知", lang="zh")


def said(question: str, *evidence: Evidence) -> str:
    analysis = analyse(question)
    draft = answer_extractively(analysis, Relevance(analysis, [one.text for one in evidence]), evidence, 80)
    assert all(verify(claim).supported for claim in draft.claims)
    return " ".join(claim.text for claim in draft.claims)


@pytest.mark.parametrize(
    ("question", "evidence", "verdict"),
    [
        ("May I eat in the reading room?", RULES, "No: "),
        ("Do I need certified copies for the application?", ENTRY, "No: "),
        ("Do applicants to Medicine have to pass an interview?", ENTRY, "Yes: "),
        ("Is the museum open on Mondays?", HOUSE, "No: "),
        ("Are photographs without flash permitted?", HOUSE, "Yes: "),
        ("Is there a crèche?", ASKED, "Yes, Die Otter"),
        ("May I bring a picnic?", ASKED, "No, but"),
        ("Is parking expensive?", ASKED, "No: "),
        ("Can the MA Weaving be studied part time?", ENTRY, "Yes: "),
        ("Can the MA Pottery be studied part time?", ENTRY, "No: "),
        ("宿舍能养宠物吗？", CHINESE, "否："),
        ("外国学生必须投保吗？", CHINESE, "是："),
        ("校外人员可以借书吗？", CHINESE, "是："),
    ],
)
def test_a_question_for_yes_or_no_is_answered_by_that_word_first(question: str, evidence: Evidence, verdict: str):
    assert said(question, evidence).startswith(verdict)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Is IELTS 6.0 enough for a master's?", "Master's students need IELTS 6.5."),
        ("Is admission free?", "Admission is free for everyone on the first Sunday of the month."),
        (
            "Can I bring my dog into the museum?",
            "Dogs are welcome in the museum, guide dogs excepted from the lead rule.",
        ),
        ("Can I leave my bag in the room?", "Bags must be left in the cloakroom beside the room."),
        ("Is the library open until midnight?", "The library may be open until midnight if there is staff."),
        ("Do the rooms of Elm Hall have a kitchen?", "Elm Hall has 40 rooms at €410 a month."),
        ("Can staff borrow recordings?", "Recordings are listed by staff."),
    ],
)
def test_nothing_is_concluded_from_what_tells_of_other_cases_or_leaves_it_open(question: str, text: str):
    assert not said(question, item(text, title="Page")).startswith(("Yes", "No:"))


def test_only_questions_for_nothing_else_wait_for_a_yes_or_no():
    assert asks_verdict(analyse("Is the deposit refundable?"))
    assert not asks_verdict(analyse("What is the deposit?"))
    assert not asks_verdict(analyse("Is it red or blue?"))


def test_a_question_of_the_page_is_no_answer_but_leads_the_one_that_follows_it():
    text = said("Who repairs bicycles?", item("Who repairs bicycles?\nMs Ilse Brandt does.", title="Questions"))
    assert text == "Who repairs bicycles? Ms Ilse Brandt does."


def test_that_something_exists_is_denied_only_where_it_is_said_not_to_be_there():
    asked = "Is there funding for students?"
    assert not said(asked, item("We do not accept students who have no funding.")).startswith("Yes")
    assert not said(asked, item("Students with funding of their own are not accepted.")).startswith("No")
    assert said(asked, item("There is no funding for students.")).startswith("No")
