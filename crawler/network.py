"""The guarded network of a crawl: names are resolved once, checked, and that very address is dialled.

`GuardedResolver` is set by `TWISTED_DNS_RESOLVER`, `BoundedHandler` by `DOWNLOAD_HANDLERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from scrapy.core.downloader.handlers.http11 import (
    HTTP11DownloadHandler,
    _LenientHTTP11ClientFactory,
    _LenientHTTP11ClientProtocol,
)
from scrapy.crawler import Crawler
from twisted.internet.interfaces import IAddress, IHostnameResolver, IHostResolution, IResolutionReceiver
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web._newclient import BODY, DONE
from zope.interface import implementer  # type: ignore[import-untyped]

from crawler.addresses import AddressGuard

MAX_HEADER_BYTES = 262_144
HEADER_SECONDS = 20.0


@implementer(IResolutionReceiver)
class _Filter:
    """Passes on only the addresses that the guard permits."""

    def __init__(self, receiver: Any, host: str, port: int, guard: AddressGuard) -> None:
        self._receiver = receiver
        self._host = host
        self._port = port
        self._guard = guard

    def resolutionBegan(self, resolution: IHostResolution) -> None:  # noqa: N802
        self._receiver.resolutionBegan(resolution)

    def addressResolved(self, address: Any) -> None:  # noqa: N802
        if self._guard.permits(self._host, address.host, self._port):
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
        receiver = _Filter(resolutionReceiver, hostName, portNumber, self._guard)
        return self._inner.resolveHostName(receiver, hostName, portNumber, addressTypes, transportSemantics)


def call_later(seconds: float, function: Callable[[], None]) -> Any:
    """The reactor's timer."""
    from twisted.internet import reactor  # an import at the top would install one

    return reactor.callLater(seconds, function)  # type: ignore[arg-type]


class HeadersWithoutEnd(Exception):
    """A header section that is too long, or takes too long."""


class _BoundedProtocol(_LenientHTTP11ClientProtocol):
    """Ends a connection whose header section does not."""

    _header_bytes = 0
    _deadline: Any = None

    def request(self, request: Any) -> Any:
        self._header_bytes = 0
        answered = super().request(request)
        if self._parser is not None:
            self._parser.MAX_LENGTH = 2 * MAX_HEADER_BYTES  # the limit on all lines is ours
        return answered

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if self._is_in_header():
            self._header_bytes += len(data)
            if self._header_bytes > MAX_HEADER_BYTES + len(data):
                self._end_header()
                return
            self._set_deadline()
        super().dataReceived(data)  # type: ignore[no-untyped-call]

    def _is_in_header(self) -> bool:
        return self._parser is not None and self._parser.state not in (BODY, DONE)

    def _set_deadline(self) -> None:
        """Give the header section so many seconds from its first byte."""
        if self._deadline is None or not self._deadline.active():
            late = partial(self._check, self._parser)
            self._deadline = call_later(HEADER_SECONDS, late)

    def _check(self, parser: Any) -> None:
        if self._parser is parser and self._is_in_header():
            self._end_header()

    def _end_header(self) -> None:
        self._giveUp(Failure(HeadersWithoutEnd()))  # type: ignore[no-untyped-call]

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        super().connectionLost(reason)  # type: ignore[no-untyped-call]


class _BoundedFactory(_LenientHTTP11ClientFactory):
    noisy = False

    def buildProtocol(self, addr: Any) -> _BoundedProtocol:  # noqa: N802
        return _BoundedProtocol(self._quiescentCallback)  # type: ignore[no-untyped-call]


class BoundedHandler(HTTP11DownloadHandler):
    """Scrapy's own HTTP handler with a limit on headers. Bodies are bounded by the spider's `bytes_received`."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._pool._factory = _BoundedFactory
