"""Stand-ins for tests of foreign baselines: a scripted model server, and made-up packages of the libraries' names.

The packages are no LightRAG and no fast-graphrag: they have the few names that the bridges use, keep documents in a
file, ask the model once a document and once a question, and find documents by shared words.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

Script = Callable[[dict[str, Any]], str]

COMMON = """
import json, pathlib, re, urllib.request

def post(base_url, api_key, path, body):
    request = urllib.request.Request(base_url + path, json.dumps(body).encode(), {"Authorization": "Bearer " + api_key})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
        return json.load(answer)

def chat(base_url, api_key, model, text):
    body = {"model": model, "messages": [{"role": "user", "content": text}]}
    reply = post(base_url, api_key, "/chat/completions", body)
    return reply["choices"][0]["message"]["content"]

def words(text):
    return set(re.findall(r"[a-z]+", text.lower()))

def rank(documents, question):
    found = [one for one in documents if len(words(one["text"]) & words(question)) > 1]
    return sorted(found, key=lambda one: -len(words(one["text"]) & words(question)))
"""

LIGHTRAG = {
    "lightrag/__init__.py": """
import json, pathlib
from dataclasses import dataclass
from common import rank

@dataclass
class QueryParam:
    mode: str; top_k: int; chunk_top_k: int; max_entity_tokens: int; max_relation_tokens: int
    max_total_tokens: int; response_type: str; enable_rerank: bool

class Graph:
    async def get_all_nodes(self): return [{}, {}, {}]
    async def get_all_edges(self): return [{}]

class LightRAG:
    def __init__(self, working_dir, llm_model_func, embedding_func, tokenizer, **settings):
        print("fake LightRAG prints on standard output")
        self.file = pathlib.Path(working_dir) / "documents.json"
        self.ask, self.embedding, self.tokenizer = llm_model_func, embedding_func, tokenizer
        self.chunk_entity_relation_graph = Graph()
    async def initialize_storages(self): pass
    async def finalize_storages(self): pass
    async def ainsert(self, texts, ids, file_paths):
        rows = []
        for text, name in zip(texts, file_paths):
            if "poison" in text:
                raise ValueError("this document is poison")
            assert self.tokenizer.decode(self.tokenizer.encode(text)) == text
            await self.embedding([text])
            await self.ask("entities of: " + text, system_prompt="extract", response_format={"type": "json_object"})
            rows.append({"text": text, "file_path": name})
        self.file.write_text(json.dumps(rows))
    async def get_processing_status(self): return {"processed": 2}
    async def aquery_data(self, question, param):
        await self.ask("keywords of: " + question)
        await self.embedding([question], context="query")
        found = rank(json.loads(self.file.read_text()), question)[: param.chunk_top_k]
        if not found:
            return {"status": "failure", "message": "none", "data": {}, "metadata": {"failure_reason": "no_results"}}
        return {"status": "success", "data": {"chunks": [{"content": one["text"], **one} for one in found]}}
    async def aquery_llm(self, question, param):
        found = await self.aquery_data(question, param)
        said = await self.ask("answer: " + question) if found["data"] else "Sorry, I'm not able to do that.[no-context]"
        return found | {"llm_response": {"content": said}}
""",
    "lightrag/llm/__init__.py": "",
    "lightrag/llm/openai.py": """
from common import chat, post

async def openai_complete_if_cache(model, prompt, system_prompt, history, base_url, api_key, timeout, **options):
    return chat(base_url, api_key, model, prompt)

class openai_embed:
    @staticmethod
    async def func(texts, model, base_url, api_key, max_token_size):
        return post(base_url, api_key, "/embeddings", {"model": model, "input": texts})["data"]
""",
    "lightrag/utils.py": """
class Tokenizer:
    def __init__(self, name, tokenizer):
        self.encode, self.decode = tokenizer.encode, tokenizer.decode

class EmbeddingFunc:
    def __init__(self, embedding_dim, func, model_name, supports_asymmetric):
        self.func = func
    async def __call__(self, texts, context="document"):
        return await self.func(texts, context=context)
