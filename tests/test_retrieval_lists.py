from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.analysis import analyse
from retrieval.conditions import EVERYTHING, Condition
from retrieval.linking import Link
from retrieval.lists import ListAsk, read_list, relax, said
from retrieval.sites import SiteFacts
from retrieval.vocabulary import read_wording

SITE = SiteFacts(
    "s",
    blocks={"en": 10},
    entities={"course": 9, "person": 7, "department": 2, "research_topic": 3, "value": 20},
    relations={
        "requires": 9, "supervises": 4, "about": 5, "member_of": 6, "units": 9, "title": 9, "offers": 3, "rank": 5,
        "listed_as": 4, "cohort": 3,
    },
    codes={"course": frozenset({"comp", "math", "cat"})},
    owners={
        "Mathematics": ("s:department:maths",),
        "Mathematics and Society": ("s:department:society",),
        "Biological Sciences, Division of": ("s:department:biology",),
        "Design": ("s:department:design",),
        "Marine Signal Engineering": ("s:department:mse",),
        "MSE": ("s:department:mse",),
    },
    values={
        "Visiting Scholars": ("s:value:Visiting Scholars",), "2031": ("s:value:2031",), "Spring": ("s:value:Spring",),
        "OTHER STAFF": ("s:value:OTHER STAFF",), "Water and Life": ("s:value:a",), "WATER AND LIFE": ("s:value:b",),
    },
)  # fmt: skip


def read(text: str, *links: Link) -> ListAsk | None:
    return read_list(analyse(text), read_wording(text, SITE), links, SITE)


def named(name: str, kind: str, ident: str | None = None, node: str = "entity", weight: float = 1.0) -> Link:
    return Link(ident or f"s:{kind}:{name.lower()}", node, name, kind, weight, name)


def test_a_number_beside_units_is_a_value_condition():
    ask = read("Which COMP courses are 2 units?")
    assert ask is not None
    assert ask.type == "course"
    prefix, units = ask.conditions
    assert prefix.prefixes == ("comp ",)
    assert (units.values_of, units.names, units.low, units.high) == (("units",), ("2",), 2, 2)


def test_more_than_and_at_least_are_ranges():
    more, least = read("List all courses with more than four units"), read("List all courses of at least 4 units")
    assert more is not None
    assert least is not None
    assert 4 < (more.conditions[0].low or 0) < 4.1
    assert least.conditions[0].low == 4
    assert not more.conditions[0].names


def test_having_a_prerequisite_leads_out_and_being_one_leads_in():
    link = named("COMP 10", "course", "s:course:comp 10")
    having = read("Which courses have COMP 10 as a prerequisite?", link)
    being = read("Which courses are the prerequisites of COMP 10?", link)
    assert having is not None
    assert being is not None
    assert having.conditions[0].outgoing == ("requires",)
    assert having.conditions[0].incoming == ()
    assert "requires" in being.conditions[0].incoming
    assert "requires" not in being.conditions[0].outgoing


def test_students_of_a_person_are_supervised_and_not_supervisors():
    ask = read("Which students are supervised by Ada Quill?", named("Ada Quill", "person"))
    assert ask is not None
    assert ask.type == "person"
    assert ask.conditions[0].incoming == ("supervises",)


def test_a_clause_puts_a_thing_between():
    link = named("genomics", "keyword", "s:keyword:1", "topic")
    ask = read("Which students have a supervisor who works on genomics?", link)
    assert ask is not None
    assert ask.conditions[0].via_incoming == ("supervises",)
    assert "about" in ask.conditions[0].outgoing


def test_namesakes_of_one_mention_are_alternatives_in_one_condition():
    ask = read(
        "Who works on optics?", named("Optics", "keyword", "s:t:1", "topic"), named("Optics", "research_topic", "s:r:1")
    )
    assert ask is not None
    assert len(ask.conditions) == 1
    assert set(ask.conditions[0].ids) == {"s:t:1", "s:r:1"}


def test_a_link_that_is_not_sure_sets_no_condition():
    assert read("Who works there?", named("Optics", "research_topic", weight=0.4)) is None


def test_number_ranges_titles_and_missing_relations_are_conditions():
    numbered = read("How many COMP courses are numbered 200 to 299?")
    titled = read('Which COMP courses have "Robot" in their title?')
    without = read("Which COMP courses have no prerequisites?")
    assert numbered is not None
    assert titled is not None
    assert without is not None
    assert (numbered.conditions[1].first, numbered.conditions[1].last) == (200, 299)
    assert titled.conditions[1].contains == ("robot",)
    assert without.conditions[1].absent == ("requires",)


def test_words_that_nothing_stands_for_are_looked_up_in_the_things_own_text():
    ask = read("Which courses cover glaciers?")
    assert ask is not None
    assert "glaciers" in ask.left


