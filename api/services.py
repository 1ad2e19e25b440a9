"""What the API needs of the other rooms, as Protocols; `app/` hands in the real parts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from api.journal import Journal
from core.records import Answer, Evidence, Question
from retrieval.events import Event

Row = dict[str, Any]


class Answering(Protocol):
    """The retriever."""

    async def ask(self, question: Question) -> Answer: ...

    def stream(self, question: Question) -> AsyncIterator[Event]: ...


class Graph(Protocol):
    """Named Cypher statements, read only."""

    async def read(self, name: str, /, **params: Any) -> list[Row]: ...


class CrawlControl(Protocol):
    """Crawls started over HTTP; the crawler itself lives elsewhere."""

    async def start(self, request: Mapping[str, Any]) -> Row: ...

    async def listed(self) -> list[Row]: ...

    async def get(self, crawl_id: str) -> Row | None: ...

    async def cancel(self, crawl_id: str) -> Row | None: ...

    def follow(self, crawl_id: str) -> AsyncIterator[Row]: ...


class PageControl(Protocol):
    """Pages pushed or removed by a content management system."""

    async def put(self, site: str, url: str, body: bytes, content_type: str) -> Row: ...

    async def delete(self, site: str, url: str) -> Row: ...


class SiteBooks(Protocol):
    """What the crawler wrote down of a site."""

    async def report(self, site: str) -> Row: ...

    async def changes(self, site: str, since: str, limit: int) -> list[Row]: ...


class EntityControl(Protocol):
    """What people decide of entities: these two are one, these two are not, this one goes out of its merge."""

    async def merged(self, site: str) -> list[Row]: ...

    async def merge(self, site: str, one: str, other: str) -> Row: ...

    async def split(self, site: str, raw: str) -> Row: ...

    async def keep_apart(self, site: str, one: str, other: str) -> None: ...

    async def apart(self, site: str) -> list[tuple[str, str]]: ...


class Baseline(Protocol):
    """Evidence without the graph, to compare with. `prepare` makes the index of a site if need be, which takes time;
    `find` says how it was searched too."""

    async def prepare(self, site: str) -> None: ...

    async def find(self, question: Question) -> tuple[str, tuple[Evidence, ...]]: ...


Extract = Callable[..., Any]
"""`extract(body, url, question, content_type)` → a mapping with title, markdown and blocks."""


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that answers requests once the database is there. A part that is None answers 501."""

    answering: Answering
    graph: Graph
    journal: Journal
    crawls: CrawlControl | None = None
    pages: PageControl | None = None
    extract: Extract | None = None
    search: Callable[[Question], Any] | None = None
    books: SiteBooks | None = None
    entities: EntityControl | None = None
    baseline: Baseline | None = None
    tries_suggestions: bool = False
    kept_suggestions: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    async def find(self, question: Question) -> tuple[Evidence, ...]:
        """Evidence without an answer; through `ask` where no search was handed in."""
        if self.search is not None:
            found: Sequence[Evidence] = await self.search(question)
            return tuple(found)
        return (await self.answering.ask(question)).evidence


Connect = Callable[[], AbstractAsyncContextManager[Services]]
