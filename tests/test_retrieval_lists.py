from __future__ import annotations

from retrieval.analysis import analyse
from retrieval.linking import Link
from retrieval.lists import ListAsk, read_list, relax
from retrieval.sites import SiteFacts
from retrieval.vocabulary import read_wording

SITE = SiteFacts(
    "s",
    blocks={"en": 10},
    entities={"course": 9, "person": 7, "department": 2, "research_topic": 3, "value": 20},
    relations={"requires": 9, "supervises": 4, "about": 5, "member_of": 6, "units": 9, "title": 9, "offers": 3},
)


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
