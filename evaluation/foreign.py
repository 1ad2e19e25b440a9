"""LightRAG and fast-graphrag as baselines, over the same documents, with the same embedder and generator.

Each is run by its public interface in a program of its own (`evaluation/bridges/`), behind a gateway that counts its
calls. It gives two systems: one with the library's own answers, which cite nothing, and one where the chunks that it
finds are answered from by the means of ours, with our prompt and budget. An index is kept under the cache, by documents
and models, with what it cost.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.errors import ModelError, SettingsError
from evaluation.answerer import Answerer
from evaluation.bridge import LIBRARIES, Bridge, Library, find_python, program_of
from evaluation.faults import Texts
from evaluation.gateway import Gateway, Generator, Usage
from evaluation.records import Found, GoldQuestion, Passage, Place, Reply
from evaluation.runner import Progress
from models.protocols import Embedder
from retrieval.followups import resolve

KINDS = tuple(LIBRARIES)
K = 5
LARGEST = 500
BUILT, CALLS = "built.json", "calls.jsonl"
_REFUSAL = re.compile(
    r"(?:no relevant information|not able to provide an answer|unable to (?:provide|answer|determine)"
    r"|(?:can ?not|can't|could not|couldn't) (?:be )?(?:answer|determine|find|found|infer|provide)"
    r"|(?:not|n't) (?:have|contain|provide|include|mention|specify) (?:\w+ ){0,3}(?:information|details)"
    r"|(?:not|insufficient) enough information|insufficient information)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Parts:
    """What a library is run with: documents, generator, embedder, where indexes are kept, and our way to answer."""

    passages: tuple[Passage, ...]
    generator: Generator
    embedder: Embedder
    cache: Path
    answerer: Answerer | None = None


@dataclass(frozen=True, slots=True)
class Index:
    """A library's index, open: it is asked one question at a time, and what a question cost is counted."""

    bridge: Bridge
    gateway: Gateway
    passages: tuple[Passage, ...]
    lock: threading.Lock

    def ask(self, question: str, *, answer: bool) -> tuple[str, list[Found], Usage]:
        """The library's answer if wanted, the chunks that it found, best first, and the cost."""
        with self.lock:
            before = self.gateway.usage
            reply = self.bridge.request(question=question, answer=answer)
            return reply["answer"], self._found(reply["contexts"]), self.gateway.usage - before

    def _found(self, contexts: Sequence[dict[str, Any]]) -> list[Found]:
        found = []
        for rank, context in enumerate(contexts):
            document = self.passages[context["document"]]
            found.append(Found(document.url, context["text"], document.title, f"{document.url}#{rank}"))
        return found


@dataclass(frozen=True, slots=True)
class ForeignSystem:
    """A library as a system: with its own answers, or with an answerer's."""

    kind: str
    index: Index
    answerer: Answerer | None = None
    texts: Texts | None = None

    @property
    def name(self) -> str:
        """What reports call it."""
        return self.kind if self.answerer is None else f"{self.kind}, our answers"

    async def ask(self, question: GoldQuestion) -> Reply:
        """The answer, with the tokens and calls of the library and, if ours answers, of the answer."""
        text = resolve(question.text, question.history)
        started = time.perf_counter()
        said, found, usage = await asyncio.to_thread(self.index.ask, text, answer=self.answerer is None)
        reply = _own_reply(said, found) if self.answerer is None else await self.answerer.answer(question, found, K)
        return replace(
            reply,
            tokens=(reply.tokens or 0) + usage.tokens,
            llm_calls=(reply.llm_calls or 0) + usage.calls,
            steps=(("library", 1000 * (time.perf_counter() - started)), *reply.steps),
        )

    def locate(self, question: GoldQuestion) -> Place:
        """Where the gold stands in the documents. Their chunks have no names that last, so only pages are looked at."""
        place = self.texts.locate(question) if self.texts is not None else Place()
        return Place(place.crawled)


def _own_reply(said: str, found: Sequence[Found]) -> Reply:
    answered = bool(said.strip()) and not is_refusal(said)
    return Reply(evidence=tuple(found[:K]), answer=said.strip(), answered=answered)


def is_refusal(answer: str) -> bool:
    """Whether the first sentence of a library's answer says that there is none; libraries have no mark for it."""
    first = re.split(r"(?<=[.!?])\s|\n", answer.strip().removesuffix("[no-context]"), maxsplit=1)[0]
    return _REFUSAL.search(first) is not None or first.lower().startswith("sorry")


