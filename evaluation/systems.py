"""The systems of one run, made from what is at hand: ours by mode and with parts off, flat and library baselines."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Protocol

from core.errors import SettingsError
from core.records import Answer, Question
from evaluation import foreign, graphrag, htmlrag_baseline
from evaluation.answerer import Answerer
from evaluation.baselines import KINDS as FLAT
from evaluation.baselines import FlatIndex, FlatSystem, build_index, chunk_pages
from evaluation.faults import Texts
from evaluation.gateway import Generator
from evaluation.records import Dataset, Passage
from evaluation.replies import GraphSystem
from evaluation.runner import Progress, System
from graph import Database
from models.factory import EmbedderSet
from models.protocols import LanguageModel, Reranker
from retrieval.options import Options

MODES = ("A", "B", "C", "G", "list")
BASELINES = (*FLAT, *graphrag.KINDS, htmlrag_baseline.KIND, *foreign.KINDS)
SLOW = (htmlrag_baseline.KIND, *foreign.KINDS)
BLOCKS = "blocks"
ABLATIONS: dict[str, dict[str, Any]] = {
    BLOCKS: {},
    "navigation": {"navigation": False},
    "entities": {"entities": False},
    "topics": {"topics": False},
    "router": {"router": "none"},
    "classifier": {"router": "rules"},
    "rerank": {"rerank": False},
    "selection": {"selection": False},
    "verification": {"verification": False},
    "budget": {"evidence": 12, "evidence_words": 2000, "source_tokens": 3000},
}


class Asks(Protocol):
    """`retrieval.Retriever`, as far as it is used here."""

    async def ask(self, question: Question, options: Options | None = None) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Plan:
    """What is run: ours as it is (`default`), forced modes, switched-off parts (`ABLATIONS`) and `BASELINES`.

    `sites` are further sites of the graph that are asked the same questions, by what reports call them: damaged copies.
    """

    modes: tuple[str, ...] = ()
    ablations: tuple[str, ...] = ()
    baselines: tuple[str, ...] = ()
    default: bool = True
    sites: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for what, chosen, known in (
            ("mode", self.modes, MODES),
            ("ablation", self.ablations, tuple(ABLATIONS)),
            ("baseline", self.baselines, BASELINES),
        ):
            if unknown := [name for name in chosen if name not in known]:
                raise SettingsError(f"There is no {what} {unknown[0]!r}; choose among {', '.join(known)}.")

    @property
    def needs_chunks(self) -> bool:
        """Whether the pages are to be cut into flat chunks."""
        return bool(set(self.baselines) - set(foreign.KINDS)) or BLOCKS in self.ablations

    @property
    def needs_vectors(self) -> bool:
        """Whether the chunks need vectors."""
        return bool(set(self.baselines) - {"bm25", *foreign.KINDS}) or BLOCKS in self.ablations


@dataclass(frozen=True, slots=True)
class Bench:
    """What systems are made of; what is None or empty is not there, and what needs it says so.

    `pages` gives the texts of the site's pages, `html` the source of one, for baselines. With `embedders` these answer
    by the means of ours, unless `answers` is false. `generator` says where `llm` is, for libraries that ask it.
    """

    retriever: Asks | None = None
    site: str | None = None
    pages: Callable[[], Sequence[Passage]] | None = None
    html: Callable[[str], str] | None = None
    embedders: EmbedderSet | None = None
    reranker: Reranker | None = None
    llm: LanguageModel | None = None
    generator: Generator | None = None
    database: Database | None = None
    cache: Path | None = None
    options: Options = field(default_factory=Options)
    answers: bool = True

    def answerer(self, **changes: Any) -> Answerer | None:
        """What makes answers of baselines' evidence."""
        if self.embedders is None or not self.answers:
            return None
        return Answerer(self.embedders, self.reranker, self.llm, self.options, **changes)


@contextmanager
def open_systems(
    data: Dataset, plan: Plan, bench: Bench, progress: Progress | None = None
) -> Iterator[tuple[list[System], dict[str, Any]]]:
    """The systems in the order of reports, and what their indexes cost; what they put up is taken down afterwards."""
    index, cost = _flat_index(data, plan, bench, progress) if plan.needs_chunks else (None, {})
    own = list(own_systems(plan, bench, index)) if bench.retriever is not None else []
    flat = list(_flat_systems(plan, bench, index)) if index is not None else []
    with ExitStack() as stack:
        if wanted := [kind for kind in plan.baselines if kind in graphrag.KINDS]:
            flat += stack.enter_context(_open_graphrag(bench, index, wanted))
        if wanted := [kind for kind in plan.baselines if kind in foreign.KINDS]:
            parts = _foreign_parts(data, bench, wanted)
            systems, costs = stack.enter_context(foreign.open_foreign(wanted, parts, progress))
            flat, cost = [*flat, *systems], {**cost, **costs}
        yield [*own, *flat], {"sitequest": site_counts(bench), **cost}


