"""AutoThrottle that never goes below what a host's robots.txt asks for, and that redirects do not slow down."""

from __future__ import annotations

from typing import Any

from scrapy.crawler import Crawler
from scrapy.extensions.throttle import AutoThrottle
from scrapy.http import Response


class FlooredThrottle(AutoThrottle):
    """Scrapy's AutoThrottle with a floor a host: the `floors` of the spider's job, which the spider fills as it learns.

    They are not a setting: Scrapy copies all settings deeply, so that what the spider learns later would never arrive.

    Scrapy lets no answer but 200 shorten its delay, so that an update of a site that did not change (304 everywhere),
    or thousands of redirects, would keep the long delay of the start. Here they are the proper answers that they are:
    at most so many requests at once are under way as ever. Errors still shorten nothing.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._crawler: Any = crawler

    def _response_downloaded(self, response: Response, request: Any, spider: Any) -> None:
        super()._response_downloaded(response, request, spider)
        key, slot = self._get_slot(request, spider)
        if slot is not None:
            slot.delay = max(slot.delay, self._crawler.spider.job.floors.get(key, 0.0))

    def _adjust_delay(self, slot: Any, latency: float, response: Response) -> None:
        proper = 300 <= response.status < 400
        super()._adjust_delay(slot, latency, response.replace(status=200) if proper else response)
