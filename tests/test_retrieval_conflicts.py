"""What pages that disagree are found to say, the current one first."""

from __future__ import annotations

import pytest

from core.records import Evidence
from retrieval.analysis import Analysis, analyse
from retrieval.answers.conflicts import find_conflict
from retrieval.answers.scoring import score_spans
from retrieval.answers.spans import Span
from retrieval.relevance import Relevance
from tests.retrieval_samples import item


def conflict_of(analysis: Analysis, *items: Evidence) -> list[Span]:
    relevance = Relevance(analysis, [one.text for one in items])
    return find_conflict(score_spans(analysis, relevance, items), analysis, relevance)


def test_the_current_page_comes_first_where_pages_disagree():
    old = item("The yearly tuition is 2,880 crowns.", title="Fees 2023", url="https://c.example/fees-2023", score=1.0)
    new = item("The yearly tuition is 3,150 crowns.", title="Fees 2026", url="https://c.example/fees-2026", score=0.9)
    analysis = analyse("How much is the yearly tuition?")
    assert [span.item.title for span in conflict_of(analysis, old, new)] == ["Fees 2026", "Fees 2023"]


def test_a_page_that_names_no_year_is_as_current_as_its_last_change():
    news = item("Books may be kept for 21 days.", url="https://c.example/news-2025", modified="2025-02-10T09:00:00Z")
    page = item("Books may be kept for 28 days.", url="https://c.example/library", modified="2026-09-07T09:00:00Z")
    analysis = analyse("For how many days may books be kept?")
    assert [span.item.url for span in conflict_of(analysis, news, page)] == [page.url, news.url]


def test_pages_that_say_the_same_do_not_disagree():
    one = item("The yearly tuition is 3,150 crowns.", title="Fees", url="https://c.example/a")
    other = item("The yearly tuition is 3,150 crowns.", title="Money", url="https://c.example/b")
    analysis = analyse("How much is the yearly tuition?")
    assert conflict_of(analysis, one, other) == []


@pytest.mark.parametrize(
    ("asked", "old", "new"),
    [
        ("Who is the registrar?", "Questions go to Mr Odo Pell, registrar.", "Registrar: Dr Ina Voss, room B2."),
        ("How much is a locker?", "Lockers: rent one, it is €7, from the porter.", "A locker costs €9 for all."),
        ("What is the fee for late payment?", "Late payment fee: €45.", "Late payment: €60 fee after a fortnight."),
    ],
)
def test_pages_disagree_also_in_other_words_about_a_person_or_a_sum(asked: str, old: str, new: str):
    before = item(old, url="https://c.example/2024", modified="2024-02-10T09:00:00Z", score=1.0)
    after = item(new, url="https://c.example/office", modified="2026-02-10T09:00:00Z", score=0.95)
    assert [span.item.url for span in conflict_of(analyse(asked), before, after)] == [after.url, before.url]


def test_things_of_different_codes_do_not_disagree():
    one = item("Prerequisites: KNT 1 and KNT 2", heading_path=("KNT 10 Knots",), url="https://c.example/10")
    other = item("Prerequisites: KNT 10 and SEA 3", heading_path=("KNT 20 Splices",), url="https://c.example/20")
    assert conflict_of(analyse("What are the prerequisites of KNT 10?"), one, other) == []


def test_another_person_or_sum_for_only_a_part_of_the_question_is_no_disagreement():
    one = item("The registrar of the evening school is Mr Odo Pell.", url="https://c.example/evening")
    other = item("Registrar: Dr Ina Voss, room B2.", url="https://c.example/office")
    assert conflict_of(analyse("Who is the registrar of the evening school?"), one, other) == []


@pytest.mark.parametrize(
    ("asked", "old", "new"),
    [
        (
            "Where do I get a boat permit?",
            "Boats: get a permit from the ferryman.",
            "A boat permit is sold here.",
        ),
        ("When is the sail loft open?", "Sail loft: open till late.", "The sail loft is open day and night, always."),
    ],
)
def test_pages_of_other_years_that_tell_a_place_or_a_time_come_current_first(asked: str, old: str, new: str):
    before = item(old, url="https://c.example/guide", modified="2024-02-10T09:00:00Z", score=1.0)
    after = item(new, url="https://c.example/office", modified="2026-02-10T09:00:00Z", score=0.95)
    assert [span.item.url for span in conflict_of(analyse(asked), before, after)] == [after.url, before.url]


def test_pages_of_one_year_that_tell_two_places_are_both_current():
    one = item("Boats: get a permit from the ferryman.", url="https://c.example/a", modified="2026-02-10T09:00:00Z")
    other = item("A boat permit is sold here.", url="https://c.example/b", modified="2026-03-10T09:00:00Z")
    assert conflict_of(analyse("Where do I get a boat permit?"), one, other) == []