def own_systems(plan: Plan, bench: Bench, index: FlatIndex | None = None) -> Iterator[System]:
    """Ours: as it is, by mode, without each part, and over other sites."""
    assert bench.retriever is not None
    ask = bench.retriever.ask
    plain = GraphSystem(partial(ask, options=bench.options), bench.site, texts=graph_texts(bench, bench.site))
    if plan.default:
        yield plain
    for mode in plan.modes:
        yield replace(plain, name=f"mode {mode}", mode=mode)
    for name in plan.ablations:
        if name == BLOCKS and index is not None:
            yield FlatSystem(index, "rrf", 5, bench.answerer(reorder=True), "without blocks", cache(index.texts), False)
        elif name != BLOCKS:
            changed = replace(bench.options, **ABLATIONS[name])
            yield replace(plain, ask_graph=partial(ask, options=changed), name=f"without {name}")
    for label, site in plan.sites.items():
        yield replace(plain, site=site, name=label, texts=graph_texts(bench, site))


def graph_texts(bench: Bench, site: str | None) -> Callable[[], Texts] | None:
    """The blocks of a site of the graph, read once when first needed."""
    database = bench.database
    if database is None or site is None:
        return None

    @cache
    def read() -> Texts:
        blocks = database.read("evaluation/site_blocks", site=site)
        pages = database.read("evaluation/site_pages", site=site)
        return Texts(((row["id"], row["url"], row["text"]) for row in blocks), (row["url"] for row in pages))

    return read


def site_counts(bench: Bench) -> dict[str, int]:
    """How many nodes and edges of each kind the graph has of the site."""
    if bench.database is None or bench.site is None:
        return {}
    row = bench.database.read("sites/count_site", site=bench.site)[0]
    return {name: row[name] for name in ("pages", "blocks", "entities", "topics", "links")}


def _flat_systems(plan: Plan, bench: Bench, index: FlatIndex) -> Iterator[System]:
    texts = cache(index.texts)
    for kind in plan.baselines:
        if kind in FLAT:
            yield FlatSystem(index, kind, 5, bench.answerer(), texts=texts)
    if htmlrag_baseline.KIND in plan.baselines:
        yield _htmlrag(bench, index, texts)


def _htmlrag(bench: Bench, index: FlatIndex, texts: Callable[[], Texts]) -> System:
    if bench.html is None or bench.embedders is None:
        raise SettingsError("The htmlrag baseline needs the source of the pages: ask it of a site that was crawled.")
    htmlrag_baseline.check_installed()
    primary = bench.embedders.primary
    return htmlrag_baseline.HtmlRagSystem(index, primary, bench.html, bench.cache, bench.answerer(), texts)


def _open_graphrag(bench: Bench, index: FlatIndex | None, kinds: Sequence[str]) -> Any:
    if bench.database is None or index is None:
        raise SettingsError("The neo4j-graphrag baselines need the graph database; none was given.")
    return graphrag.open_graphrag(bench.database, index, kinds, bench.answerer())


def _foreign_parts(data: Dataset, bench: Bench, kinds: Sequence[str]) -> foreign.Parts:
    names = " and ".join(kinds)
    if bench.generator is None:
        raise SettingsError(f"{names} cannot work without a language model: name one with --llm.")
    if bench.embedders is None or bench.cache is None:
        raise SettingsError(f"{names} need an embedder and a folder for indexes; none was given.")
    passages = data.passages or (tuple(bench.pages()) if bench.pages is not None else ())
    if not passages:
        raise SettingsError(f"{names} need the texts of the pages: crawl the site first, or give a corpus.")
    return foreign.Parts(tuple(passages), bench.generator, bench.embedders.primary, bench.cache, bench.answerer())


def _flat_index(
    data: Dataset, plan: Plan, bench: Bench, progress: Progress | None
) -> tuple[FlatIndex, dict[str, dict[str, float]]]:
    passages = data.passages or (chunk_pages(bench.pages()) if bench.pages is not None else [])
    if not passages:
        raise SettingsError("Flat baselines need the texts of the pages: crawl the site first, or give a corpus.")
    if plan.needs_vectors and bench.embedders is None:
        raise SettingsError("Baselines with vectors need an embedder; none was given.")
    dense = bench.embedders.primary if bench.embedders is not None and plan.needs_vectors else None
    started = time.perf_counter()
    index = build_index(passages, dense, bench.cache, None if progress is None else partial(progress, "flat vectors"))
    cost = {"chunks": len(index.chunks), "seconds": round(time.perf_counter() - started, 1)}
    return index, {"flat chunks": cost}
