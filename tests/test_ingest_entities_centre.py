"""Who is who on the site of a made-up research centre: names in lists of publications, namesakes, initials."""

from __future__ import annotations

import pytest

from tests.sites.centre import make_centre
from tests.sites.centre_scores import Scores, score_centre


@pytest.fixture(scope="module", params=[False, True], ids=["seen", "unseen"])
def scores(request: pytest.FixtureRequest) -> Scores:
    """The figures of one centre."""
    return score_centre(make_centre(unseen=request.param))


def test_people_are_found_where_they_are_named(scores: Scores):
    assert scores.names.f1 >= 0.97


def test_spellings_of_one_person_are_one_and_namesakes_two(scores: Scores):
    assert scores.pairs.precision >= 0.97
    assert scores.pairs.f1 >= 0.97
