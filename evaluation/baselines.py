"""Flat baselines over the same pages, embedder and questions: 150-word chunks by BM25, dense vectors, or both fused.

A chunk is a run of 150 words of a page's body without scripts, styles, navigation, header and footer, whatever its
structure: what most systems do. With an answerer, its best chunks are answered from by the same means as ours.
Whatever answers, the first five chunks are the evidence.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.answerer import Answerer
from evaluation.faults import Texts
from evaluation.lexical import BM25, fuse, rank
from evaluation.records import Found, GoldQuestion, Passage, Place, Reply
from models.protocols import Embedder, Vectors
from retrieval.followups import resolve

WORDS = 150
POOL = 50
GIVEN = 10
BATCH = 128
KINDS = ("bm25", "dense", "rrf")
_NOISE = "//script|//style|//noscript|//nav|//footer|//header|//comment()"

Step = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class FlatIndex:
    """Chunks with their two indexes; `vectors` is None when only BM25 is asked for."""

    chunks: tuple[Passage, ...]
    lexical: BM25
    vectors: Vectors | None = None
    embedder: Embedder | None = None

    def search(self, kind: str, question: str, k: int) -> list[Found]:
        """The k best chunks by `bm25`, `dense` or `rrf`, best first."""
        lexical = None if kind == "dense" else self.lexical.score(question)
        dense = None if kind == "bm25" else self._dense(question)
        known = {"lexical": lexical, "dense": dense}
        scores = {name: values for name, values in known.items() if values is not None}
        rankings = [rank(values, k if len(scores) == 1 else POOL) for values in scores.values()]
        rows = rankings[0] if len(rankings) == 1 else fuse(rankings, k)
        return [self._found(row, {name: float(values[row]) for name, values in scores.items()}) for row in rows]

    def texts(self) -> Texts:
        """The chunks, to look for gold words in."""
        return Texts((self.chunk_id(row), chunk.url, chunk.text) for row, chunk in enumerate(self.chunks))

    def chunk_id(self, row: int) -> str:
        """The name of a chunk."""
        return f"{self.chunks[row].url}#{row}"

    def _found(self, row: int, scores: dict[str, float]) -> Found:
        chunk = self.chunks[row]
        return Found(chunk.url, chunk.text, chunk.title, self.chunk_id(row), tuple(scores.items()))

    def _dense(self, question: str) -> NDArray[np.float32]:
        if self.vectors is None or self.embedder is None:
            raise ValueError("this index was made without vectors")
        return np.asarray(self.vectors @ self.embedder.embed_questions([question])[0], dtype=np.float32)


@dataclass(frozen=True, slots=True)
class FlatSystem:
    """A baseline as a system: `ask` gives the evidence, and an answer when there is an answerer.

    `listed`: the pages of its ten best chunks are what a reader is given, whatever is answered.
    """

    index: FlatIndex
    kind: str
    k: int = 5
    answerer: Answerer | None = None
    label: str = ""
    texts: Callable[[], Texts] | None = None
    listed: bool = True

    @property
    def name(self) -> str:
        """What reports call it."""
        return self.label or f"flat {self.kind}"

    async def ask(self, question: GoldQuestion) -> Reply:
        """The evidence for one question, or its answer. A follow-up is searched as the whole question it stands for."""
        text = resolve(question.text, question.history)
        found = self.index.search(self.kind, text, POOL)
        given = tuple(dict.fromkeys(one.url for one in found[:GIVEN])) if self.listed else None
        if self.answerer is not None:
            return replace(await self.answerer.answer(question, found, self.k), given=given)
        return Reply(evidence=tuple(found[: self.k]), candidates=tuple(one.block_id for one in found), given=given)

    def locate(self, question: GoldQuestion) -> Place:
        """Where the gold stands in the chunks."""
        return self.texts().locate(question) if self.texts is not None else Place()


def build_index(
    passages: Sequence[Passage],
    embedder: Embedder | None = None,
    cache: Path | None = None,
    step: Step | None = None,
) -> FlatIndex:
    """An index of passages as they are; vectors are kept under `cache`, so that a second run embeds nothing.

    Title and text are searched together when there is a title.
    """
    texts = [f"{passage.title}\n{passage.text}" if passage.title else passage.text for passage in passages]
    vectors = None if embedder is None else embed_cached(texts, embedder, cache, step)
    return FlatIndex(tuple(passages), BM25(texts), vectors, embedder)


def chunk_pages(pages: Sequence[Passage], words: int = WORDS) -> list[Passage]:
    """Runs of words of each page; the title is not repeated in them."""
    return [
        Passage(page.url, "", " ".join(split[start : start + words]))
        for page in pages
        for split in (page.text.split(),)
        for start in range(0, len(split), words)
    ]


def read_folder(folder: Path) -> list[Passage]:
    """The pages of a saved site, with the path below the folder as address."""
    files = sorted(folder.rglob("*.html"))
    return [read_body(f"/{file.relative_to(folder)}", file.read_bytes()) for file in files]


def read_body(url: str, body: bytes) -> Passage:
    """Title and body text of one page, without chrome."""
    from lxml import etree, html

    try:
        tree: Any = html.fromstring(body)
    except (etree.ParserError, ValueError):
        return Passage(url, "", "")
    for element in tree.xpath(_NOISE):
        if element.getparent() is not None:
            element.drop_tree()
    root = tree.find("body")
    title = " ".join((tree.findtext(".//title") or "").split())
    text = " ".join(str(part) for part in (tree if root is None else root).itertext())
    return Passage(url, title, " ".join(text.split()))


def embed_cached(
    texts: Sequence[str], embedder: Embedder, cache: Path | None = None, step: Step | None = None
) -> Vectors:
    """Vectors by text, whatever the order; what was embedded before a stop is not embedded again."""
    path = None if cache is None else cache / "evaluation" / f"{embedder.name}.npz"
    known = _read_vectors(path)
    digests = [hashlib.sha256(text.encode()).hexdigest()[:32] for text in texts]
    missing = {digest: text for digest, text in zip(digests, texts, strict=True) if digest not in known}
    waiting = list(missing.items())
    for start in range(0, len(waiting), BATCH):
        batch = waiting[start : start + BATCH]
        vectors = embedder.embed_passages([text for _, text in batch])
        known.update(zip((digest for digest, _ in batch), vectors, strict=True))
        if step is not None:
            step(min(start + BATCH, len(waiting)), len(waiting))
        if start // BATCH % 8 == 7:
            _write_vectors(path, known)
    if waiting:
        _write_vectors(path, known)
    return np.array([known[digest] for digest in digests], np.float32).reshape(len(texts), embedder.size)


def _read_vectors(path: Path | None) -> dict[str, NDArray[np.float32]]:
    if path is None or not path.is_file():
        return {}
    with np.load(path) as kept:
        return dict(zip(kept["digests"].tolist(), kept["vectors"], strict=True))


def _write_vectors(path: Path | None, known: dict[str, NDArray[np.float32]]) -> None:
    if path is None:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with part.open("wb") as stream:
        np.savez(stream, digests=np.array(list(known)), vectors=np.array(list(known.values()), np.float32))
    part.replace(path)
