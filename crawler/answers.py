"""An answer of a web server, free of Scrapy, so that files and archives can give answers too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b

from core.ledger import LedgerRow


@dataclass(frozen=True, slots=True)
class Answer:
    """`status` 0 means that nothing answered; `failure` says why. The body is unpacked, header names lower-case.

    `took_all`: the whole time limit was spent on it.
    """

    url: str
    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    cookies: tuple[str, ...] = ()
    truncated: bool = False
    warnings: tuple[str, ...] = ()
    failure: str = ""
    took_all: bool = False
    rendered: bool = False
    fetched_at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def body_hash(self) -> str:
        """A hash of the body, to know it again."""
        return blake2b(self.body, digest_size=16).hexdigest() if self.body else ""


@dataclass(frozen=True, slots=True)
class Entry:
    """An address to ask. `known` is its row from an earlier crawl.

    `address` is the spelling to ask, `url` the one it is booked under. `hops` counts redirects before it.
    `follow` follows redirects at once, with the `cookies` they set.
    """

    url: str
    depth: int = 0
    address: str = ""
    known: LedgerRow | None = None
    hops: int = 0
    tries: int = 0
    follow: bool = False
    cookies: tuple[tuple[str, str], ...] = ()
    tried: tuple[str, ...] = ()

    @property
    def asked(self) -> str:
        """The address to send."""
        return self.address or self.url
