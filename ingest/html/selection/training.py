"""Training samples in the published form (IndexLM): address, title, indexed blocks, question → intervals or NA."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.records import Interval
from ingest.html.selection.interface import BlockIndex, Selection, join_intervals
from ingest.html.selection.pointing import PIECE_CHARACTERS, SYSTEM, answer_of, cut_index, prompt_of, shown_characters


def training_samples(
    index: BlockIndex, selection: Selection, question: str | None = None, limit: int = PIECE_CHARACTERS
) -> Iterator[dict[str, Any]]:
    """One sample a piece of the page, as chat messages, so that any trainer reads them."""
    chosen = {number for interval in selection.intervals for number in range(interval.first, interval.last + 1)}
    for piece in cut_index(index, limit, shown_characters(question)):
        wanted: tuple[Interval, ...] = join_intervals(chosen & {segment.index for segment in piece})
        yield {
            "url": index.url,
            "title": index.title,
            "question": question or "",
            "answer": answer_of(wanted),
            "messages": [
                {"role": "system", "content": SYSTEM},
                {"role": "user", "content": prompt_of(index, piece, question)},
                {"role": "assistant", "content": answer_of(wanted)},
            ],
        }