@contextmanager
def open_foreign(
    kinds: Sequence[str], parts: Parts, progress: Progress | None = None
) -> Iterator[tuple[list[ForeignSystem], dict[str, dict[str, Any]]]]:
    """The systems of each library, and what their indexes cost. An index that is not there is built first.

    Raises `SettingsError` when a library is not installed or the documents are too many, `ModelError` when it fails.
    """
    if len(parts.passages) > LARGEST:
        raise SettingsError(
            f"{', '.join(kinds)} would ask the language model about each of {len(parts.passages)} documents; "
            f"take a part of a corpus with --passages N, at most {LARGEST}."
        )
    pythons = {kind: find_python(LIBRARIES[kind], parts.cache) for kind in kinds}
    texts = Texts((passage.url, passage.url, f"{passage.title}\n{passage.text}") for passage in parts.passages)
    systems: list[ForeignSystem] = []
    costs = {}
    with ExitStack() as stack:
        for kind, python in pythons.items():
            index, built = stack.enter_context(open_index(LIBRARIES[kind], python, parts, progress))
            costs[f"{kind} {built['version']}"] = built["cost"]
            systems.append(ForeignSystem(kind, index, None, texts))
            if parts.answerer is not None:
                systems.append(ForeignSystem(kind, index, parts.answerer, texts))
        yield systems, costs


@contextmanager
def open_index(
    library: Library, python: Path, parts: Parts, progress: Progress | None = None
) -> Iterator[tuple[Index, dict[str, Any]]]:
    """The library with its index; its version and settings, and what the index cost when it was built."""
    folder = index_folder(library, parts)
    folder.mkdir(parents=True, exist_ok=True)
    built = _read(folder / BUILT)
    if built is None:
        shutil.rmtree(folder / "index", ignore_errors=True)
    (folder / "index").mkdir(exist_ok=True)
    command = [str(python), str(program_of(library))]
    with Gateway(parts.generator, parts.embedder) as gateway, Bridge(command, folder, gateway.when_used) as bridge:
        opened = bridge.request(
            open={
                "folder": str(folder / "index"), "base_url": gateway.base_url, "key": gateway.key,
                "model": parts.generator.model, "vectors": parts.embedder.size,
            }
        )  # fmt: skip
        if built is None:
            built = {**opened, "cost": _build(library, bridge, gateway, parts, folder, progress)}
            (folder / BUILT).write_text(json.dumps(built), encoding="utf-8")
        yield Index(bridge, gateway, parts.passages, threading.Lock()), built


def index_folder(library: Library, parts: Parts) -> Path:
    """Where the index of these documents by these models is kept."""
    same = [library.packages, parts.generator.model, parts.embedder.name]
    same += [program_of(library).read_text(encoding="utf-8")]
    same += [[passage.title, passage.text] for passage in parts.passages]
    digest = hashlib.sha256(json.dumps(same).encode()).hexdigest()[:12]
    return parts.cache / "evaluation" / f"{library.kind}-{digest}"


def _build(
    library: Library, bridge: Bridge, gateway: Gateway, parts: Parts, folder: Path, progress: Progress | None
) -> dict[str, Any]:
    documents = [f"{passage.title}\n\n{passage.text}".strip() for passage in parts.passages]
    gateway.keep(folder / CALLS)
    before = gateway.usage
    with _watched(library, gateway, len(documents), progress):
        counts = bridge.request(documents=documents)
    gateway.keep(None)
    used = gateway.usage - before
    if counts.get("failed", 0) >= len(documents):
        why = f" The language model said {gateway.failure}." if gateway.failure else ""
        raise ModelError(f"{library.kind} could take in none of the documents; {bridge.log} says why.{why}")
    return {
        "documents": len(documents), **counts, "LLM calls": used.calls, "prompt tokens": used.prompt_tokens,
        "generated tokens": used.completion_tokens, "seconds of the LLM": round(used.seconds, 1),
    }  # fmt: skip


@contextmanager
def _watched(library: Library, gateway: Gateway, documents: int, progress: Progress | None) -> Iterator[None]:
    """Show how many calls were made while the block runs; there is at least one a document."""
    ended = threading.Event()

    def show() -> None:
        while progress is not None and not ended.wait(1.0):
            progress(f"{library.kind} index", min(gateway.usage.calls, documents), documents)

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _read(path: Path) -> dict[str, Any] | None:
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None
