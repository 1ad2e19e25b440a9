"""What attachment costs beside a full rebuild of the communities, and what it does to retrieval through them.

Usage: python scripts/measure_topics.py DATA [--share 0.2]
DATA holds the unpacked `hotpotqa-train100`.
Cost: the product does it all, on a Neo4j of its own. The first documents are written and their communities built, the
last share is written and attached, then all communities are built anew. This is done twice, so that Java has compiled
some of what it runs; the second time counts more. CPU is that of server and client. The vectors of the titles and
summaries that either step makes are part of its cost and counted with it; the graph's share of it is printed first.
Retrieval: a question looks into the five communities most like it and takes their five most similar documents: recall
of the gold documents, in brackets the share of questions with all of them. Means over several choices of the share that
comes late and of the order of nodes, since one clustering differs from the next by points. "All" looks into every
document.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np
import psutil

from core.records import BlockRecord, PageGraph, PageRecord
from core.settings import load_settings
from graph import Database, open_database
from graph.schema import await_indexes, ensure_schema
from graph.server import LocalServer
from ingest.embedding import VectorMaker
from ingest.entities.findings import Findings
from ingest.gazetteer import NameFinder
from ingest.identity import block_id, digest
from ingest.topics.attaching import nearest
from ingest.topics.building import TopicBuilder, TopicReport
from ingest.topics.hierarchy import build_levels
from ingest.topics.hybrid import Floats, build_hybrid, normalise
from ingest.topics.storing import TopicStore, mean_of
from ingest.topics.summaries import Member
from ingest.transactions import batches
from ingest.writer import GraphWriter, PageVectors
from models.factory import EmbedderSet, make_embedders
from models.protocols import Embedder, Vectors

TOP = 5
GROUP = 100
RUNS = ("first", "second")
SPLITS = 6


Made = TypeVar("Made")


class Remembering:
    """An embedder that embeds each text once: the documents of both runs are the same."""

    languages: tuple[str, ...] = ("*",)

    def __init__(self, inner: Embedder) -> None:
        self.inner, self.name, self.size = inner, inner.name, inner.size
        self._known: dict[str, Floats] = {}

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """One vector a text."""
        new = sorted({text for text in texts if text not in self._known}, key=len)
        for batch in batches(new, 64):
            self._known.update(zip(batch, self.inner.embed_passages(batch), strict=True))
        return np.asarray([self._known[text] for text in texts], dtype=np.float32)

    embed_questions = embed_passages


def make_pages(site: str, corpus: Mapping[str, str]) -> list[PageGraph]:
    """A page of one block for each document; titles are entities, and every block mentions those that it names."""
    findings = {title: Findings(site) for title in corpus}
    names = {title: findings[title].entity("other", title) for title in corpus}
    finder = NameFinder({"id": title, "name": title, "aliases": []} for title in corpus)
    pages = []
    for title, text in corpus.items():
        url = f"https://documents.example/{digest(title)}"
        block, found = block_id(site, url, text, 0), findings[title]
        found.mention(block, names[title])
        for place in finder.find(text):
            found.mention(block, found.entity("other", place.entity), place.surface, place.start)
        words = len(text.split())
        page = PageRecord(site, url, title, "en", "ok", digest(title, text), "2026-01-01T00:00:00+00:00")
        record = BlockRecord(
            block, url, "paragraph", text, text, (title,), None, 0, words, 1.0, True, digest(title, text),
            searchable=f"{title}\n{text}",
        )  # fmt: skip
        entities = tuple(found.entities.values())
        pages.append(PageGraph(page, (record,), (), entities, found.mentions, (), ()))
    return pages


class Spending:
    """Counts seconds of CPU of a server and of this process."""

    def __init__(self, server: int) -> None:
        self._server = psutil.Process(server)

    def of(self, work: Callable[[], Made]) -> tuple[Made, float, float]:
        """What some work gives, its seconds of CPU and on the clock."""
        started, before = time.perf_counter(), self._now()
        report = work()
        return report, self._now() - before, time.perf_counter() - started

    def _now(self) -> float:
        times = self._server.cpu_times()
        return float(times.user + times.system) + time.process_time()


class Site:
    """The documents as a site in the graph."""

    def __init__(self, database: Database, name: str, embedder: Remembering) -> None:
        self.name, self.topics = name, TopicBuilder(database)
        self._database, self._writer = database, GraphWriter(database)
        self._vectors = VectorMaker(database, EmbedderSet(embedder))
        self._anew = VectorMaker(database, EmbedderSet(embedder.inner))

    def write(self, pages: Sequence[PageGraph]) -> None:
        """Write pages, with vectors for all that is new."""
        for batch in batches(pages, GROUP):
            self._writer.write_all([(page, PageVectors()) for page in batch])
        self._vectors.fill(self.name, lambda step, done, total: None)
        await_indexes(self._database, seconds=600)

    def embed_topics(self) -> None:
        """Give vectors to the communities that are new or say something else, each text embedded."""
        self._anew.fill(self.name, lambda step, done, total: None)

    def nodes(self) -> tuple[dict[str, Member], list[tuple[str, str]]]:
        """What communities are made of, and which blocks mention which entities."""
        store = TopicStore(self._database)
        members = {one.id: one for one in (*store.blocks(self.name), *store.entities(self.name))}
        return members, store.mentions(self.name)


Score = tuple[float, float]
Cost = tuple[float, float]


class Asking:
    """Questions with their vectors and gold titles."""

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        questions = json.loads((folder / "hotpotqa_train.json").read_text("utf-8"))
        self._vectors = embedder.embed_questions([one["question"] for one in questions])
        self._gold = [{title for title, _ in one["supporting_facts"]} for one in questions]

    def through(self, homes: Iterable[Iterable[str]], members: Mapping[str, Member]) -> Score:
        """Recall of gold documents, and the share of questions with all of them."""
        kept = [found for names in homes if (found := [name for name in names if members[name].text])]
        vectors = {name: np.asarray(members[name].vector, dtype=np.float32) for names in kept for name in names}
        centres = normalise(np.asarray([np.mean([vectors[one] for one in names], axis=0) for names in kept]))
        recalls = []
        for vector, gold in zip(self._vectors, self._gold, strict=True):
            chosen = [name for place in np.argsort(-(centres @ vector))[:TOP] for name in kept[place]]
            chosen.sort(key=lambda name: -float(np.dot(vectors[name], vector)))
            recalls.append(len(gold & {members[name].headings[0] for name in chosen[:TOP]}) / len(gold))
        return float(np.mean(recalls)), float(np.mean([one == 1 for one in recalls]))


def lowest(members: Mapping[str, Member], mentions: Sequence[tuple[str, str]]) -> list[tuple[str, ...]]:
    """The lowest communities of some nodes."""
    graph = build_hybrid({name: one.vector for name, one in members.items()}, mentions, [])
    return [row.members for row in build_levels(graph, "x", levels=1)]


def attached(
    early: Mapping[str, Member], late: Sequence[Member], mentions: Sequence[tuple[str, str]]
) -> list[tuple[str, ...]]:
    """The lowest communities of early nodes with the late ones attached."""
    homes = {str(number): names for number, names in enumerate(lowest(early, mentions))}
    new = nearest({name: mean_of([early[one] for one in names]) for name, names in homes.items()}, late)
    return [(*names, *(one.id for one in new.get(name, ()))) for name, names in homes.items()]


def compare(site: Site, asking: Asking, share: float) -> None:
    """Print what attachment does to retrieval, over several splits."""
    members, mentions = site.nodes()
    scores: dict[str, list[Score]] = {"attached": [], "rebuilt": []}
    for seed in range(SPLITS):
        named = {name: f"{digest(str(seed), name)}" for name in members}
        shuffled = {named[name]: replace(one, id=named[name]) for name, one in members.items()}
        pairs = [(named[block], named[entity]) for block, entity in mentions]
        blocks = sorted(name for name, one in shuffled.items() if one.text)
        early = set(random.Random(seed).sample(blocks, int(len(blocks) * (1 - share))))
        early |= {entity for block, entity in pairs if block in early}
        late = [one for name, one in shuffled.items() if name not in early]
        homes = attached({name: shuffled[name] for name in early}, late, pairs)
        scores["attached"].append(asking.through(homes, shuffled))
        scores["rebuilt"].append(asking.through(lowest(shuffled, pairs), shuffled))
    scores["all"] = [asking.through([list(members)], members)]
    for kind, found in scores.items():
        recall, complete = np.mean(found, axis=0)
        print(f"{kind}: recall@{TOP} {recall:.3f} ({complete:.2f})")


def spend(site: Site, pages: Sequence[PageGraph], share: float, spending: Spending) -> None:
    """Print what attachment of the last share of pages costs beside a rebuild."""
    first = int(len(pages) * (1 - share))
    site.write(pages[:first])
    site.topics.update(site.name)
    site.write(pages[first:])
    came, *attaching = step_of(site, site.topics.update, spending)
    whole, *rebuilding = step_of(site, site.topics.rebuild, spending)
    print(f"{site.name}: {came.attached} nodes attached, {came.rewritten} of {came.communities} communities rewritten")
    print(f"  beside {whole.communities} rebuilt; seconds of CPU, and on the clock:")
    for what, one, other in zip(("graph", "graph and vectors"), attaching, rebuilding, strict=True):
        parts = [f"{a:.2f} beside {b:.2f} ({a / b:.0%})" for a, b in zip(one, other, strict=True)]
        print(f"  {what}: {', '.join(parts)}")


def step_of(site: Site, step: Callable[[str], TopicReport], spending: Spending) -> tuple[TopicReport, Cost, Cost]:
    """What a step says, and its cost: in the graph, and with the vectors of what it wrote."""
    report, *graph = spending.of(lambda: step(site.name))
    _, *vectors = spending.of(site.embed_topics)
    both = [a + b for a, b in zip(graph, vectors, strict=True)]
    return report, (graph[0], graph[1]), (both[0], both[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--share", type=float, default=0.2)
    options = parser.parse_args()
    folder = options.data / "hotpotqa-train100"
    documents = json.loads((folder / "hotpotqa_train_corpus.json").read_text("utf-8"))
    corpus = {title: "".join(sentences) for title, sentences in documents.items()}
    with tempfile.TemporaryDirectory() as home:
        settings = load_settings(home=Path(home), neo4j_uri=None)
        embedder = Remembering(make_embedders(load_settings()).primary)
        server = LocalServer(settings)
        info = server.ensure()
        try:
            with open_database(settings) as database:
                ensure_schema(database, {"embedding": embedder})
                for name in RUNS:
                    site = Site(database, name, embedder)
                    spend(site, make_pages(name, corpus), options.share, Spending(info.pid or 0))
                compare(site, Asking(folder, embedder), options.share)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
