"""What went wrong with a question, by where it went wrong: crawl, blocks, retrieval, cut, answer, citation or doubt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from evaluation.records import GoldQuestion, Place, Reply
from evaluation.texts import fold, holds_folded, path_of

CLASSES: Mapping[str, str] = {
    "failed": "the system raised an error",
    "invented": "the site does not say, and it was answered",
    "not crawled": "a gold page is not in the index",
    "not in a block": "the gold words stand in no block of the index",
    "not retrieved": "no candidate holds the gold",
    "cut": "a candidate held the gold and is not among the first five",
    "refused wrongly": "the evidence holds the gold, and the question was refused",
    "answered wrongly": "the evidence holds the gold, and the answer does not",
    "cited wrongly": "the answer is right and cites no gold page",
}


class Texts:
    """The blocks of an index, or chunks of a baseline: (id, address, text), looked through for gold words."""

    def __init__(self, blocks: Iterable[tuple[str, str, str]], pages: Iterable[str] = ()) -> None:
        self._blocks: dict[str, list[tuple[str, str]]] = {}
        for block, url, text in blocks:
            self._blocks.setdefault(path_of(url), []).append((block, text))
        self._pages = {path_of(url) for url in pages} | self._blocks.keys()
        self._folded = cache(self._fold)

    def locate(self, question: GoldQuestion) -> Place:
        """Where the gold of an answerable question stands. Words may stand on any page when the set names none."""
        gold = {path_of(page) for page in question.pages}
        there = gold & self._pages
        crawled = None if not gold else gold <= there if question.every_page else bool(there)
        groups = question.groups or tuple((item,) for item in question.exact)
        where = there or (self._pages if not gold else set())
        if not groups:
            return Place(crawled, frozenset(block for page in where for block, _ in self._blocks.get(page, ())) or None)
        found = [self._holding(group, where) for group in groups]
        return Place(crawled, frozenset().union(*found) if all(found) else frozenset())

    def _holding(self, group: Sequence[str], pages: Iterable[str]) -> set[str]:
        forms = [fold(form) for form in group]
        return {
            block
            for page in pages
            for block, text in self._folded(page)
            if any(holds_folded(text, form) for form in forms)
        }

    def _fold(self, page: str) -> list[tuple[str, str]]:
        return [(block, fold(text)) for block, text in self._blocks.get(page, ())]


def is_right(scores: Mapping[str, float]) -> bool:
    """By correctness where the system answers, else by evidence, else by gold pages; nothing to judge by counts."""
    return scores.get("correct", scores.get("evidence", scores.get("all_pages", 1.0))) == 1.0


def classify_fault(
    question: GoldQuestion, reply: Reply, scores: Mapping[str, float], place: Place | None = None
) -> str:
    """One of `CLASSES`, the first that holds; empty when nothing went wrong."""
    if reply.error:
        return "failed"
    if is_right(scores):
        return "cited wrongly" if scores.get("pages_cited") == 0.0 else ""
    if not question.answerable:
        return "invented"
    if place is not None and place.crawled is False:
        return "not crawled"
    if place is not None and place.blocks is not None and not place.blocks:
        return "not in a block"
    if reply.answered is None or scores.get("evidence", scores.get("any_page", 1.0)) == 0.0:
        return "cut" if place and place.blocks and place.blocks & set(reply.candidates) else "not retrieved"
    return "answered wrongly" if reply.answered else "refused wrongly"
