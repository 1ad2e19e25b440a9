"""Pages from a WARC file or a folder, the report over them, and the link graph."""

from __future__ import annotations

import gzip
import json
import os
import re
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pydantic import ValidationError
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from core.errors import CrawlError
from core.ledger import Ledger
from crawler.offline import FolderPages
from crawler.report import make_report, render_html
from crawler.request import CrawlRequest, CrawlSummary
from crawler.savednames import address_of_name, mend_links
from tests.sites.crawls import SITE, Crawls
from tests.sites.server import Asked, Reply, missing, page, serve

BASE = "http://campus.example"


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path / "home")


def body(reply: Reply) -> bytes:
    return str(reply.body).encode()


def write_warc(path: Path, answers: list[tuple[str, int, bytes, dict[str, str]]], *, packed: bool = True) -> None:
    with path.open("wb") as stream:
        writer = WARCWriter(stream, gzip=packed)
        writer.write_record(writer.create_warcinfo_record(path.name, {"software": "a test"}))
        for url, status, data, headers in answers:
            head = StatusAndHeaders(
                f"{status} Said", [("Content-Type", "text/html"), *headers.items()], protocol="HTTP/1.1"
            )
            record = writer.create_warc_record(
                url, "response", payload=BytesIO(data), length=len(data), http_headers=head
            )
            writer.write_record(record)


@pytest.mark.parametrize("packed", [True, False])
def test_a_warc_file_is_taken_in_without_network(crawls: Crawls, tmp_path: Path, packed: bool):
    path = tmp_path / "site.warc"
    answers = [
        (f"{BASE}/", 200, body(page("Home", "/a", "/b", "/never")), {}),
        (f"{BASE}/a", 200, gzip.compress(body(page("A"))), {"Content-Encoding": "gzip"}),
        (f"{BASE}/b", 301, b"", {"Location": "/a"}),
        (f"{BASE}/gone", 404, b"no", {}),
        ("http://elsewhere.example/else", 200, body(page("Else")), {}),
    ]
    write_warc(path, answers, packed=packed)
    summary = crawls.run(warc=path)
    assert crawls.pages() == ["/", "/a"]
    assert crawls.statuses() == {
        "/": "ok", "/a": "ok", "/b": "redirect", "/gone": "gone", "/never": "skipped", "/else": "skipped",
    }  # fmt: skip
    assert "another host" in crawls.rows()["/else"].reason
    assert summary.warnings == ("records of other hosts or of no web address, left out: 1",)
    assert crawls.queued() == ["/", "/a"]
    assert summary.finished
    assert b"<h1>A</h1>" in crawls.snapshot("/a").body


def test_taking_the_same_file_again_changes_nothing(crawls: Crawls, tmp_path: Path):
    path = tmp_path / "site.warc.gz"
    write_warc(path, [(f"{BASE}/", 200, body(page("Home")), {})])
    crawls.run(warc=path)
    crawls.take_queue()
    assert crawls.run(warc=path).unchanged == 1
    assert crawls.take_queue() == []


def test_our_own_snapshots_are_a_warc_that_can_be_taken_in(crawls: Crawls, tmp_path: Path):
    with serve(
        lambda asked: page("Home", "/a") if asked.path == "/" else (page("A") if asked.path == "/a" else missing())
    ) as server:
        crawls.run(server.url)
        whole = tmp_path / "all.warc.gz"
        whole.write_bytes(b"".join(path.read_bytes() for path in sorted(crawls.home.rglob("*.warc.gz"))))
        copy = Crawls(tmp_path / "copy")
        copy.run(server.url, warc=whole)
    assert copy.pages() == crawls.pages()


def test_a_folder_is_taken_in_under_its_base_address(crawls: Crawls, tmp_path: Path):
    root = tmp_path / "www"
    (root / "law").mkdir(parents=True)
    (root / "index.html").write_bytes(body(page("Home", "law/")))
    (root / "law" / "index.html").write_bytes(body(page("Law")))
    (root / "law" / "fees & costs.html.gz").write_bytes(gzip.compress(body(page("Fees"))))
    (root / "logo.png").write_bytes(b"\x89PNG")
    (root / ".hidden.html").write_bytes(b"<p>hidden</p>")
    crawls.run(folder=root, base_url=f"{BASE}/site/")
    assert crawls.pages() == ["/site/", "/site/law/", "/site/law/fees%20&%20costs.html"]
    assert crawls.statuses()["/site/logo.png"] == "not-text"


