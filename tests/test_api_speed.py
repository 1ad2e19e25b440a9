"""What HTTP adds to an answer, and how soon its first event comes: the best of many tries, so a busy machine passes."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn

from api.application import create_api
from app.server import open_socket
from core.settings import load_settings
from tests.api_fakes import connect_to

TRIES = 40


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with open_socket(load_settings(port=0)) as opened:
        url = f"http://127.0.0.1:{opened.getsockname()[1]}"
        server = uvicorn.Server(uvicorn.Config(create_api(connect_to(tmp_path)), log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield url
        server.should_exit = True
        thread.join()


def test_http_adds_little_to_the_answer_itself(address: str):
    with httpx.Client(base_url=address) as client:
        times = []
        for _ in range(TRIES):
            started = time.perf_counter()
            assert client.post("/v1/ask", json={"question": "What is the fee?"}).status_code == 200
            times.append(time.perf_counter() - started)
    assert min(times) < 0.020


def test_the_first_event_comes_at_once(address: str):
    times = []
    headers = {"Accept": "text/event-stream"}
    with httpx.Client(base_url=address) as client:
        for _ in range(TRIES):
            started = time.perf_counter()
            with client.stream("POST", "/v1/ask", json={"question": "What is the fee?"}, headers=headers) as answer:
                next(answer.iter_lines())
                times.append(time.perf_counter() - started)
    assert min(times) < 0.050
