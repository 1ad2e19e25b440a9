"""The OpenAI-compatible door: every site is a model that answers with `url_citation` annotations."""

from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from typing import Any, Literal

from fastapi import APIRouter, BackgroundTasks
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field, StrictBool
from sse_starlette import EventSourceResponse, ServerSentEvent

from api.backend import Backend
from api.problems import event_of, openai_error, responses_of
from api.routes.asking import CUT_OFF, answer_of, ready_question, timed
from api.routes.explore import site_name
from api.schemas import LONGEST_QUESTION
from api.services import Services
from api.views import ModelCard, ModelList
from core.errors import AskError, QuestionRefused, SiteQuestError
from core.records import Answer, Citation, Question, Turn

ANY_SITE = "sitequest"
TEXTS = ("text", "input_text", "output_text", "refusal")
LISTS = ("tools", "functions")
FLAGS = ("logprobs", "audio")
MARK = re.compile(r"\[(\d{1,4})\]")


class ChatMessage(BaseModel):
    """One message; content may be text or parts of text."""

    model_config = ConfigDict(extra="allow")

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[dict[str, Any]] | None = None

    def text(self) -> str:
        """The words of the message. Raises `ChatRefused` for parts that hold no words, such as pictures."""
        if not isinstance(self.content, list):
            return self.content or ""
        for part in self.content:
            if part.get("type", "text") not in TEXTS:
                kind = str(part.get("type"))[:40]
                raise ChatRefused(f"A message may hold text alone, and no {kind!r}; leave it out.", field="messages")
        return "".join(str(part.get("text") or "") for part in self.content)


class ChatBody(BaseModel):
    """What chat front ends send.

    What would change the form of the answer is refused where it is not here (`n`, `tools`, `response_format`, …). What
    only guides how a model writes (`temperature`, `max_tokens`, `stop`, `seed`, …) is allowed and unused.
    """

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "examples": [{"model": "demo", "messages": [{"role": "user", "content": "What are the fees?"}]}]
        },
    )

    model: str = Field(ANY_SITE, max_length=200, description="Name of a site, or sitequest for the only one.")
    messages: list[ChatMessage] = Field(min_length=1, max_length=200)
    stream: StrictBool = False
    stream_options: dict[str, Any] | None = Field(None, description="`include_usage`: a last piece with the tokens.")
    n: int | None = Field(None, description="How many answers; 1 alone.")
    response_format: dict[str, Any] | None = Field(None, description="`text` alone.")

    @property
    def wants_usage(self) -> bool:
        """Whether the stream shall end with the tokens used."""
        return bool((self.stream_options or {}).get("include_usage"))


class ChatRefused(AskError):
    """A chat asks for what is not here; its sentences name the field themselves."""

    def sentence(self, form: str) -> str:
        """The sentence as it is."""
        return str(self)


def router(backend: Backend) -> APIRouter:
    """`/v1/models`, `/v1/chat/completions`."""
    codes = (400, 404, 409, 422, 503)
    routes = APIRouter(tags=["chat"], prefix="/v1", responses=responses_of(*codes))

    @routes.get("/models", summary="Sites as models", response_model=ModelList)
    async def models() -> dict[str, Any]:
        names = [row["site"] for row in await backend.require().graph.read("explore/api_sites")]
        return {"object": "list", "data": [_card(name) for name in (*names, ANY_SITE)]}

    @routes.get("/models/{model}", summary="One site as a model", response_model=ModelCard)
    async def model_card(model: str) -> dict[str, Any]:
        services = backend.require()
        return _card(model if model == ANY_SITE else await site_name(services, model))

    @routes.post(
        "/chat/completions",
        summary="Chat with a site",
        response_model=dict[str, Any],
        responses={200: {"content": {"text/event-stream": {}}}},
    )
    async def complete(body: ChatBody, later: BackgroundTasks) -> Response:
        services = backend.require()
        refuse_what_is_not_here(body)
        question = await _with_site(services, to_question(body))
        if body.stream:
            return EventSourceResponse(_chunks(services, question, body), ping=15)
        answer = await timed(services, question, later)
        return JSONResponse(_completion(answer, body.model), background=later)

    return routes


def refuse_what_is_not_here(body: ChatBody) -> None:
    """Raise `ChatRefused` for what would change the form of the answer."""
    more = body.model_extra or {}
    if body.n not in (None, 1):
        raise ChatRefused("There is one answer to a question; leave `n` out, or make it 1.", field="n")
    kind = (body.response_format or {}).get("type", "text")
    if kind != "text":
        said = f"Answers are text, not {str(kind)[:40]!r}; leave `response_format` out."
        raise ChatRefused(said, field="response_format")
    for name in LISTS:
        if more.get(name):
            raise ChatRefused(f"A site cannot call tools; leave `{name}` out.", field=name)
    for name in FLAGS:
        if more.get(name):
            raise ChatRefused(f"An answer comes without {name}; leave `{name}` out.", field=name)


