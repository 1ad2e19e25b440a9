"""Statuses, metadata, links, hashes, and the facts a crawler asks for."""

# ruff: noqa: E501  pages stand on one line

from __future__ import annotations

import gzip

import pytest

from core.records import PageStatus, ParsedPage
from ingest.html import inspect, parse

ADDRESS = "http://site.example/dir/page.html"
PROSE = "The library lends books, maps and instruments to everyone who lives in the valley. " * 4


def read(html: str, **options: bool) -> ParsedPage:
    return parse(html.encode(), ADDRESS, "text/html; charset=utf-8", **options)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", PageStatus.EMPTY),
        (b"   \n ", PageStatus.EMPTY),
        (b"<html><body></body></html>", PageStatus.EMPTY),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), PageStatus.NOT_TEXT),
        (bytes(range(256)) * 20, PageStatus.NOT_TEXT),
        (b'<body><div id="root"></div><script src="app.js"></script></body>', PageStatus.NEEDS_BROWSER),
        (b"<body><p>You need to enable JavaScript to run this app.</p><script></script></body>", PageStatus.NEEDS_BROWSER),
        (b"<title>Just a moment...</title><body><p>Checking your browser before access.</p></body>", PageStatus.CHALLENGE),
        (b"<title>404 Not Found</title><body><h1>Page not found</h1><p>Sorry.</p></body>", PageStatus.SOFT_404),
        (b"<title>Error 404 | Uni</title><body><h1>Oh dear</h1><p>Try the menu, or go home.</p></body>", PageStatus.SOFT_404),
        (b"<title>Uni</title><body><h1>404</h1><p>We could not find that page.</p></body>", PageStatus.SOFT_404),
        (b"<title>LOOM 404. Weaving</title><body><h1>LOOM 404. Weaving</h1><p>Four units.</p></body>", PageStatus.OK),
        (b"<title>Rooms</title><body><h1>Rooms</h1><p>Room 404 has forty seats.</p></body>", PageStatus.OK),
        (b"<title>Offices</title><body><p>Ask at 404 Mill Lane on any day.</p></body>", PageStatus.OK),
        (b"<body><h1>Sign in</h1><form><input name=u><input type=password></form></body>", PageStatus.LOGIN),
        (b"<head><meta http-equiv=refresh content='0;url=/new'></head><body>Moved.</body>", PageStatus.REDIRECT),
        (b"<body><p>Short but real.</p></body>", PageStatus.OK),
    ],
)  # fmt: skip
def test_every_page_has_one_status(body: bytes, status: PageStatus):
    page = parse(body, ADDRESS, "text/html")
    assert page.status is status
    assert bool(page.reason) == (status is not PageStatus.OK)


def test_too_deep_a_page_says_what_was_left_out():
    page = read("<body><p>Top.</p>" + "<ins>x" * 5000 + "</body>")
    assert page.status is PageStatus.TRUNCATED
    assert "2,048" in page.reason
    assert page.blocks[0].text.startswith("Top.")


def test_half_a_page_is_a_page():
    page = read(f"<html><body><main><h1>Valley</h1><p>{PROSE}</p><p>And the")
    assert page.status is PageStatus.OK
    assert page.blocks[-1].text.endswith("And the")


def test_two_pages_glued_together_are_both_read():
    page = read(f"<html><body><p>{PROSE}</p></body></html><html><body><p>Second part of it.</p></body></html>")
    assert any("Second part of it." in block.text for block in page.blocks)


@pytest.mark.parametrize(
    ("content", "target"),
    [
        ("0; URL='../staff/'", "http://site.example/staff/"),
        ("5;url=http://other.example/x", "http://other.example/x"),
        ('0; url="/quoted" ', "http://site.example/quoted"),
        ("30", None),
        ("10; url=page.html#top", None),
    ],
)
def test_a_refresh_is_read_as_browsers_read_it(content: str, target: str | None):
    html = f'<head><meta http-equiv="Refresh" content="{content.replace(chr(34), "&quot;")}"></head><body><p>Short.</p></body>'
    assert inspect(html.encode(), ADDRESS).refresh == target


