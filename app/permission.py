"""Which private hosts may be crawled without a shell: those of a setting, and a site's own where its owner said so."""

from __future__ import annotations

import json
from collections.abc import Iterable

from core.ledger import Ledger
from core.settings import Settings
from core.state import STATE_NAME
from core.urls import bare_host, host_of, normalize

NOTE = "private_hosts"


def permit_private(settings: Settings, site: str, seeds: Iterable[str]) -> None:
    """Remember that a site's owner let its own hosts be private; it goes when the site is deleted."""
    ledger = Ledger(settings.home / STATE_NAME)
    try:
        hosts = _noted(ledger, site) | {bare_host(host_of(normalize(seed))) for seed in seeds}
        ledger.note(site, NOTE, json.dumps(sorted(hosts - {""})))
    finally:
        ledger.close()


def may_be_private(settings: Settings, site: str, url: str) -> bool:
    """Whether a crawl of a site that starts at an address may ask its host though it is private."""
    host = bare_host(host_of(normalize(url)))
    listed = {name.strip().lower() for name in settings.private_hosts.split(",")} - {""}
    if host in listed or _without_port(host) in listed:
        return bool(host)
    if not (settings.home / STATE_NAME).exists():
        return False
    ledger = Ledger(settings.home / STATE_NAME)
    try:
        return host in _noted(ledger, site)
    finally:
        ledger.close()


def _noted(ledger: Ledger, site: str) -> set[str]:
    return set(json.loads(ledger.noted(site, NOTE) or "[]"))


def _without_port(host: str) -> str:
    name, _, port = host.rpartition(":")
    return name if name and port.isdigit() and not name.endswith(":") else host
