"""A language model behind any OpenAI-compatible server, through the `openai` library.

One deadline covers a call and all its retries. Time-outs, lost connections, 429 and 5xx are tried again, after the
`Retry-After` that the server gives, if that still fits; refusals are not. What a reasoning model thinks aloud is cut.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from core.errors import LLMError
from core.settings import Settings
from models.protocols import Completion

if TYPE_CHECKING:
    import openai

FIRST_WAIT = 0.5
LONGEST_WAIT = 8.0
_THINKING = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


class OpenAIModel:
    """`base_url` and `model` of any server that speaks chat completions; `timeout` is the deadline in seconds.

    `client` may be handed in; one is made at the first call otherwise, and `close` closes it.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        api_key: str = "",
        timeout: float = 60.0,
        client: openai.AsyncOpenAI | None = None,
    ) -> None:
        self._base_url = base_url
        self._model = model
        self._api_key = api_key
        self._timeout = timeout
        self._client = client
        self._constrains = True

    @property
    def name(self) -> str:
        """The model name that is sent."""
        return self._model

    async def complete(
        self, system: str, user: str, *, schema: dict[str, Any] | None = None, max_tokens: int = 512
    ) -> Completion:
        """The whole answer and its cost. With `schema` the server is asked for JSON of that schema; a server that
        cannot is asked in words instead, so read the text with `models.json_repair.read_json`. Raises `LLMError`.
        """
        deadline = _Deadline(self._timeout)
        while True:
            try:
                return await self._complete_once(system, user, schema, max_tokens, deadline)
            except _failures() as error:
                if schema is not None and self._constrains and _refuses_schema(error):
                    self._constrains = False
                    continue
                await self._pause(error, deadline)

    def stream(self, system: str, user: str, *, max_tokens: int = 512) -> CompletionStream:
        """Pieces of the answer as they come; raises `LLMError` when the stream ends before the answer does."""
        return CompletionStream(self._pieces(system, user, max_tokens), system + user)

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()

    async def _complete_once(
        self, system: str, user: str, schema: dict[str, Any] | None, max_tokens: int, deadline: _Deadline
    ) -> Completion:
        request = self._request(system, user, schema, max_tokens)
        reply = await self._ready().chat.completions.create(**request, timeout=deadline.left())
        if not getattr(reply, "choices", None):
            raise _NonsenseError("it gave no choices")
        choice = reply.choices[0]
        text = _THINKING.sub("", getattr(choice.message, "content", None) or "").strip()
        if not text:
            raise _NonsenseError("its answer is empty")
        used = reply.usage
        return Completion(
            text,
            used.prompt_tokens if used else estimate_tokens(system + user),
            used.completion_tokens if used else estimate_tokens(text),
            choice.finish_reason in ("stop", None),
        )

    def _request(self, system: str, user: str, schema: dict[str, Any] | None, max_tokens: int) -> dict[str, Any]:
        request: dict[str, Any] = {"model": self._model, "max_tokens": max_tokens, "temperature": 0}
        if schema is not None and self._constrains:
            wanted = {"name": "answer", "schema": schema, "strict": True}
            request["response_format"] = {"type": "json_schema", "json_schema": wanted}
        elif schema is not None:
            import json

            system = f"{system}\nAnswer with JSON of this schema and nothing else: {json.dumps(schema)}"
        request["messages"] = [{"role": "system", "content": system}, {"role": "user", "content": user}]
        return request

    async def _pieces(self, system: str, user: str, max_tokens: int) -> AsyncIterator[_Piece]:
        deadline = _Deadline(self._timeout)
        started = False
        while True:
            try:
                async for piece in self._pieces_once(system, user, max_tokens, deadline):
                    started = started or bool(piece.text)
                    yield piece
            except _failures() as error:
                if started:
                    raise LLMError(f"The answer of {self._where()} was cut off: {_reason(error)}.") from error
                await self._pause(error, deadline)
            else:
                return

    async def _pieces_once(self, system: str, user: str, max_tokens: int, deadline: _Deadline) -> AsyncIterator[_Piece]:
        request = self._request(system, user, None, max_tokens) | {"stream": True}
        request["stream_options"] = {"include_usage": True}
        finish = None
        async with asyncio.timeout(deadline.left()):
            stream = await self._ready().chat.completions.create(**request, timeout=deadline.left())
            async for event in stream:
                choice = event.choices[0] if event.choices else None
                finish = (choice.finish_reason if choice else None) or finish
                usage = event.usage
                counts = (usage.prompt_tokens, usage.completion_tokens) if usage else None
                yield _Piece((choice.delta.content or "") if choice else "", counts)
        if finish is None:
            raise _NonsenseError("the stream ended before the answer did")
        if finish == "length":
            raise _NonsenseError(f"it did not end within {max_tokens} tokens")

    async def _pause(self, error: Exception, deadline: _Deadline) -> None:
        """Wait before the next try, or raise `LLMError` when another would not help or not fit."""
        wait = _wait_before_retry(error, deadline.tries)
        if wait is None or wait >= deadline.left() or deadline.spent():
            raise LLMError(f"The language model at {self._where()} failed: {_reason(error)}.") from error
        deadline.tries += 1
        await asyncio.sleep(wait)

    def _where(self) -> str:
        return f"{self._base_url} (model {self._model})"

    def _ready(self) -> openai.AsyncOpenAI:
        if self._client is None:
            import openai

            self._client = openai.AsyncOpenAI(
                base_url=self._base_url, api_key=self._api_key or "none", max_retries=0, timeout=self._timeout
            )
        return self._client


