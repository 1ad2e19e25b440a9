"""The addresses that the files of a saved site stand for, as `wget` and its like name them, and links that meet them.

A query may stand after `?`, `%3F` or (for Windows) `@`; `-E` adds `.html` to what shows a page under another name;
bytes may be escaped, as `%E9`. Links made for reading from disk (`-k`) name the files: they are led back to addresses.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Mapping
from html import unescape
from urllib.parse import quote, unquote_to_bytes

PLAIN = "/~!$&'()*+,;=:@%"
_SCRIPT = r"\.(?:php\d?|phtml|shtml?|aspx?|jspx?|jsf|do|action|cfm|cgi|pl|py)"
_QUERY = re.compile(
    r"\?|%3F|(?:(?<=\.html)|(?<=\.htm)|(?<=\.\w\w)|(?<=\.\w\w\w)|(?<=\.\w\w\w\w))@(?=[\w.~%-]+=)", re.IGNORECASE
)
_ADDED = re.compile(rf"(?<=[^/])({_SCRIPT})\.html?\Z", re.IGNORECASE)
_PAGE = re.compile(r"\.html?\Z", re.IGNORECASE)
_INDEX = re.compile(r"(?:(?<=/)|^)index\.html?(\.gz)?\Z")
_NO_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_LINK = re.compile(rb"""(\b(?:href|src)\s{0,9}=\s{0,9}(["']))([^"'<>#]{1,2000})""", re.IGNORECASE)


def address_of_name(name: str) -> str:
    """The address that a file's name stands for, relative to the root: percent-encoded, with the query it was saved of.

    `name` may hold bytes that are no UTF-8, as the file system gives them.
    """
    mark = _QUERY.search(name)
    if mark:
        query = _PAGE.sub("", name[mark.end() :])
        return f"{_INDEX.sub('', _quoted(name[: mark.start()]))}?{_quoted(query, '?')}"
    if name.endswith((".html.gz", ".htm.gz")):
        name = name.removesuffix(".gz")
    return _INDEX.sub("", _quoted(_ADDED.sub(r"\1", name)))


def is_odd(name: str, address: str) -> bool:
    """Whether links to a file are no links to its address: it has a query, or a name that is not the address's."""
    return "?" in address or (quote(os.fsencode(name)) != quote(unquote_to_bytes(address)) and not _INDEX.search(name))


def mend_links(body: bytes, name: str, addresses: Mapping[str, str]) -> bytes:
    """The body of a saved page with its links to files led to their addresses; `addresses` are those by name."""
    folder = posixpath.dirname(name)

    def mend(link: re.Match[bytes]) -> bytes:
        for told in _spellings(link[3]):
            address = addresses.get(posixpath.normpath(posixpath.join(folder, told)))
            if address:
                return link[1] + address.encode()
        return link[0]

    return _LINK.sub(mend, body) if addresses else body


def _spellings(link: bytes) -> tuple[str, ...]:
    """The names that a link may mean: as it is read, and as it is written."""
    written = unescape(os.fsdecode(link))
    return () if "://" in written else (os.fsdecode(unquote_to_bytes(os.fsencode(written))), written)


def _quoted(text: str, more: str = "") -> str:
    return quote(_NO_ESCAPE.sub(b"%25", os.fsencode(text)), safe=PLAIN + more)
