"""The gateway between foreign libraries and our models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from core.errors import ModelError
from evaluation.gateway import ANSWER_TOKENS, Gateway, Generator, Usage
from models.protocols import Vectors
from tests.foreign_fakes import scripted_llm

CHAT = {"model": "whatever", "messages": [{"role": "user", "content": "Who?"}], "temperature": 0.9}


class Marked:
    """Questions lie along another axis than passages."""

    name, size, languages = "marked", 2, ("*",)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        return np.array([[1, 0]] * len(texts), np.float32)

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        return np.array([[0, 1]] * len(texts), np.float32)


@pytest.fixture
def server() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    with scripted_llm(lambda body: f"said {body['messages'][-1]['content']}") as found:
        yield found


def post(gateway: Gateway, path: str, body: Any, key: str | None = None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {gateway.key if key is None else key}"}
    return httpx.post(f"{gateway.base_url}{path}", json=body, headers=headers, trust_env=False)


def test_a_completion_goes_on_to_the_model_of_the_settings_at_temperature_0(server: tuple[str, list[dict[str, Any]]]):
    url, asked = server
    with Gateway(Generator(url, "ours", "secret"), Marked()) as gateway:
        reply = post(gateway, "/chat/completions", CHAT | {"response_format": {"type": "json_object"}}).json()
        used = gateway.usage
    assert reply["choices"][0]["message"]["content"] == "said Who?"
    assert {name: asked[0][name] for name in ("model", "temperature", "max_tokens", "response_format", "key")} == {
        "model": "ours", "temperature": 0, "max_tokens": ANSWER_TOKENS, "response_format": {"type": "json_object"},
        "key": "Bearer secret",
    }  # fmt: skip
    assert (used.calls, used.prompt_tokens, used.completion_tokens, used.tokens) == (1, 100, 10, 110)


def test_a_limit_that_the_library_sets_is_kept(server: tuple[str, list[dict[str, Any]]]):
    url, asked = server
    with Gateway(Generator(url, "ours"), Marked()) as gateway:
        post(gateway, "/chat/completions", CHAT | {"max_tokens": 7})
    assert asked[0]["max_tokens"] == 7


def test_vectors_are_ours_with_the_prefix_of_questions_for_questions(server: tuple[str, list[dict[str, Any]]]):
    with Gateway(Generator(server[0], "ours"), Marked()) as gateway:
        passages = post(gateway, "/embeddings", {"model": "passages", "input": ["a", "b"]}).json()
        question = post(gateway, "/embeddings", {"model": "questions", "input": "a"}).json()
        assert gateway.usage == Usage()
    assert [row["embedding"] for row in passages["data"]] == [[1, 0], [1, 0]]
    assert [row["embedding"] for row in question["data"]] == [[0, 1]]


def test_nobody_without_the_key_is_served(server: tuple[str, list[dict[str, Any]]]):
    url, asked = server
    with Gateway(Generator(url, "ours"), Marked()) as gateway:
        assert post(gateway, "/chat/completions", CHAT, key="none").status_code == 401
    assert not asked


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/chat/completions", CHAT | {"stream": True}, 400),
        ("/chat/completions", ["no object"], 400),
        ("/embeddings", {"input": [[1, 2]]}, 400),
        ("/models", {"any": "thing"}, 404),
    ],
)
def test_what_it_cannot_do_is_refused(server: tuple[str, list[dict[str, Any]]], path: str, body: Any, status: int):
    with Gateway(Generator(server[0], "ours"), Marked()) as gateway:
        assert post(gateway, path, body).status_code == status
        assert gateway.usage.calls == 0


def test_a_model_that_fails_is_told_and_not_counted():
    with scripted_llm(lambda body: "", status=500) as (url, _), Gateway(Generator(url, "m"), Marked()) as gateway:
        assert post(gateway, "/chat/completions", CHAT).status_code == 500
        assert gateway.usage.calls == 0
    with Gateway(Generator("http://127.0.0.1:9/v1", "m"), Marked()) as gateway:
        answer = post(gateway, "/chat/completions", CHAT)
    assert answer.status_code == 502
    assert "the language model failed" in answer.json()["error"]["message"]


def test_an_embedder_that_fails_is_told(server: tuple[str, list[dict[str, Any]]], monkeypatch: pytest.MonkeyPatch):
    def fail(self: Marked, texts: Sequence[str]) -> Vectors:
        raise ModelError("The weights are gone.")

    monkeypatch.setattr(Marked, "embed_passages", fail)
    with Gateway(Generator(server[0], "ours"), Marked()) as gateway:
        answer = post(gateway, "/embeddings", {"model": "passages", "input": "a"})
    assert answer.status_code == 500
    assert "The weights are gone." in answer.json()["error"]["message"]


def test_what_was_asked_before_a_stop_is_not_asked_again_and_counts_the_same(
    server: tuple[str, list[dict[str, Any]]], tmp_path: Path
):
    url, asked = server
    kept = tmp_path / "calls.jsonl"
    with Gateway(Generator(url, "m"), Marked()) as gateway:
        gateway.keep(kept)
        first = post(gateway, "/chat/completions", CHAT).json()
        before = gateway.usage
    with kept.open("a", encoding="utf-8") as stream:
        stream.write('{"request": "half a li')
    with Gateway(Generator(url, "m"), Marked()) as gateway:
        gateway.keep(kept)
        assert post(gateway, "/chat/completions", CHAT).json() == first
        assert len(asked) == 1
        assert gateway.usage.calls == before.calls
        assert gateway.usage.seconds == pytest.approx(before.seconds, abs=0.001)
        post(gateway, "/chat/completions", CHAT)
        gateway.keep(None)
        post(gateway, "/chat/completions", CHAT)
    assert len(asked) == 3


def test_a_server_that_counts_no_tokens_is_counted_by_estimate():
    generator = Generator("http://127.0.0.1:9/v1", "m")
    with Gateway(generator, Marked()) as gateway:
        gateway._forward = lambda request: (200, {"choices": [{"message": {"content": "x" * 40}}]}, 1.0)  # type: ignore[method-assign]
        gateway.complete(CHAT)
    assert gateway.usage.calls == 1
    assert gateway.usage.prompt_tokens == 1
    assert gateway.usage.completion_tokens >= 10


def test_usage_is_added_and_taken_apart():
    some = Usage(1, 2, 3, 4.0)
    assert some + some - some == some
