"""Heading levels, sections, merging, big blocks, and the property that no word is lost or doubled."""

# ruff: noqa: E501  pages stand on one line

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.records import ParsedPage, TreeBlock
from ingest.html import parse
from ingest.html.rebuild import index_to_html
from ingest.html.tree import LIMIT_WORDS, MERGE_WORDS

ADDRESS = "http://site.example/page.html"


def read(html: str) -> ParsedPage:
    return parse(html.encode(), ADDRESS, "text/html; charset=utf-8", metadata=False)


def leaves(page: ParsedPage) -> list[TreeBlock]:
    return [block for block in page.blocks if block.leaf]


def paths(page: ParsedPage) -> list[tuple[str, str]]:
    return [(" > ".join(block.heading_path), block.text) for block in leaves(page)]


def words(count: int, stem: str = "word") -> str:
    return " ".join(f"{stem}{number}" for number in range(count))


def test_headings_in_wrappers_keep_the_path_above_them():
    page = read(
        "<main><div><h1>Fleet</h1></div><p>Nine boats.</p><div><div><h2>Crew</h2></div><section><div><h3>Cooks</h3></div>"
        "<p>Two of them.</p></section></div><h2>Routes</h2><p>North only.</p></main>"
    )
    assert paths(page) == [
        ("Fleet", "Nine boats."),
        ("Fleet > Crew > Cooks", "Two of them."),
        ("Fleet > Routes", "North only."),
    ]


def test_levels_come_from_nesting_and_not_from_numbers():
    page = read(
        "<main><h2>Map</h2><h5>East</h5><p>Hills.</p><h4>West</h4><p>Sand.</p><h2>Key</h2><h6>Red</h6><p>Road.</p></main>"
    )
    assert paths(page) == [("Map > East", "Hills."), ("Map > West", "Sand."), ("Key > Red", "Road.")]
    assert page.outline == ((1, "Map"), (2, "East"), (2, "West"), (1, "Key"), (2, "Red"))


def test_a_first_level_heading_in_a_nested_section_stays_under_its_section():
    page = read(
        "<article><h1>Almanac</h1><section><h1>Tides</h1><p>High at six.</p><h2>Spring</h2><p>Higher.</p></section>"
        "<section><h1>Moons</h1><p>Full on Friday.</p></section></article>"
    )
    assert paths(page) == [
        ("Almanac > Tides", "High at six."),
        ("Almanac > Tides > Spring", "Higher."),
        ("Almanac > Moons", "Full on Friday."),
    ]


def test_a_title_in_a_section_of_its_own_still_heads_the_page():
    page = read("<main><section><h1>Port</h1></section><section><h2>Docks</h2><p>Four docks.</p></section></main>")
    assert paths(page) == [("Port > Docks", "Four docks.")]


def test_an_aria_heading_is_a_heading():
    page = read('<main><h1>Shop</h1><div role="heading" aria-level="3">Tools</div><p>Saws and files.</p></main>')
    assert paths(page) == [("Shop > Tools", "Saws and files.")]


def test_a_heading_in_a_summary_opens_a_section_that_its_details_close():
    page = read(
        "<main><h1>Desk</h1><details><summary><h3>Lost key?</h3></summary><p>Ask the porter.</p><h4>At night</h4>"
        "<p>Ring twice.</p></details><p>Open all day.</p></main>"
    )
    assert paths(page) == [
        ("Desk > Lost key?", "Ask the porter."),
        ("Desk > Lost key? > At night", "Ring twice."),
        ("Desk", "Open all day."),
    ]


def test_tab_panels_stand_under_their_tabs():
    page = read(
        '<main><h1>Trip</h1><div role="tablist"><button role="tab" aria-controls="a">Bus</button>'
        '<button role="tab" aria-controls="b">Boat</button></div><div id="a" role="tabpanel"><p>Two hours by road.</p></div>'
        '<div id="b" role="tabpanel" hidden><p>One hour by sea.</p></div></main>'
    )
    assert paths(page) == [("Trip > Bus", "Two hours by road."), ("Trip > Boat", "One hour by sea.")]


def test_a_heading_in_a_table_cell_is_a_section_and_the_table_is_layout():
    page = read(
        "<main><h1>Zoo</h1><table><tr><td><h2>Bears</h2><p>Fed at noon.</p></td><td><h2>Owls</h2><p>Fed at dusk.</p></td></tr></table></main>"
    )
    assert paths(page) == [("Zoo > Bears", "Fed at noon."), ("Zoo > Owls", "Fed at dusk.")]