def test_a_type_that_the_site_does_not_have_makes_no_list():
    assert read("Which museums are free?") is None


def test_which_pages_name_a_person_is_a_list_of_pages():
    ask = read("Which department faculty pages list Ada Quill?", named("Ada Quill", "person"))
    assert ask is not None
    assert ask.pages_of == ("s:person:ada quill",)


def test_topics_relax_to_words_but_codes_never_do():
    topic = read("Who works on optics?", named("optics", "keyword", "s:t:1", "topic"))
    code = read("Which courses require COMP 10?", named("COMP 10", "course"))
    assert topic is not None
    assert code is not None
    wider = relax(topic)
    assert wider is not None
    assert wider.conditions[0].words == ("optics",)
    assert relax(code) is None


def conditions(text: str, *links: Link) -> list[Condition]:
    ask = read(text, *links)
    assert ask is not None, text
    return list(ask.conditions)


def test_letters_of_codes_are_a_subject_in_small_print_too():
    (letters, says) = conditions("which math courses are about probability?")
    assert letters.prefixes == ("math ",)
    assert says.words == ("probability",)


def test_letters_that_are_a_word_elsewhere_are_no_subject():
    assert not any(one.prefixes for one in conditions("Which courses are about the cat in art?"))


def test_a_department_in_front_of_the_noun_is_what_things_belong_to():
    asked = ["Which mathematics courses are there?", "How many courses does the Mathematics department have?"]
    for text in [*asked, "List all courses in Mathematics"]:
        owner = next(one for one in conditions(text) if one.ids)
        assert owner.ids == ("s:department:maths",)
        assert owner.incoming == ("offers",)


def test_a_relation_of_the_question_does_not_lead_to_the_department():
    code = named("MATH 5", "course", "s:course:math 5")
    owner = next(one for one in conditions("Which mathematics courses require MATH 5?", code) if one.shown != "MATH 5")
    assert owner.ids == ("s:department:maths",)
    assert "requires" not in owner.outgoing


def test_a_shortened_name_and_a_turned_name_find_the_department():
    assert conditions("Which biology courses are there?")[0].ids == ("s:department:biology",)
    assert conditions("List the division of biological sciences courses")[0].ids == ("s:department:biology",)


def test_the_longest_name_counts():
    assert conditions("List all mathematics and society courses")[0].ids == ("s:department:society",)


def test_what_courses_are_about_is_no_department():
    assert not any("s:department:design" in one.ids for one in conditions("Which courses are about design?"))


def test_a_name_with_its_letters_in_brackets_is_one_condition():
    (owner,) = conditions("Who is on the faculty of Marine Signal Engineering (MSE)?")
    assert owner.ids == ("s:department:mse",)
    assert owner.outgoing == ("member_of",)


def test_words_of_a_title_are_neither_subject_nor_link():
    link = named("Design", "research_topic")
    found = conditions('Which COMP courses have "Design" in their title?', link)
    assert [one.shown for one in found] == ["code COMP", "title Design"]


def test_a_community_that_shares_words_with_a_subject_sets_no_condition():
    link = named("Mathematics: Graduate Courses", "community", node="topic")
    assert len(conditions("How many mathematics courses are there?", link)) == 1


@pytest.mark.parametrize(
    ("said", "low", "high"),
    [
        ("between 2 and 4 units", 2, 4), ("of 2 to 4 units", 2, 4), ("worth 4 units or more", 4, EVERYTHING),
        ("of 4 or more units", 4, EVERYTHING), ("of 4 units or less", 0, 4), ("of at most four units", 0, 4),
        ("of fewer than 4 units", 0, 3.999), ("over 4 units", 4.001, EVERYTHING),
    ],
)  # fmt: skip
def test_ranges_are_read_in_both_orders(said: str, low: float, high: float):
    units = next(one for one in conditions(f"List the COMP courses {said}") if one.values_of)
    assert (units.low, units.high) == (low, high)
    assert not units.negated


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("numbered 100 to 199", 100, 199), ("with numbers from 100 to 199", 100, 199), ("numbered 100-199", 100, 199),
        ("whose numbers lie between 100 and 199", 100, 199), ("numbered 150 or above", 150, EVERYTHING),
        ("numbered below 100", 0, 99), ("at the 200-level", 200, 299),
    ],
)  # fmt: skip
def test_number_ranges_are_read_in_many_wordings(said: str, first: int, last: int):
    numbered = next(one for one in conditions(f"Which COMP courses are there {said}?") if one.first is not None)
    assert (numbered.first, numbered.last) == (first, last)


def test_a_negation_turns_a_number_and_a_title_round():
    units = next(one for one in conditions("Which COMP courses are not worth 4 units?") if one.values_of)
    title = next(one for one in conditions('Which COMP courses do not have "Robot" in their title?') if one.values_of)
    plain = next(one for one in conditions("Which COMP courses are worth 4 units?") if one.values_of)
    assert (units.negated, title.negated, plain.negated) == (True, True, False)


