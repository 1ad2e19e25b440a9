"""What is asked of the server, apart from how it is sent: each function makes a `Call` that both clients can send."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel

from sitequest_client.models import Answer, Listed, Turn

Result = TypeVar("Result")
Model = TypeVar("Model", bound=BaseModel)


class Refused(Exception):
    """The server refused or failed; `detail` is one sentence for a person, `type` names the sort of error."""

    def __init__(self, status: int, detail: str, type: str = "about:blank") -> None:  # noqa: A002  RFC 9457's name
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.type = type


class Cut(Exception):
    """A stream ended before its answer was complete."""


class Unreachable(Exception):
    """No server answered: `detail` says in one sentence where none is, or how long it was waited for."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Event:
    """One event of an answer: route, step, evidence, token, sentence, citation, done."""

    type: str
    data: dict[str, Any]

    @property
    def answer(self) -> Answer | None:
        """The whole answer, in the event `done`."""
        if self.type != "done":
            return None
        return Answer.model_validate(
            self.data.get("answer") if isinstance(self.data.get("answer"), dict) else self.data
        )


@dataclass(frozen=True, slots=True)
class Call(Generic[Result]):
    """One request, and what makes its result of the answer's JSON."""

    method: str
    path: str
    read: Callable[[Any], Result]
    params: dict[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    content: bytes | None = None
    content_type: str = ""

    def request(self, client: httpx.Client | httpx.AsyncClient, accept: str = "application/json") -> httpx.Request:
        """The request, ready to be sent."""
        headers = {"Accept": accept, **({"Content-Type": self.content_type} if self.content_type else {})}
        params = wanted_only(self.params)
        if self.content is not None:
            return client.build_request(self.method, self.path, params=params, headers=headers, content=self.content)
        return client.build_request(self.method, self.path, params=params, headers=headers, json=self.body)

    def result(self, response: httpx.Response) -> Result:
        """The result, or `Refused`."""
        check(response)
        return self.read(response.json() if response.content else None)


def wanted_only(values: Mapping[str, Any]) -> dict[str, Any]:
    """Without what was left out; an empty text was given, and goes to the server as it is."""
    return {name: value for name, value in values.items() if value is not None and value != ()}


@contextmanager
def reaching(client: httpx.Client | httpx.AsyncClient) -> Iterator[None]:
    """Raise `Unreachable` where no server answers, and `Cut` where one stops in the midst of it."""
    try:
        yield
    except (httpx.RemoteProtocolError, httpx.ReadError) as error:
        raise Cut(f"The server at {client.base_url} broke off its answer; ask again.") from error
    except httpx.TimeoutException as error:
        waited = client.timeout.read
        raise Unreachable(
            f"The server at {client.base_url} did not answer within {waited} seconds; give more time: timeout=…"
        ) from error
    except httpx.TransportError as error:
        why = str(error) or type(error).__name__
        raise Unreachable(f"No SiteQuest server answers at {client.base_url} ({why}); is it running?") from error


def check(response: httpx.Response) -> None:
    """Raise `Refused` for a problem."""
    if response.is_success:
        return
    try:
        problem = dict(response.json())
    except (ValueError, TypeError):
        problem = {}
    detail = str(problem.get("detail") or f"The server answered {response.status_code}.")
    raise Refused(response.status_code, detail, str(problem.get("type") or "about:blank"))


def get(path: str, model: type[Model], **params: Any) -> Call[Model]:
    """A read of one thing."""
    return Call("GET", path, model.model_validate, params)


def send(method: str, path: str, model: type[Model], body: Mapping[str, Any], **params: Any) -> Call[Model]:
    """A request with a JSON body."""
    return Call(method, path, model.model_validate, params, wanted_only(body))


def listed(path: str, model: type[Model], **params: Any) -> Call[Listed[Model]]:
    """A read of one page of a list."""
    shape = Listed[model]  # type: ignore[valid-type]
    return Call("GET", path, shape.model_validate, params)


def nothing(_: object) -> None:
    """The result of what is only done."""


def following(call: Call[Listed[Model]], cursor: str) -> Call[Listed[Model]]:
    """The same list from a cursor on."""
    return Call(call.method, call.path, call.read, {**call.params, "cursor": cursor})


def under(path: str, key: str) -> str:
    """An address below `path` for something named by a key of any letters."""
    return f"{path}/{quote(key, safe='')}"


def question_body(
    question: str,
    site: str | None,
    mode: str | None,
    history: Sequence[Turn],
    languages: Sequence[str],
    limit: int,
) -> dict[str, Any]:
    """A question as the server takes it."""
    turns = [{"question": turn.question, "answer": turn.answer} for turn in history]
    return wanted_only(
        {
            "question": question,
            "site": site,
            "mode": mode,
            "history": turns or None,
            "languages": list(languages) or None,
            "limit": limit,
        }
    )


class EventReader:
    """Events out of the pieces of a stream. Lines end with \\n, \\r\\n or \\r alone, whatever else a text may hold."""

    def __init__(self) -> None:
        self._rest = ""

    def feed(self, piece: str) -> Iterator[Event]:
        """The events that are complete with this piece."""
        text = self._rest + piece
        held = "\r" if text.endswith("\r") else ""
        parts = text.removesuffix("\r").replace("\r\n", "\n").replace("\r", "\n").split("\n\n")
        self._rest = parts.pop() + held
        for part in parts:
            yield from _event(part.split("\n"))


def _event(lines: Iterable[str]) -> Iterator[Event]:
    name, data = "message", []
    for line in lines:
        key, _, value = line.partition(":")
        if key == "event":
            name = value.strip()
        if key == "data":
            data.append(value.removeprefix(" "))
    if data:
        yield Event(name, dict(json.loads("\n".join(data))))


def refuse_error(event: Event) -> Event:
    """The event, or `Refused` when it tells of an error."""
    if event.type != "error":
        return event
    message = str(event.data.get("detail") or event.data.get("message") or "The answer was cut off.")
    if event.data.get("type") == "urn:sitequest:cut-off":
        raise Cut(message)
    raise Refused(int(event.data.get("status") or 500), message, str(event.data.get("type") or "about:blank"))
