"""The Retriever: one question through route, modes, evidence, answer and verification, with an event for each thing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from core.errors import SiteQuestError
from core.records import Answer, Question
from core.settings import Settings
from models.factory import EmbedderSet
from models.protocols import LanguageModel, Reranker
from retrieval.events import Event
from retrieval.options import Options
from retrieval.pipeline import Pipeline
from retrieval.ports import GraphReader
from retrieval.router import RouteClassifier
from retrieval.sites import SiteDirectory
from retrieval.taught import read_taught


class Retriever:
    """Answers questions from one graph; safe for many questions at once. Holds no state of a question."""

    def __init__(
        self,
        database: GraphReader,
        embedders: EmbedderSet,
        reranker: Reranker | None,
        llm: LanguageModel | None,
        settings: Settings,
        options: Options | None = None,
    ) -> None:
        options = options or Options()
        self._pipeline = Pipeline(
            reader=database,
            embedders=embedders,
            reranker=reranker,
            llm=llm,
            settings=settings,
            options=options,
            directory=SiteDirectory(database, options.facts_seconds),
            classifier=RouteClassifier(embedders.primary, folder=settings.cache, taught=read_taught(settings.home)),
        )

    async def ask(self, question: Question, options: Options | None = None) -> Answer:
        """The whole answer.

        Raises `QuestionRefused`, `SiteUnknown`, `GraphEmpty` and the errors of database and models.
        """
        return await self._pipeline.run(question, _ignore, options)

    async def stream(self, question: Question, options: Options | None = None) -> AsyncIterator[Event]:
        """The same as events, each when it happens; the last is `done` with the answer, or `error`."""
        queue: asyncio.Queue[Event] = asyncio.Queue()
        task = asyncio.create_task(self._run_into(queue.put_nowait, question, options))
        try:
            while True:
                event = await queue.get()
                yield event
                if event.type in {"done", "error"}:
                    break
        finally:
            task.cancel()

    async def _run_into(self, emit: Callable[[Event], None], question: Question, options: Options | None) -> None:
        try:
            answer = await self._pipeline.run(question, emit, options, live=True)
        except SiteQuestError as error:
            emit(Event("error", {"message": str(error), "status": error.http_status, "type": type(error).__name__}))
        except Exception as error:  # noqa: BLE001 - a stream must end with an event whatever happens
            emit(Event("error", {"message": f"The answer failed: {type(error).__name__}.", "status": 500}))
        else:
            emit(Event("done", {"answer": answer.model_dump(mode="json")}))


def _ignore(event: Event) -> None:
    """Nobody listens."""
