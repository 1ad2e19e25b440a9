"""Flat baselines over the same pages, embedder and questions: 150-word chunks by BM25, dense vectors, or both fused.

A chunk is a run of 150 words of a page's body without scripts, styles, navigation, header and footer, whatever its
structure: what most systems do. With an answerer, its best chunks are answered from by the same means as ours.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.lexical import BM25, fuse, rank
from evaluation.records import Found, GoldQuestion, Passage, Reply
from models.protocols import Embedder, Vectors

WORDS = 150
POOL = 50
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
        rows = self._rows(kind, question, k)
        return [Found(self.chunks[row].url, self.chunks[row].text, self.chunks[row].title) for row in rows]

    def has_words(self, words: Sequence[str]) -> bool:
        """Whether all words stand somewhere in the index."""
        return all(self.lexical.idf(word) < self.lexical.idf("\0") for word in words)

    def _rows(self, kind: str, question: str, k: int) -> list[int]:
        if kind == "bm25":
            return rank(self.lexical.score(question), k)
        if kind == "dense":
            return rank(self._dense(question), k)
        return fuse([rank(self.lexical.score(question), POOL), rank(self._dense(question), POOL)], k)

    def _dense(self, question: str) -> NDArray[np.float32]:
        if self.vectors is None or self.embedder is None:
            raise ValueError("this index was made without vectors")
        return np.asarray(self.vectors @ self.embedder.embed_questions([question])[0], dtype=np.float32)


class FlatSystem:
    """A baseline as a system: `ask` gives the evidence, and nothing else unless an answerer is given."""

    def __init__(
        self, index: FlatIndex, kind: str, k: int = 5, answer: Callable[[str, list[Found]], Reply] | None = None
    ) -> None:
        self.name = f"flat {kind}"
        self._index = index
        self._kind = kind
        self._k = k
        self._answer = answer

    async def ask(self, question: GoldQuestion) -> Reply:
        """The evidence for one question, or its answer."""
        found = self._index.search(self._kind, question.text, self._k)
        return self._answer(question.text, found) if self._answer else Reply(evidence=tuple(found), mode="")


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
    vectors = None if embedder is None else _cached_vectors(texts, embedder, cache, step)
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


def _cached_vectors(texts: Sequence[str], embedder: Embedder, cache: Path | None, step: Step | None) -> Vectors:
    if cache is None:
        return _embed(texts, embedder, step)
    key = hashlib.sha256("\0".join([embedder.name, *texts]).encode()).hexdigest()[:20]
    path = cache / "evaluation" / f"{embedder.name}-{key}.npy"
    if path.is_file():
        return np.asarray(np.load(path), dtype=np.float32)
    vectors = _embed(texts, embedder, step)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".part").open("wb") as stream:
        np.save(stream, vectors)
    path.with_suffix(".part").replace(path)
    return vectors


def _embed(texts: Sequence[str], embedder: Embedder, step: Step | None, batch: int = 256) -> Vectors:
    parts = []
    for start in range(0, len(texts), batch):
        parts.append(embedder.embed_passages(texts[start : start + batch]))
        if step is not None:
            step(min(start + batch, len(texts)), len(texts))
    return np.vstack(parts) if parts else embedder.embed_passages([])
