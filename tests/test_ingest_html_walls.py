"""What stands in a page's place is told from its words where it says little else, and pages about it stay pages."""

from __future__ import annotations

import pytest

from core.records import PageStatus
from ingest.html import inspect, parse

ADDRESS = "http://site.example/a/page"
PUZZLE = (
    "<title>Making sure you&#39;re not a bot!</title><meta name=robots content='noindex,nofollow'>"
    '<script id="anubis_challenge" type="application/json">{"difficulty":4}</script>'
    "<main><h1>Making sure you&#39;re not a bot!</h1><p id=status>Loading...</p>"
    "<details><summary>Why am I seeing this?</summary><p>The owner of this site has set it up.</p></details></main>"
)


def status_of(html: str, headers: dict[str, str] | None = None) -> PageStatus:
    return inspect(html.encode(), ADDRESS, "text/html; charset=utf-8", headers).status


@pytest.mark.parametrize(
    "html",
    [
        PUZZLE,
        "<title>One moment</title><script src='/.well-known/proof-of-work/solve.mjs'></script><p>Please wait.</p>",
        "<title>Just a moment...</title><p>Checking your browser before you go on.</p>",
        "<title>Archive</title><p>Please complete the captcha to continue.</p>",
    ],
)
def test_a_page_that_tests_its_reader_is_a_challenge(html: str):
    assert status_of(html) == PageStatus.CHALLENGE


def test_a_form_with_a_captcha_is_a_page():
    form = "<title>Write to us</title><h1>Write to us</h1><p>Mill Lane 4, first floor.</p><label>Captcha</label>"
    assert status_of(f"{form}<div class='g-recaptcha'></div>") == PageStatus.OK


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Pagina non trovata", "Torna indietro."),
        ("Sidan hittades inte", "Försök igen."),
        ("Error 404", "Sorry."),
        ("Uni", "The page you are looking for might have been removed."),
        ("Uni", "ページが見つかりません"),
        ("Uni", "404"),
    ],
)
def test_a_page_that_says_only_that_it_is_missing_is_missing(title: str, text: str):
    assert status_of(f"<title>{title}</title><h1>{title}</h1><p>{text}</p>") == PageStatus.SOFT_404


@pytest.mark.parametrize(
    "text", ["Internal Server Error", "Error establishing a database connection", "503 Service Unavailable"]
)
def test_a_server_that_is_broken_under_a_status_of_success_is_closed_for_now(text: str):
    assert status_of(f"<title>{text}</title><h1>{text}</h1>") == PageStatus.MAINTENANCE


def moving(content: str, words: int) -> str:
    return f'<title>Notices</title><meta http-equiv=refresh content="{content}"><p>{"notice " * words}</p>'


@pytest.mark.parametrize(
    ("content", "words", "status"),
    [
        ("0;url=/b", 10, PageStatus.REDIRECT),
        ("5;url=/b", 100, PageStatus.REDIRECT),
        ("0;url=/b", 300, PageStatus.OK),
        ("30;url=/b", 100, PageStatus.OK),
        ("30;url=/b", 8, PageStatus.REDIRECT),
        ("30", 8, PageStatus.OK),
        ("30;url=/a/page", 8, PageStatus.OK),
    ],
)
def test_a_refresh_that_leaves_time_to_read_leaves_a_page(content: str, words: int, status: PageStatus):
    facts = inspect(moving(content, words).encode(), ADDRESS)
    assert facts.status == status
    assert facts.refresh == ("http://site.example/b" if "/b" in content else None)


def test_a_refresh_in_the_http_header_counts_as_one_in_the_page():
    facts = inspect(b"<p>Moved.</p>", ADDRESS, "text/html", {"Refresh": "0; url=../new"})
    assert (facts.status, facts.refresh) == (PageStatus.REDIRECT, "http://site.example/new")


def test_embedded_pages_and_those_named_as_next_are_told():
    html = (
        "<head><link rel=next href=2.html><link rel='Up' href=/index><link rel=stylesheet href=x.css></head>"
        "<body><h1>Times</h1><iframe src=/inner></iframe><object data=plan.pdf></object><iframe></iframe></body>"
    )
    found = inspect(html.encode(), ADDRESS).further
    wanted = ["a/2.html", "index", "inner", "a/plan.pdf"]
    assert list(found) == [f"http://site.example/{path}" for path in wanted]


def test_a_tag_for_one_robot_bears_its_name():
    html = (
        "<meta name=sitequest content='noindex, nofollow'><meta name=otherbot content=noindex>"
        "<meta name=author content='N. Index'><p>Words</p>"
    )
    facts = inspect(html.encode(), ADDRESS)
    assert facts.robots == ("sitequest: noindex", "sitequest: nofollow", "otherbot: noindex")
    assert facts.status == PageStatus.OK


