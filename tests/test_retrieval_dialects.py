from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.analysis import analyse
from retrieval.dialects import other_spellings
from retrieval.relevance import Relevance
from retrieval.texts import stem


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("optimisation", "optimization"),
        ("organised", "organized"),
        ("colours", "colors"),
        ("centre", "center"),
        ("modelling", "modeling"),
        ("analyse", "analyze"),
        ("programme", "program"),
    ],
)
def test_each_spelling_knows_the_other(british: str, american: str):
    assert stem(american) in other_spellings(stem(british)) | {stem(british)}
    assert stem(british) in other_spellings(stem(american)) | {stem(american)}


def test_a_question_is_covered_by_a_text_in_the_other_spelling():
    analysis = analyse("Who teaches population optimisation?")
    relevance = Relevance(analysis, ["Population optimization is taught by Ada Quill."])
    assert not relevance.missing
    assert relevance.cover("Population optimization is taught by Ada Quill.") > 0.7


@given(st.text(max_size=20))
def test_no_stem_is_its_own_other_spelling(text: str):
    assert text not in other_spellings(text)
