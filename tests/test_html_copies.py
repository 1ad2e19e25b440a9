"""A text that a page shows twice is main content once; entries of one template keep each their own."""

from __future__ import annotations

import numpy as np

from ingest.html.copies import COPY, lower_copies
from ingest.html.frames import Raw

SAID = "The ferry to the island sails four times a day in summer."


def segment(text: str, *heads: str, kind: str = "paragraph") -> Raw:
    raw = Raw(kind, text, text)
    raw.words, raw.heading_path = len(text.split()), heads
    return raw


def scores(raws: list[Raw], shapes: list[str], first: float = 0.9) -> list[float]:
    chances = np.array([first, *[0.9] * (len(raws) - 1)])
    return list(lower_copies(chances, raws, shapes, 0.5))


def test_the_second_of_two_equal_texts_under_one_heading_is_a_copy():
    assert scores([segment(SAID, "Ferry"), segment(SAID.upper(), "Ferry")], ["/p", "/p"]) == [0.9, COPY]


def test_a_quotation_of_an_earlier_text_is_a_copy_under_any_heading():
    assert scores([segment(SAID, "Ferry"), segment(SAID, "Re: Ferry")], ["/div/p", "/div/blockquote"]) == [0.9, COPY]


def test_two_courses_with_the_same_description_both_keep_it():
    assert scores([segment(SAID, "CSE 1"), segment(SAID, "CSE 2")], ["/p", "/p"]) == [0.9, 0.9]


def test_short_texts_and_rows_may_recur():
    for again in (segment("In stock"), segment(SAID, kind="row")):
        assert scores([again, again], ["/p", "/p"]) == [0.9, 0.9]


def test_what_is_not_selected_makes_no_copy_of_what_is():
    assert scores([segment(SAID), segment(SAID)], ["/p", "/p"], first=0.2) == [0.2, 0.9]