def test_a_file_that_cannot_be_read_is_left_out_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.html").write_bytes(body(page(name)))
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == "b.html":
            raise PermissionError(13, "Permission denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    pages = FolderPages(tmp_path, BASE, 1000)
    assert [answer.url for answer in pages] == [f"{BASE}/a.html", f"{BASE}/c.html"]
    assert pages.trouble == "1 file could not be read and left out, the first b.html (Permission denied)"


def test_a_folder_that_is_none_is_empty_or_stands_nowhere_is_said_in_one_sentence(crawls: Crawls, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a.html").write_bytes(body(page("A")))
    for name, base, said in (
        ("none", BASE, "no folder"),
        ("empty", BASE, "no file"),
        ("full", "folder", "no web address"),
    ):
        with pytest.raises(CrawlError, match=said):
            crawls.run(folder=tmp_path / name, base_url=base)


@pytest.mark.parametrize("content", [b"", b"no archive at all", gzip.compress(b"not a warc either", mtime=0)])
def test_what_is_no_warc_is_said_in_one_sentence(crawls: Crawls, tmp_path: Path, content: bytes):
    path = tmp_path / "odd.warc"
    path.write_bytes(content)
    if content:
        with pytest.raises(CrawlError, match="WARC"):
            crawls.run(BASE, warc=path)
    with pytest.raises(CrawlError, match="cannot be read"):
        crawls.run(BASE, warc=tmp_path / "none.warc")


def test_a_folder_needs_an_address_and_a_crawl_a_start():
    for wishes in ({"folder": Path("x")}, {}):
        with pytest.raises(ValidationError):
            CrawlRequest(site="x", **wishes)  # type: ignore[arg-type]


def site(asked: Asked) -> Reply:
    """A site with something for each part of the report."""
    table = {
        "/": page("Home", "/law/a", "/law/b", "/old", "/none", "/copy", "/shell", "/map.png"),
        "/law/a": page("Law A", "/none"),
        "/law/b": page("Law <b>& B"),
        "/copy": page("Law A", "/none"),
        "/old": Reply(status=302, headers=(("Location", "/law/a"),)),
        "/shell": Reply(f"<title>App</title><div id=root></div><script>{'var a=1;' * 500}</script>"),
        "/alone": page("Alone"),
        "/sitemap.xml": Reply("<urlset><url><loc>/alone</loc></url></urlset>", kind="text/xml"),
    }
    return table.get(asked.path, missing())


def test_the_report_says_how_every_address_ended_and_where_broken_links_stand(crawls: Crawls):
    with serve(site) as server:
        crawls.run(server.url)
    ledger = Ledger(crawls.state)
    report = make_report(ledger, SITE)
    ledger.close()
    places = {row.url.rsplit("/", 1)[1]: [url.split("/", 3)[3] for url in row.stands_on] for row in report.broken}
    assert places["none"] == ["", "copy", "law/a"] or places["none"] == ["", "law/a"]
    assert [pair.target.rsplit("/", 1)[1] for pair in report.redirects] == ["a"]
    assert len(report.duplicates) == 1
    assert [url.rsplit("/", 1)[1] for url in report.orphans] == ["alone"]
    assert [row.status for row in report.not_taken] == ["not-text", "needs-browser"]
    assert [(row.status, row.count, row.example.rsplit("/", 1)[1]) for row in report.reasons] == [
        ("needs-browser", 1, "shell"),
        ("not-text", 1, "map.png"),
    ]
    assert all(row.reason for row in report.reasons)
    assert dict(report.sections)["/law/"]["ok"] >= 1
    assert report.languages["en"] == report.pages
    assert sum(report.counts.values()) == len(crawls.rows())
    json.dumps(report.as_dict())


def test_a_page_that_links_reach_by_stubs_is_no_orphan(crawls: Crawls):
    def moved(asked: Asked) -> Reply:
        table = {
            "/": page("Home", "/old", "/ring/a"),
            "/old": Reply('<meta http-equiv="refresh" content="0; url=/older">Moved'),
            "/older": Reply(status=301, headers=(("Location", "/new"),)),
            "/new": page("New"),
            "/ring/a": Reply(status=302, headers=(("Location", "/ring/b"),)),
            "/ring/b": Reply(status=302, headers=(("Location", "/ring/a"),)),
            "/sitemap.xml": Reply("<urlset><url><loc>/alone</loc></url></urlset>", kind="text/xml"),
            "/alone": page("Alone"),
        }
        return table.get(asked.path, missing())

    with serve(moved) as server:
        crawls.run(server.url)
    ledger = Ledger(crawls.state)
    report = make_report(ledger, SITE)
    ledger.close()
    assert [url.rsplit("/", 1)[1] for url in report.orphans] == ["alone"]


def test_where_a_start_leads_and_other_languages_are_no_orphans_and_a_language_that_is_missing_is_a_broken_link(
    crawls: Crawls,
):
    other = '<link rel=alternate hreflang={} href="/{}">'

    def halves(asked: Asked) -> Reply:
        table = {
            "/": Reply(status=302, headers=(("Location", "/de"),)),
            "/de": page("Haus", head=other.format("en", "en") + other.format("fr", "fr")),
            "/en": page("House", head=other.format("de", "de")),
        }
        return table.get(asked.path, missing())

    with serve(halves) as server:
        crawls.run(server.url)
    ledger = Ledger(crawls.state)
    report = make_report(ledger, SITE)
    ledger.close()
    assert report.orphans == ()
    assert [(one.url.rsplit("/", 1)[1], one.stands_on) for one in report.broken] == [("fr", (f"{server.url}/de",))]


def test_links_to_a_host_that_stopped_answering_are_not_called_broken(tmp_path: Path):
    ledger = Ledger(tmp_path / "state.sqlite")
    rows = {"a": ("ok", 200), "b": ("failed", 0), "c": ("failed", 500), "d": ("gone", 404)}
    for name, (status, code) in rows.items():
        ledger.update(SITE, f"{BASE}/{name}", status=status, http_status=code, referrer=f"{BASE}/", reason=name)
    for silent, broken, unread in (((), ["b", "c", "d"], []), ((urlsplit(BASE).netloc,), ["c", "d"], ["b"])):
        ledger.note(SITE, "summary", CrawlSummary(site=SITE, left_alone=silent).model_dump_json())
        report = make_report(ledger, SITE)
        assert [one.reason for one in report.broken] == broken
        assert [one.reason for one in report.reasons] == [one.reason for one in report.not_taken] == unread
    ledger.close()


def test_the_html_report_stands_alone_and_shows_text_as_text(crawls: Crawls):
    with serve(site) as server:
        crawls.run(server.url, exclude=("/<script>alert(1)</script>",))
    ledger = Ledger(crawls.state)
    ledger.update(SITE, f"{server.url}/x", status="failed", reason="<script>alert(1)</script>")
    html = render_html(make_report(ledger, SITE))
    ledger.close()
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)" in html
    assert "src=" not in html
    assert 'lang="en"' in html


def test_a_site_that_was_never_finished_has_a_report_too(crawls: Crawls):
    ledger = Ledger(crawls.state)
    ledger.update(SITE, f"{BASE}/a")
    assert make_report(ledger, SITE).counts == {"queued": 1}
    ledger.close()


def test_a_file_whose_name_is_no_utf8_is_a_page_as_the_others(crawls: Crawls, tmp_path: Path):
    root = tmp_path / "www"
    root.mkdir()
    (root / "index.html").write_bytes(body(page("Home", "mensa%E9.html")))
    (root / os.fsdecode(b"mensa\xe9.html")).write_bytes(body(page("Mensa", text="What the mensa cooks on Mondays.")))
    (root / "z.html").write_bytes(body(page("Last", text="The last page of them all.")))
    crawls.run(folder=root, base_url=BASE)
    assert crawls.pages() == ["/", "/mensa%E9.html", "/z.html"]


def test_an_unreadable_name_is_said_in_plain_signs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / os.fsdecode(b"\xe9.html")).write_bytes(b"x")

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    pages = FolderPages(tmp_path, BASE, 1000)
    assert list(pages) == []
    assert pages.trouble.encode()
    assert "\\xe9.html (Permission denied)" in pages.trouble


