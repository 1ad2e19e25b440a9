"""Doubt about an answer that lacks the very thing asked for, and trust in one that has it."""

from __future__ import annotations

import pytest

from core.records import Evidence
from retrieval.analysis import analyse
from retrieval.answers.confidence import Doubt, find_absent, weigh
from retrieval.answers.forms import counts_credits, has_form
from retrieval.answers.lacking import lacks
from retrieval.answers.scoring import names_block, score_spans
from retrieval.relevance import Relevance
from tests.retrieval_samples import LIBRARY, item

COURSE = item("An introduction to programming robots.", heading_path=("Courses", "COMP 20. Hands-on Robots (4)"))
SEMINAR = item("Teams build a robot. At most 30 students can enroll.", heading_path=("Courses", "COMP 20. Robots"))


def doubt(question: str, *evidence: Evidence) -> Doubt:
    analysis = analyse(question)
    texts = [" ".join([one.title, *one.heading_path, one.text]) for one in evidence]
    return weigh(analysis, Relevance(analysis, texts), evidence, evidence)


def test_the_block_of_a_course_answers_no_question_for_a_number_that_it_lacks():
    assert doubt("How many students can enroll in COMP 20?", COURSE).features["named"] == 0.0
    assert doubt("How many students can enroll in COMP 20?", SEMINAR).features["named"] == 1.0


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("How often may I repeat Hands-on Robots?", True),
        ("How often may I repeat COMP 20?", True),
        ("How often may I repeat Robots?", False),
        ("How often may I repeat Advanced Hands-on Robots?", False),
    ],
)
def test_a_block_is_named_by_a_code_or_by_the_whole_name_beside_it(question: str, named: bool):
    assert names_block(analyse(question), COURSE) is named


def test_the_credits_of_a_course_stand_in_brackets_after_its_name():
    assert doubt("How many units is COMP 20?", COURSE).features["named"] == 1.0
    assert doubt("How many units is COMP 20?", SEMINAR).features["named"] == 0.0


@pytest.mark.parametrize("heading", ["Graphs (4)", "Graphs (1–4)", "Thesis (2, 4)", "Thesis (1 to 12)", "Law (5 ECTS)"])
def test_a_number_in_brackets_at_the_end_of_a_heading_counts_credits(heading: str):
    assert counts_credits(["Courses", heading])
    assert not counts_credits([heading, "Courses"])


def test_a_number_within_a_heading_counts_none():
    assert not counts_credits(["Graphs (see 4) and trees"])
    assert not counts_credits(["Office (Room 12)"])


def test_who_and_how_many_are_doubted_where_nothing_holds_a_person_or_a_number():
    nobody = item("The programme trains scientists who compute.", title="Computing", heading_path=("Computing",))
    somebody = item("The programme is run by Ada Quill.", title="Computing", heading_path=("Computing",))
    plain = doubt("Who runs the computing programme?", somebody).probability
    assert doubt("Who runs the computing programme?", nobody).probability < 0.5 * plain


def test_of_two_sentences_the_one_with_the_acronym_of_the_question_answers():
    page = item(
        "Candidates for the product management programme send a form. The GRE is waived for all of them.",
        title="Product Management",
        heading_path=("Product Management",),
    )
    analysis = analyse("Do I have to sit the GRE for the product management programme?")
    best = score_spans(analysis, Relevance(analysis, [page.text]), [page])[0]
    assert best.span.text == "The GRE is waived for all of them."


@pytest.mark.parametrize("text", ["No later than the eighth week of the quarter.", "On the 3rd day.", "In week 5."])
def test_a_week_or_a_day_that_is_counted_tells_when(text: str):
    assert has_form(analyse("When must the exam be taken?"), text)


def test_a_code_that_stands_nowhere_is_named():
    assert find_absent(analyse("What is COMP 999?"), [LIBRARY, COURSE]) == ("COMP 999",)
    assert find_absent(analyse("What is COMP 20?"), [LIBRARY, COURSE]) == ()


def test_a_person_who_stands_nowhere_is_named():
    assert find_absent(analyse("Where is the room of Zebulon Quux?"), [LIBRARY]) == ("Zebulon Quux",)


def test_a_course_that_is_named_answers_no_question_for_a_thing_that_its_block_has_not():
    assert doubt("Which textbook is used in COMP 20?", COURSE).features["named"] == 0.0
    assert doubt("What does COMP 20 cover?", COURSE).features["named"] == 1.0


def test_a_sum_counts_only_where_it_is_told_of_what_is_asked():
    club = item("The rowing club keeps eleven boats in a shed beside the pier.", title="Student life")
    fine = item("A lost key costs 15 euros.", title="Keys")
    untold = {"told": 0.0, "named": 0.0}
    for asked, lacking in (("How much is it to join the rowing club?", True), ("How much is a lost key?", False)):
        analysis = analyse(asked)
        relevance = Relevance(analysis, [f"{one.title} {one.text}" for one in (club, fine)])
        assert lacks(analysis, relevance, (club, fine), untold) is lacking


def test_what_was_last_year_is_not_what_is():
    prize = item("Harbour Prize: 750 euros, given by Ada Quill in July.", title="Prizes")
    assert doubt("Who gave the Harbour Prize last year?", prize).probability < (
        doubt("Who gave the Harbour Prize?", prize).probability
    )


def test_the_years_of_a_story_are_not_asked_for():
    text = item("No more than one course with a D grade counts.", title="Japanese studies")
    asked = "I declared Japanese studies in 2018 and was sick. How many of those grades count?"
    assert doubt(asked, text).absent == ()
