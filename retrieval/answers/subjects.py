"""What a question is about when it asks for nothing else: who, what or which it is, or what it requires."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.guard import speaks_to_model
from retrieval.data import load_data
from retrieval.relevance import TITLES
from retrieval.texts import alike, content, fold, grams

Asked = Literal["who", "what", "which", "needs"]
SPARE, SPARE_BY_CODE = 1, 4


@dataclass(frozen=True, slots=True)
class Subject:
    """The kind of question, and the stems of the thing."""

    asked: Asked
    stems: frozenset[str]


def find_subject(analysis: Analysis) -> Subject | None:
    """The subject of a question that has nothing but one; None for every other question."""
    folded = fold(analysis.asked or analysis.text).strip(" ?？!.。")
    for row in load_data("subjects")["asks"]:
        match = re.search(row["pattern"], folded)
        words = content(match.group("x")) if match else []
        found = frozenset(gram for word in words for gram in grams(word)) - TITLES - {"professor"}
        if found:
            return Subject(row["kind"], found)
    return None


def heads(subject: Subject, heading: str) -> bool:
    """Whether a heading names the subject, and hardly anything else; a code may stand before its name.

    What is required differs between programmes that are alike, so there each word must stand.
    """
    known = {gram for word in content(heading) for gram in grams(word)} - TITLES
    others = {word: alike(word) if subject.asked != "needs" else frozenset() for word in subject.stems}
    if not all(word in known or not others[word].isdisjoint(known) for word in subject.stems):
        return False
    same = subject.stems.union(*others.values())
    script = {word for word in known if word.isascii() == all(map(str.isascii, subject.stems))}
    spare = SPARE_BY_CODE if any(word.isdigit() for word in subject.stems) else SPARE
    return len({word for word in script - same if not word.isdigit()}) <= spare


def in_its_language(found: Sequence[Evidence], analysis: Analysis) -> list[Evidence]:
    """Those in the question's language, if there are any; text that speaks to a model is left out."""
    kept = [item for item in found if not speaks_to_model(item.text)]
    return [item for item in kept if item.lang in {"", analysis.lang}] or kept
