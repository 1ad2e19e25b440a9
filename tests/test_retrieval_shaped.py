from __future__ import annotations

import pytest

from core.records import Evidence
from retrieval.analysis import analyse
from retrieval.answers.contents import says_nothing
from retrieval.answers.extractive import answer_extractively
from retrieval.answers.shaped import answer_by_shape
from retrieval.answers.subjects import find_subject
from retrieval.answers.verify import verify
from retrieval.relevance import Relevance
from tests.retrieval_samples import item

ROOMS = item(
    "Hall | Rooms | Rent | Way\nElm Hall | 40 | €410 | 12 minutes\nOak Hall | 96 | €355 | 20 minutes\n"
    "Ash Hall | 61 | €355 | 5 minutes",
    kind="table",
    title="Halls of residence",
    heading_path=("Halls of residence",),
)
ONE = item(
    "Lecturer in Botany. Works on mosses.",
    title="Dr Ada Finch",
    heading_path=("Dr Ada Finch",),
    url="https://a.example/1",
)
OTHER = item("Keeper of maps.", title="Ms Ada R. Finch", heading_path=("Ms Ada R. Finch",), url="https://a.example/2")
PRIZES = [
    item(text, title="Prizes", heading_path=("Prizes", name), url="https://a.example/prizes")
    for name, text in (("Moss Prize", "€200 for an essay."), ("Fern Medal", "A medal for field work."))
]


def said(question: str, *pool: Evidence) -> list[str]:
    analysis = analyse(question)
    relevance = Relevance(analysis, [" ".join([one.title, *one.heading_path, one.text]) for one in pool])
    shaped = answer_by_shape(analysis, relevance, pool, pool)
    if shaped is None:
        return []
    assert all(verify(claim).supported for claim in shaped.draft.claims)
    return [claim.text for claim in shaped.draft.claims]


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("Which hall is the cheapest?", ["Oak Hall, Rent: €355", "Ash Hall, Rent: €355"]),
        ("What is the most expensive hall of residence?", ["Elm Hall, Rent: €410"]),
        ("Which hall is nearest?", ["Ash Hall, Way: 5 minutes"]),
        ("Which hall has the most rooms?", ["Oak Hall, Rooms: 96"]),
        ("Which has more rooms, Elm Hall or Ash Hall?", ["Ash Hall, Rooms: 61"]),
        ("Which hall has the fewest rooms?", ["Elm Hall, Rooms: 40"]),
    ],
)
def test_the_least_or_greatest_of_a_table_is_told_by_its_row(question: str, texts: list[str]):
    assert said(question, ROOMS) == texts


@pytest.mark.parametrize(
    "question", ["Which hall is the oldest?", "What is the cheapest soup?", "Which hall has a piano?"]
)
def test_a_table_that_cannot_be_compared_so_is_left_alone(question: str):
    assert said(question, ROOMS) == []


def test_all_bearers_of_a_name_are_told_apart():
    assert said("Who is Ada Finch?", ONE, OTHER) == [
        "Dr Ada Finch: Lecturer in Botany.",
        "Works on mosses.",
        "Ms Ada R. Finch: Keeper of maps.",
    ]


def test_rows_that_name_the_same_person_are_all_given():
    staff = item("Name | Room\nA. Finch, Botany | 12\nB. Finch, Maps | 14\nC. Heron | 15", kind="table", title="Staff")
    assert len(said("Who is Finch?", staff)) == 2


def test_what_something_is_is_told_by_the_beginning_of_its_own_section():
    many = item(
        "Three groups: Mosses, Ferns, Lichen Group.",
        title="Groups",
        heading_path=("Groups",),
        url="https://a.example/g",
    )
    own = item(
        "We study lichen on old walls. Visitors are welcome.", title="Lichen Group", heading_path=("Lichen Group",)
    )
    assert said("What is the Lichen Group?", many, own)[0] == "Lichen Group: We study lichen on old walls."


MINOR = item(
    "The minor opens many doors. It consists of six courses. A grade of C is enough.",
    title="Botany",
    heading_path=("Botany", "The Minor in Botany"),
    url="https://a.example/botany",
)
TEACHING = item(
    "Students planning to teach must take the requirements of the minor in Botany Education to graduate.",
    title="Teaching",
    heading_path=("Teaching", "Minors in Teaching"),
    url="https://a.example/teaching",
)
RULES = item(
    "Eight courses are required.", title="Maps", heading_path=("Maps", "Minor Program"), url="https://a.example/maps"
)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What are the requirements to graduate with a minor in botany?", "The Minor in Botany: It consists of six"),
        ("requirements for the botany minor", "The Minor in Botany: It consists of six courses."),
        ("What do I need to get a minor in maps?", "Minor Program: Eight courses are required."),
    ],
)
def test_what_a_programme_requires_is_told_by_its_own_section_from_where_it_says_so(question: str, first: str):
    assert said(question, TEACHING, MINOR, RULES)[0].startswith(first)


