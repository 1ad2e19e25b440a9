"""Everything one crawl works with, made once from the request and handed to the spider."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from core.errors import StateDamaged
from core.settings import Settings
from core.snapshots import SnapshotStore
from core.state import STATE_NAME, State
from crawler.addresses import AddressGuard, ports_of, proxy_hosts
from crawler.books import Books
from crawler.credentials import Credentials, load_credentials
from crawler.reading import Inspect
from crawler.request import CrawlRequest, CrawlSummary, Progress
from crawler.robots import agent_token
from crawler.scope import Scope

logger = logging.getLogger(__name__)
OVERRIDE = "robots.txt of {hosts} is overridden on the word of its owner"
Report = Callable[[Progress], None]


@dataclass(slots=True)
class Job:
    """One crawl's parts. `summary` is filled in when it ends; `trouble` says what of its file could not be read.

    `broken` is what ended it: the books cannot be written any more, so nothing is tried after it.
    """

    request: CrawlRequest
    inspect: Inspect
    books: Books
    scope: Scope
    guard: AddressGuard
    credentials: Credentials
    user_agent: str
    progress: Report | None = None
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    floors: dict[str, float] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    summary: CrawlSummary | None = None
    trouble: str = ""
    broken: StateDamaged | None = None

    @property
    def agent(self) -> str:
        """The product name that robots.txt is read for."""
        return agent_token(self.user_agent)


def make_job(
    request: CrawlRequest,
    settings: Settings,
    inspect: Inspect,
    progress: Report | None = None,
    state: Path | None = None,
) -> Job:
    """Open the state file and check the request. `state` is another state file, for a dry run."""
    scope = Scope(request.seeds, request.include, request.exclude)
    settings.home.mkdir(parents=True, exist_ok=True)
    books = Books(State(state or settings.home / STATE_NAME), SnapshotStore(settings.home / "snapshots"), request.site)
    warnings = [OVERRIDE.format(hosts=", ".join(sorted(scope.hosts())))] if request.ignore_robots else []
    for warning in warnings:
        logger.warning(warning)
    private = scope.hosts() if request.allow_private else set()
    return Job(
        request=request,
        inspect=inspect,
        books=books,
        scope=scope,
        guard=AddressGuard({place for host in private for place in ports_of(host)} | proxy_hosts()),
        credentials=load_credentials(request.secrets),
        user_agent=request.user_agent or settings.user_agent,
        progress=progress,
        warnings=warnings,
    )
