"""Whole sites of kinds that universities have, read by the product's own reader: old markup, hostile rules, stubs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from crawler.process import spawn_crawl
from crawler.request import CrawlRequest, CrawlSummary
from ingest.html import inspect
from tests.sites.crawls import SITE, Crawls
from tests.sites.server import Asked, Reply, missing, serve

TOPICS = ["tides", "looms", "glaciers", "fungi", "bridges", "violins", "ceramics", "orchards"]


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def crawl(crawls: Crawls, url: str) -> CrawlSummary:
    request = CrawlRequest(
        site=SITE, seeds=(url,), allow_private=True, politeness="none", retry_wait=0.01, queue_limit=0, concurrency=8
    )
    return spawn_crawl(request, crawls.settings, inspect)


def nineties(asked: Asked) -> Reply:
    """Frames, image maps, upper case, no closing tags, odd quotes, tilde homes, latin-1 without a word on it."""
    head = "<HTML><HEAD><TITLE>%s</TITLE></HEAD><BODY BGCOLOR=#FFFFFF>"
    table = {
        "/": "<HTML><HEAD><TITLE>Dept</TITLE></HEAD><FRAMESET COLS='20%,80%'><FRAME SRC=menu.html NAME=menu>"
        "<FRAME SRC='main.html'><NOFRAMES><BODY>Use <A HREF=main.html>this</A></BODY></NOFRAMES></FRAMESET></HTML>",
        "/menu.html": head % "Menu" + "<UL><LI><A HREF=main.html TARGET=main>Home<LI><A HREF='people.html'>People"
        '<LI><A HREF="http:courses/index.htm">Courses</A></UL>',
        "/main.html": head % "Welcome" + "<CENTER><FONT SIZE=+3>Department of Looms</FONT></CENTER><P>Founded 1874<BR>"
        "<IMG SRC=map.gif USEMAP=#m><MAP NAME=m><AREA SHAPE=rect COORDS=0,0,9,9 HREF=visit.html></MAP><HR>",
        "/people.html": head % "People" + "<TABLE BORDER><TR><TD><A HREF=~jones/>J. Jones</A><TD>Room 4</TABLE>",
        "/~jones/": head % "Jones" + "<H1>Jörg Jones</H1><P>Teaches looms<P>See <A HREF='/~jones/cv.html#top'>vita",
        "/~jones/cv.html": head % "Vita" + "<PRE>1974  Born\n1999  Looms Prize</PRE><A HREF=mailto:jones>mail</A>",
        "/courses/index.htm": head % "Courses"
        + "<DL><DT>LOOM 1<DD>Threads<DT>LOOM 2<DD>Knots</DL><A HREF=loom2.htm>2</A>",
        "/courses/loom2.htm": head % "LOOM 2" + "<H2>LOOM 2</H2>Knots and ties, four units.<BR><A HREF=../main.html>up",
        "/visit.html": head % "Visit" + "<P>By train & on foot; the gate closes at 5&nbsp;pm",
    }
    body = table.get(asked.path)
    return missing() if body is None else Reply(body.encode("latin-1"), kind="text/html")


def test_a_site_of_the_nineties_is_read_whole(crawls: Crawls):
    with serve(nineties) as server:
        crawl(crawls, server.url)
    wanted = ["/courses/index.htm", "/courses/loom2.htm", "/main.html", "/menu.html", "/people.html", "/visit.html"]
    assert set(wanted) <= set(crawls.pages())
    assert {"/~jones/", "/~jones/cv.html"} <= set(crawls.pages())
    broken = [path for path, row in crawls.rows().items() if row.status in ("gone", "failed")]
    assert broken == []


def modern(title: str, text: str, *links: str, head: str = "", lang: str = "en") -> Reply:
    items = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    return Reply(
        f"<!doctype html><html lang={lang}><head><title>{title}</title>{head}</head><body><nav><a href='/'>Home</a>"
        f"</nav><main><h1>{title}</h1><p>{text}</p><ul>{items}</ul></main></body></html>"
    )


def wrong_canonicals(count: int, refused: int, asked: Asked) -> Reply:
    """Half of the pages name the home page, the draft host or a page that is gone; robots.txt refuses a folder."""
    if asked.path == "/robots.txt":
        return Reply(
            "\ufeffUser-agent: *\nDisallow: /private/*\nDisallow: /*?print=\nCrawl-delay: 0\n".encode(),
            kind="text/plain",
        )
    if asked.path == "/":
        links = [f"/p/{n}" for n in range(0, count, 5)] + [f"/private/{n}" for n in range(refused)]
        return modern("Home", "The college of many pages.", *links)
    name = asked.path.removeprefix("/p/")
    if not (name.isdigit() and int(name) < count):
        return missing()
    number = int(name)
    heads = ["", '<link rel="canonical" href="/">', '<link rel=canonical href="https://draft.example/p/">',
             '<link rel="canonical" href="/gone">', ""]  # fmt: skip
    text = f"Lecture {number} on {TOPICS[number % 8]} and {TOPICS[number // 8 % 8]}, in hall {number * 7 % 31}."
    links = (f"/p/{(number + 1) % count}", f"/p/{(number * 3 + 1) % count}", f"/p/{number}?print=1")
    return modern(f"Lecture {number}", text, *links, head=heads[number % 5])


def test_wrong_canonicals_on_half_a_site_lose_no_page_and_refusals_are_counted(crawls: Crawls):
    with serve(lambda asked: wrong_canonicals(150, 280, asked)) as server:
        summary = crawl(crawls, server.url)
    assert len([path for path in crawls.pages() if path.startswith("/p/")]) == 150
    assert "refused by robots.txt: 430 pages" in summary.reason
    assert not [path for path in server.paths() if path.startswith("/private") or "print" in path]
    assert any("canonical" in warning for warning in summary.warnings)


def test_a_site_whose_rules_leave_nothing_says_so(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        if asked.path == "/robots.txt":
            return Reply(b"User-agent: *\nDisallow: /\nSitemap: /map.xml\n", kind="text/plain")
        rows = "".join(f"<url><loc>/p/{n}</loc></url>" for n in range(2821))
        return Reply(f"<urlset>{rows}</urlset>", kind="text/xml") if asked.path == "/map.xml" else missing()

    with serve(site) as server:
        summary = crawl(crawls, server.url)
    assert "refused by robots.txt: 2,822 pages" in summary.reason


def stubs(count: int, asked: Asked) -> Reply:
    """An old catalogue: each old address is a page that refreshes to its new one, some by two stubs, some in rings."""
    if asked.path == "/":
        return modern("Catalogue", "Old and new.", *(f"/old/{n}.html" for n in range(count)), "/ring/a")
    folder, _, name = asked.path.strip("/").partition("/")
    if folder == "ring":
        return Reply(f'<meta http-equiv=refresh content="0;URL=/ring/{"b" if name == "a" else "a"}">Moving')
    number = name.removesuffix(".html")
    if not number.isdigit():
        return missing()
    if folder == "old":
        target = f"/older/{number}.html" if int(number) % 3 == 0 else f"/new/{number}"
        return Reply(
            f"<html><head><META HTTP-EQUIV='Refresh' CONTENT='0; url={target}'></head><body>This page has moved."
        )
    if folder == "older":
        return Reply(f'<html><head><meta http-equiv="refresh" content="3;url=\'/new/{number}\'"><body>Moved')
    text = f"Course {number} is about {TOPICS[int(number) % 8]} in year {int(number) // 8 % 9}; teacher {number}."
    return modern(f"Course {number}", text) if folder == "new" else missing()


def test_stubs_that_refresh_lead_to_their_pages_and_are_their_other_names(crawls: Crawls):
    with serve(lambda asked: stubs(240, asked)) as server:
        crawl(crawls, server.url)
    assert len([path for path in crawls.pages() if path.startswith("/new/")]) == 240
    statuses = Counter(row.status for path, row in crawls.rows().items() if path.startswith("/old"))
    assert statuses == Counter({"redirect": 320})
    aliases = crawls.aliases()
    assert aliases["/old/3.html"] == aliases["/older/3.html"] == "/new/3"
    assert crawls.statuses()["/ring/a"] in ("redirect", "failed", "trapped")


def two_languages(asked: Asked) -> Reply:
    """Two halves that name each other by hreflang alone; some pages have no other half."""
    lang, _, name = asked.path.strip("/").partition("/")
    if asked.path == "/":
        return Reply(status=302, headers=(("Location", "/zh/"),))
    if lang not in ("zh", "en") or not (name in ("", "only") or (name.isdigit() and int(name) < 40)):
        return missing()
    if name == "only":
        return modern("只有中文", "本页没有英文版本。", lang="zh") if lang == "zh" else missing()
    other = "en" if lang == "zh" else "zh"
    head = f'<link rel="alternate" hreflang="{other}" href="/{other}/{name}">'
    head += f'<link rel="alternate" hreflang="x-default" href="/en/{name}">'
    links = [f"/{lang}/{n}" for n in range(40)] if not name else [f"/{lang}/"]
    topic = TOPICS[int(name or 0) % 8]
    text = f"Page {name} on {topic}, year {int(name or 0) // 8}." if lang == "en" else f"关于{topic}的第{name}页。"
    return modern(
        f"{lang} {name or 'home'}",
        text,
        *links,
        *(["/zh/only"] if lang == "zh" and not name else []),
        head=head,
        lang=lang,
    )


def test_two_languages_joined_by_hreflang_are_both_there(crawls: Crawls):
    with serve(two_languages) as server:
        crawl(crawls, server.url)
    found = Counter(path.split("/")[1] for path in crawls.pages())
    assert found == Counter({"zh": 42, "en": 41})
    assert {row.lang for path, row in crawls.rows().items() if row.snapshot and path.startswith("/en/")} == {"en"}
