"""What pages say, as Markdown that a CommonMark parser reads back as what the pages say."""

# ruff: noqa: E501  pages stand on one line

from __future__ import annotations

from html import escape

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from core.records import ParsedPage
from ingest.html import parse
from ingest.html.render import markdown_of

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
SIGNS = [
    "#", "##", "# ", "1. ", "12) ", "2019.", "- ", "+ ", "* ", "> ", "|", " | ", "`", "``", "```", "*", "**", "_", "__", "~~", "~~~", "---",
    "| --- |", "===", "<b>", "</b>", "<script>", "<!--", "<", "&lt;", "&#35;", "&", "[a](b)", "](", "[a]: b", "[x] ", "[", "]", "!", "\\", "\\*",
    "word", "snake_case_name", "2*3*4", "C#", ":", "。", "-", "+1", " ", " ", "\n",
]  # fmt: skip
RUNS = st.lists(st.sampled_from(SIGNS), min_size=1, max_size=10).map("".join)
CALM = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def read(html: str) -> ParsedPage:
    return parse(html.encode(), "http://site.example/p.html", "text/html; charset=utf-8", metadata=False)


def shown(html: str) -> str:
    return markdown_of([segment for segment in read(html).segments if segment.visible])


def tokens(markdown: str) -> list[Token]:
    return READER.parse(markdown)


def plain(token: Token) -> str:
    """What a reader sees of a line; code is set apart by nothing here."""
    said = {"softbreak": "\n", "hardbreak": "\n", "html_inline": "⟨markup⟩"}
    return "".join(said.get(child.type, child.content) for child in token.children or ())


def source(text: str) -> str:
    return escape(text).replace("\n", "<br>")


@given(RUNS)
@example("1. a\n- b\n> c\n# d\n| --- |\n===")
@CALM
def test_a_paragraph_of_any_signs_is_read_back_as_a_paragraph(text: str):
    page = read(f"<main><p>{source(f'a{text}')}</p><p>{source(text)}</p><p>{source(f'{text}a')}</p></main>")
    for segment in page.segments:
        found = tokens(markdown_of([segment]))
        assert [token.type for token in found] == ["paragraph_open", "inline", "paragraph_close"] * (len(found) // 3)
        assert "\n".join(map(plain, found[1::3])) == segment.text


@given(RUNS)
@CALM
def test_a_heading_of_any_signs_is_read_back_as_one_heading(text: str):
    for segment in read(f"<main><h2>{source(f'a{text}')}</h2><p>After it.</p></main>").segments[:1]:
        found = tokens(markdown_of([segment]))
        assert [token.type for token in found] == ["heading_open", "inline", "heading_close"]
        assert plain(found[1]) == segment.text.replace("\n", " ")


@given(st.lists(RUNS, min_size=4, max_size=4))
@CALM
def test_cells_of_any_signs_are_read_back_as_cells(texts: list[str]):
    cells = [f"a{text}" for text in texts]
    page = read(
        "<main><table role=table><tr><th>{}</th><th>{}</th></tr><tr><td>{}</td><td>{}</td></tr></table></main>".format(
            *map(source, cells)
        )
    )
    said = [cell for segment in page.segments for cell in segment.cells]
    assert [plain(token) for token in tokens(markdown_of(page.segments)) if token.type == "inline"] == said


@given(RUNS.filter(str.strip), RUNS)
@CALM
def test_code_in_a_line_stays_what_it_is(code: str, text: str):
    code = code.replace("\n", " ")
    page = read(f"<main><p>See {source(text)} <code>{escape(code)}</code> here {source(text)}.</p></main>")
    children = [child for token in tokens(markdown_of(page.segments)) for child in token.children or ()]
    kept = [child.content.strip() for child in children if child.type == "code_inline"]
    assert kept == [" ".join(code.split())]


@given(RUNS.filter(str.strip))
@CALM
def test_the_text_of_a_link_stays_whole(text: str):
    page = read(f"<main><p>Wow! See x!<a href='/a_*b*(c)`&amp;lt;\\_'>{source(f'a{text}a')}</a> now.</p></main>")
    children = [child for token in tokens(markdown_of(page.segments)) for child in token.children or ()]
    assert [child.attrs["href"] for child in children if child.type == "link_open"] == [
        "http://site.example/a_*b*%28c%29%60&lt;%5C_"
    ]
    assert not any(child.type in {"image", "html_inline"} for child in children)
    assert "\n".join(map(plain, tokens(markdown_of(page.segments))[1::3])) == page.segments[0].text


def test_markup_that_a_page_shows_as_text_stays_text():
    page = (
        "<main><p>Write &lt;script&gt;alert(1)&lt;/script&gt; or &lt;b&gt;, a &lt; b, AT&amp;T and &amp;lt;.</p></main>"
    )
    assert shown(page) == "Write &lt;script>alert(1)&lt;/script> or &lt;b>, a < b, AT&T and &amp;lt;."


@pytest.mark.parametrize(
    "text",
    [
        "The fee is $500 (see note 1). Call +1 858 555-0100, or write to a_b@uni.edu.",
        "Fields marked * are required; snake_case_name and C++ stay, and so does 5 > 3 and a < b.",
        "In 2019. that was so – 3 * 4 = 12, ~5 minutes, 50% off! [1] Rock & roll [sic].",
        "*Required",
        "3.5 stars, #1 in its class, -5 degrees",
    ],
)
def test_ordinary_prose_gets_no_escapes(text: str):
    assert shown(f"<main><p>{escape(text)}</p></main>") == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1. First we met.", "1\\. First we met."),
        ("2019) was good", "2019\\) was good"),
        ("- a dash", "\\- a dash"),
        ("> said he", "\\> said he"),
        ("# hash", "\\# hash"),
        ("---", "\\---"),
        ("2*3*4", "2\\*3\\*4"),
        ("[x](y)", "[x\\](y)"),
        ("a ` b ` c", "a \\` b \\` c"),
    ],
)
def test_what_would_be_read_as_markup_is_escaped(text: str, written: str):
    assert shown(f"<main><p>{escape(text)}</p></main>") == written


