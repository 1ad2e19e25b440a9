"""Deleting a whole site: graph, queue, history, snapshots."""

from __future__ import annotations

import shutil
from dataclasses import asdict
from typing import Any

from app.localdb import watch_steps
from app.runs import forget_old
from app.seeds import write_seeds
from app.wiring import open_graph, queue_of
from core.errors import SiteUnknown
from core.settings import Settings


def delete_site(settings: Settings, site: str) -> dict[str, Any]:
    """Delete everything of a site; can be run again after a stop. Raises `SiteUnknown`."""
    from core.ledger import Ledger
    from core.snapshots import folder_name
    from core.state import STATE_NAME
    from graph.sites import count_site
    from graph.sites import delete_site as delete_graph

    ledger = Ledger(settings.home / STATE_NAME)
    with open_graph(settings) as database, queue_of(settings) as queue, watch_steps() as watch:
        if not count_site(database, site).total and site not in ledger.sites():
            raise SiteUnknown(f"There is no site named {site}; `sitequest sites list` shows them.")
        waiting = queue.delete_site(site)
        before = delete_graph(database, site, watch)
    history = ledger.delete_site(site)
    ledger.close()
    shutil.rmtree(settings.home / "snapshots" / folder_name(site), ignore_errors=True)
    write_seeds(settings, site, ())
    forget_old(settings.home / "crawls", site, keep=0)
    return {"site": site, **asdict(before), "history": history, "waiting": waiting}