def test_a_section_in_another_language_is_told_where_no_other_names_the_thing():
    own = item("Wir sammeln Moose.", title="Moss Prize", heading_path=("Moss Prize",), lang="de")
    other = item("The garden is open.", title="Garden", heading_path=("Garden",), lang="en")
    assert said("What is the Moss Prize?", other, own) == ["Moss Prize: Wir sammeln Moose."]


@pytest.mark.parametrize("question", ["requirements for the major in botany", "requirements for the minor in ferns"])
def test_the_requirements_of_another_programme_are_not_told(question: str):
    assert said(question, TEACHING, MINOR, RULES) == []


def test_a_section_is_not_described_where_a_value_is_asked_for():
    assert (
        said("What is the deposit?", item("Deposits are paid back.", heading_path=("Deposit rules of halls 2020",)))
        == []
    )


def test_which_ones_there_are_is_told_by_all_sections_of_their_page():
    assert said("Which prizes are there?", *PRIZES) == [
        "Moss Prize: €200 for an essay.",
        "Fern Medal: A medal for field work.",
    ]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Who is Ada Finch?", "who"),
        ("What is CMP 305 about?", "what"),
        ("语言系是什么", "what"),
        ("沈雨衡是谁？", "who"),
        ("有哪些奖学金", "which"),
        ("Who teaches botany?", None),
        ("What does it cost?", None),
    ],
)
def test_only_questions_with_nothing_but_a_thing_have_a_subject(question: str, kind: str | None):
    subject = find_subject(analyse(question))
    assert (subject.asked if subject else None) == kind


def test_a_block_that_repeats_its_page_or_tells_its_date_says_nothing():
    assert says_nothing(item("Fees 2026", title="Fees 2026 | College"))
    assert says_nothing(item("Last updated: 2026-01-01", title="Fees"))
    assert not says_nothing(item("Fees are due in May.", title="Fees"))


def test_what_is_asked_of_one_bearer_of_a_name_is_told_of_the_other_too():
    cards = [
        item(
            f"Room\n{room}\nE-mail\n{mail}",
            kind="definitions",
            title=name,
            heading_path=(name,),
            url=f"https://a.example/{room}",
        )
        for name, room, mail in (
            ("Dr Ada Finch", "B1", "finch@a.example"),
            ("Ms Ada R. Finch", "M2", "a.r.finch@a.example"),
            ("Ada Heron", "K3", "heron@a.example"),
        )
    ]
    analysis = analyse("What is the e-mail address of Ada Finch?")
    relevance = Relevance(analysis, [f"{one.title} {one.text}" for one in cards])
    told = [claim.text for claim in answer_extractively(analysis, relevance, cards, 80).claims]
    assert sorted(told) == ["Dr Ada Finch: E-mail: finch@a.example", "Ms Ada R. Finch: E-mail: a.r.finch@a.example"]


def test_the_row_of_another_thing_is_no_answer_about_the_thing_that_is_named():
    staff = item(
        "Name | Department | E-mail\nFinch | Botany | finch@a.example\nHeron | Ferns | heron@a.example",
        kind="table",
        title="People",
        heading_path=("People",),
    )
    own = item("Office 12, mosses@a.example.", title="Department of Mosses", heading_path=("Department of Mosses",))
    analysis = analyse("What is the e-mail of the Department of Mosses?")
    relevance = Relevance(analysis, [f"{one.title} {one.text}" for one in (staff, own)])
    assert "mosses@a.example" in answer_extractively(analysis, relevance, [staff, own], 80).claims[0].text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("We use the Wide Area Tide Model (WATM) every day.", "Wide Area Tide Model"),
        ("The WATM (Wide Area Tide Model) runs daily.", "Wide Area Tide Model"),
        ("A Wide-Area Tide Model (WATM) runs.", "Wide-Area Tide Model"),
    ],
)
def test_an_acronym_is_spelled_out_by_the_words_beside_it(text: str, words: str):
    assert said("What does WATM stand for?", item(text, title="Tides")) == [f"WATM: {words}"]


def test_words_with_other_first_letters_spell_no_acronym():
    assert said("What does WATM stand for?", item("Our good old tide programme (WATM) runs.", title="Tides")) == []


def test_a_name_in_another_script_beside_the_one_asked_for_is_the_same_name():
    both = item("Keeper of scrolls.", title="Lin Yue 林月", heading_path=("Lin Yue (林月)",))
    assert said("Who is Lin Yue?", both) == ["Lin Yue (林月): Keeper of scrolls."]
