"""Deleting a whole site: graph, queue, history, snapshots."""

from __future__ import annotations

import shutil
from typing import Any

from app.pipeline import queue_of
from app.seeds import write_seeds
from app.wiring import open_graph
from core.errors import SiteUnknown
from core.settings import Settings


def delete_site(settings: Settings, site: str) -> dict[str, Any]:
    """Delete everything of a site; can be run again after a stop. Raises `SiteUnknown`."""
    from core.ledger import Ledger
    from core.snapshots import folder_name
    from core.state import STATE_NAME

    with open_graph(settings) as database:
        before = database.read("explore/api_count_site", site=site)[0]
        known = before["nodes"] or site in Ledger(settings.home / STATE_NAME).sites()
        if not known:
            raise SiteUnknown(f"There is no site named {site}; `sitequest sites list` shows them.")
        with queue_of(settings) as queue:
            waiting = queue.delete_site(site)
        database.batch("explore/api_delete_site", site=site)
    ledger = Ledger(settings.home / STATE_NAME)
    rows = ledger.delete_site(site)
    ledger.close()
    shutil.rmtree(settings.home / "snapshots" / folder_name(site), ignore_errors=True)
    write_seeds(settings, site, ())
    return {"site": site, "nodes": before["nodes"], "history": rows, "waiting": waiting}
