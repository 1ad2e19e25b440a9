"""The `Link` header of an answer (RFC 8288), in which addresses and quoted values may hold any sign."""

from __future__ import annotations

import re
from collections.abc import Iterator

_VALUE = r'"(?:[^"\\]|\\.)*+"?|[^\s;,"<>]*+'
_PARAMETER = rf"\s*+;\s*+[^\s=;,<>\"]*+(?:\s*+=\s*+(?:{_VALUE}))?"
_LINK = re.compile(rf"<([^<>]*)>((?:{_PARAMETER})*+)", re.DOTALL)
_NAMED = re.compile(rf";\s*+([^\s=;,<>\"]++)(?:\s*+=\s*+({_VALUE}))?", re.DOTALL)
_CLOSED = re.compile(r'(?<!\\)(?:\\\\)*"\Z')
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def read_links(header: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each link of a header: its address as written, and its parameters by name in lower case, the first of a name."""
    for url, parameters in _LINK.findall(header):
        found: dict[str, str] = {}
        for name, value in _NAMED.findall(parameters):
            found.setdefault(name.lower(), _plain(value))
        yield url.strip(), found


def _plain(value: str) -> str:
    """A value without its quotes; single ones mean nothing in a header, but are written."""
    if not value.startswith('"'):
        return value.strip("'")
    inner = value[1:]
    return _ESCAPED.sub(r"\1", inner[:-1] if _CLOSED.search(inner) else inner)
