"""Who a page says wrote it, and the e-mail addresses that it links to, in menus and behind images too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from lxml import etree

from ingest.html.frames import Element

_METAS = ("author", "dc.creator", "dcterms.creator", "citation_author", "parsely-author")
_WRITER = etree.XPath(
    "//*[@rel='author' or @itemprop='author' or contains(concat(' ', normalize-space(@class), ' '), ' author ')]"
)
_MAILTO = etree.XPath("//a[starts-with(@href, 'mailto:') or starts-with(@href, 'MAILTO:')]/@href")
_MAILBOX = re.compile(r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+")
_BY = re.compile(r"^(?:by|authors?|written by)\b\s*:?\s*", re.IGNORECASE)
MAX_FOUND = 20
MAX_NAME = 80


def read_authors(root: Element, metas: dict[str, str]) -> tuple[str, ...]:
    """The names in meta elements and in elements marked as an author's."""
    found = [metas[name] for name in _METAS if name in metas]
    found += _texts(list(_find(_WRITER, root))[:MAX_FOUND])
    return tuple(dict.fromkeys(name for text in found if 0 < len(name := _BY.sub("", text)) <= MAX_NAME))


def _find(path: etree.XPath, root: Element) -> Iterator[Any]:
    found = path(root)
    yield from found if isinstance(found, list) else ()


def _texts(elements: list[Element]) -> Iterator[str]:
    for element in elements:
        yield " ".join("".join(element.itertext()).split())


def read_mailboxes(root: Element) -> tuple[str, ...]:
    """The addresses of `mailto:` links in lower case, in order, each once."""
    matches = (_MAILBOX.match(unquote(str(address)[7:]).strip()) for address in _find(_MAILTO, root))
    return tuple(dict.fromkeys(match[0].casefold() for match in matches if match))[:MAX_FOUND]
