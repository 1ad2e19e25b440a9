"""The client for asyncio: one method a call of `wishes`, with its very parameters and its result."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from functools import wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import httpx
from pydantic import BaseModel

from sitequest_client import wishes
from sitequest_client.calls import Call, Cut, Event, EventReader, check, following, reaching, refuse_error
from sitequest_client.models import Listed

P = ParamSpec("P")
Result = TypeVar("Result")
Item = TypeVar("Item", bound=BaseModel)


def _sent(make: Callable[P, Call[Result]]) -> Callable[Concatenate[AsyncSiteQuest, P], Coroutine[Any, Any, Result]]:
    @wraps(make)
    async def method(self: AsyncSiteQuest, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        return await self.send(make(*args, **kwargs))

    return method


def _listed(make: Callable[P, Call[Listed[Item]]]) -> Callable[Concatenate[AsyncSiteQuest, P], AsyncIterator[Item]]:
    @wraps(make)
    def method(self: AsyncSiteQuest, /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[Item]:
        return self.items(make(*args, **kwargs))

    return method


def _streamed(make: Callable[P, Call[Result]]) -> Callable[Concatenate[AsyncSiteQuest, P], AsyncIterator[Event]]:
    @wraps(make)
    def method(self: AsyncSiteQuest, /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[Event]:
        return self.events(make(*args, **kwargs))

    return method


class AsyncSiteQuest:
    """A server at `url`. `key` is the operator's; `client` is an httpx client of your own, with its base address."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:8080",
        *,
        key: str | None = None,
        timeout: float = 60.0,
        client: httpx.AsyncClient | None = None,
    ) -> None:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._client = client or httpx.AsyncClient(base_url=url, timeout=timeout, headers=headers)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def send(self, call: Call[Result]) -> Result:
        """Send a call; its result. Raises `Refused`, or `Unreachable` where no server answers."""
        with reaching(self._client):
            response = await self._client.send(call.request(self._client))
        return call.result(response)

    async def items(self, call: Call[Listed[Item]]) -> AsyncIterator[Item]:
        """Everything in a list, fetched page by page as it is read."""
        found = await self.send(call)
        for item in found.items:
            yield item
        while found.next:
            found = await self.send(following(call, found.next))
            for item in found.items:
                yield item

    async def events(self, call: Call[Result]) -> AsyncIterator[Event]:
        """The events of a call, each when it comes. Raises `Refused` for an error and `Cut` for a stream cut off."""
        with reaching(self._client):
            response = await self._client.send(call.request(self._client, "text/event-stream"), stream=True)
            try:
                if not response.is_success:
                    await response.aread()
                    check(response)
                reader, kind = EventReader(), ""
                async for piece in response.aiter_text():
                    for event in reader.feed(piece):
                        kind = event.type
                        yield refuse_error(event)
                if kind != "done":
                    raise Cut("The stream ended before it was complete.")
            finally:
                await response.aclose()

    ask = _sent(wishes.ask)
    stream = _streamed(wishes.ask)
    search = _sent(wishes.search)
    compare = _sent(wishes.compare)
    extract = _sent(wishes.extract)
    sites = _listed(wishes.sites)
    suggestions = _listed(wishes.suggestions)
    pages = _listed(wishes.pages)
    page = _sent(wishes.page)
    block = _sent(wishes.block)
    entities = _listed(wishes.entities)
    entity = _sent(wishes.entity)
    topics = _listed(wishes.topics)
    topic = _sent(wishes.topic)
    neighbors = _sent(wishes.neighbors)
    path = _sent(wishes.path)
    subgraph = _sent(wishes.subgraph)
    find = _listed(wishes.find)
    overview = _sent(wishes.overview)
    links = _sent(wishes.links)
    cypher = _sent(wishes.cypher)
    models = _sent(wishes.models)
    model = _sent(wishes.model)
    chat = _sent(wishes.chat)
    give_feedback = _sent(wishes.give_feedback)
    feedback = _listed(wishes.feedback)
    usage = _sent(wishes.usage)
    report = _sent(wishes.report)
    changes = _listed(wishes.changes)
    conflicts = _listed(wishes.conflicts)
    review = _listed(wishes.review)
    merged = _listed(wishes.merged)
    merge = _sent(wishes.merge)
    apart = _sent(wishes.apart)
    split = _sent(wishes.split)
    start_crawl = _sent(wishes.start_crawl)
    crawls = _listed(wishes.crawls)
    crawl = _sent(wishes.crawl)
    follow_crawl = _streamed(wishes.crawl)
    cancel_crawl = _sent(wishes.cancel_crawl)
    put_page = _sent(wishes.put_page)
    delete_page = _sent(wishes.delete_page)
    live = _sent(wishes.live)
    ready = _sent(wishes.ready)