def to_question(body: ChatBody) -> Question:
    """The last user message as a question, the turns before it as history."""
    turns = [message for message in body.messages if message.role in ("user", "assistant")]
    if not turns or turns[-1].role != "user":
        raise QuestionRefused("The last message must be the user's.")
    text = turns[-1].text().strip()
    if not any(letter.isalnum() for letter in text):
        raise QuestionRefused("The question holds no word; ask it in a sentence.")
    if len(text) > LONGEST_QUESTION:
        raise QuestionRefused(f"The question is longer than {LONGEST_QUESTION} characters; shorten it.")
    site = None if body.model == ANY_SITE else body.model
    return Question(text=text, site=site, history=_history(turns[:-1]))


async def _with_site(services: Services, question: Question) -> Question:
    try:
        return await ready_question(services, question)
    except QuestionRefused as error:
        raise QuestionRefused(str(error), field="model") if error.field else error from None


def _history(turns: list[ChatMessage]) -> tuple[Turn, ...]:
    history: list[Turn] = []
    for message in turns:
        if message.role == "user":
            history.append(Turn(question=message.text()))
        elif history:
            history[-1] = Turn(question=history[-1].question, answer=message.text())
    return tuple(history[-10:])


def annotate(answer: Answer) -> tuple[str, list[dict[str, Any]]]:
    """The answer's text, and one `url_citation` for each number in it, at the place where the number stands."""
    citations = {citation.n: citation for citation in answer.citations}
    found = [(mark, citations[int(mark[1])]) for mark in MARK.finditer(answer.answer) if int(mark[1]) in citations]
    return answer.answer, [_annotation(citation, *mark.span()) for mark, citation in found]


def _annotation(citation: Citation, start: int, end: int) -> dict[str, Any]:
    url = f"{citation.url}#{citation.anchor}" if citation.anchor else citation.url
    place = {"start_index": start, "end_index": end, "url": url, "title": citation.title}
    return {"type": "url_citation", "url_citation": place}


def _card(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "sitequest"}


def _head(kind: str, model: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{uuid.uuid4().hex}", "object": kind, "created": int(time.time()), "model": model}


def _usage(answer: Answer) -> dict[str, int]:
    used = answer.usage
    total = used.prompt_tokens + used.completion_tokens
    return {
        "prompt_tokens": used.prompt_tokens,
        "completion_tokens": used.completion_tokens,
        "total_tokens": total,
    }


def _completion(answer: Answer, model: str) -> dict[str, Any]:
    text, notes = annotate(answer)
    message = {"role": "assistant", "content": text, "refusal": None, "annotations": notes}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    return {**_head("chat.completion", model), "choices": [choice], "usage": _usage(answer)}


async def _chunks(services: Services, question: Question, body: ChatBody) -> AsyncIterator[ServerSentEvent]:
    head = _head("chat.completion.chunk", body.model)
    if body.wants_usage:
        head["usage"] = None
    yield _chunk(head, {"role": "assistant", "content": ""})
    try:
        async for event in services.answering.stream(question):
            if event.type == "error":
                yield _failure(event_of(event.data))
                return
            if event.type == "done":
                for piece in _last(head, answer_of(event.data), body):
                    yield piece
                return
    except SiteQuestError as error:
        yield _failure(event_of({}, error))
        return
    yield _failure(event_of(CUT_OFF))


def _last(head: dict[str, Any], answer: Answer, body: ChatBody) -> Iterator[ServerSentEvent]:
    """The answer as pieces of a stream, to its end."""
    text, notes = annotate(answer)
    yield _chunk(head, {"content": text, "annotations": notes})
    yield _chunk(head, {}, "stop")
    if body.wants_usage:
        yield _piece({**head, "choices": [], "usage": _usage(answer)})
    yield ServerSentEvent("[DONE]")


def _chunk(head: dict[str, Any], delta: dict[str, Any], finish: str | None = None) -> ServerSentEvent:
    choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
    return _piece({**head, "choices": [choice]})


def _piece(data: dict[str, Any]) -> ServerSentEvent:
    return ServerSentEvent(json.dumps(data, ensure_ascii=False))


def _failure(said: dict[str, Any]) -> ServerSentEvent:
    return _piece({"error": openai_error(said["status"], said["detail"], said["type"])})
