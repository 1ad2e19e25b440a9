from __future__ import annotations

import pytest

from retrieval.analysis import analyse
from retrieval.answers.confidence import load_doubt, predict
from retrieval.answers.forms import (
    asks_contact,
    asks_quantity,
    expects_form,
    gives_mail_of,
    gives_verdict,
    has_form,
    is_stamp,
    meets_quantity,
    speaks_of_another_time,
)
from retrieval.decompose import decompose
from retrieval.pipeline import speak_as_site
from retrieval.ranking import lift
from retrieval.relevance import Relevance
from retrieval.sites import SiteFacts
from retrieval.texts import alike, gloss, sentences
from tests.retrieval_samples import item


@pytest.mark.parametrize(
    ("asked", "text", "met"),
    [
        ("How many units does the minor need?", "The minor takes twenty-eight units of work.", True),
        ("How many units does the minor need?", "The minor takes seven courses.", False),
        ("How many credits is the course?", "Credits\n9\nSemester\nSpring", True),
        ("How many credits is the course?", "Credits: 9", True),
        ("How many credits is the course?", "Credits are given in room 9.", False),
        ("How long is the placement?", "It lasts five weeks in summer.", True),
        ("How long is the placement?", "It is led by five professors.", False),
        ("What is the phone number of the desk?", "Call (858) 555-0110 for help.", True),
        ("What is the phone number of the desk?", "Write to desk@college.example.", False),
        ("What is the e-mail of the desk?", "Write to desk@college.example.", True),
        ("What GPA do I need?", "A grade average of 2.5 is wanted.", True),
        ("毕业需要多少学分？", "毕业需要 120 学分。", True),
        ("毕业需要多少学分？", "毕业需要两年。", False),
    ],
)
def test_a_quantity_that_is_named_is_met_by_no_other_number(asked: str, text: str, met: bool):
    assert asks_quantity(asked)
    assert meets_quantity(asked, text) is met


def test_a_question_for_a_place_asks_no_quantity():
    assert not asks_quantity("Where is the library?")


@pytest.mark.parametrize(
    "text",
    ["Last updated: 2026-09-03", "Page last modified on 3 May 2026", "更新日期：2026-09-28", "Updated 12.05.2026"],
)
def test_a_line_that_only_dates_its_page_is_a_stamp(text: str):
    assert is_stamp(text)


@pytest.mark.parametrize("text", ["The fees were updated in May 2026 to 300 euros.", "Published papers: 12", "2026"])
def test_a_line_that_says_more_is_no_stamp(text: str):
    assert not is_stamp(text)


def test_two_questions_in_one_are_taken_apart_and_both_keep_their_subject():
    first, second = decompose(analyse("How long are the harbour seminars, and how many units do they give?"))
    assert first == "How long are the harbour seminars"
    assert "how many units" in second
    assert "harbour seminars" in second
    gpa, units = decompose(analyse("What GPA and how many units do I need for the harbour programme?"))
    assert gpa.endswith("for the harbour programme")
    assert units == "how many units do I need for the harbour programme"


def test_a_code_with_a_full_stop_ends_no_sentence():
    assert sentences("COMP 10. First Steps in Programming (4)") == ["COMP 10. First Steps in Programming (4)"]
    assert sentences("It rains. Take a coat.") == ["It rains.", "Take a coat."]


def test_words_that_say_the_same_count_for_less_than_the_word_itself():
    relevance = Relevance(analyse("deadline of the bursary"), ["Scholarships: apply by 1 May", "closing date 1 May"])
    assert "scholarship" in alike("bursary")
    assert 0 < relevance.cover("Scholarships close on 1 May") < relevance.cover("deadline of the bursary")
    assert relevance.missing == ()


def test_a_chinese_question_is_read_in_english_only_where_the_site_has_no_chinese():
    asked = analyse("数据科学专业一共要修多少学分？")
    english, both = SiteFacts("s", {"en": 50}), SiteFacts("s", {"en": 50, "zh": 20})
    read = speak_as_site(asked, english)
    assert {"data", "science", "major", "units"} <= set(read.text.split())
    assert (read.lang, read.wanted, read.asked) == ("zh", asked.wanted, asked.text)
    assert speak_as_site(asked, both) is asked
    assert gloss("图书馆 MAS") == "library mas"


