"""Addresses in a page, made absolute."""

from __future__ import annotations

import re

from core.urls import join_url, split_url

_NO_PAGE = (
    "javascript:", "vbscript:", "mailto:", "tel:", "data:", "sms:", "about:", "blob:", "whatsapp:", "callto:", "fax:",
    "#",
)  # fmt: skip
_CODE = ("javascript:", "vbscript:", "data:")
_EDGES = "".join(map(chr, (*range(33), *range(0x7F, 0xA1), *range(0x2000, 0x200C), 0x2028, 0x2029, 0x3000, 0xFEFF)))
_UNSEEN = re.compile(r"[\x00-\x20\x7f-\xa0\u00ad\u2000-\u200f\u2028-\u202f\u2060-\u2064\ufeff]+")
NOWHERE = "#"
"""The address of a link that leads nowhere."""


def runs_code(address: str) -> bool:
    """Whether following an address would run code or show text that the page itself wrote."""
    return _UNSEEN.sub("", address).lower().startswith(_CODE)


class Resolver:
    """Resolves addresses against the page's address and its `<base>`, wherever that stands in the page."""

    def __init__(self, url: str, base: str | None = None) -> None:
        self.base = join_url(url, base.strip()) if base and base.strip() else url
        parts = split_url(self.base)
        self._origin = f"{parts.scheme}://{parts.netloc}" if parts.scheme and parts.netloc else ""

    def resolve(self, address: str | None) -> str | None:
        """The absolute address, or None when it leads to no page."""
        if not address:
            return None
        address = address.strip(_EDGES).replace("\n", "").replace("\r", "").replace("\t", "")
        if address.startswith(("http://", "https://")):
            return address
        if self._origin and address[:1] == "/" and address[1:2] not in {"/", "\\"} and "/." not in address:
            return self._origin + address
        if not address or address.lower().startswith(_NO_PAGE):
            return None
        joined = join_url(self.base, address)
        return None if joined.lower().startswith(_NO_PAGE) else joined or None
