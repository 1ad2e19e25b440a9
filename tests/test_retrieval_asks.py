from __future__ import annotations

import pytest

from retrieval.analysis import analyse
from retrieval.answers.asks import complete, find_asks, meets, names_kind
from retrieval.answers.extractive import answer_extractively
from retrieval.answers.spans import find_pieces
from retrieval.relevance import Relevance
from tests.retrieval_samples import item


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("How long is the rowing camp, and how many places are there?", ["amount", "count"]),
        ("When does the rowing camp begin and who leads it?", ["when", "who"]),
        ("Who leads the rowing camp?", ["who"]),
        ("What is a coxswain?", []),
        ("What is a coxswain, and when was the first race?", ["when"]),
    ],
)
def test_each_part_of_a_question_asks_for_a_thing_of_its_own(asked: str, wanted: list[str]):
    assert [ask.wanted for ask in find_asks(analyse(asked))] == wanted


def test_a_length_of_time_does_not_meet_a_question_for_a_number_of_places():
    long, many = find_asks(analyse("How long is the rowing camp, and how many places are there?"))
    assert meets(long, "The camp lasts two weeks.")
    assert not meets(many, "The camp lasts two weeks.")
    assert meets(many, "There are eighteen places.")


def test_an_answer_is_completed_by_the_span_that_holds_the_second_thing_asked_for():
    camp = item(
        "The rowing camp of the club is held on the lake and is open to members. It lasts two weeks in July. "
        "Beginners are welcome, as boats are lent. Boats are cleaned daily. There are eighteen places.",
        title="Rowing camp",
    )
    asked = analyse("How long is the rowing camp, and how many places are there?")
    draft = answer_extractively(asked, Relevance(asked, [camp.text]), [camp], 80)
    text = " ".join(claim.text for claim in draft.claims)
    assert "two weeks" in text
    assert "eighteen places" in text


def test_a_block_of_the_best_page_comes_in_when_only_it_holds_what_is_asked_for():
    about = item("The rowing club meets on Mondays.", url="https://club.example/", title="Rowing club")
    other = item("Another club rows as well.", url="https://other.example/", title="Others")
    head = item("Boathouse Lane 4\n(858) 555-0117", url="https://club.example/", title="Rowing club")
    asked = analyse("Who can I phone about the rowing club?")
    assert complete(asked, [about, other], [about, other, head]) == [about, head]


def test_nothing_comes_in_when_the_best_page_holds_it_already():
    head = item("Rowing club, (858) 555-0117", url="https://club.example/", title="Rowing club")
    more = item("Rowing club office, (858) 555-0118", url="https://club.example/", title="Rowing club")
    asked = analyse("Who can I phone about the rowing club?")
    assert complete(asked, [head], [head, more]) == [head]
    assert complete(asked, [], [more]) == []


def test_which_of_a_kind_is_answered_by_a_name_of_that_kind():
    asked = analyse("Which harbour does the ferry leave from?")
    assert names_kind(asked, "The ferry leaves from Old Mill Harbour at noon.")
    assert not names_kind(asked, "The harbour is closed in winter.")
    assert not names_kind(analyse("When does the ferry leave?"), "The ferry leaves from Old Mill Harbour.")


def test_a_sentence_that_is_broken_over_lines_is_one_span():
    wrapped = item("The recipes of the club are kept in the folder\n/srv/recipes, which anybody may read.\nNew ones.")
    assert [span.text for span in find_pieces(wrapped)] == [
        "The recipes of the club are kept in the folder /srv/recipes, which anybody may read.",
        "New ones.",
    ]


def test_names_on_lines_of_their_own_stay_apart():
    people = item("Marigold Hartley, Head of the boathouse\nJonas van Dreel, Treasurer")
    assert len(find_pieces(people)) == 2
