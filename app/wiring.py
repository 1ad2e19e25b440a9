"""The rooms put together: settings in, ready parts out. Everything is imported when it is first needed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

from app.stopping import end_on_term
from core.settings import Settings, load_settings

if TYPE_CHECKING:
    from core.queue import PageQueue
    from graph import AsyncDatabase, Database
    from ingest.service import IngestService
    from models.factory import EmbedderSet
    from retrieval import Retriever


def settings_of(**overrides: object) -> Settings:
    """The settings, with the options given on the command line on top."""
    return load_settings(**{name: value for name, value in overrides.items() if value is not None})


@contextmanager
def open_graph(settings: Settings) -> Iterator[Database]:
    """The graph database, closed afterwards."""
    from graph import open_database

    database = open_database(settings)
    try:
        yield database
    finally:
        database.close()


@asynccontextmanager
async def open_async_graph(settings: Settings) -> AsyncIterator[AsyncDatabase]:
    """The same for asynchronous callers."""
    from graph import open_async_database

    database = await _maybe_await(open_async_database(settings))
    try:
        yield database
    finally:
        await database.close()


async def _maybe_await(value: Any) -> Any:
    return await value if hasattr(value, "__await__") else value


@asynccontextmanager
async def open_retriever(settings: Settings) -> AsyncIterator[Retriever]:
    """A retriever over the graph, with the models that the settings name."""
    from models.factory import make_embedders, make_llm, make_reranker
    from models.lazy import LazyEmbedder

    embedders = make_embedders(settings)
    loading = [embedder.warm() for embedder in embedders if isinstance(embedder, LazyEmbedder)]
    try:  # they load while the program does, and while the database is reached
        from retrieval import Retriever

        async with open_async_graph(settings) as database:
            await check_models(database, embedders)
            yield Retriever(database, embedders, make_reranker(settings), make_llm(settings), settings)
    finally:
        for thread in loading:  # the interpreter must not end while a library loads
            thread.join()


async def check_models(database: AsyncDatabase, embedders: Iterable[Any]) -> None:
    """Raise `VectorMismatch` when other models than these made the vectors of the graph."""
    from graph.schema import check_schema

    await check_schema(database, vector_sources(embedders))


def vector_sources(embedders: Iterable[Any]) -> dict[str, Any]:
    """Which embedder makes which vector property."""
    return dict(zip(("embedding", "embedding_2"), embedders, strict=False))


@contextmanager
def queue_of(settings: Settings) -> Iterator[PageQueue]:
    """The durable queue of `settings.home`."""
    from core.queue import PageQueue
    from core.state import STATE_NAME

    queue = PageQueue(settings.home / STATE_NAME)
    try:
        yield queue
    finally:
        queue.close()


@contextmanager
def open_ingest(settings: Settings, embedders: EmbedderSet | None = None) -> Iterator[IngestService]:
    """The ingest service over the state in `settings.home`, with the schema made. SIGTERM ends it like Ctrl-C.

    `embedders` are those of the settings where they are loaded already.
    """
    from core.ledger import Ledger
    from core.queue import PageQueue
    from core.snapshots import SnapshotStore
    from core.state import STATE_NAME, State
    from graph.schema import ensure_schema
    from ingest.service import IngestService
    from models.factory import make_embedders, make_llm

    end_on_term()
    embedders = embedders or make_embedders(settings)
    with open_graph(settings) as database:
        ensure_schema(database, vector_sources(embedders))
        state = State(settings.home / STATE_NAME)
        try:
            yield IngestService(
                database, embedders, settings, PageQueue(state), SnapshotStore(settings.home / "snapshots"),
                Ledger(state), make_llm(settings),
            )  # fmt: skip
        finally:
            state.close()
