"""Robots directives are for the robot that they name, or for all."""

from __future__ import annotations

import pytest

from core.directives import join_directives, read_directives

DATE = "unavailable_after: tuesday, 01-may-40 10:00:00 utc"


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("NoIndex, follow", [("", "noindex"), ("", "follow")]),
        ("Googlebot: noindex", [("googlebot", "noindex")]),
        ("abot: noindex, nofollow, bbot: none", [("abot", "noindex"), ("abot", "nofollow"), ("bbot", "none")]),
        ("abot: none, *: nofollow", [("abot", "none"), ("", "nofollow")]),
        ("max-snippet:-1, noindex", [("", "max-snippet:-1"), ("", "noindex")]),
        (
            f"{DATE}, noindex",
            [("", DATE.split(", ")[0]), ("", DATE.split(", ")[1]), ("", "noindex")],
        ),
        ("abot: max-snippet: 5, noindex", [("abot", "max-snippet: 5"), ("abot", "noindex")]),
        ("mozilla-like crawler: none", [("mozilla-like crawler", "none")]),
        (" , ", []),
    ],
)
def test_a_name_holds_up_to_the_next_one_and_a_date_is_none(said: str, found: list[tuple[str, str]]):
    assert read_directives(said) == found


@pytest.mark.parametrize(
    ("headers", "found"),
    [
        (["abot: noindex", "nofollow"], [("abot", "noindex"), ("", "nofollow")]),
        (["noindex", "abot: nofollow"], [("", "noindex"), ("abot", "nofollow")]),
        (["abot: none", DATE], [("abot", "none"), *read_directives(DATE)]),
        (["noindex"], [("", "noindex")]),
        (["", "abot: none"], [("abot", "none")]),
        ([], []),
    ],
)
def test_each_of_several_headers_stands_for_itself(headers: list[str], found: list[tuple[str, str]]):
    assert read_directives(join_directives(headers)) == found
