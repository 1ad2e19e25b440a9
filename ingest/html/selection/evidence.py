"""How each segment bears on a question, as numbers: embedder, words, neighbours, titles, and a second hop.

A second hop is a segment under a heading that a good first segment names: what a question needs when one passage only
points to the other. Every feature is relative to its page, so that pages of any size compare.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.records import Segment
from ingest.html.selection.lexical import bm25, coverage, terms_of
from models.protocols import Embedder

Scores = NDArray[np.float64]
FEATURES = (
    "dense", "dense_rank", "dense_z", "contextual", "lexical", "lexical_z", "covered", "head_named", "head_covered",
    "section_dense", "section_lexical", "first", "before", "after", "hop", "hop_back", "long", "page_dense",
    "page_covered",
)  # fmt: skip
_CODE = re.compile(r"\b[A-Z]{2,6}[ -]?\d{1,4}[A-Z]{0,2}\b")
_NAME = re.compile(r"[A-Z][\w'’.-]*|\d[\w.-]*")


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors of a question and of its page's segments: their text alone, and with its headings before it."""

    asked: NDArray[np.float32]
    plain: NDArray[np.float32]
    titled: NDArray[np.float32]


def embed(question: str, segments: Sequence[Segment], embedder: Embedder | None) -> Embedded | None:
    """The vectors; None without an embedder."""
    if embedder is None or not segments:
        return None
    texts = [segment.text[:2000] for segment in segments]
    titled = [f"{section_of(segment)}: {text}" for segment, text in zip(segments, texts, strict=True)]
    vectors = embedder.embed_passages(texts + titled)
    return Embedded(embedder.embed_questions([question])[0], vectors[: len(texts)], vectors[len(texts) :])


def question_features(question: str, segments: Sequence[Segment], embedded: Embedded | None) -> Scores:
    """One row of `FEATURES` a segment."""
    heads = [section_of(segment) for segment in segments]
    texts = [segment.text for segment in segments]
    asked = terms_of(question)
    words = [terms_of(text) for text in texts]
    head_words = [terms_of(head) for head in heads]
    dense, contextual = _dense(embedded, len(segments))
    lexical = bm25(asked, [head + text for head, text in zip(head_words, words, strict=True)])
    plain = bm25(asked, words)
    covered = coverage(asked, words)
    sections = sections_of(segments)
    mixed = _unit(contextual) + _unit(lexical)
    hop, back = _hops(heads, texts, mixed, sections)
    count = len(segments)
    named = np.array([_named(segment, question) for segment in segments])
    return np.stack(
        [
            dense,
            _ranks(dense),
            _standard(dense),
            contextual - contextual.max(initial=0.0),
            _unit(lexical),
            _standard(plain),
            covered,
            named,
            coverage(asked, head_words),
            _best_of(sections, contextual) - contextual.max(initial=0.0),
            _unit(_best_of(sections, lexical)),
            first_in_section(sections),
            _beside(mixed, sections, 1),
            _beside(mixed, sections, -1),
            hop,
            back,
            np.log1p([segment.words for segment in segments]),
            np.full(count, contextual.max(initial=0.0)),
            np.full(count, covered.max(initial=0.0)),
        ],
        axis=1,
    )


def coded_heads(question: str, segments: Sequence[Segment]) -> NDArray[np.bool_]:
    """Whether the heading of each segment holds a code (letters, then digits: a course, a form) that is asked for."""
    asked = f" {' '.join(re.findall(r'[a-z]+|[0-9]+[a-z]*', question.lower()))} "
    known: dict[str, bool] = {}
    found = np.zeros(len(segments), dtype=bool)
    for place, segment in enumerate(segments):
        head = segment.heading_path[-1] if segment.heading_path else ""
        if head not in known:
            codes = (re.sub(r"(?<=[a-z])[ -]?(?=\d)", " ", code.lower()) for code in _CODE.findall(head))
            known[head] = any(f" {code} " in asked for code in codes)
        found[place] = known[head]
    return found


def section_of(segment: Segment) -> str:
    """The two headings nearest above a segment."""
    return " > ".join(segment.heading_path[-2:])


def _dense(embedded: Embedded | None, count: int) -> tuple[Scores, Scores]:
    """Cosine with the text alone, and with its headings before it; zeros without an embedder."""
    if embedded is None:
        return np.zeros(count), np.zeros(count)
    asked = embedded.asked
    return np.asarray(embedded.plain @ asked, dtype=np.float64), np.asarray(embedded.titled @ asked, dtype=np.float64)


def _unit(values: Scores) -> Scores:
    top = values.max(initial=0.0)
    return values / top if top > 0 else values * 0.0


def _standard(values: Scores) -> Scores:
    spread = float(values.std()) if len(values) else 0.0
    return (values - values.mean()) / spread if spread > 1e-9 else values * 0.0


def _ranks(values: Scores) -> Scores:
    order = np.empty(len(values))
    order[np.argsort(-values, kind="stable")] = np.arange(len(values))
    return 1.0 / (1.0 + order)


def sections_of(segments: Sequence[Segment]) -> NDArray[np.int64]:
    """The number of the section that each segment lies in."""
    numbers: list[int] = []
    before: tuple[str, ...] | None = None
    for segment in segments:
        numbers.append(numbers[-1] + (segment.heading_path != before) if numbers else 0)
        before = segment.heading_path
    return np.array(numbers, dtype=np.int64)


def _best_of(sections: NDArray[np.int64], values: Scores) -> Scores:
    if not len(values):
        return values
    best = np.full(int(sections.max()) + 1, -np.inf)
    np.maximum.at(best, sections, values)
    return np.asarray(best[sections])


def first_in_section(sections: NDArray[np.int64]) -> Scores:
    """1 where a segment is the first of its section."""
    return np.array([float(place == 0 or sections[place] != sections[place - 1]) for place in range(len(sections))])


def _beside(values: Scores, sections: NDArray[np.int64], step: int) -> Scores:
    moved = np.zeros(len(values))
    for place in range(len(values)):
        other = place - step
        if 0 <= other < len(values) and sections[other] == sections[place]:
            moved[place] = values[other]
    return moved


def _named(segment: Segment, question: str) -> float:
    """Whether the question names what the segment's heading is about."""
    if not segment.heading_path:
        return 0.0
    head = re.sub(r"\s*\([^)]*\)", "", segment.heading_path[-1]).strip().lower()
    return float(len(head) > 3 and head in question.lower())


def _hops(
    heads: Sequence[str], texts: Sequence[str], mixed: Scores, sections: NDArray[np.int64]
) -> tuple[Scores, Scores]:
    """(best score of a segment that names this one's heading, best score under a heading that this one names)."""
    hop, back = np.zeros(len(texts)), np.zeros(len(texts))
    names: dict[int, str] = {}
    for place, head in enumerate(heads):
        name = re.sub(r"\s*\([^)]*\)", "", head.split(" > ")[-1]).strip().lower()
        if len(name) > 3:
            names.setdefault(int(sections[place]), name)
    lowered = [text.lower() for text in texts]
    best = _best_of(sections, mixed)
    members = {number: np.flatnonzero(sections == number) for number in names}
    for number, name in list(names.items())[:400]:
        naming = [place for place, text in enumerate(lowered) if sections[place] != number and name in text]
        if naming:
            hop[members[number]] = max(float(mixed[place]) for place in naming)
            for place in naming:
                back[place] = max(back[place], float(best[members[number][0]]))
    return hop, back
