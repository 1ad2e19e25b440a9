"""An OpenAI-compatible server on loopback, between a foreign library and the models of a run; it counts what is asked.

Chat completions go on to the language model of the settings: at temperature 0, under its name there, with a limit on
the answer where the library sets none. Embeddings are made by our embedder: the model `questions` puts its prefix of
questions before a text, any other name is for passages. So a library has the generator and the embedder that ours has,
and sees no key. What it asked while it built its index is kept in a file, and given again when a stopped build starts
anew.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
import numpy as np

from models.llm import estimate_tokens
from models.protocols import Embedder

PASSAGES, QUESTIONS = "passages", "questions"
ANSWER_TOKENS = 1536
CALL_SECONDS = 900.0
LARGEST_REQUEST = 16_000_000


@dataclass(frozen=True, slots=True)
class Generator:
    """An OpenAI-compatible server: its base URL, the model's name there, a key if it wants one, seconds for a call."""

    base_url: str
    model: str
    api_key: str = field(default="", repr=False)
    timeout: float = 60.0


@dataclass(frozen=True, slots=True)
class Usage:
    """Calls that a library made of the language model, their tokens, and the seconds that they took."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0

    @property
    def tokens(self) -> int:
        """Of prompts and answers together."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.seconds + other.seconds,
        )

    def __sub__(self, other: Usage) -> Usage:
        return self + Usage(-other.calls, -other.prompt_tokens, -other.completion_tokens, -other.seconds)


