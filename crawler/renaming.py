"""Whether a site that redirects its own address has only another name there, or is another site."""

from __future__ import annotations

from functools import cache
from urllib.parse import SplitResult

from tldextract import TLDExtract

from core.urls import bare_host, split_url


def is_renamed(seed: str, target: str) -> bool:
    """Whether a site asked for at `seed` goes on at `target`, to which `seed` redirects.

    It does on the same host, also with TLS or at the usual port, and on another host that the same organisation owns
    (one label more than a public suffix). A part of an organisation that redirects to its main host does not: a crawl
    of one department would become one of a whole university. Different ports of one host are different sites.
    """
    one, other = split_url(seed), split_url(target)
    first, second = bare_host(one.hostname or ""), bare_host(other.hostname or "")
    if first == second:
        return one.port == other.port or other.port is None or (one.scheme, other.scheme) == ("http", "https")
    owner = owner_of(first)
    if not owner or owner != owner_of(second) or not _same_port(one, other):
        return False
    return first == owner or second != owner


def owner_of(host: str) -> str:
    """The domain that an organisation registered, as example.ac.uk; empty for addresses and names without one."""
    return _suffixes()(host).top_domain_under_public_suffix


def _same_port(one: SplitResult, other: SplitResult) -> bool:
    return one.port == other.port or other.port is None


@cache
def _suffixes() -> TLDExtract:
    """The public suffix list that the library ships: nothing is fetched or kept on disk."""
    return TLDExtract(cache_dir=None, suffix_list_urls=(), include_psl_private_domains=True)
