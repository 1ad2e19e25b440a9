"""Models from settings. Nothing heavy is imported until the model that needs it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.download import ProgressCallback
from core.settings import Settings
from models.protocols import Embedder, LanguageModel, Reranker

DEFAULT_EMBEDDER = "bge-small-en-v1.5"


@dataclass(frozen=True, slots=True)
class EmbedderSet:
    """`primary` makes the property `embedding`; `second`, multilingual, makes `embedding_2` or is None."""

    primary: Embedder
    second: Embedder | None = None

    def __iter__(self) -> Iterator[Embedder]:
        return iter((self.primary,) if self.second is None else (self.primary, self.second))


def make_embedder(settings: Settings, name: str, progress: ProgressCallback | None = None) -> Embedder:
    """The embedder of that name (docs/models.md). Raises `ModelMissing`, `SettingsError`."""
    from models.fetch import ensure_model
    from models.lock import find_model
    from models.onnx import OnnxEmbedder

    model = find_model(name)
    return OnnxEmbedder(model, ensure_model(settings, name, progress), settings.threads)


def make_embedders(settings: Settings, progress: ProgressCallback | None = None) -> EmbedderSet:
    """The embedders that the settings name, fetched first if need be."""
    name = DEFAULT_EMBEDDER if settings.embedder == "auto" else settings.embedder
    return EmbedderSet(make_embedder(settings, name, progress))


def make_reranker(settings: Settings) -> Reranker:
    """The reranker of the settings: builtin, none, a cross-encoder, or an HTTP one."""
    from models.rerank import BuiltinReranker, NoReranker

    return NoReranker() if settings.reranker == "none" else BuiltinReranker()


def make_llm(settings: Settings) -> LanguageModel | None:
    """The language model of the settings, or None when none is configured; the library loads at the first call."""
    if not settings.llm_base_url:
        return None
    from models.llm import make_openai_model

    return make_openai_model(settings)