def test_links_are_absolute_with_text_and_region():
    page = read(
        "<body><nav><a href=/home>Home</a></nav><main><p>See the <a href='other.html#part' rel=nofollow>other <b>page</b></a>, "
        "<a href='mailto:a@b.example'>mail</a> or <a href=//cdn.example/f>file</a>.</p></main>"
        "<footer><a href=?q=1><img alt='Search' src=s.png></a></footer></body>"
    )
    found = [(link.url, link.text, link.region, link.nofollow) for link in page.links]
    assert found == [
        ("http://site.example/home", "Home", "chrome", False),
        ("http://site.example/dir/other.html#part", "other page", "main", True),
        ("http://cdn.example/f", "file", "main", False),
        ("http://site.example/dir/page.html?q=1", "Search", "chrome", False),
    ]


def test_links_know_their_segment_and_blocks_their_links():
    page = read(
        "<main><h1>A</h1><p>x <a href=/1>one</a></p><table><tr><th>n</th><td><a href=/2>two</a></td></tr></table></main>"
    )
    for number, link in enumerate(page.links):
        assert link.segment is not None
        assert link.text in page.segments[link.segment].text
        assert [number in block.links for block in page.blocks if block.leaf].count(True) == 1


def test_a_base_anywhere_in_the_page_counts():
    page = read(f"<body><!--{'x' * 6000}--><base href='/other/'><a href='z.html'>Z</a></body>")
    assert page.links[0].url == "http://site.example/other/z.html"


def test_metadata_is_read_from_all_places():
    page = read(
        '<html lang="en-GB"><head><title> The  Valley </title><meta name=description content="Books and maps">'
        '<link rel=canonical href="/valley"><link rel=alternate hreflang=cy href="/cy/valley">'
        '<link rel=alternate type="application/rss+xml" href="/feed"><meta name=keywords content="maps, books">'
        '<meta property="article:modified_time" content="2025-02-03T04:05:06+00:00">'
        '<script type="application/ld+json">{"@type":"Article","datePublished":"2024-01-02"}</script></head><body>'
        '<nav class="breadcrumb"><ol><li><a href=/>Home</a></li><li>Valley</li></ol></nav>'
        f"<main><h1>Valley</h1><p>{PROSE}</p><a href=/plan.pdf>Plan</a><img src=m.png alt='A map'></main></body></html>"
    )
    meta = page.meta
    assert (meta.title, meta.lang, meta.lang_declared) == ("The Valley", "en", "en-GB")
    assert meta.description == "Books and maps"
    assert meta.canonical == "http://site.example/valley"
    assert meta.alternates == (("cy", "http://site.example/cy/valley"),)
    assert (meta.published, meta.modified) == ("2024-01-02", "2025-02-03T04:05:06+00:00")
    assert meta.breadcrumb == ("Home", "Valley")
    assert meta.tags == ("maps", "books")
    assert meta.downloads == ("http://site.example/plan.pdf",)
    assert meta.images == (("http://site.example/dir/m.png", "A map"),)
    assert any("datePublished" in item for item in meta.structured)


def test_broken_structured_data_spoils_nothing():
    page = read(
        '<head><title>T</title><script type="application/ld+json">{"a": [1,</script></head><body><p>Text here.</p></body>'
    )
    assert page.status is PageStatus.OK
    assert page.meta.structured == ()


@pytest.mark.parametrize(
    ("text", "declared", "lang"),
    [
        (PROSE, "", "en"),
        ("Die Bibliothek verleiht Bücher und Karten an alle, die im Tal wohnen und sich anmelden.", "en", "de"),
        ("图书馆向山谷里的所有居民出借书籍、地图和乐器。", "", "zh"),
        ("図書館は谷に住むすべての人に本を貸し出します。", "", "ja"),
        ("ok", "fr-CA", "fr"),
        ("12 345", "", ""),
    ],
)
def test_the_language_is_told_from_the_text_before_the_label(text: str, declared: str, lang: str):
    page = read(f'<html lang="{declared}"><body><main><p>{text}</p></main></body></html>')
    assert page.meta.lang == lang


def test_the_content_hash_ignores_chrome_and_sees_content():
    def shell(text: str, clock: str) -> str:
        menu = "<nav><a href=/a>A</a></nav>"
        return f"<body>{menu}<main><h1>H</h1><p>{text}</p></main><footer><a href=/t>{clock}</a><p>© {clock} Valley</p></footer></body>"

    one, same, other = (
        read(shell(*pair)).content_hash for pair in ((PROSE, "9:00"), (PROSE, "9:01"), (f"{PROSE} New.", "9:00"))
    )
    assert one == same != other


