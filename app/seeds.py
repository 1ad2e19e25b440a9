"""Where each known site starts, kept in `home/sites.json`, so that later crawls need only its name."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence

from filelock import FileLock

from core.settings import Settings

NAME = "sites.json"


def read_seeds(settings: Settings) -> dict[str, list[str]]:
    """Site → start addresses."""
    try:
        found = json.loads((settings.home / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(site): [str(url) for url in urls] for site, urls in found.items()}


def write_seeds(settings: Settings, site: str, seeds: Sequence[str]) -> None:
    """Remember where a site starts; with no seeds, forget it."""
    path = settings.home / NAME
    with FileLock(f"{path}.lock"):
        known = read_seeds(settings)
        if known.get(site, []) == list(seeds):
            return
        known[site] = list(seeds)
        kept = {name: urls for name, urls in sorted(known.items()) if urls}
        part = path.with_suffix(f".{os.getpid()}.part")
        part.write_text(json.dumps(kept, indent=1, ensure_ascii=False), encoding="utf-8")
        part.replace(path)