def test_a_name_or_a_link_adds_log_odds_to_a_probability_and_a_little_to_other_scales():
    raised = item("text").model_copy(update={"scores": {"lift": 2.0}})
    assert lift(0.5, item("text")) == 0.5
    assert 0.87 < lift(0.5, raised) < 0.89
    assert lift(7.0, raised) == pytest.approx(7.2)
    assert 0 < lift(0.0, raised) < 0.001


def test_the_doubt_grows_with_what_the_evidence_holds():
    names = [name for name in load_doubt()["weights"] if name != "bias"]
    assert predict(dict.fromkeys(names, 1.0)) > load_doubt()["sure"]
    assert predict(dict.fromkeys(names, 0.0)) < load_doubt()["threshold"]


@pytest.mark.parametrize("text", ["Call 555.010.2101.", "+44 20 7946 0018", "1-800-555-0199 (toll-free)"])
def test_a_phone_number_may_be_written_with_dots_dashes_or_a_country(text: str):
    assert meets_quantity("What is the phone number of the porter?", text)


@pytest.mark.parametrize("text", ["The plan for 2026-2027 was 3.1415 pages.", "Version 1.22.333 of 12.05.2026"])
def test_years_and_versions_are_no_phone_number(text: str):
    assert not meets_quantity("What is the phone number of the porter?", text)


def test_a_plural_that_changes_its_end_is_counted_too():
    assert meets_quantity("In how many countries are there partners?", "Partners sit in more than forty countries.")
    assert not meets_quantity("In how many countries are there partners?", "There are forty partners.")


def test_a_question_that_only_speaks_of_mail_asks_for_no_address():
    assert not asks_quantity("Which greeting should I use in an email?")
    assert not expects_form(analyse("Which greeting should I use in an email?"))
    assert expects_form(analyse("How do I contact the porter?"))


@pytest.mark.parametrize(
    "asked",
    ["Who can I phone about the choir?", "who do i e-mail about it", "whats the choir's email", "Whom do I call?"],
)
def test_to_phone_or_to_mail_somebody_takes_a_number_or_an_address(asked: str):
    assert asks_contact(asked)


@pytest.mark.parametrize("asked", ["Is there a phone app?", "When is the call for papers?", "How is mail sorted?"])
def test_a_phone_or_a_call_that_is_a_thing_of_its_own_takes_none(asked: str):
    assert not asks_contact(asked)


def test_the_name_of_a_body_is_read_to_its_end_before_it_is_taken_for_a_person():
    asked = analyse("Who directs the film club?")
    assert not has_form(asked, "The club is part of Marigold Hartley College.")
    assert has_form(asked, "The club is directed by Marigold van Hartley.")


def test_a_body_or_the_words_of_the_question_are_nobody():
    asked = analyse("Who is the director of the Harbour Studies minor?")
    assert not has_form(asked, "The Harbour Studies Minor is taught at Tidewater College.")
    assert has_form(asked, "Ada Quill, MA, directs it.")


@pytest.mark.parametrize("text", ["Attendance is not required.", "Pets must stay outside.", "Smoking isn't done here."])
def test_a_sentence_that_permits_demands_or_denies_gives_a_verdict(text: str):
    assert gives_verdict(text)
    assert not gives_verdict("The house has forty rooms.")


def test_the_measure_behind_how_and_a_form_of_address_need_not_be_repeated():
    relevance = Relevance(analyse("How tall is the lighthouse of Dr. Quill?"), ["Quill lighthouse: 31 metres."])
    assert relevance.missing == ()
    assert set(relevance.weights) == {"lighthous", "quill"}
    assert "tall" in Relevance(analyse("How tall is the tower?"), ["The tall tower."]).weights


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Advice may be obtained from the office.", False),
        ("The march through the sun began.", False),
        ("Apply by 1 May.", True),
        ("Applications open in May and close in June.", True),
        ("May 15 is the last day.", True),
        ("Open on mondays", True),
        ("DEADLINE: DEC 4", True),
        ("Second year students may enrol.", False),
    ],
)
def test_a_month_is_no_verb(text: str, told: bool) -> None:
    assert has_form(analyse("When is the deadline?"), text) is told


def test_a_capital_that_begins_a_sentence_makes_no_person() -> None:
    asked = analyse("Who won the Addison Award?")
    assert not has_form(asked, "Any Warren student may hand a paper in for it.")
    assert has_form(asked, "Last year Ivo Marsh won.")


