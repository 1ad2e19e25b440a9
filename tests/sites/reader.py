"""A small `inspect`, so that the crawler's tests stand without the ingest room."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import urljoin

from lxml import etree, html

from core.records import FINGERPRINT, Link, PageFacts, PageStatus

CHALLENGE = re.compile(r"checking your browser|verify you are human|captcha", re.IGNORECASE)
MISSING = re.compile(r"not found|could not find", re.IGNORECASE)


def inspect(body: bytes, url: str, content_type: str = "", headers: Mapping[str, str] | None = None) -> PageFacts:
    """Links, canonical, refresh, robots and a fingerprint of the visible text."""
    try:
        root = html.document_fromstring(body)
    except (etree.LxmlError, ValueError):
        return PageFacts(status=PageStatus.EMPTY)
    base = urljoin(url, next(iter(root.xpath("//base/@href")), ""))
    scripts = sum(len(node.text or "") for node in root.iter("script"))
    title = (root.findtext(".//title") or "").strip()
    for node in root.xpath("//script|//style|//footer|//noscript"):
        node.drop_tree()
    text = " ".join(root.xpath("//body")[0].text_content().split()) if root.xpath("//body") else ""
    links = tuple(
        Link(urljoin(base, a.get("href")), a.text_content(), "main", nofollow="nofollow" in (a.get("rel") or ""))
        for a in root.xpath("//a[@href]")
    )
    refresh = _refresh(root, base)
    return PageFacts(
        status=PageStatus.REDIRECT if refresh and _is_stub(refresh, url, text) else _status(text, scripts, len(body)),
        links=links,
        canonical=next((urljoin(base, href) for href in root.xpath("//link[@rel='canonical']/@href")), None),
        refresh=refresh,
        robots=tuple(root.xpath("//meta[@name='robots']/@content")),
        alternates=tuple((a.get("hreflang"), urljoin(base, a.get("href"))) for a in root.xpath("//link[@hreflang]")),
        feeds=tuple(urljoin(base, href) for href in root.xpath("//link[contains(@type, 'rss')]/@href")),
        title=title,
        lang=root.get("lang") or "",
        words=len(text.split()),
        fingerprint=FINGERPRINT + sha256(f"{title} {text}".encode()).hexdigest()[:16] if text else "",
    )


def _status(text: str, scripts: int, size: int) -> PageStatus:
    if CHALLENGE.search(text):
        return PageStatus.CHALLENGE
    if MISSING.search(text[:200]):
        return PageStatus.SOFT_404
    if len(text.split()) < 5 and scripts > 1000:
        return PageStatus.NEEDS_BROWSER
    return PageStatus.OK if text else PageStatus.EMPTY


def _is_stub(refresh: str, url: str, text: str) -> bool:
    return len(text.split()) < 120 and refresh.rstrip("/") != url.rstrip("/")


def _refresh(root: html.HtmlElement, base: str) -> str | None:
    for content in root.xpath("//meta[translate(@http-equiv, 'REFSH', 'refsh')='refresh']/@content"):
        found = re.search(r"url\s*=\s*['\"]?([^'\"]+)", content, re.IGNORECASE)
        if found:
            return urljoin(base, found[1].strip())
    return None
