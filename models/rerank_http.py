"""Reranker behind HTTP: the common `POST /rerank` form of inference servers.

Asked: {"model", "query", "documents": [text, …], "top_n"}. Answered: {"results": [{"index", "relevance_score"}, …]},
or a bare list with `score` in place of `relevance_score`; both are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from core.errors import ModelError
from models.protocols import RerankPair

if TYPE_CHECKING:
    import httpx


class HttpReranker:
    """`url` is the whole address of the endpoint, or a base that `/rerank` is added to."""

    def __init__(self, url: str, model: str = "", timeout: float = 10.0, client: httpx.Client | None = None) -> None:
        import httpx

        self._url = url if url.rstrip("/").endswith("rerank") else f"{url.rstrip('/')}/rerank"
        self._model = model
        self._client = client or httpx.Client(timeout=timeout)

    @property
    def name(self) -> str:
        """The address it asks."""
        return self._url

    def score(self, question: str, pairs: Sequence[RerankPair]) -> list[float]:
        """One score a pair, in their order. Raises `ModelError` when the server fails or answers something else."""
        import httpx

        from models.transformers import rerank_text

        if not pairs:
            return []
        body: dict[str, Any] = {"query": question, "documents": [rerank_text(pair) for pair in pairs]}
        body |= {"texts": body["documents"], "top_n": len(pairs)} | ({"model": self._model} if self._model else {})
        try:
            response = self._client.post(self._url, json=body)
            response.raise_for_status()
            return _read_scores(response.json(), len(pairs))
        except (httpx.HTTPError, ValueError, KeyError, TypeError, IndexError) as error:
            raise ModelError(f"The reranker at {self._url} failed: {error}; check the setting reranker.") from error

    def close(self) -> None:
        """Close its connections."""
        self._client.close()


def _read_scores(answer: Any, wanted: int) -> list[float]:
    results = answer["results"] if isinstance(answer, dict) else answer
    scores: list[float | None] = [None] * wanted
    for result in results:
        score = result["relevance_score"] if "relevance_score" in result else result["score"]
        if not 0 <= int(result["index"]) < wanted:
            raise ValueError(f"index {result['index']} of {wanted} documents")
        scores[int(result["index"])] = float(score)
    if any(score is None for score in scores):
        raise ValueError(f"{sum(score is None for score in scores)} of {wanted} documents got no score")
    return [score for score in scores if score is not None]
