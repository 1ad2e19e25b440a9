"""Bodies over the limit are refused before they are read, foreign names too; HEAD is answered like GET, OPTIONS too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.types import Receive, Scope, Send

from api.application import ApiOptions, create_api
from api.limits import BODY_BYTES, LimitBody
from api.schemas import MOST_BYTES
from tests.api_fakes import connect_to


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_api(connect_to(tmp_path)), raise_server_exceptions=False) as opened:
        yield opened


def pieces(total: int) -> Iterator[bytes]:
    for _ in range(total // 1_000_000):
        yield b"x" * 1_000_000


@pytest.mark.parametrize("path", ["/v1/ask", "/v1/extract", "/v1/feedback", "/v1/chat/completions"])
def test_a_body_that_is_said_to_be_huge_is_refused_unread(client: TestClient, path: str):
    answer = client.post(path, content=b"{}", headers={"Content-Length": str(60_000_000)})
    assert answer.status_code == 413
    assert answer.headers["content-type"] == "application/problem+json"
    assert "25 MB at most" in answer.json()["detail"]


def test_a_body_of_unknown_length_is_refused_when_it_passes_the_limit(client: TestClient):
    answer = client.post("/v1/ask", content=pieces(60_000_000), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


def test_what_is_under_the_limit_is_read(client: TestClient):
    assert client.post("/v1/ask", json={"question": "What is the fee?"}).status_code == 200
    assert BODY_BYTES > MOST_BYTES


async def test_an_answer_that_has_begun_is_not_followed_by_another():
    sent: list[str] = []

    async def answers_first(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await receive()

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"too long", "more_body": False}

    async def send(message: dict[str, object]) -> None:
        sent.append(str(message["type"]))

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "query_string": b""}
    await LimitBody(answers_first, limit=3)(scope, receive, send)  # type: ignore[arg-type]
    assert sent == ["http.response.start"]


@pytest.mark.parametrize("path", ["/", "/health/live", "/v1/sites", "/docs"])
def test_head_is_answered_as_get_without_the_body(client: TestClient, path: str):
    head, get = client.head(path), client.get(path)
    assert head.status_code == get.status_code == 200
    assert head.content == b""
    assert head.headers["content-type"] == get.headers["content-type"]


def test_head_of_what_is_only_posted_is_refused(client: TestClient):
    assert client.head("/v1/ask").status_code == 405


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/v1/ask", "OPTIONS, POST"),
        ("/v1/sites", "GET, HEAD, OPTIONS"),
        ("/v1/feedback", "GET, HEAD, OPTIONS, POST"),
        ("/v1/pages", "DELETE, GET, HEAD, OPTIONS, PUT"),
        ("/v1/crawls/c1", "DELETE, GET, HEAD, OPTIONS"),
        ("/", "GET, HEAD, OPTIONS"),
        ("/web/main.js", "GET, HEAD, OPTIONS"),
    ],
)
def test_options_tell_the_methods_of_a_path_and_let_no_other_origin_in(client: TestClient, path: str, allowed: str):
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    answer = client.options(path, headers=asked)
    assert (answer.status_code, answer.content, answer.headers["allow"]) == (204, b"", allowed)
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_options_of_no_path_are_not_found_and_a_wrong_method_is_told_the_same_methods(client: TestClient):
    assert client.options("/v1/nothing").status_code == 404
    refused = client.patch("/v1/pages")
    assert (refused.status_code, refused.headers["allow"]) == (405, "DELETE, GET, HEAD, OPTIONS, PUT")


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("uni.example", True),
        ("UNI.example:8080", True),
        ("a.lab.example", True),
        ("lab.example", False),
        ("[::1]:9", True),
        ("evil.example", False),
        ("uni.example.evil.example", False),
        ("", False),
    ],
)
def test_only_the_names_of_this_server_are_answered_and_others_get_a_problem(tmp_path: Path, host: str, known: bool):
    options = ApiOptions(hosts=("uni.example", "*.lab.example", "[::1]"))
    with TestClient(create_api(connect_to(tmp_path), options)) as client:
        answer = client.get("/v1/sites", headers={"Host": host})
    assert answer.status_code == (200 if known else 400)
    if not known:
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["type"] == "urn:sitequest:host-unknown"
        assert "SITEQUEST_HOSTS" in answer.json()["detail"]
