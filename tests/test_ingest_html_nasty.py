"""Pages as they should not be, and what a reader would still see of them."""

from __future__ import annotations

import pytest

from core.records import PageStatus
from ingest.html import parse

ADDRESS = "http://site.example/a/b.html"


def shown(body: bytes, content_type: str = "") -> list[str]:
    return [segment.text for segment in parse(body, ADDRESS, content_type).segments if segment.visible]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("content_type", ["", "text/html; charset=utf-16"])
def test_wide_markup_without_a_mark_is_read(encoding: str, content_type: str):
    body = "<!doctype html><html><body><h1>Über uns</h1><p>Wir lesen alles.</p></body></html>".encode(encoding)
    page = parse(body, ADDRESS, content_type)
    assert page.status is PageStatus.OK
    assert page.encoding == encoding
    assert [segment.text for segment in page.segments] == ["Über uns", "Wir lesen alles."]


def test_wide_chinese_needs_the_header_alone():
    body = ("<p>" + "大学概况与招生信息" * 20 + "</p>").encode("utf-16-be")
    assert shown(body, "text/html; charset=utf-16")[0].startswith("大学概况")


def test_a_binary_with_many_nul_bytes_is_no_page():
    assert parse(b"\0\x01\0\x02" * 400, ADDRESS).status is PageStatus.NOT_TEXT


@pytest.mark.parametrize(
    ("html", "encoding", "said"),
    [
        ("<meta charset=utf-8><p>Café crème, 5 € for the naïve and others.</p>", "cp1252", "Café crème, 5 €"),
        ("<p>Straße</p>", "cp1252", "Straße"),
        ("<html lang=pl><p>Zażółć gęślą jaźń.</p>", "cp1250", "Zażółć gęślą jaźń."),
        ("<html class=x lang='cs-CZ'><p>Příliš žluťoučký kůň.</p>", "cp1250", "Příliš žluťoučký kůň."),
        ("<html lang=tr><p>İstanbul’da öğrenci ücreti düşük.</p>", "cp1254", "İstanbul’da öğrenci ücreti düşük."),
        ("<html lang=lt><p>Ąžuolų giraitė žaliuoja.</p>", "cp1257", "Ąžuolų giraitė žaliuoja."),
        ("<html lang=fr><p>Où est l’été ?</p>", "cp1252", "Où est l’été ?"),
    ],
)
def test_undeclared_latin_text_is_read_as_its_language_is_written(html: str, encoding: str, said: str):
    assert said in shown(html.encode(encoding))[0]


def test_links_that_touch_in_the_source_are_two_words():
    page = parse(b"<p>See <a href=/a>fees</a><a href=/b>dates</a>, or <a href=/c>a</a>b.</p>", ADDRESS)
    assert [segment.text for segment in page.segments] == ["See fees dates, or ab."]
    assert [link.text for link in page.links] == ["fees", "dates", "a"]


@pytest.mark.parametrize(
    "menu",
    [
        "<div class=nav>{}</div>",
        "<div class='main-menu'><div><span>{}</span></div></div>",
        "<div id=navigation>{}</div>",
    ],
)
def test_a_menu_in_one_run_of_links_is_chrome(menu: str):
    links = "".join(f"<a href=/{number}>Department {number}</a>" for number in range(30))
    body = menu.format(links) + "<div><p>The only sentence of this page stands here, and it is to be kept.</p></div>"
    page = parse(body.encode(), ADDRESS)
    assert [block.text for block in page.blocks if block.leaf] == [
        "The only sentence of this page stands here, and it is to be kept."
    ]


def test_a_list_of_links_in_the_content_stays():
    links = " ".join(f"<a href=/{number}>Report number {number}</a>" for number in range(12))
    page = parse(f"<main><h1>Reports</h1><p>{links}</p></main>".encode(), ADDRESS)
    assert any("Report number 11" in block.text for block in page.blocks)


def test_markup_for_readers_without_frames_is_read_as_markup():
    body = (
        b"<html><frameset cols='20%,80%'><frame src=menu.html name=menu><frame src=main.html title=Main>"
        b"<noframes><h1>Old site</h1><p>Go to the <a href=main.html>main page</a>.</p></noframes></frameset></html>"
    )
    page = parse(body, ADDRESS)
    assert [segment.text for segment in page.segments] == ["Old site", "Go to the main page."]
    assert {link.url for link in page.links} == {"http://site.example/a/menu.html", "http://site.example/a/main.html"}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"<p>a\x00b c\x00d</p>", ["ab cd"]),
        (b"<p>5 &lt; 6 &amp;amp; x&#8203;y &unknown; caf&eacute</p>", ["5 < 6 &amp; xy &unknown; café"]),
        (b"<div>one<p>two</p>three<div>four</div>five</div>", ["one", "two", "three", "four", "five"]),
        (b"<p>super<wbr>cali&shy;fragil<span>istic</span></p>", ["supercalifragilistic"]),
        (b"<my-box><template shadowrootmode=open><p>in</p></template></my-box><template><p>no</p></template>", ["in"]),
        (b"<p>before</p><svg><title>icon</title><text>no</text></svg><p>after</p>", ["before", "after"]),
        (b"<p onclick=\"x='<p>no</p>'\">yes</p><script>document.write('<p>no</p>')</script>", ["yes"]),
        (b"<html><body><h1>Title</h1><p>Text that is cut in the mid<a hre", ["Title", "Text that is cut in the mid"]),
        (b"<o:p>Office</o:p><w:sdt><p class=MsoNormal>Word<o:p>&nbsp;</o:p></p></w:sdt>", ["Office", "Word"]),
        (b"<p>a</p><!--" + b"x" * 5000 + b"<p>b</p>", ["a"]),
        (b"<p style='font-size:0'>no</p><p style='left:-9999px;position:absolute'>no</p><p>yes</p>", ["yes"]),
    ],
)
def test_what_a_reader_sees_of_odd_markup(body: bytes, expected: list[str]):
    assert shown(body) == expected


def test_contact_lines_between_selected_texts_are_selected():
    about = " ".join(
        f"She has taught the course on tides and currents in year {year} of the programme." for year in range(1, 6)
    )
    body = (
        "<header><a href=/>Home</a></header><main><h1>Dr Ada Reeve</h1><p>{about}</p>"
        "<dl><dt>Room</dt><dd>L3.17</dd><dt>E-mail</dt><dd>a.reeve@site.example</dd></dl>"
        "<h2>Projects</h2><p>{about}</p></main><footer><a href=/imprint>Imprint</a></footer>"
    ).replace("{about}", about)
    page = parse(body.encode(), "http://site.example/people/reeve.html")
    assert {segment.text for segment in page.segments if segment.main >= 0.5} >= {
        "Room",
        "L3.17",
        "a.reeve@site.example",
    }
