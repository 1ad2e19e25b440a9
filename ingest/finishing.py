"""What can only be done when a whole site is in: aliases, resolution of entities across pages, topics, vectors."""

from __future__ import annotations

from dataclasses import dataclass

from core.ledger import Ledger
from graph import Database
from ingest.aliases import settle_links
from ingest.boilerplate import settle_boilerplate
from ingest.embedding import Step, VectorMaker
from ingest.entities.resolution import Judge
from ingest.gazetteer import settle_names
from ingest.merging import EntityResolver
from ingest.struck import drop_forgotten
from ingest.topics.building import TopicBuilder
from ingest.topics.growth import GROWTH
from ingest.topics.sharing import settle_shares
from ingest.topics.titles import settle_titles
from ingest.writer import GraphWriter


@dataclass(frozen=True, slots=True)
class FinishReport:
    """What finishing a site did, counted. `rebuild_topics` proposes a rebuild, because the topics have drifted."""

    aliases: int = 0
    merged: int = 0
    named: int = 0
    topics: int = 0
    embedded: int = 0
    second: bool = False
    rebuild_topics: bool = False
    repeated: int = 0
    titled: int = 0


class SiteFinisher:
    """Finishes sites; running it again without news changes nothing."""

    def __init__(
        self,
        database: Database,
        writer: GraphWriter,
        vectors: VectorMaker,
        ledger: Ledger,
        judge: Judge | None = None,
        growth: float = GROWTH,
    ) -> None:
        self._database = database
        self._writer = writer
        self._vectors = vectors
        self._ledger = ledger
        self.entities = EntityResolver(database, writer, judge)
        self.topics = TopicBuilder(database, growth=growth)

    def finish(self, site: str, progress: Step) -> FinishReport:
        """All steps in their order."""
        second = self.prepare(site)
        aliases = settle_links(self._database, self._ledger, site)
        drop_forgotten(self._database, self._ledger, site)
        repeated = settle_boilerplate(self._database, site)
        embedded = self._vectors.fill(site, progress, relations=False)
        progress("resolve entities", 0, 1)
        merged = self.entities.resolve_site(site)
        progress("find names", 0, 1)
        named = settle_names(self._database, self._writer, site)
        embedded += self._vectors.fill(site, progress, relations=False)
        progress("gather topics", 0, 1)
        titled = settle_titles(self._database, site)
        settle_shares(self._database, site)
        topics = self.topics.update(site)
        embedded += self._vectors.fill(site, progress)
        progress("finish", 1, 1)
        communities = topics.communities
        return FinishReport(aliases, merged, named, communities, embedded, second, topics.rebuild, repeated, titled)

    def prepare(self, site: str) -> bool:
        """Let the vectors of a site be made by the second model too where it needs them; whether it does."""
        second = self._needs_second(site)
        self._vectors.use_second(site, second)
        return second

    def _needs_second(self, site: str) -> bool:
        """A site with pages in several languages, or with none in English, gets vectors of a multilingual model."""
        rows = self._database.read("ingest/site_languages", site=site)
        languages = {row["lang"].split("-")[0] for row in rows if row["lang"]}
        return self._vectors.has_second and (len(languages) > 1 or (bool(languages) and "en" not in languages))