def test_a_heading_without_content_is_a_leaf_of_its_own():
    page = read("<main><h1>List</h1><h2>Empty one</h2><h2>Full one</h2><p>Some text.</p></main>")
    assert [(block.text, block.leaf) for block in page.blocks if block.kind == "section"] == [
        ("List", False),
        ("Empty one", True),
        ("Full one", False),
    ]


def test_a_whole_page_in_an_unclosed_heading_is_not_one_heading():
    page = read(f"<body><h2>Start<p>{words(200)}</p><p>After.</p>")
    assert max(len(text) for _, text in page.outline) < 100 if page.outline else True
    assert "After." in "\n".join(text for _, text in paths(page))


def test_repeated_names_without_heading_tags_become_headings():
    entries = "".join(
        f'<p class="dish"><b>{number}. {name} soup</b></p><p class="about">Made of {name} and served with bread, salt and butter.</p>'
        for number, name in enumerate(("Leek", "Onion", "Pea", "Bean", "Beet"), 1)
    )
    page = read(f"<main><h1>Menu</h1>{entries}</main>")
    assert paths(page)[0] == ("Menu > 1. Leek soup", "Made of Leek and served with bread, salt and butter.")
    assert len(leaves(page)) == 5


@pytest.mark.parametrize("tag", ["li", "div", "article", "section"])
def test_what_stands_above_the_name_in_a_card_is_not_told_of_the_card_before(tag: str):
    cards = "".join(
        f"<{tag}><p class=day>{day}</p><div><h3>{name}</h3><p>At {hour}.</p></div></{tag}>"
        for day, name, hour in (("21 Sep", "Welcome", 9), ("18 Dec", "Farewell", 5), ("2 Jan", "Return", 8))
    )
    page = read(f"<main><h2>Dates</h2>{cards}</main>")
    found = {segment.text: segment.heading_path for segment in page.segments}
    assert found["21 Sep"] == found["18 Dec"] == found["2 Jan"] == ("Dates",)
    assert found["At 5."] == ("Dates", "Farewell")
    again = parse(index_to_html(page.segments).encode(), ADDRESS, "text/html; charset=utf-8", metadata=False)
    assert [(one.text, one.heading_path) for one in again.segments] == list(found.items())


def test_words_above_a_heading_in_boxes_of_another_build_stay_where_they_are():
    page = read("<main><div><h2>One</h2></div><div><p>Of one.</p><h2>Two</h2><p>Of two.</p></div></main>")
    assert paths(page)[:2] == [("One", "Of one."), ("Two", "Of two.")]


def test_short_paragraphs_of_running_text_are_no_headings():
    page = read(
        "<main><h1>Story</h1>" + '<p class="t">He came home late.</p>' * 3 + f'<p class="t">{words(60)}</p></main>'
    )
    assert page.outline == ((1, "Story"),)


def test_the_nearest_anchor_goes_with_each_block():
    page = read(
        '<main><h1 id="top">A</h1><p>One.</p><a name="old"></a><h2>B</h2><p>Two.</p><div id="box"><p>Three.</p></div></main>'
    )
    assert [block.anchor for block in leaves(page)] == ["top", "old"]
    assert [segment.anchor for segment in page.segments] == ["top", "top", "old", "old", "box"]


def test_small_paragraphs_merge_but_never_across_a_heading():
    page = read(f"<main><h1>H</h1><p>{words(40)}</p><p>{words(50)}</p><h2>I</h2><p>{words(20)}</p></main>")
    assert [block.words for block in leaves(page)] == [90, 20]


def test_merging_takes_whole_neighbours_before_parts_of_others():
    cards = "".join(f"<div><p>{words(40, f'a{n}x')}</p><p>{words(40, f'b{n}x')}</p></div>" for n in range(3))
    page = read(f"<main><h1>H</h1>{cards}</main>")
    assert [block.words for block in leaves(page)] == [80, 80, 80]


def test_merged_blocks_stay_within_the_threshold():
    page = read("<main>" + "".join(f"<p>{words(30, f'p{n}x')}</p>" for n in range(20)) + "</main>")
    assert max(block.words for block in leaves(page)) <= MERGE_WORDS


def test_a_long_paragraph_is_cut_at_sentences_and_loses_nothing():
    sentences = [f"Sentence number {number} tells of {words(12, f's{number}x')}." for number in range(60)]
    page = read(f"<main><h1>Long</h1><p>{' '.join(sentences)}</p></main>")
    found = leaves(page)
    assert len(found) > 1
    assert all(block.words <= LIMIT_WORDS and block.text.endswith(".") for block in found)
    assert " ".join(block.text for block in found) == " ".join(sentences)


