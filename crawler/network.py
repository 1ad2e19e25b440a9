"""The guarded network of a crawl: names are resolved once, checked, and that very address is dialled.

`GuardedResolver` is set by `TWISTED_DNS_RESOLVER`, `BoundedHandler` by `DOWNLOAD_HANDLERS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scrapy.core.downloader.handlers.http11 import (
    HTTP11DownloadHandler,
    _LenientHTTP11ClientFactory,
    _LenientHTTP11ClientProtocol,
)
from scrapy.crawler import Crawler
from twisted.internet.interfaces import IAddress, IHostnameResolver, IHostResolution, IResolutionReceiver
from twisted.web._newclient import BODY, DONE
from zope.interface import implementer  # type: ignore[import-untyped]

from crawler.addresses import AddressGuard

MAX_HEADER_BYTES = 262_144


@implementer(IResolutionReceiver)
class _Filter:
    """Passes on only the addresses that the guard permits."""

    def __init__(self, receiver: Any, host: str, guard: AddressGuard) -> None:
        self._receiver = receiver
        self._host = host
        self._guard = guard

    def resolutionBegan(self, resolution: IHostResolution) -> None:  # noqa: N802
        self._receiver.resolutionBegan(resolution)

    def addressResolved(self, address: Any) -> None:  # noqa: N802
        if self._guard.permits(self._host, address.host):
            self._receiver.addressResolved(address)

    def resolutionComplete(self) -> None:  # noqa: N802
        self._receiver.resolutionComplete()


@implementer(IHostnameResolver)
class GuardedResolver:
    """The reactor's resolver behind an `AddressGuard`. Every connection of the process goes through it."""

    def __init__(self, reactor: Any, guard: AddressGuard) -> None:
        self._reactor = reactor
        self._guard = guard
        self._inner = reactor.nameResolver

    @classmethod
    def from_crawler(cls, crawler: Crawler, reactor: Any) -> GuardedResolver:
        """As Scrapy makes it; the guard is handed in by the settings."""
        return cls(reactor, crawler.settings["SITEQUEST_GUARD"])

    def install_on_reactor(self) -> None:
        """Take the place of the reactor's resolver."""
        self._reactor.installNameResolver(self)

    def resolveHostName(  # noqa: N802
        self,
        resolutionReceiver: Any,  # noqa: N803
        hostName: str,  # noqa: N803
        portNumber: int = 0,  # noqa: N803
        addressTypes: Sequence[type[IAddress]] | None = None,  # noqa: N803
        transportSemantics: str = "TCP",  # noqa: N803
    ) -> Any:
        """Resolve a name, leaving out what the guard refuses."""
        receiver = _Filter(resolutionReceiver, hostName, self._guard)
        return self._inner.resolveHostName(receiver, hostName, portNumber, addressTypes, transportSemantics)


class _BoundedProtocol(_LenientHTTP11ClientProtocol):
    """Ends a connection whose header section does not."""

    _header_bytes = 0

    def request(self, request: Any) -> Any:
        self._header_bytes = 0
        return super().request(request)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        parser = self._parser
        if parser is not None and parser.state not in (BODY, DONE):
            self._header_bytes += len(data)
            if self._header_bytes > MAX_HEADER_BYTES + len(data):
                self.transport.abortConnection()  # type: ignore[union-attr]
                return
        super().dataReceived(data)  # type: ignore[no-untyped-call]


class _BoundedFactory(_LenientHTTP11ClientFactory):
    noisy = False

    def buildProtocol(self, addr: Any) -> _BoundedProtocol:  # noqa: N802
        return _BoundedProtocol(self._quiescentCallback)  # type: ignore[no-untyped-call]


class BoundedHandler(HTTP11DownloadHandler):
    """Scrapy's own HTTP handler with a limit on headers. Bodies are bounded by the spider's `bytes_received`."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._pool._factory = _BoundedFactory