def test_code_with_backticks_stands_between_more_of_them():
    assert shown("<main><p>Run <code>a|b`c</code> now.</p></main>") == "Run ``a|b`c`` now."
    assert shown("<main><p><code>`x`</code> it is</p></main>") == "`` `x` `` it is"


def test_links_and_weight_in_code_do_not_break_it():
    page = "<main><p>Call <code>f(<a href='/t'>int</a>, <b>x</b>)</code> or <code>a</code><code>b</code>.</p></main>"
    assert shown(page) == "Call `f(`[`int`](http://site.example/t)`, x)` or `ab`."


def test_two_breaks_are_a_paragraph_and_one_is_none():
    assert shown("<main><p>Mon<br>Tue<br><br>Wed<br> <br>\n<br>Thu</p></main>") == "Mon\nTue\n\nWed\n\nThu"
    assert shown("<main><p><b>Mon<br><br>Tue</b> x</p></main>") == "**Mon**\n\n**Tue** x"
    assert shown("<main><blockquote>One<br><br>two</blockquote></main>") == "> One\n>\n> two"
    assert shown("<main><ul><li>One<br><br>two</li></ul></main>") == "- One\n\n  two"
    assert read("<main><p>Mon<br><br>Wed</p></main>").segments[0].text == "Mon\nWed"


def test_a_link_that_leads_nowhere_is_text_in_markdown():
    assert (
        shown("<main><p>Some text to read, <a href='#'>more</a> of it.</p></main>") == "Some text to read, more of it."
    )


# -- lists --

ITEM = st.tuples(st.integers(1, 4), st.sampled_from(["ul", "ol", "ol start=9", "ol start=120"]), st.booleans())


def nest(items: list[tuple[int, str, bool]]) -> tuple[str, list[tuple[int, str]]]:
    """Nested lists as HTML, and (depth, paragraph) of all that is in them."""
    html: list[str] = []
    opened: list[str] = []
    told: list[tuple[int, str]] = []
    for number, (depth, name, more) in enumerate(items):
        while len(opened) > min(depth, len(opened) + 1):
            html.append(f"</li></{opened.pop()[:2]}>")
        if len(opened) == depth:
            html.append("</li>")
        else:
            html.append(f"<{name}>")
            opened.append(name)
        html.append(f"<li>w{number}q" + (f"<p>w{number}m</p>" if more else ""))
        told.append((len(opened), f"w{number}q"))
        if more:
            told.append((len(opened), f"w{number}m"))
    html.extend(f"</li></{name[:2]}>" for name in reversed(opened))
    return "".join(html), told


@given(st.lists(ITEM, min_size=1, max_size=9))
@example([(1, "ol start=120", False), (2, "ul", True), (3, "ol start=9", False), (1, "ul", False)])
@CALM
def test_nested_lists_are_read_back_with_their_depths(items: list[tuple[int, str, bool]]):
    html, told = nest(items)
    depth, found = 0, []
    for token in tokens(shown(f"<main>{html}</main>")):
        if token.type in {"bullet_list_open", "ordered_list_open"}:
            depth += 1
        elif token.type in {"bullet_list_close", "ordered_list_close"}:
            depth -= 1
        elif token.type == "inline":
            found.append((depth, token.content))
        assert token.type != "code_block"
    assert found == told


def test_what_hangs_on_an_item_stands_under_its_first_letter():
    page = "<main><ol start=9><li>nine<ul><li>a</li></ul></li><li>ten<p>more</p><ul><li>b<ol start=3><li>c</li></ol></li></ul></li></ol></main>"
    assert shown(page) == "9. nine\n   - a\n10. ten\n\n    more\n    - b\n\n      3. c"


def test_an_item_is_no_task():
    assert shown("<main><ul><li>[x] cross</li><li>[1] one</li></ul></main>") == "- \\[x] cross\n- [1] one"


def test_text_after_a_nested_list_belongs_to_the_outer_item():
    page = "<main><ul><li>Three<ul><li>a</li></ul>tail of three</li></ul></main>"
    assert shown(page) == "- Three\n  - a\n\n  tail of three"


INLINE = st.recursive(
    RUNS.map(source),
    lambda inner: st.lists(
        st.tuples(st.sampled_from(["b", "i", "del", "code", "sub", "span", "a"]), inner).map(
            lambda pair: f"<{pair[0]}{' href=/x' if pair[0] == 'a' else ''}>{pair[1]}</{pair[0]}>"
        )
        | inner,
        max_size=4,
    ).map("".join),
    max_leaves=8,
)


@given(INLINE)
@CALM
def test_marks_of_weight_are_read_or_left_out(html: str):
    page = read(f"<main><p>a{html}</p><p>{html}a</p></main>")
    for segment in page.segments:
        found = tokens(markdown_of([segment]))
        said = "\n".join(plain(token) for token in found if token.type == "inline")
        assert [squeezed(said.replace("⟨markup⟩", ""))] == [squeezed(segment.text)]


def squeezed(text: str) -> str:
    return "".join(text.split())
