"""What stands inside a line: words with a reading over them, links that run code, and what readers do to a post."""

# ruff: noqa: E501  pages stand on one line

from __future__ import annotations

import pytest

from core.records import ParsedPage
from ingest.html import parse
from ingest.html.links import runs_code
from ingest.html.rebuild import index_to_html, render


def read(html: str) -> ParsedPage:
    return parse(html.encode(), "http://site.example/p.html", "text/html; charset=utf-8", metadata=False)


@pytest.mark.parametrize(
    ("ruby", "said"),
    [
        ("<ruby>東京<rt>とうきょう</rt></ruby>大学", "東京大学"),
        ("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>", "漢字"),
        ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby><ruby>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>", "漢字"),
        ("<ruby>\n 漢 <rp>(</rp><rt>kan</rt><rp>)</rp>\n 字 <rp>(</rp><rt>ji</rt><rp>)</rp>\n</ruby>", "漢字"),
        ("<ruby><rb>東</rb><rb>京</rb><rtc><rt>とう</rt><rt>きょう</rt></rtc></ruby>", "東京"),
        ("<ruby><ruby>東<rt>とう</rt></ruby><rt>East</rt></ruby>", "東"),
        ("<ruby>漢<rt>かん<rb>字<rt>じ</ruby>", "漢字"),
        ("<ruby>CPU<rp>(</rp><rt>central processing unit</rt><rp>)</rp></ruby>s", "CPU (central processing unit)s"),
        ("<ruby><b>学</b>生<rt>がくせい</rt></ruby>証", "学生証"),
    ],
)
def test_what_stands_over_a_word_leaves_the_word_whole(ruby: str, said: str):
    page = read(f"<main><h1>案内</h1><p>これは{ruby}です。</p></main>")
    assert page.segments[1].text == f"これは{said}です。"


def test_a_link_in_ruby_is_a_link_of_the_page():
    page = read("<main><p>学生は<ruby><a href=/u>東京</a><rt>とうきょう</rt></ruby>に行く。</p></main>")
    assert [(link.url, link.text) for link in page.links] == [("http://site.example/u", "東京")]
    assert page.segments[0].text == "学生は東京に行く。"


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)", " javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "java&#10;script:alert(1)",
        "&#1;javascript:alert(1)", "&#x6A;avascript:alert(1)", "javascript&colon;alert(1)", "data:text/html,x", " DATA:text/html;base64,eA==",
        "\u00a0data:text/html,x", "vbscript:msgbox(1)", "&Tab;javascript:alert(1)", "\u200bjavascript:x",
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["html", "markdown"])
def test_no_form_holds_a_link_that_would_run_code(address: str, form: str):
    page = read(f'<main><p>Some words before <a href="{address}">the link</a> and after it.</p></main>')
    shown = render(page.segments, page.segments, form)
    assert "script" not in shown.lower()
    assert "data:" not in shown.lower()
    assert "the link" in shown
    assert not page.links
    again = read(index_to_html(page.segments))
    assert [segment.html for segment in again.segments] == [segment.html for segment in page.segments]


def test_addresses_that_only_name_such_a_scheme_are_kept():
    assert not any(
        map(runs_code, ("/javascript:x", "https://a.example/data:x", "database:", "#javascript:", "javascript.html"))
    )


POST = '<div class="post"><div class="author">ann</div><p>Go to the registrar and fill in form {0}, then wait.</p>{1}</div>'


@pytest.mark.parametrize(
    "bar",
    [
        "<a href='#'>Reply</a><a href='#'>Like (3)</a>",
        "<a href='/reply?id=3'>Reply</a> · <a href='/share?id=3'>Share</a> · <a href='/report/3'>Report</a>",
        "<div><a href='/p?mode=quote'>Quote</a></div>",
        "<ul><li><a href='javascript:x()'>Report this post</a></li><li><a href='#'>Share</a></li></ul>",
        "<button>Like</button>",
        "<a href='#'>👍 Like 12</a>",
        "<a href='#'>回复</a> <a href='#'>举报</a>",
    ],
)
def test_what_readers_do_to_a_post_is_no_content(bar: str):
    page = read(f"<h1>How do I drop a class?</h1>{''.join(POST.format(number, bar) for number in range(5))}")
    said = [block.text for block in page.blocks if block.leaf]
    assert not any(
        word in text for text in said for word in ("Reply", "Like", "Share", "Report", "Quote", "回复", "举报")
    )
    assert sum("form" in text for text in said) >= 1


def test_a_page_named_like_such_an_action_stays():
    page = read(
        "<main><h1>Papers of the year</h1><p>All of them can be read here, in full and for free.</p><ul>"
        "<li><a href='/report.pdf'>Report</a></li><li><a href='/r'>Annual report</a></li></ul><p>Reply by the first of May.</p></main>"
    )
    said = "\n".join(block.text for block in page.blocks)
    assert "Report\nAnnual report" in said
    assert "Reply by the first of May." in said


@pytest.mark.parametrize("sign", ["¶", "#", "§", "\uf0c1"])
def test_the_sign_beside_a_heading_that_leads_to_the_heading_itself_is_not_read(sign: str):
    page = read(
        f'<main><h2 id="uid">UID ranges<a class="headerlink" href="#uid">{sign}</a></h2><p>From 100 on.</p></main>'
    )
    assert page.blocks[-1].heading_path == ("UID ranges",)
    assert page.blocks[-1].anchor == "uid"


@pytest.mark.parametrize("link", ['<a href="/c">#</a>', '<a href="#note">1</a>', "<a>§</a>"])
def test_another_link_keeps_its_sign(link: str):
    page = read(f"<main><h2>Rules {link}</h2><p>From 100 on.</p></main>")
    assert page.blocks[-1].heading_path[-1] in {"Rules #", "Rules 1", "Rules §"}