""",
    "lightrag_hku-0.0.1.dist-info/METADATA": "Metadata-Version: 2.1\nName: lightrag-hku\nVersion: 0.0.1\n",
}

FAST_GRAPHRAG = {
    "fast_graphrag/__init__.py": """
import json, pathlib
from dataclasses import dataclass
from common import chat, post, rank

@dataclass
class QueryParam:
    with_references: bool; only_context: bool
    entities_max_tokens: int; relations_max_tokens: int; chunks_max_tokens: int

@dataclass
class Chunk:
    content: str; metadata: dict

class Found:
    def __init__(self, response, chunks):
        self.response, self.context, self.chunks = response, self, [(chunk, 1.0) for chunk in chunks]

class GraphRAG:
    @dataclass
    class Config:
        llm_service: object; embedding_service: object; chunk_ranking_policy: object
    def __init__(self, working_dir, domain, example_queries, entity_types, config):
        self.file, self.config = pathlib.Path(working_dir) / "documents.json", config
    def insert(self, texts, metadata, show_progress):
        for text in texts:
            self.config.llm_service.send("entities of: " + text)
            self.config.embedding_service.encode([text])
        self.file.write_text(json.dumps([{"text": text, "meta": meta} for text, meta in zip(texts, metadata)]))
        return 3, 1, len(texts)
    def query(self, question, param):
        self.config.llm_service.send("keywords of: " + question)
        rows = rank(json.loads(self.file.read_text()), question)
        said = "" if param.only_context else self.config.llm_service.send("answer: " + question)
        return Found(said, [Chunk(one["text"], one["meta"]) for one in rows])
""",
    "fast_graphrag/_llm.py": """
from common import chat, post

class OpenAILLMService:
    def __init__(self, model, base_url, api_key, mode, max_requests_concurrent):
        self.model, self.where = model, (base_url, api_key)
    def send(self, text):
        return chat(*self.where, self.model, text)

class OpenAIEmbeddingService:
    def __init__(self, model, base_url, api_key, embedding_dim):
        self.model, self.where = model, (base_url, api_key)
    def encode(self, texts):
        return post(*self.where, "/embeddings", {"model": self.model, "input": texts})
""",
    "fast_graphrag/_policies/__init__.py": "",
    "fast_graphrag/_policies/_ranking.py": """
class RankingPolicy_TopK:
    class Config:
        def __init__(self, top_k): self.top_k = top_k
    def __init__(self, config): self.config = config
""",
    "instructor.py": """
class Mode: JSON_SCHEMA = "json_schema"
def from_openai(client, mode): return client
""",
    "openai.py": """
class AsyncOpenAI:
    def __init__(self, **options): pass
""",
    "fast_graphrag-0.0.1.dist-info/METADATA": "Metadata-Version: 2.1\nName: fast-graphrag\nVersion: 0.0.1\n",
}


def make_environment(cache: Path, kind: str) -> Path:
    """A made-up environment with the stand-in of one library; its Python."""
    folder = cache / "baselines" / kind
    for name, text in {"common.py": COMMON, **(LIGHTRAG if kind == "lightrag" else FAST_GRAPHRAG)}.items():
        path = folder / "packages" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    python = folder / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nPYTHONPATH="{folder / "packages"}" exec "{sys.executable}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    return python


@contextmanager
def scripted_llm(script: Script, status: int = 200) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server of chat completions that says what the script makes of a request; its address, and what it was asked."""
    asked: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(body | {"key": self.headers["Authorization"]})
            message = {"role": "assistant", "content": script(body)}
            choices = [{"index": 0, "finish_reason": "stop", "message": message}]
            usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
            reply = {
                "id": "1",
                "object": "chat.completion",
                "created": 0,
                "model": "m",
                "choices": choices,
                "usage": usage,
            }
            raw = json.dumps(reply if status == 200 else {"error": {"message": "no"}}).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *_: Any) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
        server.shutdown()