def test_a_level_is_a_heading_and_division_no_department():
    ask = read("Which upper-division COMP courses are there?")
    assert ask is not None
    assert ask.type == "course"
    assert [one.levels for one in ask.conditions if one.levels] == [("upper division",)]


def test_a_level_beside_a_number_range_says_nothing_new():
    assert not any(one.levels for one in conditions("Which graduate COMP courses (numbered 200 to 299) are there?"))


def test_a_rank_is_a_value_and_professors_alone_are_none():
    (owner, rank, role) = conditions("Which assistant professors does Mathematics have?")
    assert (role.shown, role.negated) == ("students", True)
    assert owner.ids == ("s:department:maths",)
    assert (rank.values_of, rank.contains) == (("rank",), ("assistant professor",))
    assert not any(one.values_of for one in conditions("List the professors of Mathematics"))


def test_without_prerequisites_looks_for_the_word_too():
    (_, missing) = conditions("List the COMP courses without prerequisites")
    assert missing.absent == ("requires",)
    assert missing.unsaid == "prerequisit"


def test_a_code_that_only_the_reading_holds_is_no_condition():
    reading = replace(analyse("cat 1 units courses"), asked="CAT 有几门 1 学分的课？", lang="zh")
    link = named("CAT 1", "course", "s:course:cat 1")
    ask = read_list(reading, read_wording(said(reading), SITE), [link], SITE)
    assert ask is not None
    assert not any("s:course:cat 1" in one.ids for one in ask.conditions)
    assert any(one.prefixes == ("cat ",) for one in ask.conditions)


OPTICS = named("Optics", "keyword", "s:t:optics", "topic")
EELS = named("Eels", "keyword", "s:t:eels", "topic")
LENSES = named("Supervised lenses", "keyword", "s:t:lenses", "topic")


def test_a_value_of_the_site_is_a_condition_whatever_its_case():
    ask = read("Which students of Ada Quill are in Water and Life?", named("Ada Quill", "person"))
    assert ask is not None
    assert ask.composed
    value = next(one for one in ask.conditions if "s:value:a" in one.ids)
    assert value.ids == ("s:value:a", "s:value:b")
    assert set(value.outgoing) == {"rank", "listed_as", "cohort"}


def test_a_year_is_the_value_of_a_cohort_and_another_number_is_none():
    year = conditions("Which students of 2031 work on optics?", OPTICS)
    assert ("s:value:2031",) in [one.ids for one in year]
    assert not any("s:value:2031" in one.ids for one in conditions("Which COMP courses are worth 4 units?"))


def test_a_value_of_common_words_counts_only_where_it_is_set_apart():
    plain = conditions("Which other staff work on optics?", OPTICS)
    apart = conditions("Which people listed as 'other staff' work on optics?", OPTICS)
    assert not any("s:value:OTHER STAFF" in one.ids for one in plain)
    assert any("s:value:OTHER STAFF" in one.ids for one in apart)


def test_a_topic_inside_a_longer_value_is_not_meant():
    found = conditions("Which students are in water and life?", named("Life", "research_topic"))
    assert [one.ids for one in found if one.ids] == [("s:value:a", "s:value:b")]


def test_or_between_two_names_makes_them_alternatives_and_and_does_not():
    (either,) = (one for one in conditions("Who works on optics or on eels?", OPTICS, EELS) if one.ids)
    both = [one for one in conditions("Who works on optics and on eels?", OPTICS, EELS) if one.ids]
    assert either.ids == ("s:t:optics", "s:t:eels")
    assert len(both) == 2


def test_not_before_a_name_turns_its_condition_round():
    optics, eels = (one for one in conditions("Who works on optics but not on eels?", OPTICS, EELS) if one.ids)
    assert (optics.negated, eels.negated) == (False, True)


def test_a_word_inside_a_name_tells_no_relation():
    (lenses,) = (one for one in conditions("Who does supervised lenses?", LENSES) if one.ids)
    assert "supervises" not in (*lenses.outgoing, *lenses.incoming)


def test_initials_and_a_slip_of_the_pen_name_a_field_but_initials_no_person():
    field = named("Explianed artificial eels", "keyword", "s:t:x", "topic", weight=0.75)
    (found,) = (one for one in conditions("Who works on explained AE?", field) if one.ids)
    assert found.ids == ("s:t:x",)
    person = named("Alda Sarn", "person", weight=0.75)
    assert not any(one.ids for one in conditions("Who works as a lecturer on optics?", person))


def test_british_and_american_endings_are_one_name():
    british, american = named("Optimisation", "keyword", "s:t:1", "topic"), named("Optimization", "research_topic")
    (found,) = (one for one in conditions("Who works on optimization?", british, american) if one.ids)
    assert len(found.ids) == 2


