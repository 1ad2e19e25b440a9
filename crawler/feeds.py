"""Feeds: what addresses an RSS, RDF, Atom or JSON feed lists, and the further pages of the feed itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from core.urls import join_url

FEED = "application/feed"
XML_KINDS = ("text/xml", "application/xml", "application/rdf+xml", "application/rss+xml", "application/atom+xml")
_ROOT = re.compile(rb"<(?!\?|!)(?:\w+:)?(\w+)[\s>/]")
_JSON_FEED = re.compile(rb'\A\s*\{.{0,2000}"version"\s*:\s*"https?:(?:\\?/){2}jsonfeed\.org', re.DOTALL)
_ADDRESS = re.compile(r"(?:https?:/)?/\S+\Z", re.IGNORECASE)
_ABOUT = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}about"


@dataclass(slots=True)
class Feed:
    """Pages with the time of their last change as written, and the addresses of the feed's next parts."""

    pages: list[tuple[str, str]] = field(default_factory=list)
    further: list[str] = field(default_factory=list)


def kind_with_feeds(media: str, body: bytes) -> str:
    """The media type, or that of a feed for a JSON feed and for XML whose root is one's whatever stands before it."""
    if "json" in media or media.startswith("text/plain"):
        return FEED if is_json_feed(body) else media
    if media not in XML_KINDS:
        return media
    root = _ROOT.search(re.sub(rb"<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[[^\]]*\])?\s*>", b"", body[:16_384], flags=re.DOTALL))
    return FEED if root and root[1].lower() in (b"rss", b"rdf", b"feed") else media


def is_json_feed(body: bytes) -> bool:
    """Whether a body says that it is a JSON feed (jsonfeed.org)."""
    return _JSON_FEED.match(body[:4096].lstrip(b"\xef\xbb\xbf")) is not None


def read_json_feed(body: bytes, url: str) -> Feed:
    """Read a JSON feed; a broken one lists nothing."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return Feed()
    items = said.get("items") if isinstance(said, dict) else None
    if not isinstance(items, list):
        return Feed()
    pages = [_json_page(item, url) for item in items if isinstance(item, dict)]
    following = join_url(url, _text(said.get("next_url")))
    return Feed([page for page in pages if page[0]], [following] if _text(said.get("next_url")) and following else [])


def read_feed(root: etree._Element, url: str) -> Feed:
    """Read an RSS, RDF or Atom feed. Addresses are relative to `xml:base` where it is given, else to `url`."""
    feed = Feed()
    for node in root.iter("{*}item", "{*}entry"):
        parts = {name_of(child): child for child in node if isinstance(child.tag, str)}
        changed = _text(parts["updated"].text) if "updated" in parts else ""
        feed.pages += [(link, changed) for link in _links(node, parts, url) if link]
    for link in root.iter("{*}link"):
        if name_of(link.getparent()) in ("feed", "channel") and link.get("rel") == "next" and link.get("href"):
            feed.further.append(_join(link, str(link.get("href")), url))
    return feed


def name_of(node: Any) -> str:
    """The name of an element without its namespace, in lower case."""
    return etree.QName(node).localname.lower() if node is not None and isinstance(node.tag, str) else ""


def _links(node: etree._Element, parts: dict[str, Any], url: str) -> Iterator[str]:
    """Where an entry leads: its link, else its alternates, else what it is known by where that is an address."""
    link, guid = parts.get("link"), parts.get("guid")
    if link is not None and _text(link.text):
        yield _join(link, _text(link.text), url)
        return
    found = [_join(one, str(one.get("href")), url) for one in node.iter("{*}link") if _leads(one)]
    yield from found
    if found:
        return
    known = _text(guid.text) if guid is not None and guid.get("isPermaLink", "true").lower() != "false" else ""
    known = known or _text(node.get(_ABOUT))
    if _ADDRESS.match(known):
        yield _join(node, known, url)


def _leads(link: etree._Element) -> bool:
    return bool(link.get("href")) and link.get("rel", "alternate") == "alternate"


def _join(node: etree._Element, link: str, url: str) -> str:
    base = _text(node.base)
    return join_url(join_url(url, base) or url if base else url, link)


def _json_page(item: dict[str, Any], url: str) -> tuple[str, str]:
    link = _text(item.get("url"))
    if not link and _ADDRESS.match(_text(item.get("id"))):
        link = _text(item.get("id"))
    return (join_url(url, link) if link else ""), _text(item.get("date_modified"))


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
