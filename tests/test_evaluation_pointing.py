"""Pointing beside writing: which pages are taken, and how both ways are counted. The model is scripted here."""

from __future__ import annotations

from typing import Any

import pytest

from core.errors import LLMError
from evaluation.extraction_pointing import builtin, measure_way, pick_pages, pointing, table_of, writing
from evaluation.extraction_tools import Example
from ingest.html.selection.interface import contents
from models.protocols import Completion

WANTED = "The ferry leaves at nine. " * 60


class Scripted:
    """Points at all blocks, writes half of the text, fails where it is told to."""

    name = "scripted"

    def __init__(self, last: int, text: str, fails: bool = False) -> None:
        self._last, self._text, self._fails = last, text, fails

    async def complete(
        self, system: str, user: str, *, schema: dict[str, Any] | None = None, max_tokens: int = 512
    ) -> Completion:
        if self._fails:
            raise LLMError("down")
        if schema:
            return Completion(f'{{"intervals": [[0, {self._last}]]}}', 900, 12, True)
        return Completion(self._text, 900, 300, True)


def example(words: int) -> Example:
    text = "The ferry leaves at nine. " * (words // 5)
    return (
        f"<title>Ferry</title><main><h1>Ferry</h1><p>{text}</p></main>".encode(),
        "http://f.example/",
        "article",
        text,
    )


def test_pages_of_middle_length_are_spread_over_all():
    picked = pick_pages([example(words) for words in (50, 250, 300, 350, 400, 2000)], 2)
    assert [len(wanted.split()) for _, wanted in picked] == [250, 350]


async def test_each_way_is_counted_with_its_tokens_and_failures():
    pages = pick_pages([example(300)], 1)
    last = max(contents(pages[0][0]))
    model = Scripted(last, WANTED[: len(WANTED) // 2])
    ways = {"built-in": builtin(), "points": pointing(model), "writes": writing(model)}  # type: ignore[arg-type]
    tallies = {name: await measure_way(way, pages) for name, way in ways.items()}
    assert [tally.tokens for tally in tallies.values()] == [[0], [12], [300]]
    assert tallies["points"].f1[0] > 0.98 > 0.7 > tallies["writes"].f1[0]
    assert table_of(tallies).splitlines()[3].startswith("| points | 0.99")
    assert "| 12 | 0.04 |" in table_of(tallies)


async def test_a_model_that_fails_scores_nothing_and_is_counted():
    pages = pick_pages([example(300)], 1)
    tally = await measure_way(writing(Scripted(0, "", fails=True)), pages)  # type: ignore[arg-type]
    assert (tally.f1, tally.failed) == ([0.0], 1)
    assert (await measure_way(pointing(Scripted(0, "", fails=True)), pages)).f1 == pytest.approx([0.0])  # type: ignore[arg-type]