@pytest.mark.parametrize(
    ("asked", "text", "met"),
    [
        ("What is the address of the college?", "Tarn College, 12a Weir Road, Tarnwick", True),
        ("What is the postal address?", "Write to P.O. Box 17, Tarnwick.", True),
        ("学院的地址是什么？", "潮镇堤道路 12 号", True),
        ("What is the address of the college?", "The college is old and famous.", False),
        ("What is the e-mail address of the porter?", "porter@tarn.example", True),
    ],
)
def test_an_address_is_met_by_a_street_and_a_number(asked: str, text: str, met: bool):
    assert asks_quantity(asked)
    assert meets_quantity(asked, text) is met


def test_the_number_of_an_office_is_one_to_ring():
    assert asks_contact("What's the number of the Bauamt?")
    assert asks_contact("What is the number for the registry?")
    assert not asks_contact("What is the number of students?")


def test_the_name_of_a_field_is_nobody():
    asked = analyse("Who won the medal last year?")
    assert not has_form(asked, "A medal for the best work in Coastal Engineering.")
    assert has_form(asked, "The medal went to Oona Strand.")


def test_an_age_is_no_other_number():
    assert meets_quantity("How old must a helper be?", "Helpers are at least 18.")
    assert not meets_quantity("How old must a helper be?", "There are 64 helpers.")


def test_who_it_was_before_is_not_told_by_who_it_is():
    assert speaks_of_another_time("Who was director before Ada Finch?", "The director is Ada Finch.")
    assert not speaks_of_another_time("Who was director before Ada Finch?", "Before her, Bo Heron was director.")
    assert not speaks_of_another_time("Who is director?", "The director is Ada Finch.")


@pytest.mark.parametrize(
    ("asked", "text", "met"),
    [
        ("How many funded scholarships were there in the 2022 call?", "There are 14 funded scholarships.", True),
        ("How many clinical cases a year are there?", "The hospital has 1,500 cases a year.", True),
        ("How many places are there?", "Total number of available positions: 12", True),
        ("How many people live there?", "A city of 200.000 inhabitants by the sea.", True),
        ("How long does the course last?", "Training in the last two years is more advanced.", False),
        ("How long does the course last?", "The course takes two years.", True),
        ("How old is Professor Quill?", "Professor Quill won the 2014 prize.", False),
        ("How old is Professor Quill?", "Professor Quill was born in 1961.", True),
    ],
)
def test_the_very_quantity_that_is_asked_for_is_told(asked: str, text: str, met: bool):
    assert asks_quantity(asked)
    assert meets_quantity(asked, text) == met


@pytest.mark.parametrize(
    ("asked", "text", "has"),
    [
        ("When was the open day in 2024?", "Discover the open day 2024!", False),
        ("When was the open day in 2024?", "The open day was on 6 june 2024.", True),
        ("When was the college founded?", "It was founded in 1931.", True),
        ("How much is the salary?", "a salary of about 1200 €/month", True),
        ("Where did Ada Quill study?", "she obtained a degree from the university of Udine", True),
        ("Where did Ada Quill study?", "she studied for a long time", False),
    ],
)
def test_a_year_of_the_question_is_no_date_and_a_body_is_where_somebody_studied(asked: str, text: str, has: bool):
    assert has_form(analyse(asked), text) == has


def test_an_address_is_of_the_person_whose_name_it_is_made_of():
    asked = analyse("What is the email of Giulia Barbati?")
    assert gives_mail_of(asked, "Giulia Barbati | gbarbati@units.example")
    assert gives_mail_of(asked, "Giovanni Baj, Giulia Barbati, Email: giovanni.baj@units.example") is False
    assert gives_mail_of(analyse("When does the library open?"), "a@b.example") is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Call 534-4856.", True),
        ("Call (858) 534-4856.", True),
        ("Call 2358 7000 or +852 2358 7000.", True),
        ("Ids 100-999 and 65000-65533 are kept.", False),
        ("Rooms 120 240 are closed.", False),
        ("In 2019-2020 it was closed.", False),
    ],
)
def test_a_phone_number_has_more_digits_than_a_range(text: str, told: bool):
    assert meets_quantity("What is the phone number?", text) is told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Log files are named /var/log/package.log.", True),
        ("Apply at https://a.example/apply.", True),
        ("Choose and/or leave it.", False),
        ("It is read by the daemon.", False),
    ],
)
def test_a_path_and_an_address_of_the_web_are_places(text: str, told: bool):
    assert has_form(analyse("Where do log files go?"), text) is told
