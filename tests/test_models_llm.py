"""The language model client against a scripted stand-in server, for faults only; a real server has its own test."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from core.errors import LLMError
from core.settings import load_settings
from models.factory import make_llm
from models.llm import CompletionStream, OpenAIModel, estimate_tokens

Handler = BaseHTTPRequestHandler
Step = Callable[[Handler, dict[str, Any]], None]


def answer(text: str, finish: str = "stop", usage: bool = True) -> Step:
    def step(handler: Handler, _: dict[str, Any]) -> None:
        body = {
            "id": "x", "object": "chat.completion", "created": 0, "model": "m",
            "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}],
        }  # fmt: skip
        if usage:
            body["usage"] = {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14}
        send(handler, 200, json.dumps(body))

    return step


def fail(status: int, **headers: str) -> Step:
    return lambda handler, _: send(handler, status, '{"error": {"message": "no"}}', headers)


def garbage(text: str) -> Step:
    return lambda handler, _: send(handler, 200, text)


def stream(*pieces: str, finish: str | None = "stop", hang_up: bool = False) -> Step:
    def step(handler: Handler, _: dict[str, Any]) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.end_headers()
        for piece in pieces:
            handler.wfile.write(_event({"content": piece}, None))
        if hang_up:
            return
        if finish:
            handler.wfile.write(_event({}, finish))
        handler.wfile.write(b"data: [DONE]\n\n")

    return step


def _event(delta: dict[str, str], finish: str | None) -> bytes:
    event = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "m",
             "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}  # fmt: skip
    return f"data: {json.dumps(event)}\n\n".encode()


def send(handler: Handler, status: int, body: str, headers: dict[str, str] | None = None) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(body.encode())))
    for name, value in (headers or {}).items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(body.encode())


class Stand(list[dict[str, Any]]):
    """The requests that came, and the address that they came to."""

    url = ""


@contextmanager
def standing_in(*steps: Step) -> Iterator[Stand]:
    """A stand-in for a language model server that does the steps in order, the last one ever after."""
    seen = Stand()
    left = list(steps)

    class Scripted(Handler):
        def do_POST(self) -> None:  # noqa: N802 (the name is the library's)
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append(body)
            (left.pop(0) if len(left) > 1 else left[0])(self, body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Scripted)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    seen.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield seen
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


async def complete(stand: Stand, limit: float = 20.0, **options: Any) -> Any:
    model = OpenAIModel(stand.url, "m", timeout=limit)
    try:
        return await model.complete("Be brief.", "Say hello.", **options)
    finally:
        await model.close()


async def read(stand: Stand) -> tuple[str, CompletionStream]:
    model = OpenAIModel(stand.url, "m", timeout=20.0)
    reply = model.stream("Be brief.", "Say hello.")
    try:
        return "".join([piece async for piece in reply]), reply
    finally:
        await model.close()


async def test_an_answer_comes_with_its_cost():
    with standing_in(answer("hello")) as stand:
        done = await complete(stand)
    assert (done.text, done.prompt_tokens, done.completion_tokens, done.finished) == ("hello", 11, 3, True)
    assert [message["role"] for message in stand[0]["messages"]] == ["system", "user"]
    assert stand[0]["temperature"] == 0


async def test_thinking_aloud_is_cut():
    with standing_in(answer("<think>hm { }</think>\nhello")) as stand:
        assert (await complete(stand)).text == "hello"


async def test_an_answer_that_hit_the_limit_is_not_finished():
    with standing_in(answer("hel", finish="length")) as stand:
        assert (await complete(stand)).finished is False


async def test_cost_is_estimated_where_the_server_tells_none():
    with standing_in(answer("hello world", usage=False)) as stand:
        assert (await complete(stand)).completion_tokens == 3


async def test_busy_is_retried_after_the_time_that_the_server_names():
    with standing_in(fail(429, Retry_After="1"), answer("hello")) as stand:
        started = time.monotonic()
        assert (await complete(stand)).text == "hello"
    assert time.monotonic() - started >= 1
    assert len(stand) == 2


async def test_a_wait_beyond_the_deadline_is_not_waited_for():
    with standing_in(fail(429, Retry_After="3600")) as stand:
        started = time.monotonic()
        with pytest.raises(LLMError, match="answered 429"):
            await complete(stand)
    assert time.monotonic() - started < 5


async def test_a_broken_server_is_asked_again():
    with standing_in(fail(500), fail(503), answer("hello")) as stand:
        assert (await complete(stand)).text == "hello"
    assert len(stand) == 3


@pytest.mark.parametrize(("status", "words"), [(401, "llm_api_key"), (404, "llm_model"), (400, "answered 400")])
async def test_a_refusal_is_told_at_once_with_what_to_do(status: int, words: str):
    with standing_in(fail(status)) as stand, pytest.raises(LLMError, match=words):
        await complete(stand)
    assert len(stand) == 1


async def test_a_server_without_schemas_is_asked_in_words():
    def no_schema(handler: Handler, body: dict[str, Any]) -> None:
        (fail(400) if "response_format" in body else answer('{"a": 1}'))(handler, body)

    with standing_in(no_schema) as stand:
        done = await complete(stand, schema={"type": "object", "properties": {"a": {"type": "integer"}}})
    assert done.text == '{"a": 1}'
    assert "response_format" in stand[0]
    assert '"properties"' in stand[1]["messages"][0]["content"]


@pytest.mark.parametrize("text", ["", "{}", '{"choices": []}', "<html>not found</html>", '{"choices": [{}]}'])
async def test_nonsense_ends_in_the_one_error(text: str):
    with standing_in(garbage(text)) as stand, pytest.raises(LLMError):
        await complete(stand)
    assert len(stand) <= 7


async def test_nonsense_once_is_forgiven():
    with standing_in(answer("  "), answer("hello")) as stand:
        assert (await complete(stand)).text == "hello"


async def test_a_server_that_is_silent_is_given_up_at_the_deadline():
    quiet = threading.Event()
    with standing_in(lambda *_: quiet.wait(20) and None) as stand:
        started = time.monotonic()
        with pytest.raises(LLMError, match="no answer in time"):
            await complete(stand, limit=0.5)
        quiet.set()
    assert time.monotonic() - started < 10


async def test_nobody_there_is_said():
    with standing_in(answer("x")) as stand:
        pass
    with pytest.raises(LLMError, match="nothing answers there"):
        await complete(stand, limit=1.0)


async def test_a_stream_gives_its_pieces_and_then_the_whole():
    with standing_in(stream("hel", "lo", " there")) as stand:
        text, reply = await read(stand)
    assert text == "hello there"
    assert reply.completion is not None
    assert reply.completion.text == "hello there"


async def test_thinking_in_a_stream_is_not_passed_on():
    with standing_in(stream("<thi", "nk>one < two", "</think>he", "llo <", "b>")) as stand:
        text, _ = await read(stand)
    assert text == "hello <b>"


@pytest.mark.parametrize(
    "step", [stream("one", "two", hang_up=True), stream("one", "two", finish=None), stream("one", finish="length")]
)
async def test_a_stream_that_is_cut_off_does_not_look_finished(step: Step):
    pieces: list[str] = []

    async def listen(model: OpenAIModel) -> None:
        async for piece in model.stream("s", "u"):
            pieces.append(piece)  # noqa: PERF401 (what came before the error counts)

    with standing_in(step) as stand:
        model = OpenAIModel(stand.url, "m", timeout=10.0)
        with pytest.raises(LLMError, match="cut off"):
            await listen(model)
        await model.close()
    assert pieces[0] == "one"
    assert len(stand) == 1


async def test_a_stream_that_fails_before_its_first_word_is_tried_again():
    with standing_in(fail(503), stream("hello")) as stand:
        assert (await read(stand))[0] == "hello"


def test_no_address_means_no_model():
    assert make_llm(load_settings()) is None


def test_chinese_counts_a_token_a_sign():
    assert estimate_tokens("图书馆") == 3
    assert estimate_tokens("library!") == 2
    assert estimate_tokens("") == 0
