"""robots.txt, robots directives, sitemaps, feeds, scope, credentials, intervals: the pure rules of a crawl."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SettingsError
from core.ledger import Ledger
from crawler.credentials import load_credentials
from crawler.freshness import FIRST_HOURS, LEAST_HOURS, MOST_HOURS, is_newer, next_interval, next_visit
from crawler.robots import agent_token, page_directives, read_rules
from crawler.schedule import due_sites, next_look
from crawler.scope import Scope, bad_shape, is_asset
from crawler.sitemaps import MAX_ENTRIES, read_listing

HOST = "http://example.org"


@pytest.mark.parametrize(
    ("rules", "refused", "allowed"),
    [
        ("User-agent: *\nDisallow: /a/", "/a/x", "/b"),
        ("\ufeffUser-agent: *\nDisallow: /a/", "/a/x", "/b"),
        ("User-agent: *\nDisallow: /*.cgi$", "/x.cgi", "/x.cgi?y"),
        ("User-agent: *\nDisallow: /a\nAllow: /a/open", "/a/x", "/a/open/y"),
        ("User-agent: SiteQuest\nDisallow: /a\n\nUser-agent: *\nDisallow:", "/a", "/b"),
        ("User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /a", "/a", "/b"),
        ("user-agent:*\r\ndisallow:/a # not there\r\n", "/a", "/b"),
        ("Disallow: /b\nUser-agent: *\nDisallow: /a", "/a", "/b"),
    ],
)
def test_rules_refuse_what_they_name(rules: str, refused: str, allowed: str):
    read = read_rules(200, rules.encode(), "SiteQuest")
    assert read.refuses(HOST + refused) == "refused by robots.txt"
    assert read.refuses(HOST + allowed) == ""


@pytest.mark.parametrize("status", [401, 403, 404, 410, 301])
def test_a_missing_file_allows_everything(status: int):
    assert read_rules(status, b"Disallow: /", "SiteQuest").refuses(HOST + "/a") == ""


@pytest.mark.parametrize("status", [0, 429, 500, 503])
def test_a_server_fault_refuses_for_now(status: int):
    assert "for now" in read_rules(status, b"", "SiteQuest").refuses(HOST + "/a")


def test_a_page_in_place_of_the_file_allows_everything():
    assert read_rules(200, b"<html>User-agent: *\nDisallow: /</html>", "SiteQuest").refuses(HOST + "/a") == ""


@given(st.binary(max_size=500))
def test_any_file_can_be_read(body: bytes):
    read_rules(200, body, "SiteQuest").refuses(HOST + "/a")


def test_delay_and_sitemaps_are_read_within_reason():
    rules = read_rules(200, b"User-agent: *\nCrawl-delay: 900\nSitemap: /map.xml\n", "SiteQuest")
    assert rules.delay == 30.0
    assert rules.sitemaps == ["/map.xml"]
    assert read_rules(200, b"User-agent: *\nRequest-rate: 1/5\n", "SiteQuest").delay == 5.0


def test_our_name_is_what_stands_before_the_version():
    assert agent_token("SiteQuest/0.1 (+https://example.org)") == "SiteQuest"
    assert agent_token("") == "SiteQuest"


@pytest.mark.parametrize(
    ("tags", "header", "found"),
    [
        (("NoIndex, follow",), "", {"noindex", "follow"}),
        (("none",), "", {"none", "noindex", "nofollow"}),
        ((), "noindex", {"noindex"}),
        ((), "otherbot: noindex, nofollow", set()),
        ((), "sitequest: noindex", {"noindex"}),
        ((), "unavailable_after: 25 Jun 2030, nofollow", {"unavailable_after: 25 jun 2030", "nofollow"}),
    ],
)
def test_directives_of_pages_and_headers(tags: tuple[str, ...], header: str, found: set[str]):
    assert page_directives(tags, header, "SiteQuest") - {""} == found


URLSET = (
    b"<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
    b"xmlns:xhtml='http://www.w3.org/1999/xhtml'><url><loc> http://example.org/a </loc><lastmod>2026-01-02</lastmod>"
    b"<xhtml:link rel='alternate' hreflang='zh' href='http://example.org/zh/a'/></url>"
    b"<url><loc>/b?x=1&amp;y=2</loc></url></urlset>"
)


@pytest.mark.parametrize(
    "body", [URLSET, gzip.compress(URLSET), gzip.compress(gzip.compress(URLSET)), b"\xef\xbb\xbf" + URLSET, URLSET[:-9]]
)
def test_a_sitemap_is_read_however_it_is_packed(body: bytes):
    pages = {entry.url: entry.lastmod for entry in read_listing(body, HOST + "/sitemap.xml").pages}
    assert pages == {f"{HOST}/a": "2026-01-02", f"{HOST}/zh/a": "", f"{HOST}/b?x=1&y=2": ""}


def test_indexes_texts_and_feeds_are_read():
    index = read_listing(b"<sitemapindex><sitemap><loc>/one.xml.gz</loc></sitemap></sitemapindex>", HOST + "/s.xml")
    assert [entry.url for entry in index.sitemaps] == [f"{HOST}/one.xml.gz"]
    text = read_listing(b"http://example.org/a\r\nhttp://example.org/b\n", HOST)
    assert [entry.url for entry in text.pages] == [f"{HOST}/a", f"{HOST}/b"]
    rss = b"<rss><channel><link>/home</link><item><link>/news/1</link></item></channel></rss>"
    assert [entry.url for entry in read_listing(rss, HOST).pages] == [f"{HOST}/news/1"]
    links = b"<link rel='self' href='/x'/><link href='/news/2'/>"
    atom = b"<feed xmlns='http://www.w3.org/2005/Atom'><entry>" + links + b"</entry></feed>"
    assert [entry.url for entry in read_listing(atom, HOST).pages] == [f"{HOST}/news/2"]


@pytest.mark.parametrize("body", [b"", b"   ", b"<html><p>no map</p></html>", b"just words", b"<a", b"\x1f\x8b broken"])
def test_what_is_no_sitemap_says_so(body: bytes):
    listing = read_listing(body, HOST)
    assert listing.problem
    assert listing.pages == []


def test_a_sitemap_that_was_cut_off_says_so_and_gives_what_it_has():
    whole = b"<urlset><url><loc>/a</loc></url><url><loc>/b?x=1&y=2</loc></url></urlset>"
    assert not read_listing(whole, HOST).is_broken
    cut = read_listing(whole[:45], HOST)
    assert (cut.is_broken, cut.pages[0].url) == (True, f"{HOST}/a")
    assert read_listing(b"<sitemapindex><sitemap><loc>/m.xml</loc></sitemap>", HOST).is_broken


def test_an_entity_bomb_in_a_sitemap_is_not_unfolded():
    bomb = b"<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><urlset><url><loc>/&b;</loc></url></urlset>"
    assert all("aaaa" not in entry.url for entry in read_listing(bomb, HOST).pages)


def test_scope_is_the_hosts_of_the_seeds_and_the_patterns():
    scope = Scope([f"{HOST}/start"], include=("/law/*",), exclude=("re:print=1",))
    assert scope.holds("https://www.example.org/x")
    assert not scope.holds("http://example.org.evil.example/")
    assert not scope.holds("http://example.org:8080/")
    assert scope.leaves_out(f"{HOST}/start") == ""
    assert scope.leaves_out(f"{HOST}/law/a") == ""
    assert "excluded" in scope.leaves_out(f"{HOST}/law/a?print=1")
    assert "include" in scope.leaves_out(f"{HOST}/art/a")


@pytest.mark.parametrize(
    "path",
    [
        "/a/b/a/b/a/b",
        "/x/x/x",
        "/" + "d/" * 30,
        "/q?" + "&".join(f"p{n}=1" for n in range(12)),
        "/l?a=1&a=2&a=3&a=4&a=5",
    ],
)
def test_shapes_of_traps_are_known(path: str):
    assert bad_shape(HOST + path)


@pytest.mark.parametrize(
    "path", ["/", "/2026/10/10/news", "/a/b/c/d/e/f", "/1/1/1/x", "/q?a=1&b=2&a=3", "/en/law/en/law"]
)
def test_honest_shapes_are_no_traps(path: str):
    assert bad_shape(HOST + path) == ""


def test_assets_are_known_by_name_and_documents_are_not_assets():
    assert is_asset(f"{HOST}/a.JPG?x=1")
    assert not any(is_asset(f"{HOST}/{name}") for name in ("a.pdf", "a.html", "a", "a.docx", "v1.0"))


def test_credentials_are_for_exactly_one_host(tmp_path: Path):
    path = tmp_path / "secrets.toml"
    path.write_text('["intra.example:8443"]\nuser = "u"\npassword = "p"\n["wiki.example"]\nheaders = { Token = "t" }\n')
    found = load_credentials(path)
    assert found.headers("https://intra.example:8443/a") == {"Authorization": "Basic dTpw"}
    assert found.headers("https://wiki.example/") == {"Token": "t"}
    assert found.headers("https://intra.example/a") == found.headers("https://x.wiki.example/") == {}


@pytest.mark.parametrize("text", ["not toml [", '["h"]\ncolour = "red"\n', 'h = "x"\n'])
def test_a_wrong_secrets_file_is_said_in_one_sentence(tmp_path: Path, text: str):
    path = tmp_path / "secrets.toml"
    path.write_text(text)
    with pytest.raises(SettingsError, match="secrets file"):
        load_credentials(path)
    with pytest.raises(SettingsError, match="cannot be read"):
        load_credentials(tmp_path / "none.toml")


@given(st.lists(st.booleans(), max_size=40))
def test_intervals_stay_within_bounds(changes: list[bool]):
    hours = next_interval(0.0, changed=True)
    assert hours == FIRST_HOURS
    for changed in changes:
        hours = next_interval(hours, changed=changed)
        assert LEAST_HOURS <= hours <= MOST_HOURS


def test_times_sort_as_text_and_lastmod_is_only_a_hint():
    assert next_visit(datetime(2026, 1, 31, 23, tzinfo=UTC), 2) == "2026-02-01T01:00:00Z"
    assert is_newer("2026-05-01T10:00:00+02:00", "2026-05-01T07:00:00Z")
    assert not is_newer("2026-05-01", "2026-05-01T07:00:00Z")
    assert not any(is_newer(odd, "2026-05-01T07:00:00Z") for odd in ("", "yesterday-ish", "0000-00-00"))


def test_a_site_is_due_when_its_first_page_is_or_its_crawl_was_not_finished(tmp_path: Path):
    ledger = Ledger(tmp_path / "state.sqlite")
    for name, visit in (("a", "2026-05-01T00:00:00Z"), ("b", "2026-06-01T00:00:00Z")):
        ledger.update("campus", f"{HOST}/{name}", status="ok", snapshot="key", next_visit=visit)
    ledger.update("other", f"{HOST}/c", status="ok", snapshot="key", next_visit="2030-01-01T00:00:00Z")
    ledger.update("broken", f"{HOST}/d")
    ledger.note("broken", "run", "running")
    assert next_look(ledger, "campus") == "2026-05-01T00:00:00Z"
    assert next_look(ledger, "broken") == ""
    assert due_sites(ledger, datetime(2026, 5, 2, tzinfo=UTC)) == ["broken", "campus"]
    ledger.close()


def test_one_broken_address_in_a_sitemap_loses_no_other():
    listed = (
        b'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        b"<url><loc>http://[broken/p</loc></url><url><loc>https://a.example/p?a=1&b=2</loc></url>"
        b"<url><loc>https://a.example/q?a=1&amp;b=2</loc></url></urlset>"
    )
    wanted = ["https://a.example/p?a=1&b=2", "https://a.example/q?a=1&b=2"]
    doctype = listed.replace(b"<urlset", b'<!DOCTYPE urlset [<!ENTITY x "y">]><urlset', 1)
    for body in (listed, listed.decode().encode("utf-16"), doctype):
        assert [entry.url for entry in read_listing(body, "https://a.example/sitemap.xml").pages] == wanted


def test_a_link_that_is_no_address_is_on_no_host():
    scope = Scope(["https://a.example/"])
    for text in ("http://[your-site]/", "http://[::1", "http://[email protected]/"):
        assert not scope.holds(text)
        assert not is_asset(text)
        assert isinstance(bad_shape(text), str)


def test_a_sitemap_of_too_many_entries_gives_the_first_of_them():
    entries = b"".join(b"<url><loc>https://a.example/%d</loc></url>" % number for number in range(210_000))
    many = b"<urlset>" + entries + b"</urlset>"
    assert len(read_listing(many, "https://a.example/sitemap.xml").pages) == MAX_ENTRIES