def test_two_index_documents_of_a_folder_are_both_kept_and_the_plainer_is_its_page(crawls: Crawls, tmp_path: Path):
    root = tmp_path / "www"
    root.mkdir()
    for name in ("index.php", "index.html", "default.html"):
        (root / name).write_bytes(body(page(name, text=f"What {name} alone tells of the college.")))
    crawls.run(folder=root, base_url=BASE)
    assert crawls.pages() == ["/", "/default.html?default.html", "/index.php?index.php"]
    assert b"index.html alone" in crawls.snapshot("/").body


def test_saved_queries_are_queries_again_and_links_meet_them(crawls: Crawls, tmp_path: Path):
    root = tmp_path / "www"
    root.mkdir()
    links = ["q.php?id=1", "q.php%3Fid=2", "q.php%3Fid=3.html#top"]
    (root / "index.html").write_bytes(body(page("Home", *links)))
    for name in ("q.php?id=1", "q.php?id=2", "q.php?id=3.html"):
        (root / name).write_bytes(body(page(name, text=f"All that there is to say of {name}.")))
    crawls.run(folder=root, base_url=BASE)
    assert crawls.statuses() == dict.fromkeys(("/", "/q.php?id=1", "/q.php?id=2", "/q.php?id=3"), "ok")


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("law/fees.html", "law/fees.html"),
        ("index.html", ""),
        ("law/index.htm", "law/"),
        ("q.php?id=1", "q.php?id=1"),
        ("q.php?id=1.html", "q.php?id=1"),
        ("q.php%3Fid=1&b=2.html", "q.php?id=1&b=2"),
        ("q.php@id=1.html", "q.php?id=1"),
        ("index.html?lang=en.html", "?lang=en"),
        ("q.php?path=a%2Fb", "q.php?path=a%2Fb"),
        ("people.php.html", "people.php"),
        ("people.html", "people.html"),
        ("caf%C3%A9.html", "caf%C3%A9.html"),
        ("caf\u00e9.html", "caf%C3%A9.html"),
        ("100%.html", "100%25.html"),
        ("jobs.shtml.html", "jobs.shtml"),
        ("me@home.html", "me@home.html"),
        (".html", ".html"),
    ],
)
def test_the_name_of_a_saved_file_says_its_address(name: str, address: str):
    assert address_of_name(name) == address


