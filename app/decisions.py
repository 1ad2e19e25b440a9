"""What the operator decides of entities on the web page: merged, taken apart, or left."""

from __future__ import annotations

import asyncio
from typing import Any

from app.resolution import list_apart, list_views, merge_entities, part_entities, split_entity
from core.settings import Settings

MOST = 1000


class EntityDecisions:
    """Merges and splits by hand; they hold at every later crawl."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def merged(self, site: str) -> list[dict[str, Any]]:
        """Entities into which others went, each with those and the reasons."""
        views = await asyncio.to_thread(list_views, self._settings, site, "", "", MOST)
        return [view for view in views if view["parts"]]

    async def merge(self, site: str, one: str, other: str) -> dict[str, Any]:
        """Make two entities one. Raises `IngestError` when they are of two types or unknown."""
        return {"id": await asyncio.to_thread(merge_entities, self._settings, site, one, other)}

    async def split(self, site: str, raw: str) -> dict[str, Any]:
        """Take one out of what it was merged into. Raises `IngestError` when it is in nothing."""
        return {"id": await asyncio.to_thread(split_entity, self._settings, site, raw)}

    async def keep_apart(self, site: str, one: str, other: str) -> None:
        """Say that two are not one, for good. Raises `IngestError` when they are not two entities of the site."""
        await asyncio.to_thread(part_entities, self._settings, site, one, other)

    async def apart(self, site: str) -> list[tuple[str, str]]:
        """Pairs of ids that people said are not one."""
        return await asyncio.to_thread(list_apart, self._settings, site)
