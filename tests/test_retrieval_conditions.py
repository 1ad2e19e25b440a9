"""The order in which the conditions of a list are checked, and where a list can start."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.conditions import Condition, in_order, start

CODE = Condition("under 100", first=1, last=99)
LINKED = Condition("of Physics", ids=("s:department:physics",), outgoing=("offers",))
OVER = Condition("taught by members of Physics", ids=("s:department:physics",), via_incoming=("teaches",))
VALUE = Condition("4 units", values_of=("units",), low=4.0, high=4.0)
SAID = Condition("says river", words=("river",))
EITHER = Condition("Physics", ids=("s:department:physics",), words=("physics",))
NOT = Condition("not of Physics", ids=("s:department:physics",), negated=True)


@given(st.permutations([CODE, LINKED, OVER, VALUE, SAID]))
def test_what_costs_little_is_checked_first_and_texts_last(conditions: list[Condition]) -> None:
    assert in_order(conditions) == [CODE, LINKED, OVER, VALUE, SAID]


def test_a_list_starts_at_what_all_its_things_are_linked_to() -> None:
    assert start([VALUE, LINKED]) == {"near": ["s:department:physics"], "over": False}
    assert start([OVER]) == {"near": ["s:department:physics"], "over": True}


def test_a_link_that_is_one_of_two_ways_or_must_not_hold_is_no_start() -> None:
    assert start([EITHER, NOT, VALUE]) == {"near": [], "over": False}
