"""The OpenAI-compatible door by OpenAI's own library: models, tokens, and what is refused instead of ignored."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openai
import pytest
import uvicorn

from api.application import create_api
from app.server import open_socket
from core.settings import load_settings
from tests.api_fakes import SITE, FakeGraph, connect_to

ASKED: Any = [{"role": "user", "content": "What is the fee?"}]
TOOL = {"type": "function", "function": {"name": "look_up", "parameters": {"type": "object", "properties": {}}}}


@pytest.fixture(scope="module")
def assistant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[openai.OpenAI]:
    api = create_api(connect_to(tmp_path_factory.mktemp("chat")))
    with served(api) as url, openai.OpenAI(base_url=f"{url}/v1", api_key="none", max_retries=0) as opened:
        yield opened


class served:  # noqa: N801  used like the function it stands for
    """An application on a port of its own."""

    def __init__(self, api: Any) -> None:
        self._socket = open_socket(load_settings(port=0))
        self._server = uvicorn.Server(uvicorn.Config(api, log_level="error"))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]})

    def __enter__(self) -> str:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()


def test_a_model_is_looked_up_by_its_name(assistant: openai.OpenAI):
    assert assistant.models.retrieve(SITE).owned_by == "sitequest"
    assert assistant.models.retrieve("sitequest").id == "sitequest"
    with pytest.raises(openai.NotFoundError, match="no site named gpt-4") as caught:
        assistant.models.retrieve("gpt-4")
    assert (caught.value.type, caught.value.code) == ("invalid_request_error", "site_unknown")


def test_a_stream_ends_with_the_tokens_where_they_are_wanted(assistant: openai.OpenAI):
    pieces = list(
        assistant.chat.completions.create(
            model=SITE, messages=ASKED, stream=True, stream_options={"include_usage": True}
        )
    )
    assert (pieces[-1].choices, pieces[-1].usage is not None) == ([], True)
    assert all(piece.usage is None and piece.choices for piece in pieces[:-1])
    assert pieces[-2].choices[0].finish_reason == "stop"


def test_a_stream_ends_without_them_otherwise(assistant: openai.OpenAI):
    pieces = list(assistant.chat.completions.create(model=SITE, messages=ASKED, stream=True))
    assert all(piece.choices for piece in pieces)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"n": 3}, "one answer to a question"),
        ({"tools": [TOOL]}, "cannot call tools"),
        ({"functions": [TOOL["function"]]}, "cannot call tools"),
        ({"response_format": {"type": "json_object"}}, "Answers are text, not 'json_object'"),
        ({"logprobs": True}, "comes without logprobs"),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_what_would_change_the_form_of_an_answer_is_refused(
    assistant: openai.OpenAI, wish: dict[str, Any], said: str, stream: bool
):
    with pytest.raises(openai.UnprocessableEntityError, match=said) as caught:
        assistant.chat.completions.create(model=SITE, messages=ASKED, stream=stream, **wish)
    assert caught.value.type == "invalid_request_error"
    assert caught.value.param == next(iter(wish))
    assert caught.value.code == "chat_refused"


def test_a_picture_is_refused_and_not_read_over(assistant: openai.OpenAI):
    parts = [{"type": "text", "text": "What is this?"}, {"type": "image_url", "image_url": {"url": "https://x/y.png"}}]
    with pytest.raises(openai.UnprocessableEntityError, match="text alone, and no 'image_url'"):
        assistant.chat.completions.create(model=SITE, messages=[{"role": "user", "content": parts}])  # type: ignore[misc,list-item]


@pytest.mark.parametrize(
    "wish",
    [
        {"temperature": 0.3, "max_tokens": 20, "stop": ["."], "seed": 7, "user": "me"},
        {"n": 1, "response_format": {"type": "text"}, "tools": [], "logprobs": False},
    ],
)
def test_what_only_guides_how_a_model_writes_is_let_pass(assistant: openai.OpenAI, wish: dict[str, Any]):
    answer = assistant.chat.completions.create(model=SITE, messages=ASKED, **wish)
    assert "200 EUR" in (answer.choices[0].message.content or "")


def test_paths_of_openai_that_are_not_here_say_so_in_their_form(assistant: openai.OpenAI):
    with pytest.raises(openai.NotFoundError, match="There is nothing at /v1/embeddings") as caught:
        assistant.embeddings.create(model=SITE, input="fees")
    assert caught.value.type == "invalid_request_error"


def test_a_failure_inside_a_stream_is_an_error_that_the_library_raises(assistant: openai.OpenAI):
    asked: Any = [{"role": "user", "content": "the model breaks"}]
    with pytest.raises(openai.APIError, match="closed the connection"):
        list(assistant.chat.completions.create(model=SITE, messages=asked, stream=True))


def test_with_several_sites_the_model_must_name_one(tmp_path: Path):
    sites = [{"site": name, "pages": 1} for name in ("arts", "law")]
    api = create_api(connect_to(tmp_path, FakeGraph(api_sites=sites, api_first_sites=sites)))
    with served(api) as url, openai.OpenAI(base_url=f"{url}/v1", api_key="none", max_retries=0) as assistant:
        with pytest.raises(openai.UnprocessableEntityError, match=r"\(arts, law\).*in the field `model`") as caught:
            assistant.chat.completions.create(model="sitequest", messages=ASKED)
        assert caught.value.param == "model"
