"""The flat baseline beside the modes on the Compare page: runs of words of the stored pages, without any graph."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from core.errors import IngestError
from core.records import Evidence, Question
from core.settings import Settings

if TYPE_CHECKING:
    from evaluation.baselines import FlatIndex
    from models.protocols import Embedder

MOST_EMBEDDED = 250  # chunks; more would keep the first reader waiting for minutes
KEPT = 2


class FlatChunks:
    """Makes the chunks of a site when they are first asked for, and again when its pages changed.

    Small sites are searched by BM25 and vectors fused, as the evaluation does, once their vectors are made, which goes
    on behind; until then, and on large sites, by BM25 alone.
    """

    def __init__(self, settings: Settings, embedder: Embedder) -> None:
        self._settings = settings
        self._embedder = embedder
        self._lock = threading.Lock()
        self._indexes: dict[tuple[str, str], FlatIndex] = {}

    async def prepare(self, site: str) -> None:
        """Make the chunks of a site ready. Raises `IngestError` when no page is stored here."""
        await asyncio.to_thread(self._ready, site)

    async def find(self, question: Question) -> tuple[str, tuple[Evidence, ...]]:
        """How the chunks were searched, and the best of them. Raises `IngestError` when no page is stored here."""
        return await asyncio.to_thread(self._find, question)

    def _find(self, question: Question) -> tuple[str, tuple[Evidence, ...]]:
        from retrieval.followups import resolve

        index = self._ready(str(question.site))
        kind = "bm25" if index.vectors is None else "rrf"
        found = index.search(kind, resolve(question.text, question.history), question.limit)
        evidence = tuple(
            Evidence(block_id=f"chunk:{one.block_id}", url=one.url, title=one.title or one.url, heading_path=(),
                     text=one.text, kind="chunk", words=len(one.text.split()), scores=dict(one.scores))
            for one in found
        )  # fmt: skip
        return kind, evidence

    def _ready(self, site: str) -> FlatIndex:
        with self._lock:
            return self._index(site)

    def _index(self, site: str) -> FlatIndex:
        from evaluation.baselines import build_index, chunk_pages
        from evaluation.pages import read_site

        key = (site, self._state(site))
        if key not in self._indexes:
            chunks = chunk_pages(read_site(self._settings, site))
            if not chunks:
                raise IngestError(f"No page of {site} is stored on this machine; the flat baseline is made of those.")
            while len(self._indexes) >= KEPT:
                self._indexes.pop(next(iter(self._indexes)))
            self._indexes[key] = build_index(chunks)
            if len(chunks) <= MOST_EMBEDDED:
                threading.Thread(target=self._add_vectors, args=(key,), name="flat vectors", daemon=True).start()
        return self._indexes[key]

    def _add_vectors(self, key: tuple[str, str]) -> None:
        from evaluation.baselines import build_index

        made = build_index(self._indexes[key].chunks, self._embedder, self._settings.cache)
        with self._lock:
            if key in self._indexes:
                self._indexes[key] = made

    def _state(self, site: str) -> str:
        """Differs when the stored pages do."""
        from core.ledger import Ledger
        from core.state import STATE_NAME

        path = self._settings.home / STATE_NAME
        if not path.exists():
            return ""
        ledger = Ledger(path)
        try:
            rows = ledger.state.rows(
                "SELECT count(*), max(changed_at) FROM ledger WHERE site = ? AND snapshot != ''", site
            )
        finally:
            ledger.close()
        return str(list(rows))