def test_a_thing_between_may_be_told_without_who_or_that():
    ask = read("Who supervises students in the 2031 cohort?")
    assert ask is not None
    (found,) = (one for one in ask.conditions if one.ids)
    assert (found.ids, found.via_outgoing) == (("s:value:2031",), ("supervises",))


def test_a_year_outside_the_clause_is_met_directly():
    ask = read("Which students of the 2031 cohort have a supervisor who works on optics?", OPTICS)
    assert ask is not None
    year, optics = (one for one in ask.conditions if one.ids)
    assert year.via_incoming == ()
    assert optics.via_incoming == ("supervises",)


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("Which students work on optics?", False), ("Who among Bo Lee's students works on optics?", False),
        ("Which professors work on optics?", True), ("Which staff supervise students of optics?", True),
        ("哪些学生研究 optics?", False),
    ],
)  # fmt: skip
def test_students_are_told_from_others_where_a_question_begins_with_them(text: str, negated: bool):
    (role,) = (one for one in conditions(text, OPTICS) if one.roles)
    assert role.negated is negated


def test_who_is_asked_of_students_and_others_alike():
    assert not any(one.roles for one in conditions("Who works on optics?", OPTICS))


def test_a_season_without_values_is_looked_for_as_a_word():
    (says,) = conditions("List all courses in spring") if "semester" in SITE.relations else (None,)
    assert says is None
    found = read("List the courses offered in autumn")
    assert found is not None
    assert found.left == ("autumn",)


def test_a_denial_that_turns_nothing_round_makes_no_list():
    assert read("Which courses do not mention eels?") is None
    assert read("Which COMP courses are not worth 4 units?") is not None


def test_what_things_are_like_makes_no_list_and_what_they_are_about_does():
    assert read("Which courses are easy?") is None
    assert read("Which courses are about easels?") is not None
    assert read("Which easel courses are there?") is not None


def test_a_code_that_the_graph_does_not_know_makes_no_list_unless_it_is_an_alternative():
    known = named("COMP 10", "course", "s:course:comp 10")
    assert read("Which COMP courses require MATH 77?") is None
    ask = read("Which courses require COMP 10 or MATH 77?", known)
    assert ask is not None
    assert ask.unapplied == ("MATH 77",)


def test_what_only_looks_like_a_code_is_two_words():
    ask = read("Which COMP courses are about Apollo 11?")
    assert ask is not None
    assert "apollo" in ask.left


def test_a_chinese_question_with_words_that_nobody_knows_makes_no_list():
    def zh(asked: str, english: str) -> ListAsk | None:
        reading = replace(analyse(english), asked=asked, lang="zh")
        return read_list(reading, read_wording(said(reading), SITE), [OPTICS], SITE)

    assert zh("谁研究 optics?", "research optics") is not None
    assert zh("谁研究 optics 和鳗鲡养殖?", "research optics") is None


@pytest.mark.parametrize(
    "text",
    [
        "Which students are advised by someone working on optics?",
        "Give me all students whose supervisor studies optics",
        "Are there any students with a supervisor who works on optics?",
        "Students of the 2031 cohort under a professor researching optics",
    ],
)  # fmt: skip
def test_a_thing_between_is_told_in_many_wordings(text: str):
    (optics,) = (one for one in conditions(text, OPTICS) if "s:t:optics" in one.ids)
    assert "supervises" in optics.via_incoming
    assert "supervises" not in optics.via_outgoing
    assert "about" in optics.outgoing


def test_a_thing_between_may_stand_in_the_middle():
    year, optics = (one for one in conditions("Which supervisors of 2031 students work on optics?", OPTICS) if one.ids)
    assert "supervises" in year.via_outgoing
    assert optics.via_outgoing == optics.via_incoming == ()


def test_research_topics_may_be_what_is_asked():
    ask = read("Which topics do Ada Quill and Bo Lee share?", named("Ada Quill", "person"), named("Bo Lee", "person"))
    assert ask is not None
    assert ask.type == "research_topic"
    assert ask.composed


def test_a_noun_behind_a_value_says_nothing_more():
    found = conditions("Which students of Ada Quill are in the water and life track?", named("Ada Quill", "person"))
    assert not any(one.words for one in found)
    assert any(one.words for one in conditions("Which COMP courses are about track and field?"))


@pytest.mark.parametrize(
    "text",
    [
        "How many courses are in the mathematics minor?",
        "Which courses count towards the design major?",
        "List all courses of the mathematics certificate",
    ],
)
def test_courses_of_a_programme_that_the_graph_does_not_know_are_not_those_of_the_department(text: str):
    assert read(text) is None
    assert read(text, named("Mathematics minor", "programme")) is not None