@pytest.mark.parametrize("opening", ["<div class='cmp-container cmp-banner'>", "<article class='post category-gdpr'>",
                                     "<div id='cookie-museum'><h1>Museum of biscuits</h1>"])  # fmt: skip
def test_a_box_that_is_only_named_like_a_cookie_notice_is_content(opening: str):
    page = read(f"<body><nav><a href=/>Home</a></nav>{opening}<p>{PROSE}</p></body>")
    assert PROSE[:40] in " ".join(block.text for block in page.blocks)


def test_a_menu_and_a_cookie_notice_never_become_blocks_and_facts_in_a_footer_do():
    page = read(
        "<body><header><a href=/>Logo</a></header><nav><ul><li><a href=/a>Courses</a></li><li><a href=/b>Staff</a></li></ul></nav>"
        f"<div id='cookie-banner'><p>We use cookies to improve this site.</p><button>Accept</button></div><main><p>{PROSE}</p></main>"
        "<aside><p>Fee: 40 crowns.</p></aside><footer><p>Call 555 0199, weekdays.</p><p>© 2026 Valley</p></footer></body>"
    )
    said = "\n".join(block.text for block in page.blocks)
    assert "Fee: 40 crowns." in said
    assert "555 0199" in said
    for junk in ("Courses", "cookies", "Accept", "©", "Logo"):
        assert junk not in said
    scores = {block.text: block.main for block in page.blocks}
    assert scores["Call 555 0199, weekdays."] < max(scores.values())


def test_inspect_gives_what_a_crawler_needs():
    html = (
        '<html><head><title>Valley</title><meta name=robots content="noindex, nofollow"><link rel=canonical href="/v">'
        f'<link rel=alternate type="application/atom+xml" href="/feed"></head><body><main><p>{PROSE}</p><a href=/x>X</a></main></body></html>'
    )
    facts = inspect(html.encode(), ADDRESS, "text/html", {"X-Robots-Tag": "noarchive"})
    assert facts.status is PageStatus.NOINDEX
    assert facts.robots == ("noindex", "nofollow", "noarchive")
    assert facts.canonical == "http://site.example/v"
    assert facts.feeds == ("http://site.example/feed",)
    assert facts.title == "Valley"
    assert [link.url for link in facts.links] == ["http://site.example/x"]
    assert facts.words > 50


@pytest.mark.parametrize(
    ("header", "robots", "status"),
    [
        ("noindex", ("noindex",), PageStatus.NOINDEX),
        ("*: none", ("none",), PageStatus.NOINDEX),
        ("googlebot: noindex", ("googlebot: noindex",), PageStatus.OK),
        ("unavailable_after: 1 May 2040 10:00:00 GMT", ("unavailable_after: 1 may 2040 10:00:00 gmt",), PageStatus.OK),
    ],
)
def test_a_header_forbids_indexing_unless_it_names_another_robot(
    header: str, robots: tuple[str, ...], status: PageStatus
):
    facts = inspect(f"<body><p>{PROSE}</p></body>".encode(), ADDRESS, headers={"x-robots-tag": header})
    assert (facts.robots, facts.status) == (robots, status)


def test_equal_pages_have_equal_fingerprints_whatever_their_menus():
    one = inspect(f"<body><nav><a href=/1>a</a></nav><p>{PROSE}</p></body>".encode(), ADDRESS)
    two = inspect(
        f"<body><nav><a href=/2>b c</a></nav><p>{PROSE.upper()}</p></body>".encode(), "http://site.example/other"
    )
    three = inspect(f"<body><p>{PROSE} More.</p></body>".encode(), ADDRESS)
    assert one.fingerprint == two.fingerprint != three.fingerprint


def test_gzipped_pages_are_read():
    page = parse(gzip.compress(f"<body><p>{PROSE}</p></body>".encode()), ADDRESS)
    assert page.status is PageStatus.OK


def test_parsing_is_pure():
    html = f"<body><main><h1>A</h1><p>{PROSE}</p></main></body>"
    assert read(html) == read(html)
