"""HtmlRAG (arXiv 2411.02959, library `htmlrag`) as a baseline: whole pages, their block tree pruned for each question.

The pages are those of the best flat chunks, three of them; the library cleans each, builds its block tree (256 words a
block) and prunes it by our embedder's ranking to an equal share of 1,200 tokens. The second pruning of the paper, by a
generative model trained for it, is left out: its weights are not in the library. Slow: run it on a part, `--limit 20`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import SettingsError
from evaluation.answerer import Answerer
from evaluation.baselines import POOL, FlatIndex, embed_cached
from evaluation.faults import Texts
from evaluation.records import Found, GoldQuestion, Place, Reply
from models.protocols import Embedder
from retrieval.followups import resolve

KIND = "htmlrag"
PAGES = 3
BLOCK_WORDS = 256
BUDGET = 1200
_TOKEN = re.compile(r"\w+|[^\w\s]|\s+")
_TAG = re.compile(r"<[^>]*>")


class Tokens:
    """Words and signs as tokens, in the form of a chat tokenizer."""

    def encode(self, text: str, add_special_tokens: bool = False) -> list[str]:
        """The tokens but white space."""
        return [token for token in _TOKEN.findall(text) if not token.isspace()]

    def tokenize(self, text: str) -> list[str]:
        """The tokens with white space, so that they can be joined again."""
        return _TOKEN.findall(text)

    def convert_tokens_to_string(self, tokens: Sequence[str]) -> str:
        """The text again."""
        return "".join(tokens)


@dataclass(frozen=True, slots=True)
class HtmlRagSystem:
    """`html` gives the source of a page by its address."""

    index: FlatIndex
    embedder: Embedder
    html: Callable[[str], str]
    cache: Path | None = None
    answerer: Answerer | None = None
    texts: Callable[[], Texts] | None = None
    name: str = "htmlrag"

    async def ask(self, question: GoldQuestion) -> Reply:
        """What is left of the pages, and an answer when there is an answerer."""
        text = resolve(question.text, question.history)
        ranked = self.index.search("rrf", text, POOL)
        urls = list(dict.fromkeys(found.url for found in ranked))[:PAGES]
        found = await asyncio.to_thread(lambda: [self._prune(text, url) for url in urls])
        if self.answerer is not None:
            return await self.answerer.answer(question, found, len(found))
        return Reply(evidence=tuple(found), candidates=tuple(one.block_id for one in found))

    def locate(self, question: GoldQuestion) -> Place:
        """Where the gold stands in the pages."""
        return self.texts().locate(question) if self.texts is not None else Place()

    def _prune(self, question: str, url: str) -> Found:
        from htmlrag import build_block_tree, clean_html

        tree, numbered = build_block_tree(clean_html(self.html(url)), max_node_words=BLOCK_WORDS)
        order = self._rank(question, [tag.get_text(" ") for tag, _, _ in tree])
        left = _pruner().prune_HTML(numbered, tree, order, Tokens(), BUDGET // PAGES)
        return Found(url, " ".join(_TAG.sub(" ", left).split()), "", url)

    def _rank(self, question: str, texts: Sequence[str]) -> list[int]:
        vectors = embed_cached(texts, self.embedder, self.cache)
        scores = vectors @ self.embedder.embed_questions([question])[0]
        return [int(row) for row in np.argsort(-scores, kind="stable")]


def _pruner() -> Any:
    from htmlrag import Pruner

    return Pruner()


def check_installed() -> None:
    """Raises `SettingsError` when the library is not there."""
    try:
        import htmlrag  # noqa: F401
    except ImportError as error:
        raise SettingsError("htmlrag is not installed; `pip install htmlrag` brings it (and torch, 3 GB).") from error
