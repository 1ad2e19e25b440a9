"""AutoThrottle that never goes below what a host's robots.txt asks for."""

from __future__ import annotations

from typing import Any

from scrapy.crawler import Crawler
from scrapy.extensions.throttle import AutoThrottle
from scrapy.http import Response


class FlooredThrottle(AutoThrottle):
    """Scrapy's AutoThrottle with a floor a host, set by `SITEQUEST_FLOORS`."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._floors: dict[str, float] = crawler.settings["SITEQUEST_FLOORS"]

    def _response_downloaded(self, response: Response, request: Any, spider: Any) -> None:
        super()._response_downloaded(response, request, spider)
        key, slot = self._get_slot(request, spider)
        if slot is not None and key in self._floors:
            slot.delay = max(slot.delay, self._floors[key])
