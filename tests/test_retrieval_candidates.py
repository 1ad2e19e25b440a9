from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.analysis import analyse
from retrieval.candidates import Candidate, fuse, spread_pages
from retrieval.decompose import decompose
from retrieval.modes.navigation import interleave
from tests.retrieval_samples import item


def candidate(block: str, score: float = 1.0, group: int = 0) -> Candidate:
    return Candidate(block, f"page-{block}", score, {"direct": score}, group=group)


def test_a_block_found_by_two_modes_comes_before_those_of_one():
    fused = fuse([[candidate("a"), candidate("b")], [candidate("c"), candidate("b")]], 10)
    assert fused[0].id == "b"
    assert {one.id for one in fused} == {"a", "b", "c"}


def test_fusion_keeps_the_scores_and_paths_of_both():
    first, second = candidate("a"), Candidate("a", "u", 2.0, {"reason": 2.0})
    assert fuse([[first], [second]], 10)[0].scores == {"direct": 1.0, "reason": 2.0}


@given(st.lists(st.sampled_from("abcdef"), max_size=12, unique=True), st.integers(1, 8))
def test_fusion_never_exceeds_its_limit_nor_doubles(blocks: list[str], limit: int):
    fused = fuse([[candidate(block) for block in blocks], [candidate(block) for block in reversed(blocks)]], limit)
    assert len(fused) == min(limit, len(blocks))
    assert len({one.id for one in fused}) == len(fused)


def test_the_penalty_for_one_page_changes_the_order():
    same = [item(f"text {n}", url="one", score=1.0 - n / 100) for n in range(3)]
    other = item("elsewhere", url="two", score=0.95)
    assert [one.url for one in spread_pages([*same, other], 0.0)] == ["one", "one", "one", "two"]
    assert [one.url for one in spread_pages([*same, other], 0.08)] == ["one", "two", "one", "one"]


def test_sub_questions_take_turns():
    found = [candidate("a", 9, 0), candidate("b", 8, 0), candidate("c", 1, 1)]
    assert [one.id for one in interleave(found)] == ["a", "c", "b"]


def test_a_comparison_falls_into_its_sides():
    parts = decompose(analyse("What is the difference in fees between the Music BA and the Dance BA?"))
    assert len(parts) == 2
    assert "Music BA" in parts[0]
    assert "Dance BA" in parts[1]
    assert "Dance" not in parts[0]


def test_two_codes_make_two_questions():
    parts = decompose(analyse("How many units are COMP 10 and COMP 20 worth?"))
    assert len(parts) == 2
    assert "COMP 20" not in parts[0]


def test_a_plain_question_stays_whole():
    assert decompose(analyse("When does the library open?")) == ["When does the library open?"]


def test_a_chinese_comparison_falls_into_its_sides():
    assert len(decompose(analyse("音乐学士和舞蹈学士的学费有什么区别？"))) == 2