class CompletionStream:
    """Iterate it for the text; after its end `completion` holds the whole answer and its cost.

    The text inside <think>…</think> is not passed on.
    """

    def __init__(self, pieces: AsyncIterator[_Piece], prompt: str) -> None:
        self._pieces = pieces
        self._prompt = prompt
        self._shown = 0
        self._raw = ""
        self._counts: tuple[int, int] | None = None
        self.completion: Completion | None = None

    def __aiter__(self) -> CompletionStream:
        return self

    async def __anext__(self) -> str:
        async for piece in self._pieces:
            self._counts = piece.counts or self._counts
            self._raw += piece.text
            if fresh := self._take():
                return fresh
        self._finish()
        raise StopAsyncIteration

    def _take(self) -> str:
        visible = _visible(self._raw)
        fresh, self._shown = visible[self._shown :], max(self._shown, len(visible))
        return fresh

    def _finish(self) -> None:
        text = _visible(self._raw).strip()
        counts = self._counts or (estimate_tokens(self._prompt), estimate_tokens(self._raw))
        self.completion = Completion(text, *counts)


class _Piece:
    """Some text of a stream, and the token counts once the server tells them."""

    __slots__ = ("counts", "text")

    def __init__(self, text: str, counts: tuple[int, int] | None) -> None:
        self.text = text
        self.counts = counts


class _NonsenseError(Exception):
    """The server answered, but not with an answer."""


class _Deadline:
    """Counts tries and the seconds that are left to them together."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self.tries = 0

    def left(self) -> float:
        return max(self._end - time.monotonic(), 0.001)

    def spent(self) -> bool:
        return time.monotonic() >= self._end or self.tries >= 6


def make_openai_model(settings: Settings) -> OpenAIModel | None:
    """The model of the settings, or None when no base URL is set."""
    if not settings.llm_base_url:
        return None
    key = settings.llm_api_key.get_secret_value() if settings.llm_api_key else ""
    return OpenAIModel(settings.llm_base_url, settings.llm_model, key, settings.llm_timeout)


def estimate_tokens(text: str) -> int:
    """Roughly how many tokens a text has, for budgets: a Chinese character one, other text one per four characters."""
    wide = len(_CJK.findall(text))
    return wide + (len(text) - wide + 3) // 4


def _visible(raw: str) -> str:
    """The text outside thinking; a tag that has only begun is held back."""
    text = _THINKING.sub("", raw).lstrip()
    tail = text[-10:]
    opened = tail.rfind("<")
    if opened >= 0 and "<thinking>".startswith(tail[opened:].lower()):
        return text[: len(text) - len(tail) + opened]
    return text


def _failures() -> tuple[type[Exception], ...]:
    import openai

    return openai.OpenAIError, _NonsenseError, TimeoutError, ValueError


def _refuses_schema(error: Exception) -> bool:
    return getattr(error, "status_code", None) in (400, 404, 415, 422, 501)


def _wait_before_retry(error: Exception, tries: int) -> float | None:
    """Seconds to wait, or None when another try is useless."""
    import openai

    backoff: float = min(FIRST_WAIT * 2**tries, LONGEST_WAIT) * (0.75 + random.random() / 4)  # noqa: S311 (no secret)
    if isinstance(error, openai.APIStatusError):
        if error.status_code not in (408, 409, 425, 429) and error.status_code < 500:
            return None
        return max(_retry_after(error), backoff)
    if isinstance(error, _NonsenseError):
        return backoff if tries == 0 else None
    return backoff if isinstance(error, openai.APIConnectionError | openai.APIError | TimeoutError) else None


def _retry_after(error: openai.APIStatusError) -> float:
    from email.utils import parsedate_to_datetime

    header = error.response.headers.get("retry-after", "")
    try:
        return max(float(header), 0.0)
    except ValueError:
        pass
    try:
        return max(parsedate_to_datetime(header).timestamp() - time.time(), 0.0)
    except (TypeError, ValueError):
        return 0.0


def _reason(error: Exception) -> str:
    import openai

    if isinstance(error, openai.APITimeoutError | TimeoutError):
        return "no answer in time; raise llm_timeout or use a smaller model"
    if isinstance(error, openai.APIConnectionError):
        return f"nothing answers there ({error.__cause__ or error}); check llm_base_url"
    if isinstance(error, openai.AuthenticationError):
        return "it refuses the key; check llm_api_key"
    if isinstance(error, openai.NotFoundError):
        return "it knows no such model or path; check llm_model, and that llm_base_url ends in /v1"
    if isinstance(error, openai.APIStatusError):
        return f"it answered {error.status_code}: {str(error)[:200]}"
    return str(error) or type(error).__name__
