"""Meta refresh, read as browsers read it."""

from __future__ import annotations

import re

from ingest.html.links import Resolver

_REFRESH = re.compile(r"^\s*(?P<after>[\d.]*)\s*(?:[;,\s]\s*(?:url\s*=\s*)?(?P<url>.*))?$", re.IGNORECASE | re.DOTALL)
_SECONDS = re.compile(r"\d+(?:\.\d*)?|\.\d+")


def parse_refresh(content: str, resolver: Resolver) -> tuple[str | None, float]:
    """(address, seconds until then) of a refresh; no address for a page that only reloads itself."""
    match = _REFRESH.match(content)
    target = (match.group("url") or "").strip() if match else ""
    if target[:1] in {"'", '"'}:
        target = target[1:].split(target[0])[0]
    seconds = _SECONDS.match(match.group("after")) if match else None
    return resolver.resolve(target.strip(" '\"")), float(seconds[0]) if seconds else 0.0
