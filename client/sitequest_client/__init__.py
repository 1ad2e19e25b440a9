"""A SiteQuest server from Python: `SiteQuest` and `AsyncSiteQuest`."""

from __future__ import annotations

from sitequest_client.asynchronous import AsyncSiteQuest
from sitequest_client.calls import Cut, Event, Refused, Unreachable
from sitequest_client.models import Answer, Citation, Evidence, Turn
from sitequest_client.synchronous import SiteQuest

__all__ = [
    "Answer",
    "AsyncSiteQuest",
    "Citation",
    "Cut",
    "Event",
    "Evidence",
    "Refused",
    "SiteQuest",
    "Turn",
    "Unreachable",
]
