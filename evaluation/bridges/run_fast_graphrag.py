"""fast-graphrag by its public interface: `GraphRAG.insert` and `GraphRAG.query` with `QueryParam`."""

from __future__ import annotations

from typing import Any

from lines import serve

DOMAIN = "Identify the people, places, organisations, works, dates and other things that the documents tell of."
EXAMPLES = "Who directed a film?\nWhen was its director born?\nHow many units has a course?"
TYPES = ["Person", "Place", "Organization", "Work", "Event", "Date", "Course", "Other"]
QUERY: dict[str, Any] = {
    "with_references": False,
    "entities_max_tokens": 500,
    "relations_max_tokens": 500,
    "chunks_max_tokens": 1500,
}
CHUNKS = 5
CALL_SECONDS = 900


class FastGraphRagLibrary:
    """An open index."""

    def __init__(self, given: dict[str, Any]) -> None:
        from fast_graphrag import GraphRAG

        self._graph = GraphRAG(
            working_dir=given["folder"], domain=DOMAIN, example_queries=EXAMPLES, entity_types=TYPES,
            config=_config(given),
        )  # fmt: skip

    def build(self, documents: list[str]) -> dict[str, Any]:
        """Take the documents in; how many nodes, edges and chunks came of it."""
        numbers = [{"document": number} for number in range(len(documents))]
        entities, relations, chunks = self._graph.insert(documents, metadata=numbers, show_progress=False)
        return {"entities": entities, "relations": relations, "chunks": chunks}

    def ask(self, question: str, answer: bool) -> dict[str, Any]:
        """The answer with the chunks that it was made of, or the chunks alone."""
        from fast_graphrag import QueryParam

        found = self._graph.query(question, QueryParam(only_context=not answer, **QUERY))
        chunks = [chunk for chunk, _ in found.context.chunks]
        contexts = [{"document": chunk.metadata["document"], "text": chunk.content} for chunk in chunks]
        return {"answer": found.response if answer else "", "contexts": contexts}

    def close(self) -> None:
        """Everything is written down already."""


def _config(given: dict[str, Any]) -> Any:
    import instructor
    from fast_graphrag import GraphRAG
    from fast_graphrag._llm import OpenAIEmbeddingService, OpenAILLMService
    from fast_graphrag._policies._ranking import RankingPolicy_TopK
    from openai import AsyncOpenAI

    where = {"base_url": given["base_url"], "api_key": given["key"]}
    llm = OpenAILLMService(model=given["model"], mode=instructor.Mode.JSON_SCHEMA, max_requests_concurrent=1, **where)
    client = AsyncOpenAI(timeout=CALL_SECONDS, max_retries=0, **where)
    llm.llm_async_client = instructor.from_openai(client, mode=instructor.Mode.JSON_SCHEMA)
    return GraphRAG.Config(
        llm_service=llm,
        embedding_service=OpenAIEmbeddingService(model="passages", embedding_dim=given["vectors"], **where),
        chunk_ranking_policy=RankingPolicy_TopK(RankingPolicy_TopK.Config(top_k=CHUNKS)),
    )


def make(given: dict[str, Any]) -> tuple[FastGraphRagLibrary, dict[str, Any]]:
    """Open the library."""
    from importlib.metadata import version

    library = FastGraphRagLibrary(given)
    settings = {"mode": "JSON_SCHEMA", "chunks": CHUNKS, "entity_types": TYPES, "query": QUERY}
    return library, {"version": version("fast-graphrag"), "settings": settings}


if __name__ == "__main__":
    raise SystemExit(serve(make))
