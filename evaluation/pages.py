"""The texts of a site that was crawled, out of its snapshots: what the flat baselines cut into chunks."""

from __future__ import annotations

from core.ledger import Ledger
from core.settings import Settings
from core.snapshots import SnapshotStore
from evaluation.baselines import read_body
from evaluation.records import Passage


def read_site(settings: Settings, site: str) -> list[Passage]:
    """Every stored HTML page of the site, in order of address."""
    store = SnapshotStore(settings.home / "snapshots")
    ledger = Ledger(settings.home / "state.sqlite")
    try:
        rows = sorted((row.url, row.snapshot) for row in ledger.rows(site) if row.snapshot)
    finally:
        ledger.close()
    snapshots = ((url, store.get(key)) for url, key in rows if store.has(key))
    return [read_body(url, snapshot.body) for url, snapshot in snapshots if _is_html(snapshot.content_type)]


def read_html(settings: Settings, site: str, url: str) -> str:
    """The source of one stored page; empty when it is not there."""
    store = SnapshotStore(settings.home / "snapshots")
    ledger = Ledger(settings.home / "state.sqlite")
    try:
        key = next((row.snapshot for row in ledger.rows(site) if row.url == url and row.snapshot), "")
    finally:
        ledger.close()
    return store.get(key).body.decode("utf-8", errors="replace") if key and store.has(key) else ""


def _is_html(content_type: str) -> bool:
    return not content_type or "html" in content_type
