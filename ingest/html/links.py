"""Addresses in a page, made absolute."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

_NO_PAGE = ("javascript:", "mailto:", "tel:", "data:", "sms:", "about:", "blob:", "whatsapp:", "callto:", "fax:", "#")


class Resolver:
    """Resolves addresses against the page's address and its `<base>`, wherever that stands in the page."""

    def __init__(self, url: str, base: str | None = None) -> None:
        self.base = _join(url, base.strip()) if base and base.strip() else url
        parts = _split(self.base)
        self._origin = f"{parts[0]}://{parts[1]}" if parts[0] and parts[1] else ""

    def resolve(self, address: str | None) -> str | None:
        """The absolute address, or None when it leads to no page."""
        if not address:
            return None
        address = address.strip().replace("\n", "").replace("\r", "").replace("\t", "")
        if address.startswith(("http://", "https://")):
            return address
        if not address or address.lower().startswith(_NO_PAGE):
            return None
        if self._origin and address[0] == "/" and address[1:2] not in {"/", "\\"} and "/." not in address:
            return self._origin + address
        joined = _join(self.base, address)
        return None if joined.lower().startswith(_NO_PAGE) else joined or None


def _join(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:
        return ""


def _split(url: str) -> tuple[str, str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ""
    return parts.scheme, parts.netloc
