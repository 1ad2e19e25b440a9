"""What the crawler hands over: one fetched page, as it came."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

# A header of our own: kept with the answer, so that it is in the WARC record too.
AUDIENCE = "x-sitequest-audience"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One answer of a web server, or of a browser.

    `url` is the canonical address and the key of the Page; `aliases` are other addresses of the same page.
    `headers` has lower-case names. `body` is decompressed but not decoded. `depth` is counted in links from a seed.
    """

    site: str
    url: str
    status: int
    body: bytes
    fetched_at: datetime
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    final_url: str = ""
    aliases: tuple[str, ...] = ()
    depth: int = 0
    rendered: bool = False
    truncated: bool = False

    @property
    def content_type(self) -> str:
        """The declared media type with its parameters, or an empty string."""
        return self.headers.get("content-type", "")

    @property
    def audience(self) -> str:
        """Who may see it, where credentials were sent; empty for what everybody may see."""
        return self.headers.get(AUDIENCE, "")

    @property
    def etag(self) -> str | None:
        """The entity tag, for a conditional request."""
        return self.headers.get("etag")

    @property
    def last_modified(self) -> str | None:
        """The Last-Modified header as sent, for a conditional request."""
        return self.headers.get("last-modified")

    def __reduce__(self) -> tuple[object, ...]:
        fields = (self.site, self.url, self.status, self.body, self.fetched_at, dict(self.headers))
        return Snapshot, (*fields, self.final_url, self.aliases, self.depth, self.rendered, self.truncated)
