"""Feeds in all their forms lead to the pages they list, and to their own next parts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crawler.feeds import FEED, kind_with_feeds
from crawler.sitemaps import read_listing
from tests.sites.crawls import Crawls
from tests.sites.server import Reply, page, routes, serve

URL = "https://mill.example/feeds/news"
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/wheel/"><link rel="next" href="page2.xml"/>
<link rel="self" href="me.xml"/><entry xml:base="deep/"><link href="one"/><updated>2026-01-02</updated></entry>
<entry><link rel="edit" href="no"/><link rel="alternate" href="two"/></entry></feed>"""
RSS = b"""<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><link>https://mill.example/</link>
<atom:link rel="next" href="/feeds/news?page=2"/>
<item><guid>https://mill.example/a</guid></item>
<item><guid isPermaLink="false">https://mill.example/no</guid></item>
<item><guid>tag:mill,2026:7</guid></item><item><link>/b</link><guid>https://mill.example/c</guid></item></channel></rss>"""
RDF = b"""<?xml version="1.0"?><?xml-stylesheet href="x.css"?><!-- <html> --><r:RDF
xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel r:about="https://mill.example/"><link>https://mill.example/</link></channel>
<item r:about="https://mill.example/d"><title>D</title></item>
<item r:about="x"><link>https://mill.example/e</link></item></r:RDF>"""
JSON = json.dumps(
    {
        "version": "https://jsonfeed.org/version/1.1",
        "next_url": "/feeds/news?page=2",
        "items": [
            {"id": "1", "url": "/f", "date_modified": "2026-02-03"},
            {"id": "https://mill.example/g"},
            {"id": "9"},
            7,
        ],
    }
).encode()


@pytest.mark.parametrize(
    ("body", "pages", "further"),
    [
        (ATOM, ["/wheel/deep/one", "/wheel/two"], ["/wheel/page2.xml"]),
        (RSS, ["/a", "/b"], ["/feeds/news?page=2"]),
        (RDF, ["/d", "/e"], []),
        (JSON, ["/f", "/g"], ["/feeds/news?page=2"]),
    ],
)
def test_a_feed_lists_its_pages_and_its_next_part(body: bytes, pages: list[str], further: list[str]) -> None:
    listing = read_listing(body, URL)
    assert [entry.url for entry in listing.pages] == [f"https://mill.example{path}" for path in pages]
    assert [entry.url for entry in listing.sitemaps] == [f"https://mill.example{path}" for path in further]


@pytest.mark.parametrize(
    ("media", "body", "kind"),
    [
        ("text/xml", RDF, FEED),
        ("application/rdf+xml", RDF, FEED),
        ("application/json", JSON, FEED),
        ("application/feed+json", JSON, FEED),
        ("application/json", b'{"version": "2", "items": []}', "application/json"),
        ("text/xml", b"<note>rss</note>", "text/xml"),
        ("text/html", RDF, "text/html"),
    ],
)
def test_a_feed_is_known_by_what_it_says(media: str, body: bytes, kind: str) -> None:
    assert kind_with_feeds(media, body) == kind


def test_pages_that_only_feeds_list_are_crawled(tmp_path: Path) -> None:
    first = {"version": "https://jsonfeed.org/version/1", "next_url": "/more.xml", "items": [{"id": "1", "url": "/f"}]}
    rdf = (
        b'<?xml version="1.0"?><?go now?><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        b'<item r:about="/d"/></r:RDF>'
    )
    table = {
        "/": page("Mill", "/feed.json"),
        "/feed.json": Reply(json.dumps(first).encode(), kind="application/json"),
        "/more.xml": Reply(rdf, kind="text/xml"),
        "/f": page("F", text="What the miller says."),
        "/d": page("D", text="What the baker says."),
    }
    crawls = Crawls(tmp_path)
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/d", "/f"]


def test_a_broken_json_feed_lists_nothing() -> None:
    assert read_listing(JSON[:-9], URL).pages == []
