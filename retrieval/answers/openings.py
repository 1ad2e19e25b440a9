"""Answers to "who is …", "what is …" and "the requirements of …": how the page or section of that name begins, for each
bearer of the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import dropwhile

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.contents import says_nothing
from retrieval.answers.forms import is_stamp
from retrieval.answers.spans import Span, find_pieces, words_of
from retrieval.answers.subjects import Subject, find_subject, heads, in_its_language
from retrieval.data import load_data
from retrieval.texts import stem_set

NAMESAKES = 3
WORDS = 40
_KINDS = ("paragraph", "items", "list", "definitions", "table")


def find_openings(analysis: Analysis, pool: Sequence[Evidence]) -> list[Span]:
    """The first spans under each heading that names the subject, or the rows that do; nothing where none does.

    A person's name may have several bearers; a thing has one page.
    """
    subject = find_subject(analysis)
    if subject is None or subject.asked == "which":
        return []
    blocks = _blocks(in_its_language([item for item in pool if _tells(item, subject)], analysis))
    most = NAMESAKES if subject.asked == "who" else 1
    if not blocks:
        return _rows(subject, in_its_language(pool, analysis))[:most] if subject.asked == "who" else []
    return [span for item in blocks[:most] for span in _opening(item, subject)]


def _blocks(named: Sequence[Evidence]) -> list[Evidence]:
    """One block for each page, the best ranked first: prose before lists; what another page says too is left out."""
    pages: dict[str, list[Evidence]] = {}
    for item in named:
        if not says_nothing(item):
            pages.setdefault(item.url, []).append(item)
    best = [min(items, key=lambda item: (len(item.heading_path), _place(item.kind))) for items in pages.values()]
    told: list[Evidence] = []
    for item in best:
        if not any(one.text[:60] == item.text[:60] for one in told):
            told.append(item)
    return told


def _place(kind: str) -> int:
    return _KINDS.index(kind) if kind in _KINDS else len(_KINDS)


def _opening(item: Evidence, subject: Subject) -> list[Span]:
    kept: list[Span] = []
    for span in _pieces(item, subject):
        if is_stamp(span.text) or span.kind in {"heading", "question"}:
            continue
        if kept and sum(map(words_of, kept)) + words_of(span) > WORDS:
            break
        kept.append(span)
    return kept


def _tells(item: Evidence, subject: Subject) -> bool:
    """Whether a block stands under the subject's heading; of requirements, in its section too if it states one."""
    if subject.asked != "needs":
        return bool(item.heading_path) and heads(subject, item.heading_path[-1])
    named = any(
        heads(subject, heading) or (subject.stems & stem_set(heading) and heads(subject, f"{item.title} {heading}"))
        for heading in item.heading_path
    )
    return named and bool(_stating(find_pieces(item)))


def _pieces(item: Evidence, subject: Subject) -> list[Span]:
    """The block's pieces; of requirements from the first that states one."""
    return _stating(find_pieces(item)) if subject.asked == "needs" else find_pieces(item)


def _stating(pieces: Sequence[Span]) -> list[Span]:
    pattern = re.compile(load_data("subjects")["needing"], re.IGNORECASE)
    return list(dropwhile(lambda span: not pattern.search(span.text), pieces))


def _rows(subject: Subject, pool: Iterable[Evidence]) -> list[Span]:
    """Rows of the first table that names the person, each another bearer of the name."""
    for item in pool:
        rows = [span for span in find_pieces(item) if span.row is not None and subject.stems <= stem_set(span.text)]
        if rows:
            return rows
    return []
