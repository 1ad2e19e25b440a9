"""Old sites in depth: nested frames whose content is home.htm, maps, bases, spaces and back slashes in addresses."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ledger import Ledger
from crawler.process import spawn_crawl
from crawler.report import make_report
from crawler.request import CrawlRequest
from ingest.html import inspect
from tests.sites.crawls import SITE, Crawls
from tests.sites.server import Asked, Reply, missing, serve

HEAD = "<HTML><HEAD><TITLE>%s</TITLE></HEAD><BODY BGCOLOR=#FFFFFF>"
PAGES = {
    "/": "<HTML><HEAD><TITLE>Stars</TITLE></HEAD><FRAMESET ROWS=80,*><FRAME SRC=top.html SCROLLING=NO>"
    "<FRAMESET COLS=20%,80%><FRAME SRC=toc.html NAME=toc><FRAME SRC='HOME.HTM' NAME=body></FRAMESET></FRAMESET></HTML>",
    "/top.html": "<BODY><A HREF='/cgi-bin/imagemap/bar'><IMG SRC=bar.gif ISMAP USEMAP=#bar></A><MAP NAME=bar>"
    "<AREA SHAPE=RECT COORDS=0,0,9,9 HREF=staff/><AREA SHAPE=DEFAULT NOHREF><AREA COORDS=1,1,2,2 HREF='open day.html'>"
    "</MAP>",
    "/toc.html": '<BASE TARGET=body><DL><DT><A HREF=HOME.HTM>Home</A><DT><A HREF="staff/">Staff</A>'
    "<DT><A HREF=notes\\week1.htm>Notes</A><DT><A HREF=  http:lectures/L1.HTML >Lectures</A>"
    "<DT><A HREF=gopher://old.example/1>Gopher</A><DT><A HREF=ftp://ftp.example/pub>Files</A>"
    "<DT><A HREF=readme.txt>Read me</A><DT><A HREF='old/moved.html'>Moved</A></DL>",
    "/HOME.HTM": HEAD % "Welcome" + "<H1>Stars</H1>The dome opened in 1891 and still turns on every clear night of the "
    "year.<P>See <A HREF=dome.html#wheels>the wheels<P>or <A HREF='dome.html?'>all of it</A>.",
    "/dome.html": "<H1>Dome</H1><P>It turns on eight wheels of brass, oiled each March by hand.<A NAME=wheels></A>"
    "<A HREF='open day.html'>open</A> <A HREF='open%20day.html'>open</A>",
    "/open%20day.html": HEAD % "Open day" + "<P>Doors open on the second Sunday in June; bring a coat and a lamp.",
    "/staff/": HEAD % "" + '<TABLE><TR><TD><A HREF="A Moss.html">A. Moss</A><TD>Room 2<TR><TD><A HREF=~lee>Lee</A>',
    "/staff/A%20Moss.html": "<BASE HREF='/people/'>" + HEAD % "A Moss" + "<P>Looks for comets with long tails since "
    "1989.<A HREF=papers.html>Papers</A>",
    "/people/papers.html": HEAD % "Papers" + "<OL><LI>Moss, On Comets, 1990.<LI>Moss, On Tails, 1992.</OL>",
    "/staff/~lee": HEAD % "Lee" + "<P>Lee keeps the clock of the meridian room exact to a tenth of a second.",
    "/notes/week1.htm": HEAD % "Week 1" + "<XMP>x < y && y > z</XMP><P>Three laws were found in the orbit of Mars."
    "<A HREF=week2.htm>Next</A>",
    "/notes/week2.htm": HEAD % "Week 2" + "<LISTING>1 AU = 149.6</LISTING><P>One force explains all three of them."
    "<A HREF=week1.htm>Back</A>",
    "/lectures/L1.HTML": HEAD % "L1" + "<P>The first lecture is on telescopes and mirrors of speculum metal.",
    "/readme.txt": "Files of the department, as of 1996.\nAsk Lee for tapes.",
}
REFRESH = '<HTML><HEAD><META HTTP-EQUIV=REFRESH CONTENT="0; URL=../dome.html"></HEAD>'


def observatory(asked: Asked) -> Reply:
    """A department of 1996."""
    if asked.path == "/cgi-bin/imagemap/bar":
        return Reply("<TITLE>Error</TITLE>No point was given.", 400)
    if asked.path == "/old/moved.html":
        return Reply(REFRESH)
    body = PAGES.get("/staff/" if asked.path == "/staff/index.html" else asked.path)
    kind = "text/plain" if asked.path.endswith(".txt") else "text/html"
    return missing() if body is None else Reply(body.encode("latin-1"), kind=kind)


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    found = Crawls(tmp_path)
    with serve(observatory) as server:
        wishes = {"allow_private": True, "politeness": "none", "queue_limit": 0}
        spawn_crawl(CrawlRequest(site=SITE, seeds=(server.url,), **wishes), found.settings, inspect)
    return found


def test_nothing_of_an_old_site_is_lost_and_nothing_doubled(crawls: Crawls):
    assert set(crawls.pages()) == set(PAGES)
    others = {path: status for path, status in crawls.statuses().items() if path not in PAGES}
    assert others == {"/cgi-bin/imagemap/bar": "failed", "/old/moved.html": "redirect"}


def test_the_report_of_an_old_site_names_its_one_broken_link(crawls: Crawls):
    ledger = Ledger(crawls.state)
    report = make_report(ledger, SITE)
    ledger.close()
    assert [(row.url.rpartition("/")[2], row.reason) for row in report.broken] == [("bar", "answered 400")]
    assert [url.rpartition("/")[2] for url in report.broken[0].stands_on] == ["top.html"]
    assert report.orphans == ()
    assert (report.pages, report.waiting) == (len(PAGES), 0)
