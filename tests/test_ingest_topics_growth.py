"""How far communities have grown, and from when on their summaries speak of what came."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.topics.growth import ALL, step_of_new, steps_of


@pytest.mark.parametrize(("members", "steps"), [(9, 0), (10, 0), (15, 0), (16, 1), (22, 1), (23, 2), (33, 2), (34, 3)])
def test_a_step_is_a_growth_by_half(members: int, steps: int):
    assert steps_of(members, 10, 0.5) == steps


def test_where_none_is_left_of_the_build_a_summary_speaks_of_all():
    assert steps_of(7, 0) == ALL
    assert step_of_new(3, 7, 0) <= ALL


@given(st.integers(1, 60), st.integers(0, 200), st.integers(1, 50), st.floats(0.05, 2.0))
def test_new_members_are_spoken_of_just_where_they_make_a_step(built: int, late: int, new: int, growth: float):
    before, after = built + late, built + late + new
    grew = steps_of(after, built, growth) > steps_of(before, built, growth)
    assert (step_of_new(before, after, built, growth) <= steps_of(after, built, growth)) == grew


@given(st.integers(1, 60), st.lists(st.integers(1, 30), max_size=12))
def test_what_came_last_is_silent_when_it_has_gone(built: int, comings: list[int]):
    """Going back the way one came, each size has the step that it had."""
    sizes = [built + sum(comings[:count]) for count in range(len(comings) + 1)]
    late = [0, *(step_of_new(one, other, built) for one, other in pairwise(sizes))]
    for count, size in enumerate(sizes):
        step = steps_of(size, built)
        spoken = [number for number in range(count + 1) if late[number] <= step]
        assert spoken == list(range(len(spoken)))


@given(st.integers(0, 60), st.integers(0, 300))
def test_growth_of_nothing_makes_no_step(built: int, members: int):
    assert steps_of(members, built, 0.0) in {0, ALL}
