"""Sitemaps and feeds: what addresses a site lists of itself, however the list is packed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice

from lxml import etree

from core.urls import join_url
from crawler.bodies import unpack
from crawler.feeds import Feed, is_json_feed, read_feed, read_json_feed

MAX_SITEMAP = 52_428_800
MAX_ENTRIES = 200_000
PACKINGS = 3
_BARE = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)")
_DOCTYPE = re.compile(rb"<!DOCTYPE[^>\[]{0,500}(?:\[[^\]]{0,100000}\])?\s*>", re.IGNORECASE)
_DECLARED = re.compile(rb"^\s*<\?xml[^>]{0,200}\?>")
_ENTRY = re.compile(rb"<(?:\w+:)?(?:url|sitemap|item|entry)[\s>/]")
_PLAIN_URL = re.compile(r"https?://\S+")


@dataclass(frozen=True, slots=True)
class Entry:
    """One listed address. `lastmod` is as written."""

    url: str
    lastmod: str = ""


@dataclass(slots=True)
class Listing:
    """What a sitemap, an index of sitemaps or a feed lists.

    `problem` says why nothing could be read; `is_broken` that its XML is damaged, so that some of it may be missing.
    """

    pages: list[Entry] = field(default_factory=list)
    sitemaps: list[Entry] = field(default_factory=list)
    problem: str = ""
    is_broken: bool = False


def read_listing(body: bytes, url: str) -> Listing:
    """Read a sitemap (XML, text, packed twice or not at all), an RSS or an Atom feed. Broken XML gives what it can."""
    for _ in range(PACKINGS):
        if body[:2] != b"\x1f\x8b":
            break
        body = unpack(body, "gzip", MAX_SITEMAP).data
    if body[:2] in (b"\xff\xfe", b"\xfe\xff"):
        body = _DECLARED.sub(b"", body.decode("utf-16", "replace").encode())
    if not body.strip():
        return Listing(problem="empty")
    if is_json_feed(body):
        return _of_feed(read_json_feed(body, url))
    if body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] != b"<":
        return _read_text(body)
    return _read_xml(body, url)


def _read_text(body: bytes) -> Listing:
    lines = body[:MAX_SITEMAP].decode("utf-8-sig", "replace").split()
    found = [Entry(line) for line in lines if _PLAIN_URL.fullmatch(line)]
    return Listing(pages=found[:MAX_ENTRIES], problem="" if found else "no sitemap")


def _read_xml(body: bytes, url: str) -> Listing:
    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True, remove_comments=True
    )
    kept = _cut(body[:MAX_SITEMAP])
    whole = len(kept) == len(body)
    plain = _BARE.sub(b"&amp;", _DOCTYPE.sub(b"", kept, count=1))
    try:
        root = etree.fromstring(plain, parser)
    except (etree.XMLSyntaxError, ValueError):
        root = None
    if root is None:
        return Listing(problem="no XML")
    name = _name(root)
    broken = whole and any(error.level_name == "FATAL" for error in parser.error_log)
    if name == "sitemapindex":
        return Listing(sitemaps=_entries(root, "sitemap", url), is_broken=broken)
    if name == "urlset":
        return Listing(pages=_entries(root, "url", url), is_broken=broken)
    if name in ("rss", "rdf", "feed"):
        return _of_feed(read_feed(root, url))
    return Listing(problem=f"neither sitemap nor feed but <{name[:40]}>")


def _cut(body: bytes) -> bytes:
    """The first entries of a sitemap: a tree of millions of them would take a gigabyte."""
    last = next(islice(_ENTRY.finditer(body), MAX_ENTRIES, None), None)
    return body if last is None else body[: last.start()]


def _entries(root: etree._Element, item: str, url: str) -> list[Entry]:
    found: list[Entry] = []
    for node in root.iter("{*}" + item):
        parts = {_name(child): (child.text or "").strip() for child in node}
        if parts.get("loc"):
            found.append(Entry(join_url(url, parts["loc"]), parts.get("lastmod", "")))
        found += [Entry(join_url(url, link)) for link in _hrefs(node)]
        if len(found) >= MAX_ENTRIES:
            break
    return [entry for entry in dict.fromkeys(found) if entry.url]


def _of_feed(feed: Feed) -> Listing:
    pages = [Entry(link, changed) for link, changed in dict.fromkeys(feed.pages)]
    return Listing(pages=pages[:MAX_ENTRIES], sitemaps=[Entry(link) for link in feed.further if link])


def _hrefs(node: etree._Element) -> list[str]:
    return [str(link.get("href")) for link in node.iter("{*}link") if link.get("href")]


def _name(node: etree._Element) -> str:
    return etree.QName(node).localname.lower() if isinstance(node.tag, str) else ""
