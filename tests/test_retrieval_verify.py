"""Sentences of an answer, checked against the blocks that they cite."""

from __future__ import annotations

import pytest

from retrieval.answers.draft import Claim
from retrieval.answers.spans import find_spans
from retrieval.answers.verify import is_verbatim, verify
from tests.retrieval_samples import COURSE, LIBRARY


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("The reading room opens at 8:00.", "number"),
        ("A book may be borrowed for 28 days, says Doctor Peter Stone.", "name"),
        ("COMP 99 may be borrowed.", "number|code"),
        ("Elephants sing operas under purple moons every evening.", "words"),
    ],
)
def test_what_the_block_does_not_say_is_not_supported(text: str, reason: str):
    checked = verify(Claim(text, ((LIBRARY, "A book may be borrowed for 28 days."),)))
    assert not checked.supported
    assert any(word in checked.reason for word in reason.split("|"))


def test_a_quote_must_stand_in_the_block_word_for_word():
    assert is_verbatim("A book may be\nborrowed for 28 days.", LIBRARY)
    assert not is_verbatim("A book can be borrowed for 28 days.", LIBRARY)
    assert not verify(Claim("28 days", ((LIBRARY, "borrowed for 28 weeks"),))).supported
    assert not verify(Claim("28 days")).supported


def test_two_blocks_may_support_one_sentence_together():
    claim = Claim(
        "The reading room opens at 9:00 and COMP 20 is Data Structures.",
        ((LIBRARY, "The reading room opens at 9:00"), (COURSE, "Prerequisites: COMP 10 and MATH 5.")),
    )
    assert verify(claim).supported


def test_a_span_is_verbatim_whatever_the_text():
    for block in (LIBRARY, COURSE):
        for span in find_spans(block):
            assert is_verbatim(span.text, block)
