"""Ask, search, compare."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from fastapi import APIRouter, BackgroundTasks, Request
from fastapi.responses import Response
from sse_starlette import EventSourceResponse, ServerSentEvent

from api.backend import Backend
from api.problems import Responses, event_of, responses_of
from api.routes.explore import site_name
from api.schemas import AskBody, CompareBody, ComparedMode
from api.services import Services
from api.views import Comparison, ModeAnswer, SearchResult
from core.errors import QuestionRefused, SiteQuestError
from core.records import Answer, Question

EVENT_STREAM = "text/event-stream"
RUN = 4
HELD = 0.6
REFUSALS = responses_of(400, 404, 409, 422, 503)
CUT_OFF = {"detail": "The answer was cut off; ask again.", "type": "urn:sitequest:cut-off"}
STREAMED: Responses = {
    200: {
        "description": "The answer; with `Accept: text/event-stream` the events route, step, evidence, token, "
        "sentence, citation, done and error, each sent when it happens.",
        "content": {EVENT_STREAM: {}},
    }
}


def router(backend: Backend) -> APIRouter:
    """`/v1/ask`, `/v1/search`, `/v1/compare`."""
    routes = APIRouter(tags=["ask"], prefix="/v1", responses=REFUSALS)

    @routes.post("/ask", summary="Answer a question", response_model=Answer, responses=STREAMED)
    async def ask(body: AskBody, request: Request, later: BackgroundTasks) -> Response | Answer:
        services = backend.require()
        question = await ready_question(services, body.to_question())
        if EVENT_STREAM in request.headers.get("accept", ""):
            return EventSourceResponse(_events(services, question), ping=15)
        return await timed(services, question, later)

    @routes.post("/search", summary="Find evidence without an answer")
    async def search(body: AskBody) -> SearchResult:
        services = backend.require()
        question = await ready_question(services, body.to_question())
        return SearchResult(question=body.question, evidence=list(await services.find(question)))

    @routes.post("/compare", summary="The same question to several modes")
    async def compare(body: CompareBody) -> Comparison:
        services = backend.require()
        question = await ready_question(services, body.to_question())
        modes = dict.fromkeys(body.modes or _modes(services))
        answers = [await _mode_answer(services, question, mode) for mode in modes]
        shared, only = overlap(found_of(answers))
        return Comparison(question=body.question, answers=answers, shared=shared, only=only)

    return routes


async def ready_question(services: Services, question: Question) -> Question:
    """A question that may be asked, with its site: the one it names, or the only one there is.

    Raises `QuestionRefused` for a question without a word, and where the site must be named; `GraphEmpty`.
    """
    if not any(letter.isalnum() for letter in question.text):
        raise QuestionRefused("The question holds no word; ask it in a sentence.")
    if question.site is not None:
        return question
    first = await services.graph.read("explore/api_first_sites")
    site = first[0]["site"] if len(first) == 1 else await site_name(services, None)
    return question.model_copy(update={"site": site})


async def timed(services: Services, question: Question, later: BackgroundTasks) -> Answer:
    """Answer, and count the question in the journal once the answer is on its way."""
    started = time.perf_counter()
    answer = await services.answering.ask(question)
    later.add_task(_count, services, answer, time.perf_counter() - started)
    return answer


def _count(services: Services, answer: Answer, seconds: float) -> None:
    usage = answer.usage
    services.journal.add_asked(
        question=answer.question,
        site=answer.site,
        mode=answer.route.mode,
        answered=answer.answered,
        ms=round(seconds * 1000, 1),
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
    )
    if any(step.detail.get("disagreeing") for step in answer.trace if step.step == "extract"):
        services.journal.add_differing(answer.site, [(one.block_id, one.quote) for one in answer.citations])


async def _events(services: Services, question: Question) -> AsyncIterator[ServerSentEvent]:
    started = time.perf_counter()
    yield _sent("step", {"step": "received", "ms": 0.0, "detail": {}})
    ended = False
    try:
        async for event in services.answering.stream(question):
            yield _sent(event.type, event_of(event.data) if event.type == "error" else event.data)
            if event.type == "done":
                ended = True
                await asyncio.to_thread(_count, services, answer_of(event.data), time.perf_counter() - started)
            ended = ended or event.type == "error"
    except SiteQuestError as error:
        ended = True
        yield _sent("error", event_of({}, error))
    if not ended:
        yield _sent("error", event_of(CUT_OFF))


def answer_of(data: Mapping[str, Any]) -> Answer:
    """The answer that a `done` event carries, bare or under `answer`."""
    return Answer.model_validate(data.get("answer") if isinstance(data.get("answer"), dict) else data)


def _sent(name: str, data: Mapping[str, Any]) -> ServerSentEvent:
    return ServerSentEvent(json.dumps(data, ensure_ascii=False, default=str), event=name)


def _modes(services: Services) -> list[ComparedMode]:
    return ["A", "B", "C", "G", "hybrid"] if services.baseline is None else ["A", "B", "C", "G", "hybrid", "flat"]


async def _mode_answer(services: Services, question: Question, mode: ComparedMode) -> ModeAnswer:
    if mode == "flat":
        return await _flat_answer(services, question)
    started = time.perf_counter()
    try:
        answer = await services.answering.ask(question.model_copy(update={"mode": mode}))
    except SiteQuestError as error:
        if error.http_status in (404, 409, 422):
            raise
        return ModeAnswer(mode=mode, ms=_since(started), error=str(error))
    return ModeAnswer(mode=mode, ms=_since(started), answer=answer)


async def _flat_answer(services: Services, question: Question) -> ModeAnswer:
    if services.baseline is None:
        return ModeAnswer(mode="flat", ms=0.0, error="This server was started without the flat baseline.")
    site = await site_name(services, question.site)
    started = time.perf_counter()
    try:
        await services.baseline.prepare(site)
        started = time.perf_counter()
        how, found = await services.baseline.find(question)
    except SiteQuestError as error:
        return ModeAnswer(mode="flat", ms=_since(started), error=str(error))
    return ModeAnswer(mode="flat", ms=_since(started), evidence=list(found), searched=how)


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 1)


def found_of(answers: Sequence[ModeAnswer]) -> dict[str, list[str]]:
    """The blocks that each mode found. A flat chunk counts as the blocks whose words it holds, else as itself."""
    found = {one.mode: [item.block_id for item in one.answer.evidence] for one in answers if one.answer}
    blocks = {item.block_id: item.text for one in answers if one.answer for item in one.answer.evidence}
    for one in answers:
        if one.evidence:
            held = [[key for key, text in blocks.items() if holds(chunk.text, text)] for chunk in one.evidence]
            found[one.mode] = [
                key for keys, chunk in zip(held, one.evidence, strict=True) for key in keys or [chunk.block_id]
            ]
    return found


def holds(chunk: str, block: str) -> bool:
    """Whether most of a block's words stand in a chunk in their order (by runs of four words)."""
    words = _words(block)
    length = min(RUN, len(words))
    wanted = _runs(words, length)
    return bool(words) and len(_runs(_words(chunk), length) & wanted) >= HELD * len(wanted)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _runs(words: Sequence[str], length: int) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


def overlap(found: Mapping[str, list[str]]) -> tuple[list[str], dict[str, list[str]]]:
    """Blocks that every mode found (in the first one's order), and for each mode those it alone found."""
    counts = Counter(block for blocks in found.values() for block in dict.fromkeys(blocks))
    first = next(iter(found.values()), [])
    shared = [block for block in dict.fromkeys(first) if counts[block] == len(found)]
    only = {mode: [block for block in dict.fromkeys(blocks) if counts[block] == 1] for mode, blocks in found.items()}
    return shared, only