class Gateway:
    """`with Gateway(generator, embedder) as gateway:` serves at `gateway.base_url`, with `gateway.key`, until its end.

    `keep(path)` writes calls down and answers those that are in the file from it, as often as they stand there; they
    are counted as when they were made. `keep(None)` ends that. `failure` is the last answer that was none.
    """

    def __init__(self, generator: Generator, embedder: Embedder) -> None:
        self.key = secrets.token_urlsafe(16)
        self.failure = ""
        self._last_use = time.monotonic()
        self._generator = generator
        self._embedder = embedder
        self._usage = Usage()
        self._kept = _Kept(None)
        self._lock = threading.Lock()
        self._client = httpx.Client(timeout=max(generator.timeout, CALL_SECONDS))
        self._server = _Server(self)

    def __enter__(self) -> Gateway:
        threading.Thread(target=self._server.serve_forever, args=(0.1,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._client.close()

    @property
    def base_url(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    @property
    def usage(self) -> Usage:
        """What was asked so far."""
        return self._usage

    def when_used(self) -> float:
        """When it was last asked, or last answered, by `time.monotonic`."""
        return self._last_use

    def used(self) -> None:
        """It is asked or answers now."""
        self._last_use = time.monotonic()

    def keep(self, path: Path | None) -> None:
        """Write chat completions down in this file, and give again what stands in it."""
        self._kept = _Kept(path)

    def complete(self, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """The status and reply of the language model to a request for a chat completion."""
        if body.get("stream"):
            return 400, _refusal("streams are not served here")
        request = {"max_tokens": ANSWER_TOKENS} | body | {"model": self._generator.model, "temperature": 0}
        status, reply, seconds = self._kept.take(request) or self._forward(request)
        if status == 200:
            self._count(_usage_of(request, reply, seconds))
        else:
            self.failure = f"{status}: {str(reply)[:300]}"
        return status, reply

    def embed(self, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Our vectors of the texts of a request."""
        given = body.get("input") or []
        texts = [given] if isinstance(given, str) else given
        if not all(isinstance(text, str) for text in texts):
            return 400, _refusal("the input must be texts")
        with self._lock:
            vectors = self._vectors(texts, question=body.get("model") == QUESTIONS)
        rows = [{"object": "embedding", "index": row, "embedding": one.tolist()} for row, one in enumerate(vectors)]
        tokens = sum(map(estimate_tokens, texts))
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        return 200, {"object": "list", "data": rows, "model": self._embedder.name, "usage": usage}

    def _vectors(self, texts: Sequence[str], *, question: bool) -> Any:
        make = self._embedder.embed_questions if question else self._embedder.embed_passages
        return np.asarray(make(texts), dtype=np.float32)

    def _forward(self, request: dict[str, Any]) -> tuple[int, dict[str, Any], float]:
        headers = {"Authorization": f"Bearer {self._generator.api_key or 'none'}"}
        url = f"{self._generator.base_url.rstrip('/')}/chat/completions"
        started = time.perf_counter()
        try:
            answer = self._client.post(url, json=request, headers=headers)
            reply = answer.json()
        except (httpx.HTTPError, ValueError) as error:
            return 502, _refusal(f"the language model failed: {type(error).__name__}: {error}"), 0.0
        seconds = time.perf_counter() - started
        if answer.status_code == 200:
            self._kept.add(request, reply, seconds)
        return answer.status_code, reply, seconds

    def _count(self, usage: Usage) -> None:
        with self._lock:
            self._usage += usage


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, gateway: Gateway) -> None:
        self.gateway = gateway
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A library that does not wait for an answer is nothing to tell the person of."""


class _Kept:
    """Replies by request, in a file of JSON lines; None keeps nothing."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._waiting: dict[str, list[tuple[int, dict[str, Any], float]]] = {}
        self._lock = threading.Lock()
        for line in path.read_text(encoding="utf-8").splitlines() if path is not None and path.is_file() else ():
            try:
                row = json.loads(line)
            except ValueError:  # the last line of a build that was killed
                continue
            self._waiting.setdefault(row["request"], []).append((200, row["reply"], row["seconds"]))

    def take(self, request: dict[str, Any]) -> tuple[int, dict[str, Any], float] | None:
        with self._lock:
            replies = self._waiting.get(_digest(request))
            return replies.pop(0) if replies else None

    def add(self, request: dict[str, Any], reply: dict[str, Any], seconds: float) -> None:
        if self._path is None:
            return
        row = {"request": _digest(request), "reply": reply, "seconds": round(seconds, 3)}
        with self._lock, self._path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")


def _digest(request: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()


def _usage_of(request: dict[str, Any], reply: dict[str, Any], seconds: float) -> Usage:
    """What a call cost, by the server's word, else by estimate."""
    used = reply.get("usage") or {}
    asked = used.get("prompt_tokens")
    given = used.get("completion_tokens")
    if asked is None:
        asked = estimate_tokens("\n".join(str(one.get("content")) for one in request.get("messages") or ()))
    if given is None:
        given = estimate_tokens(str(reply.get("choices")))
    return Usage(1, int(asked), int(given), seconds)


def _refusal(reason: str) -> dict[str, Any]:
    return {"error": {"message": reason, "type": "invalid_request_error"}}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        gateway = self.server.gateway
        gateway.used()
        size = int(self.headers.get("Content-Length") or 0)
        if not 0 < size <= LARGEST_REQUEST:
            self.close_connection = True
            return self._send(413, _refusal("the request is empty or too large"))
        body = self.rfile.read(size)
        if not secrets.compare_digest(self.headers.get("Authorization", ""), f"Bearer {gateway.key}"):
            return self._send(401, _refusal("the key is wrong"))
        return self._send(*self._answer(body))

    def _answer(self, raw: bytes) -> tuple[int, dict[str, Any]]:
        gateway = self.server.gateway
        served = {"/v1/chat/completions": gateway.complete, "/v1/embeddings": gateway.embed}
        if self.path not in served:
            return 404, _refusal("there is no such path")
        try:
            body = json.loads(raw)
            return served[self.path](body) if isinstance(body, dict) else (400, _refusal("the request is no object"))
        except (json.JSONDecodeError, UnicodeDecodeError):
            return 400, _refusal("the request is no JSON")
        except Exception as error:  # noqa: BLE001 (the library is told whatever went wrong with our models)
            return 500, _refusal(f"{type(error).__name__}: {error}")

    def _send(self, status: int, reply: dict[str, Any]) -> None:
        raw = json.dumps(reply).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)
        self.server.gateway.used()

    def log_message(self, *_: Any) -> None:
        """Nothing is logged."""
