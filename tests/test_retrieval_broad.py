"""A question about a whole site is answered page by page."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.records import Evidence
from retrieval.broad import LISTS, PAGES, SURE, is_spread, pick_by_page
from tests.retrieval_samples import item


def block(page: str, text: str, score: float = 0.5, fit: float | None = None, kind: str = "paragraph") -> Evidence:
    scores = {} if fit is None else {"page": fit}
    url = f"https://c.example/{page}"
    return item(text, url=url, score=score, kind=kind).model_copy(update={"scores": scores})


def test_one_block_of_each_page_is_kept_and_its_list_beside_it():
    ordered = [
        block("sea", "We study the sea with ships."),
        block("sea", "The sea is deep and the ships are old."),
        block("sea", "Tides\nWaves\nCurrents", kind="list"),
        block("land", "We study the land on foot."),
    ]
    assert [one.text for one in pick_by_page(ordered)] == [ordered[0].text, ordered[2].text, ordered[3].text]


def test_a_double_on_another_page_is_no_second_page():
    ordered = [block("a", "The same words everywhere here."), block("b", "The same words everywhere here.")]
    assert [one.url for one in pick_by_page(ordered)] == ["https://c.example/a"]


def test_beyond_the_first_blocks_pages_found_as_wholes_come_before_single_blocks():
    first = [block(f"first-{number}", f"Words of the first kind {number}.", 0.9) for number in range(SURE)]
    single = [block(f"single-{number}", f"Words of a single block {number}.", 0.8) for number in range(PAGES)]
    whole = block("whole", "Words of a page that is about it.", 0.1, fit=1.2)
    kept = pick_by_page([*first, *single, whole])
    assert whole in kept
    assert len(kept) == PAGES
    assert kept[:SURE] == first


def test_what_many_pages_tell_about_as_well_is_told_page_by_page():
    assert is_spread([block(f"p{number}", f"text {number}", 0.5 - 0.02 * number) for number in range(8)])
    assert not is_spread([block("p", f"text {number}", 0.5) for number in range(8)])
    assert not is_spread([block(f"p{number}", f"text {number}", 0.5 / (number + 1)) for number in range(8)])
    assert not is_spread([])


@given(
    st.lists(
        st.builds(
            block,
            st.sampled_from("abcdefgh"),
            st.sampled_from([f"Words number {number} stand here." for number in range(9)]),
            st.floats(0, 1),
            st.none() | st.floats(0, 2),
            st.sampled_from(["paragraph", "list"]),
        ),
        max_size=30,
    ),
    st.integers(SURE, 6),
)
def test_no_page_has_more_than_a_block_and_a_list_and_no_text_comes_twice(ordered: list[Evidence], limit: int):
    kept = pick_by_page(ordered, limit)
    pages = [one.url for one in kept]
    assert len(set(pages)) <= limit
    assert all(pages.count(url) <= 2 for url in pages)
    assert len({one.text for one in kept}) == len(kept)
    assert all(one.kind in LISTS for one, before in zip(kept[1:], kept, strict=False) if one.url == before.url)
