"""Vectors for what is new, in batches across pages, and sweeps for what has none yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from core.records import PageGraph
from graph import Database
from ingest.transactions import Row
from ingest.writer import PageVectors
from models import late
from models.factory import EmbedderSet
from models.protocols import Embedder

CHUNK = 64
SWEEP = 512
Key = TypeVar("Key")
Step = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Sweep:
    """A kind of node or edge that gets vectors after it was written: statement names, and whether tokens go along."""

    label: str
    read: str
    write: str
    tokens: bool = False


SWEEPS = (
    Sweep("blocks", "ingest/blocks_without_vector", "ingest/write_block_vectors", tokens=True),
    Sweep("pages", "ingest/pages_without_vector", "ingest/write_page_vectors"),
    Sweep("entities", "ingest/entities_without_vector", "ingest/write_entity_vectors"),
    Sweep("relations", "ingest/relations_without_vector", "ingest/write_relation_vectors"),
    Sweep("topics", "ingest/topics_without_vector", "ingest/write_topic_vectors"),
)
SECOND_SWEEPS = (
    Sweep("blocks, second model", "ingest/blocks_without_second", "ingest/write_block_seconds"),
    Sweep("pages, second model", "ingest/pages_without_second", "ingest/write_page_seconds"),
)


class VectorMaker:
    """Embeds blocks and pages before they are written, everything else after."""

    def __init__(self, database: Database, embedders: EmbedderSet) -> None:
        self._database = database
        self._embedders = embedders
        self._second: dict[str, bool] = {}

    @property
    def has_second(self) -> bool:
        """Whether there is a second embedder at all."""
        return self._embedders.second is not None

    def use_second(self, site: str, needed: bool) -> None:
        """Say whether a site gets vectors of the second model too."""
        self._second[site] = needed and self.has_second

    def embed_pages(self, graphs: Sequence[PageGraph], changed: Sequence[Sequence[str]]) -> list[PageVectors]:
        """Vectors of the changed blocks of some pages and of the pages themselves, in one stream of batches."""
        texts: dict[tuple[int, str], str] = {}
        for number, (graph, ids) in enumerate(zip(graphs, changed, strict=True)):
            wanted = set(ids)
            texts.update({(number, block.id): block.searchable for block in graph.blocks if block.id in wanted})
            texts[number, ""] = graph.page.searchable or graph.page.url
        first, tokens = embed_with_tokens(self._embedders.primary, texts)
        second = embed(self._embedders.second, self._of_second(texts, graphs)) if self._embedders.second else {}
        return [_page_vectors(number, first, second, tokens) for number in range(len(graphs))]

    def fill(self, site: str, progress: Step, *, relations: bool = True) -> int:
        """Embed whatever of a site has no vector yet; how many there were. Relations can wait for the resolution."""
        sweeps = [sweep for sweep in SWEEPS if relations or sweep.label != "relations"]
        count = sum(self._sweep(site, sweep, self._embedders.primary, progress) for sweep in sweeps)
        if self._second.get(site) and self._embedders.second:
            count += sum(self._sweep(site, sweep, self._embedders.second, progress) for sweep in SECOND_SWEEPS)
        return count

    def _of_second(
        self, texts: Mapping[tuple[int, str], str], graphs: Sequence[PageGraph]
    ) -> dict[tuple[int, str], str]:
        return {key: text for key, text in texts.items() if self._second.get(graphs[key[0]].page.site)}

    def _sweep(self, site: str, sweep: Sweep, embedder: Embedder, progress: Step) -> int:
        done = 0
        while rows := self._database.read(sweep.read, site=site, limit=SWEEP):
            texts = {row["id"]: row["text"] for row in rows}
            self._database.write(sweep.write, site=site, rows=_sweep_rows(sweep, embedder, texts))
            done += len(rows)
            progress(f"embed {sweep.label}", done, done + (len(rows) == SWEEP))
        return done


def embed(embedder: Embedder, texts: Mapping[Key, str]) -> dict[Key, list[float]]:
    """One vector a text; texts of like length go together, equal ones once."""
    vectors: dict[str, list[float]] = {}
    for chunk in _chunks(texts.values()):
        vectors.update(zip(chunk, embedder.embed_passages(chunk).tolist(), strict=True))
    return {key: vectors[text] for key, text in texts.items()}


def embed_with_tokens(
    embedder: Embedder, texts: Mapping[Key, str]
) -> tuple[dict[Key, list[float]], dict[Key, bytes | None]]:
    """The same with the packed states of each text's tokens from the same pass; None where there are none."""
    vectors: dict[str, list[float]] = {}
    tokens: dict[str, bytes] = {}
    for chunk in _chunks(texts.values()):
        rows, packed = late.embed_passages(embedder, chunk)
        vectors.update(zip(chunk, rows.tolist(), strict=True))
        tokens.update(zip(chunk, packed, strict=True))
    return (
        {key: vectors[text] for key, text in texts.items()},
        {key: tokens[text] or None for key, text in texts.items()},
    )


def _chunks(texts: Iterable[str]) -> Iterator[list[str]]:
    distinct = sorted(set(texts), key=lambda text: (len(text), text))
    for start in range(0, len(distinct), CHUNK):
        yield distinct[start : start + CHUNK]


def _sweep_rows(sweep: Sweep, embedder: Embedder, texts: Mapping[str, str]) -> list[Row]:
    if not sweep.tokens:
        return [{"id": key, "vector": vector} for key, vector in embed(embedder, texts).items()]
    vectors, tokens = embed_with_tokens(embedder, texts)
    return [{"id": key, "vector": vector, "tokens": tokens[key]} for key, vector in vectors.items()]


Vectors = Mapping[tuple[int, str], list[float]]
Tokens = Mapping[tuple[int, str], bytes | None]


def _page_vectors(number: int, first: Vectors, second: Vectors, tokens: Tokens) -> PageVectors:
    one, two = ({key[1]: vector for key, vector in vectors.items() if key[0] == number} for vectors in (first, second))
    own = {block: packed for (page, block), packed in tokens.items() if page == number and block}
    return PageVectors(page=one.pop("", None), page_second=two.pop("", None), blocks=one, second=two, tokens=own)
