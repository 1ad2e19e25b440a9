"""HotpotQA and 2WikiMultihopQA by the product's own retrieval over a graph of their passages, beside flat baselines.

    PYTHONPATH=. scripts/measure_multihop.py QUESTIONS.json [--site NAME] [--no-vectors] [--keep-graph] [--show N]

Every passage becomes a page of one block. A mention of another passage's title is a hyperlink, as it is in the pages
that the passages come from; nothing of the questions or of the gold is used for that. Each question is asked as a user
would ask it, and the pages of its first five blocks of evidence are compared with the gold titles: recall, and the
share of questions with all gold titles among them. BM25, dense vectors and both fused are measured over the same
passages, embedder and questions in the same run (without vectors only BM25).
"""

from __future__ import annotations

import argparse
import asyncio
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from core.records import Question
from core.settings import Settings, load_settings
from evaluation.baselines import FlatIndex, embed_cached
from evaluation.datasets import load_dataset
from evaluation.lexical import BM25
from evaluation.records import Dataset, Passage
from graph import open_async_database
from graph.database import open_database
from graph.lines import EdgeLine, Header, Line, NodeLine
from graph.portable import write_graph
from graph.schema import ensure_schema, latest_version
from models.factory import make_embedders, make_reranker
from models.protocols import Vectors
from retrieval import Retriever
from retrieval.texts import count_words, fold, words

TOP = 5
LONGEST = 12
_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_BRACKET = re.compile(r"\s*\([^)]*\)\s*$")


def title_index(passages: Sequence[Passage]) -> dict[tuple[str, ...], list[int]]:
    """Passages by the words of their titles, the qualifier in brackets left out."""
    index: dict[tuple[str, ...], list[int]] = {}
    for number, passage in enumerate(passages):
        key = tuple(words(_BRACKET.sub("", passage.title)))
        if key:
            index.setdefault(key, []).append(number)
    return index


def find_links(text: str, index: dict[tuple[str, ...], list[int]]) -> Iterator[tuple[int, str]]:
    """Every passage whose title stands in the text, written as a name, the longest first; with the words there."""
    found = [(match.start(), match.end(), match.group()) for match in _WORD.finditer(text)]
    folded = [fold(word).removesuffix("'s").replace("'", "") for _, _, word in found]
    place = 0
    while place < len(found):
        for length in range(min(LONGEST, len(found) - place), 0, -1):
            key = tuple(folded[place : place + length])
            surface = text[found[place][0] : found[place + length - 1][1]]
            if key in index and (length > 1 or len(key[0]) > 3) and not surface[0].islower():
                yield from ((number, surface) for number in index[key])
                place += length
                break
        else:
            place += 1


def make_lines(passages: Sequence[Passage], vectors: Vectors | None, site: str, header: Header) -> Iterator[Line]:
    """The graph of the passages: pages, blocks, their containment and the links between pages."""
    index = title_index(passages)
    yield header
    for number, one in enumerate(passages):
        vector = {} if vectors is None else {"embedding": [float(value) for value in vectors[number]]}
        page = {"site": site, "url": one.url, "title": one.title, "lang": "en", "status": "ok", **vector}
        yield NodeLine("Page", site, one.url, page)
    for number, one in enumerate(passages):
        vector = {} if vectors is None else {"embedding": [float(value) for value in vectors[number]]}
        yield NodeLine("Block", site, f"{site}:{number}", {**_block(one, site, number), **vector})
    for number, one in enumerate(passages):
        ends = ("Page", site, one.url), ("Block", site, f"{site}:{number}")
        yield EdgeLine("CONTAINS", *ends, {"order": 0})
    for number, one in enumerate(passages):
        linked = {target: surface for target, surface in find_links(one.text, index) if target != number}
        for target, surface in linked.items():
            ends = ("Page", site, one.url), ("Page", site, passages[target].url)
            yield EdgeLine("HYPERLINK", *ends, {"anchor_text": surface, "region": "main", "count": 1})


def _block(one: Passage, site: str, number: int) -> dict[str, object]:
    values: dict[str, object] = {"id": f"{site}:{number}", "site": site, "url": one.url, "kind": "paragraph"}
    values |= {"text": one.text, "markdown": one.text, "heading_path": [one.title], "headings": one.title, "order": 0}
    return values | {"words": count_words(one.text), "main": 1.0, "leaf": True, "lang": "en", "codes": ""}


def load_graph(settings: Settings, dataset: Dataset, vectors: Vectors | None, site: str) -> None:
    """Write the passages as a site."""
    embedder = make_embedders(settings).primary
    with open_database(settings) as database:
        ensure_schema(database, {"embedding": embedder})
        header = Header(latest_version(database.statements), (site,), {"embedding": (embedder.name, embedder.size)})
        write_graph(database, make_lines(dataset.passages, vectors, site, header), replace=True)


async def ask_all(settings: Settings, dataset: Dataset, site: str) -> list[list[str]]:
    """The pages of each question's first blocks of evidence."""
    async with await open_async_database(settings) as database:
        retriever = Retriever(database, make_embedders(settings), make_reranker(settings), None, settings)
        found = []
        for one in dataset.questions:
            answer = await retriever.ask(Question(text=one.text, site=site, limit=TOP))
            found.append([item.url for item in answer.evidence[:TOP]])
    return found


def score(dataset: Dataset, found: Sequence[Sequence[str]]) -> tuple[float, float]:
    """Mean share of gold pages found, and share of questions with all of them."""
    shares = [
        len(set(one.pages) & set(got)) / len(set(one.pages)) for one, got in zip(dataset.questions, found, strict=True)
    ]
    return float(np.mean(shares)), float(np.mean([share == 1.0 for share in shares]))


def main() -> None:
    """Read the arguments, write the graph, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--site")
    parser.add_argument("--no-vectors", action="store_true")
    parser.add_argument("--keep-graph", action="store_true", help="the site is in the graph already")
    parser.add_argument("--show", type=int, default=0, help="print so many questions that miss a page")
    arguments = parser.parse_args()
    settings, dataset = load_settings(), load_dataset(str(arguments.questions))
    site = arguments.site or dataset.name
    texts = [f"{one.title}. {one.text}" for one in dataset.passages]
    embedder = make_embedders(settings).primary
    vectors = None if arguments.no_vectors else embed_cached(texts, embedder, settings.cache)
    if not arguments.keep_graph:
        load_graph(settings, dataset, vectors, site)
    started = time.perf_counter()
    ours = asyncio.run(ask_all(settings, dataset, site))
    spent = 1000 * (time.perf_counter() - started) / len(dataset.questions)
    flat = FlatIndex(
        tuple(dataset.passages), BM25([f"{one.title} {one.text}" for one in dataset.passages]), vectors, embedder
    )
    kinds = ["bm25"] if vectors is None else ["bm25", "dense", "rrf"]
    rows = {
        kind: [[hit.url for hit in flat.search(kind, one.text, TOP)] for one in dataset.questions] for kind in kinds
    }
    print(f"{dataset.name}: {len(dataset.questions)} questions, {len(dataset.passages)} passages, {spent:.0f} ms each")
    print("| | recall@5 | all gold@5 |\n|---|---|---|")
    for name, found in {**rows, "sitequest": ours}.items():
        print("| {} | {:.3f} | {:.3f} |".format(name, *score(dataset, found)))
    missed = [(one, got) for one, got in zip(dataset.questions, ours, strict=True) if not set(one.pages) <= set(got)]
    for one, got in missed[: arguments.show]:
        print(f"\n{one.text}\n    gold {sorted(one.pages)}\n    found {got}")


if __name__ == "__main__":
    main()
