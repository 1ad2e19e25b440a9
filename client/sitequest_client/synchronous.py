"""The client that waits: one method a call of `wishes`, with its very parameters and its result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

import httpx
from pydantic import BaseModel

from sitequest_client import wishes
from sitequest_client.calls import Call, Cut, Event, EventReader, check, following, reaching, refuse_error
from sitequest_client.models import Listed

P = ParamSpec("P")
Result = TypeVar("Result")
Item = TypeVar("Item", bound=BaseModel)


def _sent(make: Callable[P, Call[Result]]) -> Callable[Concatenate[SiteQuest, P], Result]:
    @wraps(make)
    def method(self: SiteQuest, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        return self.send(make(*args, **kwargs))

    return method


def _listed(make: Callable[P, Call[Listed[Item]]]) -> Callable[Concatenate[SiteQuest, P], Iterator[Item]]:
    @wraps(make)
    def method(self: SiteQuest, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[Item]:
        return self.items(make(*args, **kwargs))

    return method


def _streamed(make: Callable[P, Call[Result]]) -> Callable[Concatenate[SiteQuest, P], Iterator[Event]]:
    @wraps(make)
    def method(self: SiteQuest, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[Event]:
        return self.events(make(*args, **kwargs))

    return method


class SiteQuest:
    """A server at `url`. `key` is the operator's; `client` is an httpx client of your own, with its base address."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:8080",
        *,
        key: str | None = None,
        timeout: float = 60.0,
        client: httpx.Client | None = None,
    ) -> None:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._client = client or httpx.Client(base_url=url, timeout=timeout, headers=headers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def send(self, call: Call[Result]) -> Result:
        """Send a call; its result. Raises `Refused`, or `Unreachable` where no server answers."""
        with reaching(self._client):
            response = self._client.send(call.request(self._client))
        return call.result(response)

    def items(self, call: Call[Listed[Item]]) -> Iterator[Item]:
        """Everything in a list, fetched page by page as it is read."""
        found = self.send(call)
        yield from found.items
        while found.next:
            found = self.send(following(call, found.next))
            yield from found.items

    def events(self, call: Call[Result]) -> Iterator[Event]:
        """The events of a call, each when it comes. Raises `Refused` for an error and `Cut` for a stream cut off."""
        with reaching(self._client):
            response = self._client.send(call.request(self._client, "text/event-stream"), stream=True)
            try:
                if not response.is_success:
                    response.read()
                    check(response)
                reader, kind = EventReader(), ""
                for piece in response.iter_text():
                    for event in reader.feed(piece):
                        kind = event.type
                        yield refuse_error(event)
                if kind != "done":
                    raise Cut("The stream ended before it was complete.")
            finally:
                response.close()

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
