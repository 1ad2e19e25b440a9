"""The ingest side: claims from the durable queue, parses in processes, embeds across pages, writes with threads."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from core.ledger import Ledger
from core.queue import PageQueue
from core.settings import Settings
from core.snapshots import SnapshotStore
from graph import Database
from ingest.embedding import VectorMaker
from ingest.entities.borderline import BorderlineJudge
from ingest.entities.llm import Budget, FindingsCache, ModelExtractor
from ingest.entities.profile import load_profile
from ingest.finishing import FinishReport, SiteFinisher
from ingest.merging import EntityResolver
from ingest.runbook import IngestReport, Progress
from ingest.runs import IngestRun, Parts
from ingest.single import PageTaker
from ingest.topics.building import TopicBuilder
from ingest.writer import GraphWriter
from models.factory import EmbedderSet
from models.protocols import LanguageModel

IDLE_SECONDS = 0.5
CACHE_NAME = "extraction.sqlite"


class IngestService:
    """Takes crawled pages into the graph.

    Reads from `queue` and `snapshots`, which the crawler fills; writes to the graph, and each page's fate to `ledger`.
    One bad page costs that page only: it is tried again, then parked with its reason.
    """

    def __init__(
        self,
        database: Database,
        embedders: EmbedderSet,
        settings: Settings,
        queue: PageQueue,
        snapshots: SnapshotStore,
        ledger: Ledger,
        llm: LanguageModel | None = None,
    ) -> None:
        writer, vectors = GraphWriter(database), VectorMaker(database, embedders)
        judge = _make_judge(settings, llm)
        self._finisher = SiteFinisher(database, writer, vectors, ledger, judge, settings.topic_growth)
        self.extractor = _make_extractor(settings, llm)
        resolver = self._finisher.entities
        self._parts = Parts(settings, queue, snapshots, ledger, writer, vectors, resolver, self.extractor)
        self.single = PageTaker(writer, vectors, resolver, self.extractor, settings.profile, settings.page_blocks)

    def run(self, until_idle: bool = True, progress: Progress | None = None, site: str = "") -> IngestReport:
        """Take in what the queue holds; with `until_idle` false, wait for more for ever.

        `progress` is called after every page; with `site`, only pages of that site are taken. When the run is stopped,
        claimed pages go back to the queue.
        """
        run = IngestRun(self._parts, progress or _ignore, site)
        started = time.monotonic()
        try:
            while run.take_wave() or not until_idle:
                if run.idle:
                    time.sleep(IDLE_SECONDS)
        finally:
            run.close()
        return replace(run.report, seconds=time.monotonic() - started)

    @property
    def entities(self) -> EntityResolver:
        """Lists, splits and merges entities."""
        return self._finisher.entities

    @property
    def topics(self) -> TopicBuilder:
        """Builds and rebuilds the communities."""
        return self._finisher.topics

    def forget(self, site: str, ids: Sequence[str]) -> int:
        """Forget entities for good, with all their spellings; how many entities and values left the graph."""
        return self.entities.forgetter.forget(site, ids)

    def prepare_site(self, site: str) -> None:
        """Learn which models a site's vectors are of, before single pages of it are taken in."""
        self._finisher.prepare(site)

    def fill_vectors(self, site: str) -> int:
        """Embed the names that single pages brought; how many there were. Relations wait for `finish_site`."""
        return self._parts.vectors.fill(site, _ignore, relations=False)

    def finish_site(self, site: str, progress: Progress | None = None) -> FinishReport:
        """What needs the whole site: aliases, boilerplate, entity resolution, topics, missing vectors."""
        return self._finisher.finish(site, progress or _ignore)


def _make_extractor(settings: Settings, llm: LanguageModel | None) -> ModelExtractor | None:
    """The language model's extractor, where the settings want one and there is a model."""
    if llm is None or settings.extraction == "structure":
        return None
    cache = FindingsCache(settings.home / CACHE_NAME)
    return ModelExtractor(llm, load_profile(settings.profile), cache, Budget(calls=settings.extraction_calls))


def _make_judge(settings: Settings, llm: LanguageModel | None) -> BorderlineJudge | None:
    """The language model as a judge of doubtful merges, where it may be used for extraction at all."""
    if llm is None or settings.extraction == "structure":
        return None
    return BorderlineJudge(llm, FindingsCache(settings.home / CACHE_NAME), settings.extraction_calls)


def _ignore(step: str, done: int, total: int, /) -> None:
    """No progress wanted."""