@pytest.mark.parametrize("said", ["noindex", "none", "noindex, max-snippet:-1"])
def test_a_tag_for_googlebot_is_not_for_all(said: str):
    facts = inspect(f"<meta name=googlebot content='{said}'><p>Words</p>".encode(), ADDRESS)
    assert (facts.status, facts.robots[0]) == (PageStatus.OK, f"googlebot: {said.split(',')[0]}")


def test_a_login_without_any_words_is_one_all_the_same():
    fields = '<form><input placeholder="User"><input type=password placeholder="Word"></form>'
    for script in ("", "<script>var a = 1;</script>"):
        assert status_of(f"<title>Sign in</title>{script}{fields}") == PageStatus.LOGIN


LOGIN_BOX = "<form action=/in><input name=who><input type=Password name=word><button>Go in</button></form>"
OWN = "<h1>Boat house</h1><p>The boats are let by the hour from May until the end of September.</p>"


@pytest.mark.parametrize(
    "frame", ["header", "nav", "aside", "footer", "div role=banner", "div role=complementary", "div role=navigation"]
)
def test_a_login_in_the_frame_of_a_page_proves_nothing(frame: str):
    box = f"<{frame}><p>Portal of the rowing club</p>{LOGIN_BOX}</{frame.split()[0]}>"
    assert status_of(f"<title>Boat house</title>{box}{OWN}") == PageStatus.OK
    assert status_of(f"<title>Boat house</title><main>{OWN}</main>{box}") == PageStatus.OK


@pytest.mark.parametrize(
    "html",
    [
        f"<title>Club</title><div><h1>Members</h1><p>This part is for those who row.</p>{LOGIN_BOX}</div>",
        f"<title>Club</title><div class=header><h1>Members</h1>{LOGIN_BOX}</div>",
        f"<title>Club</title><main><header><h1>Members of the club come in here</h1>{LOGIN_BOX}</header></main>",
        f"<title>Club</title><header><h1>Come in, members of the rowing club</h1>{LOGIN_BOX}</header>",
        f"<title>Club</title><header>{LOGIN_BOX}</header><footer>The club is on the north bank by the mill</footer>",
        f"<title>Club</title><aside>{LOGIN_BOX}</aside><h1>Results</h1><p>You must log in before these are shown.</p>",
        f"<title>Sign in | Club</title><aside>{LOGIN_BOX}</aside><p>Use the name and word that the office gave.</p>",
        f"<title>Klub</title><aside>{LOGIN_BOX}</aside><p>Bitte melden Sie sich an, um die Ergebnisse zu sehen.</p>",
    ],
)
def test_a_login_that_stands_in_the_place_of_a_page_is_one(html: str):
    assert status_of(html) == PageStatus.LOGIN


def test_a_page_for_scripts_needs_them_though_its_header_has_a_login():
    html = (
        f"<header>{LOGIN_BOX}</header><div id=root>Wait while all of it is on the way.</div><script src=a.js></script>"
    )
    assert status_of(html) == PageStatus.NEEDS_BROWSER


def test_a_page_that_its_reader_may_not_see_stands_behind_a_login():
    assert status_of("<title>Access denied</title><p>Ask the office for a card.</p>") == PageStatus.LOGIN
    assert status_of("<title>Access denied: a history</title><p>How walls were built.</p>") == PageStatus.OK


@pytest.mark.parametrize("element", ["div", "span", "font", "table><tr><td", "ul><li", "section"])
def test_a_page_of_twenty_thousand_levels_gives_its_text(element: str):
    end = "><".join(f"/{name}" for name in reversed(element.split("><")))
    levels = 20_000 // (element.count("<") + 1)
    body = f"<{element}>" * levels + "<h2>Tides</h2><p>High at noon.</p>" + f"<{end}>" * levels
    parsed = parse(f"<title>Deep</title><p>Above.</p>{body}<p>Below.</p>".encode(), ADDRESS)
    said = " ".join(segment.text for segment in parsed.segments)
    assert all(words in said for words in ("Above.", "Tides", "High at noon.", "Below."))
    assert parsed.status == PageStatus.OK


def test_what_no_rule_can_flatten_is_said_to_be_too_deep():
    facts = inspect(b"<a1>" * 5000 + b"<p>High at noon.</p>", ADDRESS)
    assert facts.status in (PageStatus.EMPTY, PageStatus.TRUNCATED, PageStatus.OK)
    assert facts.status == PageStatus.OK or "2,048" in facts.reason