def test_links_to_saved_files_lead_to_their_addresses_and_all_others_stay():
    addresses = {"a/q.php?id=1&x=2.html": "http://h.example/a/q.php?id=1&x=2", "b.php.html": "http://h.example/b.php"}
    body = b"""<a href="q.php%3Fid=1&amp;x=2.html#top">1</a><a href='../b.php.html'>2</a><iframe SRC="/b.php.html">
        <a href="http://else.example/b.php.html">3</a><a href="b.php.html">4</a><a href=''>5</a>"""
    mended = mend_links(body, "a/page.html", addresses)
    assert re.findall(rb"""=["']([^"']*)""", mended) == [
        b"http://h.example/a/q.php?id=1&x=2#top",
        b"http://h.example/b.php",
        b"/b.php.html",
        b"http://else.example/b.php.html",
        b"b.php.html",
        b"",
    ]


def test_a_site_saved_with_endings_added_is_whole_and_no_link_of_it_leads_nowhere(crawls: Crawls, tmp_path: Path):
    root = tmp_path / "www"
    (root / "d").mkdir(parents=True)
    links = [
        "d/list.php.html",
        "d/q.php%3Fid=1.html",
        "d/w.php@id=2.html",
        "d/e.php%253Fid=3.html",
        "caf%25C3%25A9.html",
    ]
    (root / "index.html").write_bytes(body(page("Home", *links)))
    for name in ("d/list.php.html", "d/q.php?id=1.html", "d/w.php@id=2.html", "d/e.php%3Fid=3.html", "caf%C3%A9.html"):
        (root / name).write_bytes(body(page(name, "../index.html", text=f"All that there is to say of {name}.")))
    crawls.run(folder=root, base_url=BASE)
    assert crawls.statuses() == dict.fromkeys(
        ("/", "/caf%C3%A9.html", "/d/list.php", "/d/q.php?id=1", "/d/w.php?id=2", "/d/e.php?id=3"), "ok"
    )
