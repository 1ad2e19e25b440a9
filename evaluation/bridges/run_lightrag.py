"""LightRAG (`lightrag-hku`) by its public interface: `LightRAG`, `ainsert`, `aquery_llm`, `aquery_data`."""

from __future__ import annotations

import asyncio
import re
import threading
from typing import Any

from lines import serve

SETTINGS: dict[str, Any] = {
    "chunk_token_size": 400,
    "chunk_overlap_token_size": 50,
    "entity_extraction_use_json": True,
    "entity_extract_max_gleaning": 0,
    "entity_extract_max_records": 30,
    "entity_extract_max_entities": 15,
    "llm_model_max_async": 1,
    "embedding_func_max_async": 1,
    "max_parallel_insert": 1,
    "enable_llm_cache": False,
    "enable_llm_cache_for_entity_extract": False,
}
QUERY: dict[str, Any] = {
    "mode": "mix",
    "top_k": 10,
    "chunk_top_k": 5,
    "max_entity_tokens": 500,
    "max_relation_tokens": 500,
    "max_total_tokens": 3000,
    "response_type": "Single Paragraph",
    "enable_rerank": False,
}
CALL_SECONDS = 900
_WIDE = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_PIECE = re.compile(rf"[{_WIDE}]|\s?(?:(?![{_WIDE}])\w){{1,12}}|\s+|[^\w\s]")


class Pieces:
    """A tokenizer that needs no download: words, signs and single Chinese characters, numbered as they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._pieces: list[str] = []
        self._lock = threading.Lock()

    def encode(self, content: str) -> list[int]:
        """The numbers of a text's pieces."""
        with self._lock:
            return [self._number(piece) for piece in _PIECE.findall(content)]

    def decode(self, tokens: list[int]) -> str:
        """The text again."""
        with self._lock:
            return "".join(self._pieces[token] for token in tokens)

    def __deepcopy__(self, memory: dict[int, Any]) -> Pieces:
        return self

    def _number(self, piece: str) -> int:
        if piece not in self._numbers:
            self._numbers[piece] = len(self._pieces)
            self._pieces.append(piece)
        return self._numbers[piece]


class LightRagLibrary:
    """An open index."""

    def __init__(self, given: dict[str, Any]) -> None:
        from lightrag import LightRAG

        self._loop = asyncio.new_event_loop()
        self._rag = LightRAG(working_dir=given["folder"], **_models(given), **SETTINGS)
        self._loop.run_until_complete(self._rag.initialize_storages())

    def build(self, documents: list[str]) -> dict[str, Any]:
        """Take the documents in; how many nodes and edges came of it, and how many documents failed."""
        names = [f"{number:06d}.txt" for number in range(len(documents))]
        self._loop.run_until_complete(self._rag.ainsert(documents, ids=names, file_paths=names))
        return self._loop.run_until_complete(self._count())

    def ask(self, question: str, answer: bool) -> dict[str, Any]:
        """The answer with the chunks that it was made of, or the chunks alone."""
        from lightrag import QueryParam

        call = self._rag.aquery_llm if answer else self._rag.aquery_data
        found = self._loop.run_until_complete(call(question, param=QueryParam(**QUERY)))
        if found["status"] != "success" and found.get("metadata", {}).get("failure_reason") != "no_results":
            raise RuntimeError(found["message"])
        said = (found.get("llm_response") or {}).get("content") or ""
        return {"answer": said, "contexts": [_context(one) for one in found["data"].get("chunks", ())]}

    def close(self) -> None:
        """Write down what is not yet."""
        self._loop.run_until_complete(self._rag.finalize_storages())

    async def _count(self) -> dict[str, Any]:
        counts = await self._rag.get_processing_status()
        graph = self._rag.chunk_entity_relation_graph
        nodes, edges = await graph.get_all_nodes(), await graph.get_all_edges()
        return {"entities": len(nodes), "relations": len(edges), "failed": counts.get("failed", 0)}


def _models(given: dict[str, Any]) -> dict[str, Any]:
    from lightrag.llm.openai import openai_complete_if_cache, openai_embed
    from lightrag.utils import EmbeddingFunc, Tokenizer

    async def complete(
        prompt: str, system_prompt: str | None = None, history_messages: Any = None, **options: Any
    ) -> Any:
        options |= {"base_url": given["base_url"], "api_key": given["key"], "timeout": CALL_SECONDS}
        return await openai_complete_if_cache(given["model"], prompt, system_prompt, history_messages, **options)

    async def embed(texts: list[str], context: str = "document") -> Any:
        model = "questions" if context == "query" else "passages"
        where = {"base_url": given["base_url"], "api_key": given["key"], "max_token_size": 0}
        return await openai_embed.func(texts, model=model, **where)

    vectors = EmbeddingFunc(given["vectors"], embed, model_name="passages", supports_asymmetric=True)
    return {
        "llm_model_func": complete,
        "llm_model_name": given["model"],
        "embedding_func": vectors,
        "tokenizer": Tokenizer("pieces", Pieces()),
        "default_llm_timeout": CALL_SECONDS,
        "default_embedding_timeout": CALL_SECONDS,
    }


def _context(chunk: dict[str, Any]) -> dict[str, Any]:
    return {"document": int(chunk["file_path"].removesuffix(".txt")), "text": chunk["content"]}


def make(given: dict[str, Any]) -> tuple[LightRagLibrary, dict[str, Any]]:
    """Open the library."""
    from importlib.metadata import version

    library = LightRagLibrary(given)
    return library, {"version": version("lightrag-hku"), "settings": {**SETTINGS, "query": QUERY}}


if __name__ == "__main__":
    raise SystemExit(serve(make))
