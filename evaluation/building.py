"""The made-up site brought into a graph by the product's own writer, with vectors and topics, once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

from evaluation.generated import SiteSize, generate_pages
from evaluation.standin import StandInEmbedder
from graph import Database
from graph.schema import await_indexes, ensure_schema
from ingest.embedding import VectorMaker
from ingest.state import PageState
from ingest.topics.building import TopicBuilder
from ingest.topics.sharing import settle_shares
from ingest.topics.titles import settle_titles
from ingest.transactions import batches
from ingest.writer import GraphWriter, changed_blocks
from models.factory import EmbedderSet

SITE = "generated"
GROUP, WRITERS = 100, 4
Step = Callable[[str, int, int], None]


def ensure_generated(
    database: Database, embedder: StandInEmbedder, size: SiteSize, progress: Step
) -> Mapping[str, int]:
    """The made-up site in the graph, made now unless it is there; what there is of it, counted.

    Entities are not resolved across pages: they are different by construction.
    """
    counts = count_generated(database)
    if (counts["blocks"], counts["relations"]) != (size.blocks, size.relations) or not counts["topics"]:
        _write(database, embedder, size, progress)
        counts = count_generated(database)
    return counts


def count_generated(database: Database) -> Mapping[str, int]:
    """Pages, blocks, entities, relations and topics of the site."""
    return database.read("evaluation/site_size", site=SITE)[0]


def _write(database: Database, embedder: StandInEmbedder, size: SiteSize, progress: Step) -> None:
    ensure_schema(database, {"embedding": embedder})
    writer, vectors = GraphWriter(database), VectorMaker(database, EmbedderSet(embedder))
    groups = list(batches(list(generate_pages(SITE, size)), GROUP))

    def write(number: int) -> None:
        pages = groups[number]
        changed = [changed_blocks(page, PageState()) for page in pages]
        writer.write_all(list(zip(pages, vectors.embed_pages(pages, changed), strict=True)))
        progress("write pages", number + 1, len(groups))

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write, range(len(groups))))
    vectors.fill(SITE, progress)
    settle_titles(database, SITE)
    settle_shares(database, SITE)
    progress("gather topics", 0, 1)
    TopicBuilder(database).update(SITE)
    vectors.fill(SITE, progress)
    await_indexes(database, progress, 600)
