"""Which addresses a crawl may connect to: public ones, and the seeds' own hosts where the owner allows it.

The rule is by what a name resolves to, not by lists of names: every address that is not globally reachable is refused,
also where it hides in an IPv6 form. It is asked at submit, and again for the very address that is dialled.
"""

from __future__ import annotations

import ipaddress
import socket
import unicodedata
from collections.abc import Callable, Iterable
from urllib.parse import SplitResult, urlsplit
from urllib.request import getproxies, proxy_bypass

from core.errors import AddressRefused
from core.urls import DEFAULT_PORTS

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Lookup = Callable[[str], Iterable[str]]

ANY_PORT = 0
_NAT64 = (ipaddress.ip_network("64:ff9b::/96"),)
_COMPATIBLE = ipaddress.ip_network("::/96")


def is_public(address: str) -> bool:
    """Whether an IP address is reachable from anywhere; forms that carry an IPv4 address count as that address."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    carried = _carried(ip)
    return all(_plainly_public(part) for part in carried) if carried else _plainly_public(ip)


def host_literal(host: str) -> str | None:
    """The IP address that a host is a spelling of (hexadecimal, octal, one number, full-width), or None for a name."""
    plain = unicodedata.normalize("NFKC", host).strip("[]").rstrip(".")
    try:
        return str(ipaddress.ip_address(plain.partition("%")[0]))
    except ValueError:
        pass
    if not plain or not (plain[0].isdigit() and plain.isascii()):
        return None
    try:
        return socket.inet_ntoa(socket.inet_aton(plain))
    except OSError:
        return None


def look_up(host: str) -> list[str]:
    """Every address a name resolves to; none when it does not resolve."""
    try:
        return sorted({str(found[4][0]) for found in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)})
    except (OSError, UnicodeError):
        return []


def check_address(url: str, *, allow_private: bool = False, lookup: Lookup = look_up) -> None:
    """Refuse an address that a crawl must not start at. One sentence, which tells nothing of the inner network."""
    parts = _split(url)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        raise AddressRefused(f"The address {url[:200]} cannot be crawled: {_fault(url)}.")
    host = parts.hostname
    literal = host_literal(host)
    if allow_private:
        return
    if literal is None and goes_through_proxy(url):
        return
    found = [literal] if literal is not None else list(lookup(host))
    if not found:
        raise AddressRefused(
            f"The address {url[:200]} cannot be crawled: no host of that name was found; check its spelling and the "
            "network, or crawl it from a shell with --allow-private if only a private name server knows it."
        )
    if not all(is_public(address) for address in found):
        raise AddressRefused(
            f"The address {url[:200]} cannot be crawled: its host is not public (private or loopback); "
            "if it is your own, crawl it from a shell with --allow-private."
        )


def _fault(url: str) -> str:
    """What is wrong with an address that cannot be split into scheme, host and port."""
    scheme, mark, _ = url.partition("://")
    if mark and scheme.lower() in DEFAULT_PORTS:
        return "its host or its port is none"
    name = "" if mark else url.partition("/")[0].rpartition("@")[2].partition(":")[0]
    hint = f"; write it as https://{url[:200]}" if "." in name.strip(".") else ""
    return f"only http:// and https:// addresses can{hint}"


def goes_through_proxy(url: str) -> bool:
    """Whether the environment names a proxy for an address: then the proxy, not this machine, looks its host up."""
    parts = urlsplit(url)
    return parts.scheme in getproxies() and not proxy_bypass(parts.hostname or "")


class AddressGuard:
    """Says for each host, port and resolved address of one crawl whether it may be dialled, and remembers what was not.

    `private_hosts` are the ones that may be private: `host:port`, or `host` alone for any port.
    """

    def __init__(self, private_hosts: Iterable[str] = ()) -> None:
        self._private_hosts = frozenset(_place(f"//{host}") for host in private_hosts)
        self.refused: set[tuple[str, int]] = set()

    def permits(self, host: str, address: str, port: int = 0) -> bool:
        """Whether a port of `host` may be reached at `address`."""
        name = _host_name(host)
        if not self._private_hosts.isdisjoint({(name, port), (name, ANY_PORT)}) or is_public(address):
            return True
        self.refused.add((name, port))
        return False

    def has_refused(self, url: str) -> bool:
        """Whether the host and port of an address were refused before."""
        return _place(url) in self.refused


def proxy_hosts() -> set[str]:
    """The proxies that the environment names, with their ports: the operator's own choice, so they may be private."""
    named = [proxy for scheme, proxy in getproxies().items() if scheme != "no"]
    found = (urlsplit(proxy if "//" in proxy else f"//{proxy}") for proxy in named)
    return {proxy.netloc.rpartition("@")[2] for proxy in found if proxy.hostname}


def ports_of(host: str) -> tuple[str, ...]:
    """A site's `host:port`; for a host without a port those of both schemes."""
    has_port = host.rpartition(":")[2].isdigit() and not host.endswith("]")
    return (host,) if has_port else tuple(f"{host}:{port}" for port in DEFAULT_PORTS.values())


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - raises on a port that is no number
    except ValueError:
        return None
    return parts


def _place(url: str) -> tuple[str, int]:
    """Name and port of an address."""
    parts = urlsplit(url)
    return _host_name(parts.hostname or ""), parts.port or DEFAULT_PORTS.get(parts.scheme, ANY_PORT)


def _host_name(host: str) -> str:
    return host.strip("[]").rstrip(".").lower()


def _plainly_public(ip: IPAddress) -> bool:
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback)


def _carried(ip: IPAddress) -> list[IPAddress]:
    """The addresses that another form stands for (mapped, 6to4, Teredo, NAT64, compatible)."""
    if isinstance(ip, ipaddress.IPv4Address):
        return []
    found: list[IPAddress | None] = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
    if any(ip in network for network in (*_NAT64, _COMPATIBLE)):
        found.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    return [part for part in found if part is not None]
