"""Meta refresh, read as browsers read it."""

from __future__ import annotations

import re

from ingest.html.links import Resolver

_REFRESH = re.compile(r"^\s*[\d.]*\s*(?:[;,\s]\s*(?:url\s*=\s*)?(?P<url>.*))?$", re.IGNORECASE | re.DOTALL)


def parse_refresh(content: str, resolver: Resolver) -> str | None:
    """The address that a refresh leads to, or None for a page that only reloads itself."""
    match = _REFRESH.match(content)
    target = (match.group("url") or "").strip() if match else ""
    if target[:1] in {"'", '"'}:
        target = target[1:].split(target[0])[0]
    return resolver.resolve(target.strip(" '\""))
