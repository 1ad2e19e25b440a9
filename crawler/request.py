"""What is asked of a crawl, and what comes back of it. Both are plain JSON, so a crawl can be a process of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from crawler.patterns import make_pattern

FEW_LOST = 5
MOST_LOST = 0.3
Politeness = Literal["auto", "none"]


class Record(BaseModel):
    """Base of the records here: frozen, and strict about unknown names."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CrawlRequest(Record):
    """One crawl of one site.

    `include` and `exclude` are path patterns (`/news/*`) or, after `re:`, regular expressions over the whole address.
    `allow_private` lets the seeds' own hosts be private or loopback, no other. `due_only` visits what its history says
    is due (a schedule); otherwise every known page is asked, conditionally unless `full`. `ignore_robots` is an owner's
    override for the seeds' own hosts and is logged. `secrets` is a TOML file of credentials by host.
    `queue_limit` holds fetching back while so many pages wait to be taken in; 0 never holds back.
    """

    site: str = Field(min_length=1, max_length=200)
    seeds: tuple[str, ...] = ()
    allow_private: bool = False
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_pages: int = Field(default=0, ge=0, description="Pages fetched in this run; 0: no limit.")
    max_bytes: int = Field(default=0, ge=0, description="Bytes fetched in this run; 0: no limit.")
    max_depth: int = Field(default=0, ge=0, description="Links from a seed; 0: no limit.")
    max_body: int = Field(default=20_000_000, gt=0, description="Bytes of one answer; the rest is cut off.")
    full: bool = False
    due_only: bool = False
    dry_run: bool = False
    politeness: Politeness = "auto"
    delay: float = Field(default=0.0, ge=0, description="Least seconds between two requests to a host.")
    concurrency: int = Field(default=8, ge=1, le=64)
    timeout: float = Field(default=60.0, gt=0, description="Seconds for one whole answer.")
    retries: int = Field(default=3, ge=0, le=10)
    retry_wait: float = Field(default=1.0, ge=0, description="Seconds before the first retry; doubles each time.")
    ignore_robots: bool = False
    accept_deletions: bool = False
    render: bool = False
    secrets: Path | None = None
    user_agent: str = ""
    sitemaps: bool = True
    cookies: bool = False
    queue_limit: int = Field(default=500, ge=0)
    warc: Path | None = Field(default=None, description="Take pages from this WARC file; no network.")
    folder: Path | None = Field(default=None, description="Take pages from this folder; no network.")
    base_url: str | None = Field(default=None, description="Where the folder's pages stand on the web.")

    @model_validator(mode="after")
    def _has_patterns(self) -> Self:
        for option, texts in (("include", self.include), ("exclude", self.exclude)):
            for text in texts:
                try:
                    make_pattern(text)
                except ValueError as error:
                    raise ValueError(f"--{option} {error}") from error
        return self

    @model_validator(mode="after")
    def _has_a_start(self) -> Self:
        if self.folder is not None and not self.base_url:
            raise ValueError("--from-dir needs --base-url, the address that the folder stands for")
        if not (self.seeds or self.warc or self.folder):
            raise ValueError("there must be a seed")
        return self


class CrawlSummary(Record):
    """How a crawl ended. `reason` is one sentence for a person; `counts` are the ledger's statuses after it.

    `known` addresses are the sum of `counts`; `pages` of them are pages: `new`, `changed`, `unchanged`, and `as_before`
    (not seen in this run). `fetched` counts answers other than redirects. `silent`: nothing that was due answered.
    `kept` pages would have left, but were too many; `kept_why` says what they did. `troubles` are the addresses of this
    run that showed no page though there may be one, by status; `left_alone` are the hosts that stopped answering.
    """

    site: str
    reason: str = ""
    finished: bool = True
    started_at: str = ""
    ended_at: str = ""
    seconds: float = 0.0
    requests: int = 0
    fetched: int = 0
    known: int = 0
    pages: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    as_before: int = 0
    silent: bool = False
    conditional: int = 0
    gone: int = 0
    kept: int = 0
    kept_why: str = ""
    troubles: dict[str, int] = Field(default_factory=dict)
    left_alone: tuple[str, ...] = ()
    queued: int = 0
    bytes: int = 0
    robots_refused: int = 0
    counts: dict[str, int] = Field(default_factory=dict)
    capped: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    trouble: str = ""
    would_fetch: tuple[str, ...] = ()
    exit_code: int = 0

    @property
    def has_nothing(self) -> bool:
        """Whether there is nothing to show: no page at all, or no answer of any."""
        return self.silent or not self.pages

    @property
    def is_incomplete(self) -> bool:
        """Whether a good part of the site was not to be had this time: a host stopped answering, or closed for now."""
        lost = sum(self.troubles.values())
        return bool(self.left_alone) or (lost >= FEW_LOST and lost > MOST_LOST * (self.fetched + lost))


class Progress(Record):
    """How far a crawl is: answers so far, addresses known, addresses still to ask, pages waiting for ingest."""

    site: str
    fetched: int = 0
    known: int = 0
    pending: int = 0
    queued: int = 0
    bytes: int = 0
    url: str = ""
