"""Models from settings. Nothing heavy is imported until the model that needs it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.download import ProgressCallback
from core.settings import Settings
from models.protocols import Embedder, LanguageModel, Reranker

if TYPE_CHECKING:
    from models.lock import LockedModel

DEFAULT_EMBEDDER = "bge-small-en-v1.5"
DEFAULT_SECOND = "use-multilingual-v3"


@dataclass(frozen=True, slots=True)
class EmbedderSet:
    """`primary` makes the property `embedding`; `second`, multilingual, makes `embedding_2` or is None."""

    primary: Embedder
    second: Embedder | None = None

    def __iter__(self) -> Iterator[Embedder]:
        return iter((self.primary,) if self.second is None else (self.primary, self.second))


def make_embedder(settings: Settings, name: str, progress: ProgressCallback | None = None) -> Embedder:
    """The embedder of that name (docs/models.md), fetched now if need be, loaded at its first use.

    Raises `ModelMissing` when it cannot be fetched, `SettingsError` when there is none of that name.
    """
    from models.fetch import ensure_model
    from models.lazy import LazyEmbedder
    from models.lock import find_model

    if "/" in name or Path(name).is_dir():
        from models.transformers import TransformerEmbedder

        return TransformerEmbedder(name, settings.threads)
    model = find_model(name)
    folder = ensure_model(settings, name, progress)
    return LazyEmbedder(model.name, model.size, model.languages, lambda: _load(model, folder, settings.threads))


def _load(model: LockedModel, folder: Path, threads: int) -> Embedder:
    if model.kind == "use":
        from models.multilingual import MultilingualEmbedder

        return MultilingualEmbedder(model, folder, threads)
    from models.onnx import OnnxEmbedder

    return OnnxEmbedder(model, folder, threads)


def make_embedders(settings: Settings, progress: ProgressCallback | None = None) -> EmbedderSet:
    """The embedders that the settings name, fetched first if need be, each loaded at its first use."""
    primary = DEFAULT_EMBEDDER if settings.embedder == "auto" else settings.embedder
    second = DEFAULT_SECOND if settings.second_embedder == "auto" else settings.second_embedder
    if second in ("none", "", primary):
        return EmbedderSet(make_embedder(settings, primary, progress))
    return EmbedderSet(make_embedder(settings, primary, progress), make_embedder(settings, second, progress))


def make_reranker(settings: Settings) -> Reranker:
    """The reranker of the settings: builtin, none, the address of an HTTP one, or a cross-encoder's folder or name."""
    from models.rerank import BuiltinReranker, NoReranker

    wanted = settings.reranker
    if wanted in ("builtin", "none"):
        return BuiltinReranker() if wanted == "builtin" else NoReranker()
    if wanted.startswith(("http://", "https://")):
        from models.rerank_http import HttpReranker

        return HttpReranker(wanted)
    from models.transformers import CrossEncoderReranker

    return CrossEncoderReranker(wanted, settings.threads)


def make_llm(settings: Settings) -> LanguageModel | None:
    """The language model of the settings, or None when none is configured; the library loads at the first call."""
    if not settings.llm_base_url:
        return None
    from models.llm import make_openai_model

    return make_openai_model(settings)
