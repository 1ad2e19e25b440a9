"""Structured data (JSON-LD, microdata, OpenGraph), dates, breadcrumb, tags: slow, so read only when asked for."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from dateutil import parser as dates
from lxml import etree

from ingest.html.frames import Element
from ingest.html.links import Resolver
from ingest.html.meta import Declared

MAX_ITEMS = 200
MAX_SOURCE = 4_000_000
_PUBLISHED = (
    "article:published_time", "datepublished", "date", "dc.date", "dc.date.issued", "dcterms.created",
    "dcterms.issued", "pubdate", "publish-date", "citation_publication_date", "og:published_time",
    "parsely-pub-date", "sailthru.date",
)  # fmt: skip
_MODIFIED = (
    "article:modified_time", "datemodified", "og:updated_time", "last-modified", "dcterms.modified", "revised",
    "lastmod",
)  # fmt: skip
_CRUMBS: Any = etree.XPath(
    "//*[contains(translate(@class,'BC','bc'),'breadcrumb') or contains(translate(@aria-label,'B','b'),'breadcrumb')"
    " or contains(translate(@id,'B','b'),'breadcrumb')][1]"
)
_DOCUMENT = re.compile(r"\.(?:pdf|docx?|pptx?|xlsx?|csv|zip|odt|ods|odp|epub|ics|txt|rtf)(?:$|[?#])", re.IGNORECASE)
_SEPARATORS = re.compile(r"\s*(?:[>›»/|→·•\\]|&gt;)\s*")
logging.getLogger("extruct").addHandler(logging.NullHandler())


@dataclass(slots=True)
class Structured:
    """What a page's structured data says."""

    items: list[str] = field(default_factory=list)
    published: str | None = None
    modified: str | None = None
    breadcrumb: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    title: str = ""
    description: str = ""


def read_structured(text: str, root: Element | None, declared: Declared, url: str) -> Structured:
    """Read all structured data. What is broken in it is left out."""
    found = Structured()
    if root is None:
        return found
    data = _extract(text, url)
    things = list(_things(data.get("json-ld", []))) + list(_things(data.get("microdata", [])))
    found.items = [_dump(item) for kind in ("json-ld", "microdata", "opengraph") for item in data.get(kind, [])][
        :MAX_ITEMS
    ]
    found.published = _date(declared, _PUBLISHED) or _dated(things, "datePublished") or _time(root)
    found.modified = _date(declared, _MODIFIED) or _dated(things, "dateModified")
    found.breadcrumb = _crumbs_of(things) or _crumbs_in(root)
    found.tags = _tags(declared, things)
    found.title = declared.metas.get("og:title", "")
    found.description = _description(things)
    return found


def _extract(text: str, url: str) -> dict[str, list[Any]]:
    wanted = [
        name
        for name, mark in (("json-ld", "ld+json"), ("microdata", "itemscope"), ("opengraph", "og:"))
        if mark in text
    ]
    if not wanted or len(text) > MAX_SOURCE:
        return {}
    import extruct

    with suppress(Exception):
        found: dict[str, list[Any]] = extruct.extract(
            text, base_url=url, syntaxes=wanted, errors="ignore", uniform=False
        )
        return found
    return {}


def _dump(item: Any) -> str:
    try:
        return json.dumps(item, ensure_ascii=False, sort_keys=True, default=str)
    except (TypeError, ValueError, RecursionError):
        return "{}"


def _things(data: Any) -> Iterator[dict[str, Any]]:
    """All objects in structured data, outer ones first; microdata properties are lifted to the object itself."""
    stack = [data]
    seen = 0
    while stack and seen < 20_000:
        value = stack.pop()
        seen += 1
        if isinstance(value, dict):
            properties = value.get("properties")
            yield {**value, **properties} if isinstance(properties, dict) else value
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)


def iso_date(text: str) -> str | None:
    """A date as ISO 8601, or None; a bare year or number is no date."""
    text = text.strip()
    if not re.search(r"\d{4}", text) or len(text) > 60 or text.isdigit():
        return None
    with suppress(ValueError, OverflowError, TypeError):
        found = dates.parse(text)
        return found.date().isoformat() if found.time().isoformat() == "00:00:00" else found.isoformat()
    return None


def _date(declared: Declared, names: tuple[str, ...]) -> str | None:
    for name in names:
        if name in declared.metas and (found := iso_date(declared.metas[name])):
            return found
    return None


def _dated(things: list[dict[str, Any]], name: str) -> str | None:
    for thing in things:
        value = thing.get(name)
        if isinstance(value, str) and (found := iso_date(value)):
            return found
    return None


def _time(root: Element) -> str | None:
    for node in root.iter("time"):
        marked = "published" in (node.get("class") or "") or node.get("pubdate") is not None
        if marked and node.get("datetime") and (found := iso_date(node.get("datetime"))):
            return found
    return None


def _kind(thing: dict[str, Any]) -> str:
    kind = thing.get("@type") or thing.get("type") or ""
    return " ".join(map(str, kind)) if isinstance(kind, list) else str(kind)


def _crumbs_of(things: list[dict[str, Any]]) -> tuple[str, ...]:
    for thing in things:
        if "BreadcrumbList" in _kind(thing):
            elements = thing.get("itemListElement")
            names = [_crumb_name(element) for element in (elements if isinstance(elements, list) else [elements])]
            if any(names):
                return tuple(name for name in names if name)
    return ()


def _crumb_name(element: Any) -> str:
    if not isinstance(element, dict):
        return ""
    element = {**element, **element["properties"]} if isinstance(element.get("properties"), dict) else element
    inner = element.get("item")
    name = element.get("name") or (inner.get("name") if isinstance(inner, dict) else "")
    return " ".join(str(name).split()) if isinstance(name, str) else ""


def _crumbs_in(root: Element) -> tuple[str, ...]:
    found = _CRUMBS(root)
    if not found:
        return ()
    box = found[0]
    items = [" ".join("".join(node.itertext()).split()) for node in box.iter("li", "a")][:20]
    if any(node.tag == "li" for node in box.iter("li")):
        items = [" ".join("".join(node.itertext()).split()) for node in box.iter("li")][:20]
    names = [_SEPARATORS.sub("", item) if len(item) < 3 else item.strip(" >›»/|→") for item in items]
    return tuple(name for name in names if 0 < len(name) < 200)


def _tags(declared: Declared, things: list[dict[str, Any]]) -> tuple[str, ...]:
    values = [
        declared.metas.get("keywords", ""),
        declared.metas.get("news_keywords", ""),
        declared.metas.get("article:tag", ""),
    ]
    for thing in things:
        words = thing.get("keywords")
        values.extend(str(word) for word in words) if isinstance(words, list) else values.append(str(words or ""))
    tags = dict.fromkeys(part.strip() for value in values for part in re.split(r"[,;，、]", value) if part.strip())
    return tuple(tag for tag in tags if len(tag) < 80)[:50]


def _description(things: list[dict[str, Any]]) -> str:
    return next((" ".join(text.split()) for thing in things if isinstance(text := thing.get("description"), str)), "")


def is_download(url: str) -> bool:
    """Whether an address leads to a document rather than a page."""
    return _DOCUMENT.search(url.split("#")[0]) is not None


def absolute_images(images: list[tuple[str, str]], resolver: Resolver) -> tuple[tuple[str, str], ...]:
    """(address, alternative text) of the images, each address once."""
    found: dict[str, str] = {}
    for source, alt in images[:2000]:
        url = resolver.resolve(source)
        if url and not found.get(url):
            found[url] = alt
    return tuple(found.items())