def test_a_big_table_is_a_parent_with_rows_that_repeat_the_header_uncounted():
    rows = "".join(f"<tr><td>item {n}</td><td>{n} euro</td><td>{words(5, f'r{n}x')}</td></tr>" for n in range(100))
    page = read(f"<main><h1>Prices</h1><table><tr><th>Name</th><th>Price</th><th>Notes</th></tr>{rows}</table></main>")
    whole = next(block for block in page.blocks if block.kind == "table")
    parts = [block for block in page.blocks if block.kind == "rows"]
    assert not whole.leaf
    assert all(part.parent == whole.position for part in parts)
    assert all(part.text.startswith("Name | Price | Notes") for part in parts)
    assert parts[0].repeated == ""
    assert all(part.repeated == "Name | Price | Notes" for part in parts[1:])
    assert sum(part.words for part in parts) == whole.words
    assert all("| Name | Price | Notes |" in part.markdown for part in parts)


def test_a_big_list_is_a_parent_with_items_and_keeps_nested_ones_together():
    items = "".join(f"<li>{words(20, f'i{n}x')}<ul><li>{words(10, f'n{n}x')}</li></ul></li>" for n in range(30))
    page = read(f"<main><h1>Tasks</h1><ul>{items}</ul></main>")
    whole = next(block for block in page.blocks if block.kind == "list")
    parts = [block for block in page.blocks if block.kind == "items"]
    assert not whole.leaf
    assert len(parts) > 3
    for part in parts:
        assert {match[1] for match in re.finditer(r"i(\d+)x0", part.text)} == {
            match[1] for match in re.finditer(r"n(\d+)x0", part.text)
        }


def test_atomic_blocks_are_not_merged_with_paragraphs():
    page = read(
        "<main><p>Before.</p><ul><li>One</li></ul><pre>code</pre><dl><dt>T</dt><dd>D</dd></dl><p>After.</p></main>"
    )
    assert [block.kind for block in leaves(page)] == ["paragraph", "list", "pre", "definitions", "paragraph"]


def test_segments_of_blocks_point_into_the_index():
    page = read("<main><h1>A</h1><p>One.</p><p>Two.</p><ul><li>x</li><li>y</li></ul></main>")
    for block in page.blocks:
        numbers = [number for interval in block.segments for number in range(interval.first, interval.last + 1)]
        assert "\n".join(page.segments[number].text for number in numbers) == block.text


def test_parents_come_before_children_and_positions_are_in_order():
    page = read("<main><h1>A</h1><h2>B</h2><p>x</p><h3>C</h3><p>y</p><h2>D</h2><p>z</p></main>")
    assert [block.position for block in page.blocks] == list(range(len(page.blocks)))
    assert all(block.parent is None or block.parent < block.position for block in page.blocks)


# -- the property: every word that a reader sees, and that is no chrome, lies in exactly one leaf or names a section --

INLINE = st.sampled_from(["{}", "<b>{}</b>", "<a href='/x'>{}</a>", "<span>{}</span>", "<code>{}</code>", "{}<br>{}"])
BOX = st.sampled_from(["div", "section", "article", "p", "li", "td", "h2", "h3", "h4", "ul", "ol", "table", "details", "summary",
                       "blockquote", "dl", "dt", "dd", "figure", "figcaption", "pre", "center", "main", "form"])  # fmt: skip


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A page of nested boxes, each word in it different."""
    counter = iter(range(10_000))
    said: list[str] = []

    def word() -> str:
        said.append(f"w{next(counter)}q")
        return said[-1]

    def build(depth: int) -> str:
        if depth == 0 or draw(st.integers(0, 3)) == 0:
            form = draw(INLINE)
            return form.format(*[f"{word()} {word()}" for _ in range(form.count("{}"))])
        name = draw(BOX)
        inner = "".join(build(depth - 1) for _ in range(draw(st.integers(1, 3))))
        return f"<{name}>{inner}</{name}>"

    return "".join(build(4) for _ in range(draw(st.integers(1, 5)))), said


@given(documents())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_visible_word_lies_in_exactly_one_leaf(document: tuple[str, list[str]]):
    html, said = document
    page = read(f"<html><body>{html}</body></html>")
    places: dict[str, int] = dict.fromkeys(said, 0)
    for block in page.blocks:
        if block.leaf or block.kind == "section":
            for word in set(re.findall(r"w\d+q", block.text)):
                places[word] += 1
    chrome = {word for segment in page.segments if segment.chrome for word in re.findall(r"w\d+q", segment.text)}
    assert {word: count for word, count in places.items() if count != 1 and word not in chrome} == {}
    assert not any(places[word] for word in chrome)
