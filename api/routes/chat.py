"""The OpenAI-compatible door: every site is a model that answers with `url_citation` annotations."""

from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import AsyncIterator
from typing import Any, Literal

from fastapi import APIRouter, BackgroundTasks
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field, StrictBool
from sse_starlette import EventSourceResponse, ServerSentEvent

from api.backend import Backend
from api.problems import responses_of
from api.routes.asking import answer_of, timed
from api.schemas import LONGEST_QUESTION
from api.services import Services
from api.views import ModelList
from core.errors import QuestionRefused, SiteQuestError
from core.records import Answer, Citation, Question, Turn

ANY_SITE = "sitequest"
MARK = re.compile(r"\[(\d{1,4})\]")


class ChatMessage(BaseModel):
    """One message; content may be text or parts of text."""

    model_config = ConfigDict(extra="allow")

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[dict[str, Any]] | None = None

    def text(self) -> str:
        """The words of the message."""
        if isinstance(self.content, list):
            return "".join(str(part.get("text") or "") for part in self.content)
        return self.content or ""


class ChatBody(BaseModel):
    """What chat front ends send. Names that mean nothing here (temperature, tools, …) are allowed and unused."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "examples": [{"model": "demo", "messages": [{"role": "user", "content": "What are the fees?"}]}]
        },
    )

    model: str = Field(ANY_SITE, max_length=200, description="Name of a site, or sitequest for the only one.")
    messages: list[ChatMessage] = Field(min_length=1, max_length=200)
    stream: StrictBool = False


def router(backend: Backend) -> APIRouter:
    """`/v1/models`, `/v1/chat/completions`."""
    codes = (400, 404, 409, 422, 503)
    routes = APIRouter(tags=["chat"], prefix="/v1", responses=responses_of(*codes))

    @routes.get("/models", summary="Sites as models", response_model=ModelList)
    async def models() -> dict[str, Any]:
        names = [row["site"] for row in await backend.require().graph.read("explore/api_sites")]
        made = [{"id": name, "object": "model", "created": 0, "owned_by": "sitequest"} for name in (*names, ANY_SITE)]
        return {"object": "list", "data": made}

    @routes.post(
        "/chat/completions",
        summary="Chat with a site",
        response_model=dict[str, Any],
        responses={200: {"content": {"text/event-stream": {}}}},
    )
    async def complete(body: ChatBody, later: BackgroundTasks) -> Response:
        services, question = backend.require(), to_question(body)
        if body.stream:
            return EventSourceResponse(_chunks(services, question, body.model), ping=15)
        answer = await timed(services, question, later)
        return JSONResponse(_completion(answer, body.model), background=later)

    return routes


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


async def _chunks(services: Services, question: Question, model: str) -> AsyncIterator[ServerSentEvent]:
    head = _head("chat.completion.chunk", model)
    yield _chunk(head, {"role": "assistant", "content": ""})
    try:
        async for event in services.answering.stream(question):
            if event.type == "error":
                yield _failure(str(event.data.get("message") or "The answer failed."))
                return
            if event.type == "done":
                text, notes = annotate(answer_of(event.data))
                yield _chunk(head, {"content": text, "annotations": notes})
                yield _chunk(head, {}, "stop")
                yield ServerSentEvent("[DONE]")
                return
    except SiteQuestError as error:
        yield _failure(str(error))
        return
    yield _failure("The answer was cut off; ask again.")


def _chunk(head: dict[str, Any], delta: dict[str, Any], finish: str | None = None) -> ServerSentEvent:
    choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
    return ServerSentEvent(json.dumps({**head, "choices": [choice]}, ensure_ascii=False))


def _failure(sentence: str) -> ServerSentEvent:
    return ServerSentEvent(json.dumps({"error": {"message": sentence, "type": "server_error"}}))
